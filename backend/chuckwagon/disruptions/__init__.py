"""Disruptions: a stop is late, moves, ends early or is cancelled, and its customers are told."""
