"""Offers: codes that customers enter at the checkout for a lower price, and how often each was used."""
