"""The key pair by which push services know the product (VAPID, RFC 8292): raw P-256 keys in unpadded base64url.

`cryptography` is imported when a key is used, because it is slow to load.
"""

from functools import lru_cache

from chuckwagon.kit.ids import decode_base64url, encode_base64url

PRIVATE_KEY_BYTES, PUBLIC_KEY_BYTES = 32, 65
UNCOMPRESSED = 4  # the first byte of a point that is written out


def make_private_key() -> str:
    """Make a new private key."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return encode_base64url(number.to_bytes(PRIVATE_KEY_BYTES, "big"))


@lru_cache(maxsize=4)
def derive_public_key(private_key: str) -> str:
    """The public key, which browsers are given when they subscribe. Raises ValueError for what is no private key."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    raw = decode_base64url(private_key)
    if len(raw) != PRIVATE_KEY_BYTES:
        raise ValueError("a private key has 32 bytes")
    public = ec.derive_private_key(int.from_bytes(raw, "big"), ec.SECP256R1()).public_key()
    return encode_base64url(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def is_public_key(text: str) -> bool:
    """Whether this is a point of the curve, as browsers give it with a subscription."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        raw = decode_base64url(text)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw)
    except ValueError:
        return False
    return len(raw) == PUBLIC_KEY_BYTES and raw[0] == UNCOMPRESSED
