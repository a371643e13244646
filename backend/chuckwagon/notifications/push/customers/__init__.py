"""The devices on which customers hear of their order."""
