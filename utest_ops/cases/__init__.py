"""One file per operator, named after its key in the kernel tables; each has a list CASES."""
