"""Menu items with options, images and availability."""
