"""Web Push: the devices that get push messages, the allowed push services, and sending one message."""
