"""Measures of how well something works."""
