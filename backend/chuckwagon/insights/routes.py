"""Customers and figures for the people who run a truck."""

from litestar.handlers import HTTPRouteHandler

routes: list[HTTPRouteHandler] = []
