"""SMS that staff write to a customer."""
