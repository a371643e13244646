"""Numbers by stop: what each stop brought in, compared with its place."""
