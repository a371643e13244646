"""E-mails to customers about their orders, and to staff about payments that wait for a person."""
