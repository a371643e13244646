"""E-mail: sending once, the templates and their words."""
