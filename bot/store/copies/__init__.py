"""Copies of a whole store: read, written to a file, put back. See docs/store.md."""
