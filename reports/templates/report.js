"use strict";
/* Comfort only: without this script every number of the page is there, in its fixed order. */
(() => {
  const make = (tag, text, more) => Object.assign(document.createElement(tag), { textContent: text }, more);
  const button = (text, act) => {
    const made = make("button", text, { type: "button" });
    made.addEventListener("click", act);
    return made;
  };
  const numbers = (cell) => (cell.dataset.v ? cell.dataset.v.split(" ") : []);

  /* Saving a table as CSV: numbers with six digits, their bounds in columns of their own. */
  const quoted = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const csv = (table) => {
    const rows = [...table.tBodies[0].rows].map((row) => [...row.cells]);
    const heads = [...table.tHead.rows[0].cells].map((cell) => cell.dataset.head || cell.textContent.trim());
    const widths = heads.map((_, i) => Math.max(1, ...rows.map((row) => numbers(row[i]).length)));
    const ends = ["", " low", " high"];
    const lines = [heads.flatMap((head, i) => ends.slice(0, widths[i]).map((end) => head + end))];
    for (const row of rows) {
      lines.push(row.flatMap((cell, i) => {
        const found = numbers(cell);
        const text = cell.textContent.trim();
        const own = found.length ? found : [text === "–" ? "" : text];
        return [...own, "", ""].slice(0, widths[i]);
      }));
    }
    return lines.map((line) => line.map(quoted).join(",")).join("\r\n") + "\r\n";
  };
  const save = (table) => {
    const stem = document.title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "") || "claimsim";
    const address = URL.createObjectURL(new Blob(["\ufeff", csv(table)], { type: "text/csv" }));
    const link = make("a", "", { href: address, download: `${stem}-${table.dataset.name}.csv` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  };
  const saver = (table) => {
    const made = button("Save as CSV", () => save(table));
    const name = document.getElementById(`table-${table.dataset.name}`) || document.getElementById(`map-${table.dataset.name}`);
    const words = name ? name.textContent.trim() : table.closest(".scroll").getAttribute("aria-label");
    if (words) made.setAttribute("aria-label", `Save as CSV: ${words}`);
    made.className = "save";
    return made;
  };

  /* Sorting by a column: numbers by value, words by alphabet, what is missing last. */
  const key = (cell) => {
    const found = numbers(cell);
    return found.length ? Number(found[0]) : cell.textContent.trim();
  };
  const compare = (one, other) => {
    const missing = (value) => value === "–" || value === "";
    if (missing(one) || missing(other)) return missing(one) - missing(other);
    if (typeof one === "number" && typeof other === "number") return one - other;
    return String(one).localeCompare(String(other), "en", { numeric: true });
  };
  const sort = (table, place) => {
    const heads = [...table.tHead.rows[0].cells];
    const down = heads[place].getAttribute("aria-sort") === "ascending";
    const rows = [...table.tBodies[0].rows].map((row) => [key(row.cells[place]), row]);
    rows.sort(([one], [other]) => {
      const order = compare(one, other);
      const gap = [one, other].some((value) => value === "–" || value === "");
      return down && !gap ? -order : order;
    });
    table.tBodies[0].append(...rows.map(([, row]) => row));
    heads.forEach((head) => head.removeAttribute("aria-sort"));
    heads[place].setAttribute("aria-sort", down ? "descending" : "ascending");
  };

  /* Filtering: every word must stand somewhere in the row. */
  const filter = (table) => {
    const id = `filter-${table.dataset.name}`;
    const told = make("output", "", { htmlFor: id });
    const field = make("input", "", { type: "search", id, autocomplete: "off" });
    const rows = [...table.tBodies[0].rows].map((row) => [row.textContent.toLowerCase(), row]);
    field.addEventListener("input", () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      let left = 0;
      for (const [text, row] of rows) {
        row.hidden = !words.every((word) => text.includes(word));
        left += row.hidden ? 0 : 1;
      }
      told.textContent = words.length ? `${left} of ${rows.length} rows` : "";
    });
    const line = make("p", "", { className: "filter-line" });
    line.append(make("label", "Only rows with ", { htmlFor: id }), field, told);
    table.closest(".scroll").before(line);
  };

  for (const table of document.querySelectorAll("table.data")) {
    const heads = [...table.tHead.rows[0].cells];
    if (table.tBodies[0].rows.length > 2) {
      heads.forEach((head, place) => {
        const text = head.textContent.trim();
        head.dataset.head = text;
        head.replaceChildren(button(text, () => sort(table, place)));
      });
    }
    if (table.classList.contains("filter")) filter(table);
    table.closest(".scroll").after(saver(table));
  }
  for (const table of document.querySelectorAll("table.heat")) {
    table.closest(".map").append(saver(table));
  }
  for (const figure of document.querySelectorAll("figure[data-table]")) {
    const table = document.querySelector(`table[data-name="${figure.dataset.table}"]`);
    if (table) figure.append(saver(table));
  }

  /* Light, dark, or as the system has it. */
  const themes = ["system", "light", "dark"];
  const root = document.documentElement;
  const chosen = () => root.dataset.theme || "system";
  const turn = button("", () => {
    root.dataset.theme = themes[(themes.indexOf(chosen()) + 1) % themes.length];
    turn.textContent = `Colours: ${chosen()}`;
  });
  turn.textContent = `Colours: ${chosen()}`;
  turn.className = "theme";
  document.querySelector("header").prepend(turn);
})();
