"""The address that takes pictures."""

from litestar.handlers import HTTPRouteHandler

routes: list[HTTPRouteHandler] = []
