"""The live message of a place, for every platform: see "The live message" in docs/architecture.md."""
