"""Pages in a real browser without a window, as readers see them; the system's own Chromium."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

#: Names under which systems have it.
NAMES = ("chromium", "chromium-browser", "google-chrome")

#: Programs that run as root have no sandbox; nothing of the browser's own goes to the network.
_ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def found() -> str | None:
    """Return the path of a browser, if there is one."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


#: Marks tests that need one.
needed = pytest.mark.skipif(
    found() is None, reason=f"there is no browser: none of {', '.join(NAMES)}"
)


@contextmanager
def running() -> Iterator[Browser]:
    """Start the browser, and end it."""
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=found(), args=_ARGUMENTS)
        yield browser
        browser.close()


@dataclass
class Visit:
    """An open page, and what was complained of and asked for since it was opened."""

    page: Page
    uri: str
    errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def run(self, script: str) -> Any:
        """Return what a script says in the page."""
        return self.page.evaluate(script)

    @property
    def asked(self) -> list[str]:
        """What was asked of network or disk beside the page itself."""
        return [one for one in self.requests if not one.startswith(("data:", "blob:", self.uri))]

    def saved(self, button: str) -> tuple[str, str]:
        """Press a button that saves a file; return the file's name and text."""
        with self.page.expect_download() as file:
            self.page.locator(button).first.click()
        text = Path(file.value.path()).read_text(encoding="utf-8-sig")
        return file.value.suggested_filename, text

    def violations(self) -> list[str]:
        """Return what axe-core finds that is serious or worse: rule, and the first place."""
        results = Axe().run(self.page).response["violations"]
        return [
            f"{one['id']}: {one['help']}: {one['nodes'][0]['html'][:200]}"
            for one in results
            if one["impact"] in ("serious", "critical")
        ]


@contextmanager
def visiting(browser: Browser, path: Path, width: int = 1280, **options: Any) -> Iterator[Visit]:
    """Open a page of the disk in a profile of its own.

    Parameters
    ----------
    browser
        See :func:`running`.
    path
        The page.
    width
        Of the window, in pixels.
    options
        Of playwright's contexts: ``color_scheme``, ``java_script_enabled``.
    """
    context = browser.new_context(viewport={"width": width, "height": 900}, **options)
    page = context.new_page()
    visit = Visit(page, path.resolve().as_uri())
    page.on("console", lambda said: visit.errors.append(said.text))
    page.on("pageerror", lambda error: visit.errors.append(str(error)))
    page.on("request", lambda request: visit.requests.append(request.url))
    page.goto(visit.uri)
    yield visit
    context.close()
