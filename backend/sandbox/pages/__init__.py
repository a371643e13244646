"""What a person sees of the sandbox: home, text messages, the bank's check, onboarding and receipts."""

from sandbox.pages.routes import routes

__all__ = ["routes"]
