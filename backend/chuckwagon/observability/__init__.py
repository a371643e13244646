"""Logs, metrics and traces: how they are recorded."""
