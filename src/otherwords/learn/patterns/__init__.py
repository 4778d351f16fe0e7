"""Paraphrase patterns with slots, after Zhao, Wang, Liu and Li (2009)."""
