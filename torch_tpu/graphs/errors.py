"""What graphs say against a use of them."""

from __future__ import annotations


class GraphError(RuntimeError):
    """A graph was used in a way it cannot be."""
