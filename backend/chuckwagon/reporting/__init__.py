"""Sales figures, ledger, customer search and activity, for staff."""
