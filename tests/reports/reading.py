"""Reading a page as a browser would: tags, ids, texts and tables."""

from __future__ import annotations

import re
from html.parser import HTMLParser

VOID = {"meta", "link", "br", "hr", "img", "input", "wbr"}


class Page(HTMLParser):
    """Collects tags, ids and texts, and checks that tags are closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        assert len({key for key, _ in attrs}) == len(attrs), f"twice the same attribute: {tag}"
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)

    def all(self, *names: str) -> list[dict[str, str | None]]:
        return [attrs for tag, attrs in self.tags if tag in names]


def rows_of(text: str, name: str) -> list[list[str]]:
    """Return the texts of a table of a page, heads first; `name` is its ``data-name``."""
    (table,) = re.findall(rf'<table class="[^"]*" data-name="{name}".*?</table>', text, re.DOTALL)
    rows = re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)
    return [
        [
            re.sub(r"<[^>]+>", "", field).strip().replace("\N{NO-BREAK SPACE}", " ")
            for field in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)
        ]
        for row in rows
    ]


def plain(text: str) -> str:
    """Return a text with plain spaces in it."""
    return text.replace("\N{NO-BREAK SPACE}", " ")
