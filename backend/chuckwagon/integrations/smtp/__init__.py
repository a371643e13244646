"""Client of the mail server."""
