"""Sample trucks, menus and pictures that fill an empty database, so a first look shows a street of food."""
