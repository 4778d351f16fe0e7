"""Quality: the probability that a replacement is correct, fitted to what people have judged.

Pivoting says how likely one phrase is where another was, which is not the same. A logistic model
over what is known of an entry (probabilities and lexical weights both ways, counts, languages, how
like the phrases are, the senses a dictionary gives them, the language model, word vectors) says how
likely people are to accept it. Its handful of weights is a small file, so tables can be made where
the judgements are not at hand.
"""
