"""The frame around every page, and the policy that keeps everything on this computer."""

from starlette.responses import HTMLResponse

from sandbox.pages.templates import EMPTY, Markup, fill, joined

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; frame-ancestors 'none'"
)
# The bank's check is shown in a frame of the shop, wherever that shop runs.
FRAMED_POLICY = POLICY.replace("frame-ancestors 'none'", "frame-ancestors http: https:")


def _headers(policy: str) -> dict[str, str]:
    return {
        "Content-Security-Policy": policy,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-store",
    }


def page(title: str, body: Markup, *, here: str = "", scripts: tuple[str, ...] = (), status: int = 200) -> HTMLResponse:
    """A page with the sandbox's banner and navigation; `here` is the address of the marked entry."""
    links = (("/", "Overview"), ("/messages", "Text messages"))
    navigation = joined(
        fill(
            "shell",
            "link",
            href=href,
            label=label,
            current=Markup(' aria-current="page"') if href == here else EMPTY,
        )
        for href, label in links
    )
    tags = joined(fill("shell", "script", name=name) for name in scripts)
    content = fill("shell", "page", title=title, body=body, navigation=navigation, scripts=tags)
    return HTMLResponse(content, status_code=status, headers=_headers(POLICY))


def bare_page(
    title: str, body: Markup, *, scripts: tuple[str, ...] = (), status: int = 200, data: Markup = EMPTY
) -> HTMLResponse:
    """A page of another party: the bank, the provider's onboarding, a receipt."""
    tags = joined(fill("shell", "script", name=name) for name in scripts)
    content = fill("shell", "bare", title=title, body=body, scripts=tags, data=data)
    return HTMLResponse(content, status_code=status, headers=_headers(FRAMED_POLICY))


def notice(title: str, sentence: str, *, status: int) -> HTMLResponse:
    return bare_page(title, fill("shell", "notice", title=title, sentence=sentence), status=status)
