"""How the data lends itself to being spread: over months, or over machines by truck."""
