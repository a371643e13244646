"""How fast the product is, beside what the machine can do at all. Run by `make bench`."""
