"""The customers of the demo. Their phone numbers are those that are kept free for fiction."""

from msgspec import Struct

from chuckwagon.demo.history.seeded_random import SeededRandom

FIRST_NAMES = (
    "Maya", "Noah", "Elena", "Jamal", "Priya", "Owen", "Lucía", "Hannah", "Diego", "Grace", "Marcus", "Yuki", "Sofia",
    "Ethan", "Amina", "Caleb", "Rosa", "Julian", "Nadia", "Theo", "Camila", "Isaac", "Leila", "Simon", "Ruth",
)  # fmt: skip
LAST_NAMES = (
    "Alvarez", "Brooks", "Chen", "Delgado", "Ellis", "Foster", "Garcia", "Hughes", "Ibrahim", "Jensen", "Kim", "Lopez",
    "Morgan", "Nguyen", "Ortiz", "Patel", "Quinn", "Reyes", "Silva", "Turner", "Vargas", "Walsh", "Young", "Zhou",
)  # fmt: skip
AREA_CODES = (213, 303, 415, 512, 602, 718)
FICTIONAL_PER_AREA = 100
MANY = len(AREA_CODES) * FICTIONAL_PER_AREA
REGULARS = MANY // 5
SPANISH_SHARE, EMAIL_SHARE, REGULAR_SHARE = 0.2, 0.4, 0.6


class DemoCustomer(Struct, frozen=True):
    """A customer; phone in E.164."""

    id: str
    name: str
    phone: str
    email: str | None
    language: str


class CustomerPool:
    """All customers. A fifth of them are regulars, who place most of the orders."""

    def __init__(self, rng: SeededRandom) -> None:
        self._rng = rng
        self._customers = [self._make(number) for number in range(MANY)]

    def choose(self) -> DemoCustomer:
        """Choose the customer of the next order; a regular more often than not."""
        last = REGULARS if self._rng.happens(REGULAR_SHARE) else MANY
        return self._customers[self._rng.randrange(last)]

    def _make(self, number: int) -> DemoCustomer:
        area, line = AREA_CODES[number % len(AREA_CODES)], number // len(AREA_CODES)
        first, last = self._rng.choice(FIRST_NAMES), self._rng.choice(LAST_NAMES)
        email = f"{first}.{last}{number}@example.com".lower().replace("í", "i")
        return DemoCustomer(
            id=self._rng.new_id(),
            name=f"{first} {last}",
            phone=f"+1{area}55501{line:02d}",
            email=email if self._rng.happens(EMAIL_SHARE) else None,
            language="es" if self._rng.happens(SPANISH_SHARE) else "en",
        )
