"""HTTP without the product: request context, errors, pages, limits, the response cache, OpenAPI."""
