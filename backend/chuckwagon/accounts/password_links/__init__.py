"""Links by e-mail with which users set a password: forgotten passwords."""
