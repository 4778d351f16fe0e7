"""The rating site: people judge paraphrases, blind, by the protocols of the papers.

A *project* has *items* (a source and its paraphrase), the systems that made them, and *judges*.
Each judge has *assignments*: which items, in which order. A *judgement* answers the questions of a
protocol about an item; it is never changed, only followed by another one.
"""
