"""Passkeys: a second factor, and a sign-in without a password."""
