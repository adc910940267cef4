"""Time as values that know no game: the control of a clock, zones, stops, timers, ballots and preferences."""
