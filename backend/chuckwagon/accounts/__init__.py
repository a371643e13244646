"""Users, sign-in, sessions and permissions."""
