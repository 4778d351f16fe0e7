"""Text as the run time and learning both see it: tokens and casing."""

from otherwords.text.tokens import Tokens, tokenise, tokenise_lines

__all__ = ["Tokens", "tokenise", "tokenise_lines"]
