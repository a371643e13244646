"""Client of the browsers' push services."""
