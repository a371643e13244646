"""Mail server and mailbox."""
