"""Strategies that cannot be compiled, write to their View or answer oddly: said in one line."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

from numba.core import ir, types
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.errors import TypingError
from numba.core.typed_passes import NopythonTypeInference

from claimsim.errors import StrategyError
from claimsim.strategy_kit import Strategy
from claimsim.view import VIEW
from claimsim.wording import nearest

_LONGEST = 160

#: numba's own words for a function whose answer cannot be turned into a whole number.
_NO_CONVERSION = re.compile(r"No conversion from (.+) to int64 for '\$\d+return_")

#: Numba's names of types, and what people call them.
_WORDS = ((r"Literal\[\w+\]\((.*)\)", r"\1"), (r"^none$", "None"), (r"^unicode_type$", "a text"))


#: What numba says, and what people need to know.
_PLAIN = (
    (r"Use of unsupported opcode \(IMPORT_\w+\).*", "imports stand at the top of the file"),
    (
        r"No implementation of function Function\(<intrinsic exception_match>\).*",
        "'except Exception' can be compiled, exceptions of one kind cannot be caught",
    ),
    (
        r"No implementation of function Function\(<(?:built-in )?function ([\w.]+)[^>]*>\).*",
        r"\1 cannot be called with what it is given here",
    ),
    (
        r"No implementation of function Function\(<class '([\w.]+)'>\).*",
        r"\1 cannot be called with what it is given here",
    ),
    (
        r"Untyped global name '(\w+)': Cannot determine Numba type of <class 'function'>",
        r"\1 is not made for compiling: put @helper above its definition",
    ),
    (
        r"Untyped global name '(\w+)': Cannot determine Numba type of <class '([\w.]+)'>",
        r"\1 is a \2; compiled code can use numbers and tuples of the file",
    ),
    (
        r"The use of a (?:reflected )?(\w+)\(.* type, assigned to variable '(\w+)' in globals.*",
        r"\2 is a \1; compiled code can use numbers and tuples of the file",
    ),
    (
        r"Cannot capture the non-constant value associated with variable '(\w+)'.*",
        r"a lambda or an inner function cannot use \1",
    ),
    (
        r"Use of unsupported opcode \(STORE_GLOBAL\).*",
        "it changes a name of its file: nothing is kept from one decision to the next",
    ),
    (
        r"No implementation of function Function\(<built-in function setitem>\).*",
        "it writes to what cannot be changed; arrays of the file are constants",
    ),
    (r"The use of yield in a closure is unsupported.*", "a loop is needed for 'x for x in …'"),
    (r"The 'with .*", "'with' cannot be compiled"),
    (r"cannot type infer runaway recursion.*", "it calls itself, and nothing says when it ends"),
    (r"NameError: (name '\w+' is not defined).*", r"\1"),
    (
        r"Unknown attribute '(\w+)' of type (?:u?int64|float64|bool|boolean).*",
        r"numbers have no .\1 in compiled code",
    ),
    (r"Cannot unify (.+) and (.+) for '(\w+?)(?:\.\d+)?'.*", r"\3 is now \1, now \2"),
)

#: Where numba says it in words alone.
_RAISED_FROM = re.compile(r"Raised from (?P<file>.+) \((?P<line>\d+)\)")


def _returns(what: str) -> str:
    return f"choose returns {what}; the number of a card, a whole number, would be right"


@register_pass(mutates_CFG=False, analysis_only=True)
class WholeAnswers(AnalysisPass):
    """Refuse a function that returns another kind of number, which numba would cut to a whole one.

    A pass of the compiler, so that no such function can come into the cache.
    """

    _name = "claimsim_whole_answers"

    def __init__(self) -> None:
        AnalysisPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Look at the type of every value that is returned; nothing is changed."""
        for block in state.func_ir.blocks.values():
            end = block.terminator
            if not isinstance(end, ir.Return):
                continue
            given = state.func_ir.get_definition(end.value)
            name = given.value.name if isinstance(given, ir.Expr) else end.value.name
            kind = state.typemap[name]
            if not isinstance(kind, types.Integer):
                raise TypingError(_returns(_in_words(str(kind))), loc=end.loc)
        return False


