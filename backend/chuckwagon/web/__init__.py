"""HTTP without the business: request context, errors, pages, limits, the response cache, OpenAPI."""
