"""The web server: its socket, its one process from start to end, and the limits of one connection."""
