"""Learning: corpora in, a model directory out."""
