"""The text that a source really has: headers, lists, helpers and macros from elsewhere, and names of its own."""
