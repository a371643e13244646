"""Live updates: the change log, the watcher of changes, and the broker that sends changes to open streams."""
