"""The prep sheet of a coming stop: what to prepare, judged by comparable stops."""
