"""Text as the run time and learning both see it: sentences, tokens, protection, surface."""

from otherwords.text.protection import Avoided, Protector, Reason
from otherwords.text.sentences import Sentences, split
from otherwords.text.surface import Edit, Replacement, Surface, Written
from otherwords.text.tokens import Tokens, tokenise, tokenise_lines

__all__ = [
    "Avoided",
    "Edit",
    "Protector",
    "Reason",
    "Replacement",
    "Sentences",
    "Surface",
    "Tokens",
    "Written",
    "split",
    "tokenise",
    "tokenise_lines",
]
