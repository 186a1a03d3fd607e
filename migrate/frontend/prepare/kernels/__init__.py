"""Names of kernels that are chosen, put together or handed on: each launch gets its literal."""
