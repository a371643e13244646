"""Renders e-mails: for each kind a text and an HTML template, with the words of the reader's language.

Values are escaped in HTML. There are no images, and links lead to the product only.
"""

from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from chuckwagon.kit.languages import ENGLISH, SPANISH, Language
from chuckwagon.mail import catalog_en, catalog_es
from chuckwagon.mail.catalog import EmailCatalog

if TYPE_CHECKING:
    from jinja2 import Environment

CATALOGS: dict[Language, EmailCatalog] = {ENGLISH: catalog_en.CATALOG, SPANISH: catalog_es.CATALOG}


class RenderedEmail(msgspec.Struct, frozen=True):
    """The rendered e-mail."""

    subject: str
    text: str
    html: str


def render_email(template: str, language: Language, subject: str, **values: Any) -> RenderedEmail:
    """Render `template` in text and HTML. The templates know `words`, `language`, `subject` and `values`."""
    known = {"words": CATALOGS[language], "language": language, "subject": subject, **values}
    text, html = (_environment().get_template(f"{template}.{kind}").render(known) for kind in ("txt", "html"))
    return RenderedEmail(subject, text, html)


@cache
def _environment() -> "Environment":
    """Build the environment with the first e-mail, because most processes send none."""
    from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

    return Environment(
        loader=PackageLoader("chuckwagon.mail"),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
