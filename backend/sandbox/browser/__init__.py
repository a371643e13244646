"""Browser code: the replacement for Stripe.js and the frames of its Elements."""

from sandbox.browser.routes import routes

__all__ = ["routes"]
