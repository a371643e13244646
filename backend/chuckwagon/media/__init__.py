"""Images: checks, sizes and storage."""
