"""The words of the e-mails in each language."""
