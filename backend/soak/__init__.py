"""Soak test: many customers and staff, while servers are killed and providers fail. In the end, records are compared."""