@register_pass(mutates_CFG=False, analysis_only=True)
class ReadOnlyViews(AnalysisPass):
    """Refuse a function that writes to its View: the next player would be shown another game."""

    _name = "claimsim_read_only_views"

    def __init__(self) -> None:
        AnalysisPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Look at what is assigned to; nothing is changed."""
        for block in state.func_ir.blocks.values():
            for step in block.body:
                field = _written(state, step)
                if field is not None:
                    raise TypingError(f"{_WRITES} (.{field})", loc=step.loc)
        return False


_WRITES = "choose writes to its View, which is there to be read"


_STORES = (ir.SetItem, ir.StaticSetItem)


def _written(state: Any, step: Any) -> str | None:
    """Return the field of a record that a step of a function writes to, if it does."""
    if isinstance(step, ir.SetAttr):
        kind = state.typemap[step.target.name]
        return str(step.attr) if isinstance(kind, types.Record) else None
    if isinstance(step, _STORES):
        given = state.func_ir.get_definition(step.target)
        if isinstance(given, ir.Expr) and given.op == "getattr":
            kind = state.typemap[given.value.name]
            return str(given.attr) if isinstance(kind, types.Record) else None
    return None


class WrapperCompiler(CompilerBase):
    """numba's compiler, with the check of what is returned."""

    def define_pipelines(self) -> list[Any]:
        """Return numba's usual passes and the check, once types are known."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(WholeAnswers, NopythonTypeInference)
        self.add_checks(passes)
        passes.finalize()
        return [passes]

    def add_checks(self, passes: Any) -> None:
        """Add nothing: what wraps a strategy may change what it is shown."""


class StrategyCompiler(WrapperCompiler):
    """The same for players: their Views are read only."""

    def add_checks(self, passes: Any) -> None:
        """Add the check that nothing is written to a View."""
        passes.add_pass_after(ReadOnlyViews, NopythonTypeInference)


def refusal_of(strategy: Strategy, error: Exception) -> StrategyError:
    """Return why a strategy does not compile: the reason that numba gives, in one line.

    Parameters
    ----------
    strategy
        The strategy.
    error
        What compiling it raised.
    """
    place: Any = getattr(error, "loc", None)
    line = getattr(place, "line", None)
    file = getattr(place, "filename", None) or strategy.file  # a helper may be elsewhere
    said = _RAISED_FROM.search(str(error))
    if line is None and said:
        file, line = said["file"], said["line"]
    if line is None and _unknown_field(error):
        line = _line_of(strategy, f".{error.args[0]}")
    where = Path(file).name + (f":{line}" if line else "")
    return StrategyError(f"strategy {strategy.name!r} ({where}) cannot be used: {_reason(error)}")


def _reason(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines()]
    said = [line for line in lines if line and not line.startswith("Failed in nopython mode")]
    if _unknown_field(error):
        field = str(error.args[0])  # all that numba says of a record that lacks a field
        return f"a View has no field {field!r}{nearest(field, VIEW.names or ())}"
    answer = next((found for line in lines if (found := _NO_CONVERSION.match(line))), None)
    if answer:
        return _returns(_in_words(answer[1]))
    text = said[0] if said else type(error).__name__
    if text.startswith(("choose returns ", _WRITES)):
        return text
    for form, words in _PLAIN:
        found = re.match(form, text)
        if found:
            text = found.expand(words)
            break
    text = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    return f"it does not compile: {text} (interpreted=True in its decorator needs no compiling)"


def _unknown_field(error: Exception) -> bool:
    return isinstance(error, KeyError) and error.args[0] not in (VIEW.names or ())


def _line_of(strategy: Strategy, text: str) -> int | None:
    """Return the first line of a strategy's function that holds a text."""
    lines, first = inspect.getsourcelines(strategy.choose)
    return next((first + place for place, line in enumerate(lines) if text in line), None)


def _in_words(kind: str) -> str:
    for form, words in _WORDS:
        kind = re.sub(form, words, kind)
    return kind
