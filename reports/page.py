"""Pages of one dress: templates that extend ``base.html.j2``, with a policy that lets nothing in.

The style sheet and the script stand in the page; the content policy names their digests, so that
nothing else is loaded, styled or run, whatever names a scenario has.
"""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files
from typing import Any

from reports.wording import count

#: Rows up to which a table is open from the start.
_OPEN_ROWS = 12


def fill(template: str, title: str, **content: Any) -> str:
    """Return a page.

    Parameters
    ----------
    template
        Name of a template of this package that extends ``base.html.j2``.
    title
        Of the page, and its first heading.
    content
        What else the template asks for; all text is escaped.

    Returns
    -------
    str
        The same text for the same content.
    """
    from jinja2 import Environment, FunctionLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=FunctionLoader(read),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["open_rows"] = _OPEN_ROWS
    environment.globals["count"] = count
    css, script = read("report.css"), read("report.js")
    return environment.get_template(template).render(
        title=title,
        css=Markup(css),  # noqa: S704 (our own file)
        script=Markup(script),  # noqa: S704 (likewise)
        policy=(
            f"default-src 'none'; style-src {_source(css)}; script-src {_source(script)}; "
            "img-src data:; base-uri 'none'; form-action 'none'"
        ),
        **content,
    )


def read(name: str) -> str:
    """Return the text of a template, style sheet or script of this package."""
    return (files("reports") / "templates" / name).read_text(encoding="utf-8").replace("\r\n", "\n")


def _source(text: str) -> str:
    """Return a text as a source of the content policy: its digest."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
