"""A whole game as a film."""
