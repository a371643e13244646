"""What a connected account notes on an object."""


def merged_metadata(old: dict[str, str], new: dict[str, str] | str) -> dict[str, str]:
    """Stripe's rule: an empty value removes a key, an empty text removes all."""
    if not isinstance(new, dict):
        return {}
    return {key: value for key, value in {**old, **new}.items() if value != ""}
