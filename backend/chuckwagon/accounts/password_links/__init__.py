"""Links by e-mail with which users set a password: a forgotten one, or the first one of an invited account."""
