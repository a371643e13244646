"""Soak test: many customers and staff, while servers are killed and providers fail. Then records are compared."""
