"""The dictionary: entries by lemma, written by hand, and all forms of them that agree."""
