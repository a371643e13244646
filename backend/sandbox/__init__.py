"""A stand-in for Stripe and Twilio that runs on this machine: same wire, same rules, no real money."""
