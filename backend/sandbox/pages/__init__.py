"""Pages of the sandbox: overview, SMS, 3-D Secure challenge, onboarding and receipts."""

from sandbox.pages.routes import routes

__all__ = ["routes"]
