"""Command line of utest_ops."""


def main() -> int:
    raise SystemExit("not wired yet")
