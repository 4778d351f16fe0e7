"""Text as the run time and learning both see it: tokens, casing, and analysis."""

from otherwords.text.tokens import Tokens, tokenise, tokenise_lines

__all__ = ["Tokens", "tokenise", "tokenise_lines"]
