"""Pictures of a whole game, and the words for them: its score as a chart, its summary, the look back."""
