"""Games as they are written down, and what can be read from them: replays, reports, checks, a history."""
