"""The worker process: which jobs there are, and the loop that runs them."""
