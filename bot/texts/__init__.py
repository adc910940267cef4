"""Catalogues of everything that people read."""
