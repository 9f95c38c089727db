"""The house's bots, each exactly what a user would upload, and the replay viewer. Knows nothing of the ladder."""
