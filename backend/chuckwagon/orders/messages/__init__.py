"""The SMS and e-mails about an order: their kinds and outbox keys, and what staff read of them."""
