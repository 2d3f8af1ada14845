"""The fast engine: whole games in compiled code. The only package that uses numba."""
