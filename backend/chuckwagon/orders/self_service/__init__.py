"""What customers change in their own orders: another pickup slot, or a cancellation with a refund."""
