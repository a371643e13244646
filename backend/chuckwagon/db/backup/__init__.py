"""Backup: a dump of the whole database to one file, and its restore."""
