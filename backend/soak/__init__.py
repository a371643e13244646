"""The soak: a busy street whose servers are killed and whose providers misbehave, and the sums at its end."""
