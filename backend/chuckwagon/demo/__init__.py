"""Demo data: trucks, menus, images and accounts for an empty database."""
