"""Word alignment, and the phrase pairs that follow from it."""
