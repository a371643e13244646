"""SMS: accepting, delivery and status callbacks, and replies and opt-outs of phones."""

import asyncio
import base64
import hashlib
import hmac
import html
import math
import re
import time
from collections.abc import Coroutine
from typing import Any
from urllib.parse import urlencode

from sandbox.http_client import post_and_read
from sandbox.ids import message_sid
from sandbox.settings import Settings
from sandbox.store import Record, Store

STOP_WORDS = {"STOP", "UNSUBSCRIBE", "END", "QUIT", "STOPALL", "REVOKE", "OPTOUT", "CANCEL"}
START_WORDS = {"START", "UNSTOP", "YES"}
DEFAULT_SENDER = "+15005550006"
# Phones whose messages are accepted and then fail: (final status, error code).
FAILING = {
    "+15005550030": ("undelivered", 30003),
    "+15005550031": ("undelivered", 30005),
    "+15005550032": ("undelivered", 30007),
    "+15005550033": ("failed", 30008),
}
STEP_SECONDS = 0.05
CALLBACK_WAITS = (0, 0.5, 2)
ANSWER = re.compile(r"<Message>(.*?)</Message>", re.DOTALL)


def sign(auth_token: str, url: str, fields: dict[str, str]) -> str:
    """Return the `X-Twilio-Signature` of a form that is posted to this URL."""
    signed = url + "".join(name + fields[name] for name in sorted(fields))
    return base64.b64encode(hmac.new(auth_token.encode(), signed.encode(), hashlib.sha1).digest()).decode()


class Messenger:
    """All sent and received SMS, oldest first, and the phones that have opted out."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._tasks: set[asyncio.Task[None]] = set()

    def all(self) -> list[Record]:
        return self._store.all("message")

    def find(self, sid: str) -> Record | None:
        return self._store.find("message", sid)

    def has_opted_out(self, phone: str) -> bool:
        return self._store.find("opt_out", phone) is not None

    def send(self, to: str, sender: str, body: str, *, service: str | None, callback: str | None) -> Record:
        """Accept a message for delivery. Its status callbacks follow in the background."""
        message = self._keep(to=to, sender=sender, body=body, status="queued", direction="outbound-api")
        message.update(service=service, callback=callback)
        self._save(message)
        snapshot = dict(message)
        self._spawn(self._carry(message))
        return snapshot

    async def receive(self, sender: str, body: str) -> Record:
        """Receive a reply: apply STOP and START, and forward the message to the product."""
        word = body.strip().upper()
        opt_out_type = None
        if word in STOP_WORDS:
            self._store.put("opt_out", sender, {"at": time.time()})
            opt_out_type = "STOP"
        elif word in START_WORDS:
            self._store.delete("opt_out", sender)
            opt_out_type = "START"
        message = self._keep(
            to=self._sender_for(sender), sender=sender, body=body, status="received", direction="inbound"
        )
        if self._settings.sms_inbound_url:
            answer = await self._forward(message, opt_out_type)
            message["forwarded"] = answer is not None
            self._send_answer(message, answer or "")
        self._save(message)
        return message

    def _send_answer(self, message: Record, answer: str) -> None:
        """Send the SMS that the product's response to a reply contains."""
        words = ANSWER.search(answer)
        if words is not None:
            self.send(message["from"], message["to"], html.unescape(words[1]), service=None, callback=None)

    def stop(self) -> None:
        for task in list(self._tasks):
            task.cancel()

    def resume(self) -> None:
        """Resume the messages that were not delivered when the sandbox stopped."""
        for message in self.all():
            if message["status"] in ("queued", "sent") and message["direction"] == "outbound-api":
                self._spawn(self._carry(message))

    def _keep(self, *, to: str, sender: str, body: str, status: str, direction: str) -> Record:
        now = time.time()
        return self._save(
            {
                "sid": message_sid(),
                "to": to,
                "from": sender,
                "body": body,
                "status": status,
                "direction": direction,
                "error_code": None,
                "segments": max(1, math.ceil(len(body) / 160)),
                "created": now,
                "updated": now,
                "sent": None,
                "service": None,
                "callback": None,
            }
        )

    def _save(self, message: Record) -> Record:
        return self._store.put("message", message["sid"], message)

    def _sender_for(self, phone: str) -> str:
        """Return the number that last sent an SMS to this phone, which receives its replies."""
        for message in self._store.newest("message"):
            if message["to"] == phone and message["direction"] == "outbound-api":
                return str(message["from"])
        return DEFAULT_SENDER

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carry(self, message: Record) -> None:
        await self._report(message)
        final, code = FAILING.get(message["to"], ("delivered", None))
        steps = [(final, code)] if final == "failed" else [("sent", None), (final, code)]
        for status, error in steps:
            await asyncio.sleep(STEP_SECONDS)
            message.update(status=status, error_code=error, updated=time.time())
            if status == "sent":
                message["sent"] = message["updated"]
            self._save(message)
            await self._report(message)

    async def _report(self, message: Record) -> None:
        if not message["callback"]:
            return
        fields = {
            "AccountSid": self._settings.twilio_account_sid,
            "ApiVersion": "2010-04-01",
            "From": message["from"],
            "MessageSid": message["sid"],
            "MessageStatus": message["status"],
            "SmsSid": message["sid"],
            "SmsStatus": message["status"],
            "To": message["to"],
        }
        if message["error_code"] is not None:
            fields["ErrorCode"] = str(message["error_code"])
        await self._post(message["callback"], fields)

    async def _forward(self, message: Record, opt_out_type: str | None) -> str | None:
        fields = {
            "AccountSid": self._settings.twilio_account_sid,
            "ApiVersion": "2010-04-01",
            "Body": message["body"],
            "From": message["from"],
            "MessageSid": message["sid"],
            "NumMedia": "0",
            "NumSegments": str(message["segments"]),
            "SmsMessageSid": message["sid"],
            "SmsSid": message["sid"],
            "SmsStatus": "received",
            "To": message["to"],
        }
        if opt_out_type is not None:
            fields["OptOutType"] = opt_out_type
        return await self._post(str(self._settings.sms_inbound_url), fields)

    async def _post(self, url: str, fields: dict[str, str]) -> str | None:
        """Post a form, with retries. Returns the response body, or None if all attempts failed."""
        headers = {
            "Content-Type": "application/x-www-form-urlencoded; charset=utf-8",
            "User-Agent": "TwilioProxy/1.1",
            "X-Twilio-Signature": sign(self._settings.twilio_auth_token, url, fields),
        }
        for wait in CALLBACK_WAITS:
            await asyncio.sleep(wait)
            try:
                status, answer = await post_and_read(url, urlencode(fields).encode(), headers)
                if 200 <= status < 500:
                    return answer
            except (OSError, ValueError, TimeoutError):
                continue
        return None
