"""The compiler's answers: facts about a text per chip, its headers, and the strict parse of the output."""
