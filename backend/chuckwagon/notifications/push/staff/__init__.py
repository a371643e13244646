"""The devices on which staff hear of new orders."""
