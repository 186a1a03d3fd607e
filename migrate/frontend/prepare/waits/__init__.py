"""Calls that wait: each becomes a statement of its own, behind which the wait comes."""
