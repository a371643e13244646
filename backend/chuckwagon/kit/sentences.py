"""The languages of the product, and English sentences with what a client needs to word them in another one."""

from typing import Literal, Self, get_args

Language = Literal["en", "es"]
ENGLISH: Language = "en"
SPANISH: Language = "es"
LANGUAGES: tuple[Language, ...] = get_args(Language)
Param = str | int | float


class Sentence(str):
    """An English sentence that names its reason, and the values in it.

    It is a `str`, so it can be shown as it is. `REASONS` in `kit/error_reasons.py` lists all reasons with their values.
    """

    __slots__ = ("params", "reason")

    reason: str
    params: dict[str, Param]

    def __new__(cls, text: str, reason: str, **params: Param) -> Self:
        """Make a sentence. Money is in cents, an instant is ISO 8601 in UTC."""
        sentence = super().__new__(cls, text)
        sentence.reason, sentence.params = reason, params
        return sentence

    def describe(self) -> dict[str, object]:
        """Reason and values for JSON; without `params` where the sentence has no values."""
        return {"reason": self.reason, "params": self.params} if self.params else {"reason": self.reason}


def count_name(quantity: int, name: str) -> str:
    """The name with its quantity before it where there are several: "2 × Guacamole"."""
    return f"{quantity} × {name}" if quantity > 1 else name


def name_option(name: str, quantity: int, free: int, some_free: str, all_free: str) -> str:
    """A chosen option on a receipt: "2 × Guacamole (1 free)". The two templates are in the reader's language."""
    option = count_name(quantity, name)
    if not free:
        return option
    return (all_free if free >= quantity else some_free).format(option=option, count=free)


REQUIRED_FIELDS = Sentence("Please fill in all required fields", "required_fields")
PHONE_INVALID = Sentence("Please enter a valid 10-digit phone number", "phone_invalid")
PHONE_NOT_US = Sentence("Only US mobile numbers can get our texts.", "phone_not_us")
EMAIL_INVALID = Sentence("Please enter a valid email address", "email_invalid")
UNPRINTABLE = Sentence("This text holds characters that cannot be printed.", "unprintable")
NAME_REQUIRED = Sentence("Name is required", "name_required")
CUSTOMER_UNKNOWN = Sentence("This customer does not exist.", "customer_unknown")


def too_long(max_length: int) -> Sentence:
    """The sentence for a text of more than `max_length` characters."""
    return Sentence(f"Use at most {max_length} characters.", "too_long", max=max_length)


def choose_one_of(choices: tuple[str, ...]) -> Sentence:
    """The sentence for a value that is none of the choices."""
    listed = ", ".join(choices)
    return Sentence(f"Choose one of {listed}.", "choose_one_of", choices=listed)


def at_parameter(name: str, sentence: Sentence) -> Sentence:
    """Prefix the sentence with the name of the parameter that it is about."""
    return Sentence(f"{name}: {sentence}", sentence.reason, **sentence.params)
