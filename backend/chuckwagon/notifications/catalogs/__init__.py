"""The texts of the SMS in each language."""
