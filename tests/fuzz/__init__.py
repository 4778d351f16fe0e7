"""Fuzzers of what is read in Python: any bytes are read, or refused with an error of ours.

`make fuzz` runs them with atheris, which looks for bytes that reach new code; `tests/test_fuzz.py`
runs them on the seeds and on a few mutations of them, without it.
"""
