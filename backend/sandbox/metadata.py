"""Metadata of Stripe objects."""


def merged_metadata(old: dict[str, str], new: dict[str, str] | str) -> dict[str, str]:
    """Merge as Stripe does: an empty value removes a key, an empty string removes all keys."""
    if not isinstance(new, dict):
        return {}
    return {key: value for key, value in {**old, **new}.items() if value != ""}
