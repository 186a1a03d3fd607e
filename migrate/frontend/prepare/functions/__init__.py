"""Helpers that are called by more than their name: lambdas, pointers, tables of functions, overloads; and what they answer with."""
