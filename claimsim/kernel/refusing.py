"""Strategies that cannot be compiled, or whose answers are no whole numbers: said in one line."""

from __future__ import annotations

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


class StrategyCompiler(CompilerBase):
    """numba's compiler, with the check of what is returned."""

    def define_pipelines(self) -> list[Any]:
        """Return numba's usual passes and the check, once types are known."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(WholeAnswers, NopythonTypeInference)
        passes.finalize()
        return [passes]


def refusal_of(strategy: Strategy, error: Exception) -> StrategyError:
    """Return why a strategy does not compile: the reason that numba gives, in one line.

    Parameters
    ----------
    strategy
        The strategy.
    error
        What compiling it raised.
    """
    line = getattr(getattr(error, "loc", None), "line", None)
    where = Path(strategy.file).name + (f":{line}" if line else "")
    return StrategyError(f"strategy {strategy.name!r} ({where}) cannot be used: {_reason(error)}")


def _reason(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines()]
    said = [line for line in lines if line and not line.startswith("Failed in nopython mode")]
    if isinstance(error, KeyError) and error.args and error.args[0] not in (VIEW.names or ()):
        field = str(error.args[0])  # all that numba says of a record that lacks a field
        return f"a View has no field {field!r}{nearest(field, VIEW.names or ())}"
    answer = next((found for line in lines if (found := _NO_CONVERSION.match(line))), None)
    if answer:
        return _returns(_in_words(answer[1]))
    text = said[0] if said else type(error).__name__
    if text.startswith("choose returns "):
        return text
    text = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    return f"it does not compile: {text}"


def _in_words(kind: str) -> str:
    for form, words in _WORDS:
        kind = re.sub(form, words, kind)
    return kind
