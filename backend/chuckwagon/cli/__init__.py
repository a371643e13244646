"""The commands of `chuckwagon`."""
