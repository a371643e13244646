"""Invitations by e-mail: a superadmin adds an account, and the invited person sets its password by a link."""
