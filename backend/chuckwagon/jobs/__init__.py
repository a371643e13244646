"""What background work needs: the outbox, leases that only one process holds, and the jobs' metrics and log lines."""
