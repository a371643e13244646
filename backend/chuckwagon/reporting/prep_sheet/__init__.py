"""The prep sheet of a coming stop: what to prepare, estimated from comparable stops."""
