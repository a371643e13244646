"""What is measured: one module per scenario."""
