"""What the harness raises by itself."""


class UsageError(Exception):
    """Wrong use: the sentence says what was wrong and what exists. The command exits with 2."""


class DeviceError(Exception):
    """The library refused or the device faulted: `status` as the C API names it, the library's sentence as text."""

    def __init__(self, status: str, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class CaseError(Exception):
    """A case file that contradicts itself or the C API."""
