"""Push messages about orders: to staff about new ones, to customers about their own."""
