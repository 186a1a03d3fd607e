"""Reports over the same results: text, JSON, JUnit."""
