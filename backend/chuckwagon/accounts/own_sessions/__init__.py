"""The user's own sessions: where they are signed in, and how to end that."""
