"""HTML of the customers' pages, rendered on the server."""
