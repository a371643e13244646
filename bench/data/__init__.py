"""The databases that are measured: trucks, menus, and a past of many orders."""
