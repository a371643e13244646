"""Reads the form fields of a POST."""

from urllib.parse import parse_qsl

from starlette.requests import Request


async def form_fields(request: Request) -> dict[str, str]:
    body = await request.body()
    return dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))
