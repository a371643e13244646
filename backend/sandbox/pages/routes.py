"""Routes of the sandbox's pages."""

from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from sandbox.pages import (
    challenge,
    conversations,
    emails,
    onboarding,
    overview,
    paper,
    payment,
    pushes,
    readers,
    receipt,
)

STATIC = Path(__file__).parent / "static"
MEDIA_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


@cache
def _static_files() -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in STATIC.iterdir() if file.suffix in MEDIA_TYPES}


async def static_file(request: Request) -> Response:
    name = request.path_params["name"]
    content = _static_files().get(name)
    if content is None:
        return PlainTextResponse("There is no such file.", status_code=404)
    headers = {"Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff"}
    return Response(content, media_type=MEDIA_TYPES[Path(name).suffix], headers=headers)


routes = [
    Route("/", overview.show, methods=["GET"]),
    Route("/messages", conversations.show, methods=["GET"]),
    Route("/emails", emails.show, methods=["GET"]),
    Route("/emails/{id}/html", emails.show_html, methods=["GET"]),
    Route("/notifications", pushes.show, methods=["GET"]),
    Route("/readers", readers.show, methods=["GET"]),
    Route("/readers/{id}", readers.press, methods=["POST"]),
    Route("/paper", paper.show, methods=["GET"]),
    Route("/payments/{intent}", payment.show, methods=["GET"]),
    Route("/receipts/{charge}", receipt.show, methods=["GET"]),
    Route("/3ds/{intent}", challenge.show, methods=["GET"]),
    Route("/3ds/{intent}", challenge.answer, methods=["POST"]),
    Route("/setup/e/{account}/{token}", onboarding.show, methods=["GET"]),
    Route("/setup/e/{account}/{token}", onboarding.answer, methods=["POST"]),
    Route("/pages/static/{name}", static_file, methods=["GET"]),
]
