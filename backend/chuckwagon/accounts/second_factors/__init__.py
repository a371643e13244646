"""Second factors: what a user shows besides the password, at sign-in and again before delicate actions.

A kind of factor is a module with a function `verify`, listed in `service.py`. `second_factors` has a row for each
factor of any kind; what belongs to one kind is in a table of its own that refers to it.
"""
