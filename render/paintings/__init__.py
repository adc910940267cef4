"""What is painted whole, with what sets add to it: tiles, figures, icons."""
