"""Single figures of a report as files: SVG that stands alone, or PNG."""

from __future__ import annotations

import re
import struct
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING

from reports import canvas

if TYPE_CHECKING:
    from reports.drawing import Drawing

#: Colours of a file that no page surrounds.
_GROUND = "#ffffff"
_INK = "#1b1f24"
_FONTS = "system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, DejaVu Sans, sans-serif"

#: How figures begin, as SVG and as PNG, and what marks them as ours.
MARKS = (
    (b'<svg xmlns="http://www.w3.org/2000/svg"', b"figure-"),
    (b"\x89PNG", b"Software\x00claimsim"),
)

_OPENING = re.compile(r'<svg viewBox="0 0 ([0-9.]+) ([0-9.]+)"')
_TITLE = re.compile(r"<title[^>]*>([^<]*)</title>")
_SIZE = re.compile(r"\A\x89PNG\r\n\x1a\n.{8}(.{8})".encode("latin-1"), re.DOTALL)


def drawings(directory: str | Path) -> dict[str, Drawing]:
    """Return the figures of a result directory by name, as its report has them.

    Raises
    ------
    RunDirectoryError
        No result directory, or one that is damaged.
    """
    from claimsim.experiment.results import Run
    from reports import tournament
    from reports.comparison import is_comparison, open_results, page_of
    from reports.content import gather
    from reports.drawing import Drawing
    from reports.html import figures_of

    if is_comparison(directory):
        return page_of(open_results(directory), deals=False).figures
    run = Run.open(directory)
    found = dict(figures_of(gather(run)))
    section = tournament.section(run)
    for part in section.parts if section else []:
        if isinstance(part, Drawing):
            found[part.name] = part
    return found


def pictures(directory: str | Path) -> dict[str, bytes]:
    """Return the figures of a result directory as PNG; errors as of :func:`drawings`."""
    with canvas.pictures() as kept:
        found = drawings(directory)
    for drawing, picture in zip(found.values(), kept, strict=True):
        _check(drawing, picture)
    return dict(zip(found, kept, strict=True))


def standing_alone(drawing: Drawing) -> str:
    """Return a figure as the text of an SVG file: on white, with ink and fonts of its own."""
    text = str(drawing.svg)
    opening = _OPENING.match(text)
    if opening is None:
        raise AssertionError(f"{drawing.name}: not an SVG element of ours")
    width, height = opening[1], opening[2]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}pt" height="{height}pt" '
        f'viewBox="0 0 {width} {height}" color="{_INK}" font-family="{_FONTS}"'
    )
    ground = f'</desc><rect width="{width}" height="{height}" fill="{_GROUND}" />'
    return head + text[opening.end() :].replace("</desc>", ground, 1) + "\n"


def title_of(drawing: Drawing) -> str:
    """Return a figure's title."""
    found = _TITLE.search(str(drawing.svg))
    return unescape(found[1]) if found else drawing.name


def _check(drawing: Drawing, picture: bytes) -> None:
    """Make sure that a picture has the shape of the figure whose it should be."""
    opening, size = _OPENING.match(str(drawing.svg)), _SIZE.match(picture)
    if opening is None or size is None:
        raise AssertionError(f"{drawing.name}: no figure of ours")
    for points, dots in zip(opening.groups(), struct.unpack(">II", size[1]), strict=True):
        if abs(float(points) * canvas.DOTS / 72 - dots) > 1:
            raise AssertionError(f"{drawing.name}: the picture is that of another figure")
