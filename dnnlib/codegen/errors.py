"""A mistake in an input file of the generators."""

from dataclasses import dataclass


@dataclass(frozen=True)
class SourceError(Exception):
    """What is wrong, and where: prints as ``file:line:column: sentence``."""

    path: str
    line: int
    column: int
    sentence: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}: {self.sentence}"
