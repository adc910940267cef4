"""What several workers on one store must know of each other. See docs/workers.md."""
