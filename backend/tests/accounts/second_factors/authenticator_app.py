"""An authenticator app for tests: its codes, and calls of the API with them."""

from datetime import timedelta

import pyotp

from chuckwagon.kit import clock
from tests.cast import bearer, sign_in

FACTORS, SECOND, PROOF = "/api/auth/second-factors", "/api/auth/second-factor", "/api/auth/proof"
APP = f"{FACTORS}/authenticator"


def code_of(secret: str, steps: int = 0) -> str:
    """The code of the present time step, or of one that is `steps` away from it."""
    return pyotp.TOTP(secret).at(clock.now(), counter_offset=steps)


class App:
    """A user's authenticator app, set up with the API, and the user's session and recovery codes."""

    def __init__(self, client, time, email: str) -> None:
        self._client, self._time, self.email = client, time, email
        self.headers = bearer(sign_in(client, email).json()["token"])
        self.secret = client.post(APP, headers=self.headers).raise_for_status().json()["secret"]
        made = client.post(f"{APP}/confirm", json={"code": code_of(self.secret)}, headers=self.headers)
        assert made.status_code == 200, made.text
        self.recovery_codes = made.json()["recoveryCodes"]
        [self.factor] = made.json()["security"]["factors"]

    def new_code(self) -> str:
        """A code that was not used, because its time step is the next one."""
        self._time.advance(timedelta(seconds=30))
        return code_of(self.secret)

    def start(self, **more) -> str:
        """Sign in with the password and return the pending token."""
        return sign_in(self._client, self.email, **more).json()["secondFactor"]["token"]

    def finish(self, token: str, **proof):
        """Send the second step of a sign-in."""
        return self._client.post(SECOND, json={"token": token, **proof})
