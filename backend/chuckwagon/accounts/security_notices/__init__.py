"""E-mails that tell users what was changed about how they sign in."""
