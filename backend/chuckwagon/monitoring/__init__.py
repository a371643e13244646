"""What monitoring reads on a port of its own: metrics for Prometheus, gauges, and the readiness of this server."""
