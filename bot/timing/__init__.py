"""What time does to games: turns that run out, appointments, reminders, and who is owed an answer."""
