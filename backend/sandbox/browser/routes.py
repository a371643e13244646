"""Routes of Stripe.js and of the Elements' frames."""

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from sandbox.browser import assets

FRAME_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "font-src http: https: data:; base-uri 'none'; form-action 'none'"
)
# Browsers revalidate every file, so that a developer sees an edit after a restart.
FRESH = {"Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff"}
MEDIA_TYPES = {"js": "text/javascript", "css": "text/css"}


async def stripe_script(_request: Request) -> Response:
    headers = {**FRESH, "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin"}
    return Response(assets.stripe_script(), media_type="text/javascript", headers=headers)


async def frame_page(_request: Request) -> Response:
    return HTMLResponse(assets.frame_page(), headers={**FRESH, "Content-Security-Policy": FRAME_POLICY})


async def frame_file(request: Request) -> Response:
    name = request.path_params["name"]
    content = assets.frame_files().get(name)
    if content is None:
        return PlainTextResponse("There is no such file.", status_code=404)
    return Response(content, media_type=MEDIA_TYPES[name.rpartition(".")[2]], headers=FRESH)


routes = [
    *(Route(path, stripe_script, methods=["GET"]) for path in ("/stripe.js", "/v3/", "/endive/stripe.js")),
    Route("/js/frame.html", frame_page, methods=["GET"]),
    Route("/js/frame/{name}", frame_file, methods=["GET"]),
]
