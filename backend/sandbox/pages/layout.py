"""Layout of all pages, and the content security policy, which allows local content only."""

from starlette.responses import HTMLResponse

from sandbox.pages.templates import EMPTY, Markup, fill, joined

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "frame-src 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# The 3-D Secure challenge is shown in a frame of the product, whatever its origin is.
FRAMED_POLICY = POLICY.replace("frame-ancestors 'none'", "frame-ancestors http: https:")


def _headers(policy: str) -> dict[str, str]:
    return {
        "Content-Security-Policy": policy,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-store",
    }


def page(title: str, body: Markup, *, here: str = "", scripts: tuple[str, ...] = (), status: int = 200) -> HTMLResponse:
    """Render a page with the sandbox's banner and navigation. `here` is the path of the current entry."""
    links = (
        ("/", "Overview"),
        ("/messages", "Text messages"),
        ("/emails", "E-mail"),
        ("/notifications", "Notifications"),
        ("/readers", "Card readers"),
        ("/paper", "Paper"),
    )
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
    """Render a page without banner and navigation, for the bank, the onboarding and receipts."""
    tags = joined(fill("shell", "script", name=name) for name in scripts)
    content = fill("shell", "bare", title=title, body=body, scripts=tags, data=data)
    return HTMLResponse(content, status_code=status, headers=_headers(FRAMED_POLICY))


def notice(title: str, sentence: str, *, status: int) -> HTMLResponse:
    return bare_page(title, fill("shell", "notice", title=title, sentence=sentence), status=status)
