"""Players: scripted ones to measure against, and a search player. They work on views only."""
