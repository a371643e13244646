"""All trucks side by side, for the platform's owner."""
