"""What a menu item says in another language than the truck's own words (docs/decisions/0074-menus-in-two-languages.md).

It is stored by language, without empty texts: `{"es": {"name": …, "options": {"Large": "Grande"}}}`. What has no
translation is read in the truck's own words. Names of option groups and of options are translated by what they say, so
they stay while the item's groups are replaced or follow an option set.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import UNSET, UnsetType

from chuckwagon.kit.decoding import convert
from chuckwagon.menu.diets import StatedLine
from chuckwagon.menu.schemas import MenuTranslations


class TranslatedLine(StatedLine, rename="camel", kw_only=True):
    """A line item with what the menu said of its names in other languages when it was ordered; else left out."""

    translations: MenuTranslations | UnsetType = UNSET


# By language; None where nothing is translated.
StoredTranslations = dict[str, dict[str, Any]] | None
OPTIONS = "options"


def merge_translations(present: StoredTranslations, sent: StoredTranslations) -> StoredTranslations:
    """The translations with those that were sent: an empty text removes one, what was not sent stays."""
    if sent is None:
        return None
    merged = {
        language: {name: text for name, text in words.items() if text}
        for language in sorted({*(present or {}), *sent})
        if (words := (present or {}).get(language, {}) | sent.get(language, {}))
    }
    return {language: words for language, words in merged.items() if words} or None


def show_translations(stored: StoredTranslations) -> MenuTranslations | UnsetType:
    """The translations as JSON; left out where there are none."""
    return convert(stored, MenuTranslations) if stored else UNSET


def pick_translations(stored: StoredTranslations, chosen: Iterable[str]) -> StoredTranslations:
    """What an order keeps of its item's translations: the name, and the chosen options and their groups by name."""
    names = set(chosen)
    picked = {}
    for language, words in (stored or {}).items():
        options = {name: text for name, text in words.get(OPTIONS, {}).items() if name in names}
        kept = {"name": words.get("name"), OPTIONS: options}
        if said := {field: text for field, text in kept.items() if text}:
            picked[language] = said
    return picked or None


def translate_name(stored: StoredTranslations, language: str, name: str) -> str:
    """The name of an item in a language, or `name`, which is the truck's own."""
    return str(_words_of(stored, language).get("name", name))


def translate_option(stored: StoredTranslations, language: str, name: str) -> str:
    """The name of an option, or of an option group, in a language, or `name`, which is the truck's own."""
    return str(_words_of(stored, language).get(OPTIONS, {}).get(name, name))


def write_translations(stored: StoredTranslations) -> str:
    """The translations as one text, for the audit log."""
    return "; ".join(
        f"{language} {field}: {_write_words(text)}"
        for language, words in (stored or {}).items()
        for field, text in words.items()
    )


def _write_words(value: str | Mapping[str, str]) -> str:
    return value if isinstance(value, str) else ", ".join(f"{name} = {text}" for name, text in value.items())


def _words_of(stored: StoredTranslations, language: str) -> dict[str, Any]:
    return (stored or {}).get(language, {})
