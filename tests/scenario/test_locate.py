"""Where keys stand: every key of any text that tomllib accepts has its line."""

from __future__ import annotations

import tomllib

from hypothesis import given
from hypothesis import strategies as st

from claimsim.scenario.locate import locate
from claimsim.scenario.text import quote


def test_lines_of_keys() -> None:
    text = """\
# a comment with = and [brackets]
a = "x = [1]" # more
[b.c]
d = [
  1, # one
  { e = 2, 'f g' = [3,
    4] },
]
h.i = '''
j = 1
'''
[[k]]
l = 1
[[k]]
l = 2
[k.m]
n = 3
"""
    lines = locate(text)
    expected = {
        ("a",): 2, ("b", "c"): 3, ("b", "c", "d"): 4, ("b", "c", "d", 0): 5,
        ("b", "c", "d", 1): 6, ("b", "c", "d", 1, "f g", 1): 7, ("b", "c", "h", "i"): 9,
        ("k", 0): 12, ("k", 1, "l"): 15, ("k", 1, "m", "n"): 17,
    }  # fmt: skip
    assert {path: lines[path] for path in expected} == expected
    assert ("j",) not in lines


def toml_of(value) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quote(k)} = {toml_of(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[\n" + ",\n".join(toml_of(v) for v in value) + "\n]"
    return quote(value) if isinstance(value, str) else str(value).lower()


def paths_of(value, path=()):
    yield path
    inside = []
    if isinstance(value, dict | list):
        inside = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in inside:
        yield from paths_of(one, (*path, key))


TOML = st.recursive(
    st.booleans() | st.integers(-9, 9) | st.text("\"'\\#=[]{}\n,a", max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("'\"#.\\a]", max_size=3), inner)
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.text("'\"#.\\a]=", max_size=3), TOML, max_size=4))
def test_every_key_of_any_toml_has_its_line(content) -> None:
    text = "".join(f"{quote(key)} = {toml_of(value)} # [x\n" for key, value in content.items())
    assert tomllib.loads(text) == content
    lines = locate(text)
    assert set(lines) == {path for path in paths_of(content) if path}
    starts = [text[: text.index(f"{quote(key)} = ")].count("\n") + 1 for key in list(content)[:1]]
    assert [lines[(key,)] for key in list(content)[:1]] == starts
