"""Import and export of menus as CSV files."""
