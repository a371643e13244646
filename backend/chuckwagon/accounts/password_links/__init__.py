"""Links by e-mail: invitations, forgotten passwords, browsers that are made known, and new addresses."""
