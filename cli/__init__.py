"""What a person types and sees: the command `mensch`."""
