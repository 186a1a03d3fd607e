"""Data types that are used as numbers, as keys of tables, or as the size of a tensor."""
