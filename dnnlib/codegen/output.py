"""Where generators write."""

from pathlib import Path


def write(path: Path, text: str) -> None:
    """Write only what changed, so that nothing is compiled again for nothing."""
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
