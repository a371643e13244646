"""Personal data: retention, erasure, export."""
