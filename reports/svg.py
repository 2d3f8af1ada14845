"""Matplotlib's SVG made fit for a page: no style attributes, own ids, words for who cannot see it.

A page whose content policy forbids inline styles ignores ``style="…"``; every such property
becomes a presentation attribute. Colours named INK follow the page's text colour, so that a
figure works on a light and on a dark ground.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

#: Colour that figures use for text and lines; it becomes the page's own text colour.
INK = "#010203"

_SVG = "{http://www.w3.org/2000/svg}"
_HREF = "{http://www.w3.org/1999/xlink}href"
_REFERENCE = re.compile(r"url\(#([^)]+)\)")

#: Properties that the page's style sheet decides.
_LEFT_TO_PAGE = {"font-family", "font-variant", "font-stretch"}


def clean(text: str, name: str, title: str, description: str) -> str:
    """Return matplotlib's SVG text as an element that can stand in an HTML page.

    Parameters
    ----------
    text
        What matplotlib wrote, with ``svg.fonttype`` ``"none"``.
    name
        The figure's name; every id begins with it, so that figures cannot clash.
    title, description
        Short and long words for screen readers.
    """
    root = ET.fromstring(text)  # noqa: S314 (written by matplotlib a moment ago)
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag == f"{_SVG}metadata" or _is_style_sheet(child):
                parent.remove(child)
    used = _referenced(root)
    for element in root.iter():
        element.tag = element.tag.removeprefix(_SVG)
        _set_attributes(element, name, used)
    root.attrib = {
        "viewBox": root.attrib["viewBox"],
        "role": "img",
        "aria-labelledby": f"{name}-title {name}-desc",
        "stroke-linejoin": "round",
    }
    words = [("title", title), ("desc", description)]
    for place, (tag, content) in enumerate(words):
        element = ET.Element(tag, {"id": f"{name}-{tag}"})
        element.text = content
        root.insert(place, element)
    return ET.tostring(root, encoding="unicode", short_empty_elements=True)


def _is_style_sheet(element: ET.Element) -> bool:
    return element.tag == f"{_SVG}defs" and any(child.tag == f"{_SVG}style" for child in element)


def _referenced(root: ET.Element) -> set[str]:
    """Return the ids that something points at; the others are noise."""
    found: set[str] = set()
    for element in root.iter():
        for key, value in element.attrib.items():
            found.update(_REFERENCE.findall(value))
            if key == _HREF:
                found.add(value.removeprefix("#"))
    return found


def _set_attributes(element: ET.Element, name: str, used: set[str]) -> None:
    old = dict(element.attrib)
    style = old.pop("style", "")
    for part in filter(None, (piece.strip() for piece in style.split(";"))):
        key, value = (side.strip() for side in part.split(":", 1))
        if key not in _LEFT_TO_PAGE:
            old[key] = value
    new: dict[str, str] = {}
    for key, value in old.items():
        if key == "id":
            if value in used:
                new["id"] = f"{name}-{value}"
        elif key == _HREF:
            new["href"] = f"#{name}-{value.removeprefix('#')}"
        elif key == "transform" and value.startswith("rotate(-0 "):
            continue
        else:
            text = _REFERENCE.sub(lambda match: f"url(#{name}-{match[1]})", value)
            new[key] = "currentColor" if text == INK else " ".join(text.split())
    element.attrib = new
