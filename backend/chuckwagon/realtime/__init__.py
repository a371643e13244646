"""Live updates: the change log, and the broker that sends changes to open streams."""
