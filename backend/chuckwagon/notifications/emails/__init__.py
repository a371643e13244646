"""E-mails to customers about their orders."""
