"""Lost demand: what customers wanted and did not get, as hourly sums without personal data."""
