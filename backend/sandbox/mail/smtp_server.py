"""Mail server on the loopback address: as much of SMTP (RFC 5321) as a client needs to hand over one e-mail.

Faults of the target `smtp` apply where their `match` says: `connect` (the default), `rcpt:ADDRESS` or `data:ADDRESS`.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from sandbox.faults import Fault, Faults
from sandbox.mail.mailbox import Mailbox
from sandbox.settings import HOST

MAX_LINE, MAX_MESSAGE = 2_048, 1024 * 1024
IDLE_SECONDS = 60.0
GREETING, READY, BYE = "220 sandbox ESMTP", "250 OK", "221 Bye"
TOO_LARGE, BAD_ORDER, UNKNOWN = "552 The message is too large", "503 Bad sequence of commands", "502 Unknown command"


class HungUp(Exception):
    """A fault cuts the connection."""


class SmtpServer:
    """Accepts e-mails into the mailbox."""

    def __init__(self, mailbox: Mailbox, faults: Faults) -> None:
        self._mailbox = mailbox
        self._faults = faults
        self._server: asyncio.Server | None = None

    async def start(self, port: int) -> None:
        self._server = await asyncio.start_server(self._serve, HOST, port, limit=MAX_LINE)

    def stop(self) -> None:
        if self._server is not None:
            self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await Conversation(reader, writer, self._mailbox, self._faults).run()
        except HungUp:
            writer.transport.abort()
        except (OSError, ValueError, TimeoutError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()


class Conversation:
    """One connection: the client's commands and our replies."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, mailbox: Mailbox, faults: Faults
    ) -> None:
        self._reader, self._writer = reader, writer
        self._mailbox, self._faults = mailbox, faults
        self._forget()

    def _forget(self) -> None:
        self._sender: str | None = None
        self._recipients: list[str] = []

    async def run(self) -> None:
        fault = await self._suffer("connect")
        if fault is not None and fault.mode == "error":
            await self._reply(f"{fault.status} Try again later")
            return
        await self._reply(GREETING)
        while command := (await self._read_line()).decode("ascii", "replace").strip():
            verb = command[:4].upper()
            if verb == "QUIT":
                await self._reply(BYE)
                return
            await self._answer(verb, command)

    async def _answer(self, verb: str, command: str) -> None:
        simple: dict[str, Callable[[], str]] = {
            "HELO": lambda: "250 sandbox",
            "EHLO": lambda: f"250-sandbox\r\n250 SIZE {MAX_MESSAGE}",
            "NOOP": lambda: READY,
            "RSET": self._reset,
            "MAIL": lambda: self._take_sender(command),
        }
        if verb == "RCPT":
            await self._reply(await self._take_recipient(command))
        elif verb == "DATA":
            await self._take_content()
        else:
            await self._reply(simple.get(verb, lambda: UNKNOWN)())

    def _reset(self) -> str:
        self._forget()
        return READY

    def _take_sender(self, command: str) -> str:
        self._forget()
        self._sender = _address(command)
        return READY

    async def _take_recipient(self, command: str) -> str:
        if self._sender is None:
            return BAD_ORDER
        recipient = _address(command)
        fault = await self._suffer(f"rcpt:{recipient}")
        if fault is not None and fault.mode == "error":
            return f"{fault.status} The recipient is refused"
        self._recipients.append(recipient)
        return READY

    async def _take_content(self) -> None:
        if self._sender is None or not self._recipients:
            await self._reply(BAD_ORDER)
            return
        await self._reply("354 Go ahead")
        content = await self._read_content()
        if content is None:
            await self._reply(TOO_LARGE)
            return
        fault = await self._suffer(f"data:{self._recipients[0]}")
        if fault is not None and fault.mode == "error":
            await self._reply(f"{fault.status} The content is refused")
            return
        self._mailbox.receive(self._sender, self._recipients, content)
        self._forget()
        if fault is not None and fault.mode == "reset_after":
            raise HungUp
        await self._reply(READY)

    async def _read_content(self) -> bytes | None:
        """Read until the line with a single dot; None when it was too large."""
        lines: list[bytes] = []
        size = 0
        while (line := await self._read_line()) != b".\r\n":
            size += len(line)
            if size <= MAX_MESSAGE:
                lines.append(line.removeprefix(b"."))
        return b"".join(lines) if size <= MAX_MESSAGE else None

    async def _read_line(self) -> bytes:
        async with asyncio.timeout(IDLE_SECONDS):
            return await self._reader.readuntil(b"\n")

    async def _reply(self, line: str) -> None:
        self._writer.write(f"{line}\r\n".encode())
        await self._writer.drain()

    async def _suffer(self, what: str) -> Fault | None:
        """Wait or hang up as the next fault for this step says, and return it."""
        fault = self._faults.take("smtp", what)
        if fault is None:
            return None
        if fault.mode == "drop":
            raise HungUp
        if fault.mode in ("delay", "timeout"):
            await self._faults.delay(fault)
        return fault


def _address(command: str) -> str:
    return command.partition("<")[2].partition(">")[0]
