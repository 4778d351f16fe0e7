"""Confidence from annotations: grades of pairs, units in context, and what a teacher says."""
