"""The database: engines, transactions, migrations' helpers, backup and restore."""
