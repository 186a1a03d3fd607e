"""Command line of migrate."""


def main() -> int:
    raise SystemExit("not wired yet")
