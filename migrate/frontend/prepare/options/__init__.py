"""What an option of the build decides, and what no build has."""
