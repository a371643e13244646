"""Changes of an order's plan: its time, its place, or its cancellation by a disruption or by the customer."""
