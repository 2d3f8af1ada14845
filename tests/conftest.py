"""What all tests share."""

from __future__ import annotations

from hypothesis import settings

# Compiling takes its time on the first example; the cases themselves are the same in every run.
settings.register_profile("claimsim", deadline=None, derandomize=True)
settings.load_profile("claimsim")
