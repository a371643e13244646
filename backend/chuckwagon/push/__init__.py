"""Web Push: the devices that asked to be told, the push services they may name, and sending one message."""
