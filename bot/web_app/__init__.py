"""The web table: rooms by address, played in any browser."""
