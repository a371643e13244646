"""The languages of the product."""

from typing import Literal, get_args

Language = Literal["en", "es"]
ENGLISH: Language = "en"
SPANISH: Language = "es"
LANGUAGES: tuple[Language, ...] = get_args(Language)
