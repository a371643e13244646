"""Trucks: their profile, opening, settings and web app."""
