"""Why a part of a torch-side file is not converted."""

from __future__ import annotations


class Refused(Exception):
    """A flow, variable or name that is not converted: id, the token to point at, and the sentence."""

    def __init__(self, identifier: str, index: int, message: str) -> None:
        super().__init__(message)
        self.id, self.index, self.message = identifier, index, message
