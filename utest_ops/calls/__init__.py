"""Calls of PyTorch's operators as they come: on the host, in f64, and how far a chip may be from that."""
