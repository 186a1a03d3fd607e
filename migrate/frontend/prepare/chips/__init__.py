"""What differs between the chips: each chip's value, statement, declaration or body is whole."""
