"""Weekly stops."""
