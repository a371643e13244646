"""A passkey in software: what a browser and its authenticator answer to the options of the server."""

import hashlib
import json

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import bytes_to_base64url

from chuckwagon.kit.ids import new_secret

PRESENT, VERIFIED, HAS_KEY = 0x01, 0x04, 0x40


class SoftwarePasskey:
    """One key pair of one site. Its fields may be changed to answer wrongly."""

    def __init__(self, origin: str, host: str) -> None:
        self.origin, self.host = origin, host
        self.flags, self.count = PRESENT | VERIFIED, 0
        self.id = new_secret().encode()
        self._key = ec.generate_private_key(ec.SECP256R1())

    def create(self, options: dict) -> dict:
        """The answer of `navigator.credentials.create`."""
        point = self._key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (point.x, point.y))
        key = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        data = self._data(HAS_KEY) + bytes(16) + len(self.id).to_bytes(2, "big") + self.id + key
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client_data("webauthn.create", options)
        return self._credential({"clientDataJSON": client, "attestationObject": attestation})

    def get(self, options: dict) -> dict:
        """The answer of `navigator.credentials.get`."""
        data, client = self._data(), self._client_data("webauthn.get", options)
        signed = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._credential({"clientDataJSON": client, "authenticatorData": data, "signature": signed})

    def _data(self, more_flags: int = 0) -> bytes:
        host = hashlib.sha256(self.host.encode()).digest()
        return host + bytes([self.flags | more_flags]) + self.count.to_bytes(4, "big")

    def _client_data(self, kind: str, options: dict) -> bytes:
        return json.dumps({"type": kind, "challenge": options["challenge"], "origin": self.origin}).encode()

    def _credential(self, response: dict[str, bytes]) -> dict:
        name = bytes_to_base64url(self.id)
        encoded = {field: bytes_to_base64url(value) for field, value in response.items()}
        return {"id": name, "rawId": name, "type": "public-key", "clientExtensionResults": {}, "response": encoded}
