"""Orders, for the staff of a truck."""

from litestar.handlers import HTTPRouteHandler

routes: list[HTTPRouteHandler] = []
