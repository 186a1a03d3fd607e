"""A torch-side file: its tokens, what the compiler says of it, and the questions that its conversion asks."""
