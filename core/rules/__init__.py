"""The rules that several sets share: the turn of all games, and the base game on which expansions build."""
