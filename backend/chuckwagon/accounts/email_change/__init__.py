"""A new e-mail address of a user, which counts once the user has opened its link: a typed one may be a stranger's."""
