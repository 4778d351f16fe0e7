"""Tokens of links and sessions, and what is kept of them."""

from __future__ import annotations

import hashlib
import secrets


def hash_of(token: str) -> str:
    """What is kept of a token: it has so much chance in it that no salt is needed."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    """What nobody can guess."""
    return secrets.token_urlsafe(32)
