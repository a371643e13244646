"""ETags, and the cache of responses that every visitor gets alike."""
