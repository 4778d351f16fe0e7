"""Learning an analyser: text, what a teacher says of it, and a small network that says the same."""
