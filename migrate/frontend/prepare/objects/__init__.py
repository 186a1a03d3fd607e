"""Classes of a source whose objects are only locals: taken apart into variables and functions."""
