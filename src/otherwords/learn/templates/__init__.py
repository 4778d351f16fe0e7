"""Templates of sentences by multi-sequence alignment (Barzilay and Lee 2003), from articles that
tell of the same events: sentences that are alike are clustered, aligned and made into templates,
and these are paired where articles about one event fill them alike.
"""
