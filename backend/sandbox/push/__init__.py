"""A push service and the browsers that subscribe to it."""
