"""Client of Twilio."""
