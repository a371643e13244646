"""The worker's search for payments that neither a browser nor a webhook reported."""
