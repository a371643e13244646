"""The random source of the history: the same one on every machine."""

import random

SEED = 1848
ID_BITS, HALF_BITS = 96, 128


class SeededRandom(random.Random):
    """A random source that also makes IDs, so that a history can be made twice and compared."""

    def new_id(self) -> str:
        """Return an ID of the product's form: 24 hexadecimal characters."""
        return f"{self.getrandbits(ID_BITS):024x}"

    def new_token(self) -> str:
        """Return 64 hexadecimal characters, the length of a tracking token."""
        return f"{self.getrandbits(2 * HALF_BITS):064x}"

    def happens(self, share: float) -> bool:
        """True in this share of the cases."""
        return self.random() < share
