"""Migrates per-chip operator libraries to one unified API, and proves it."""

__version__ = "0.1.0"
