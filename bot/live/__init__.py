"""The live message of a place, for every platform: see docs/live-message.md."""
