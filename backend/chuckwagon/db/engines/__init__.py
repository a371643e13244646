"""The engines: SQLite, PostgreSQL, and PostgreSQL behind a pooler."""
