"""Serves the addresses of printers, and dies by SIGKILL at the steps that a file names.

`python -m tests.printing.dying_server FOLDER`. The process that holds the socket forks one that serves, and another one
as soon as that is dead, so a restart takes no imports. `FOLDER/die` holds the name of a step, at which it dies once, or
a probability, with which it dies at each.
"""

import os
import random
import signal
import socket
import sys
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import uvicorn
from litestar import Litestar
from litestar.datastructures import State
from litestar.di import Provide

from chuckwagon.db.database import Database
from chuckwagon.printing import drawing, handout, routes
from chuckwagon.printing.idle_polls import IdlePolls
from chuckwagon.settings_sources import load_settings
from chuckwagon.web.error_handlers import handle_exception
from chuckwagon.web.requests import StrictHttpRequest

STEPS = tuple(
    f"{when} {name}" for name in ("poll", "_prepare", "_claim", "fetch", "confirm") for when in ("at", "past")
)
RETRY_AFTER = timedelta(seconds=0.5)


def make_mortal(folder: Path) -> None:
    """Let the steps of handing out a job end the process."""
    wanted = folder / "die"

    def step(name: str) -> None:
        text = wanted.read_text()
        if text == name:
            wanted.write_text("")
        elif not text.startswith("0.") or random.random() > float(text):
            return
        os.kill(os.getpid(), signal.SIGKILL)

    def wrap(name: str) -> None:
        usual = getattr(handout, name)

        def wrapped(*given: object) -> object:
            step(f"at {name}")
            result = usual(*given)
            step(f"past {name}")
            return result

        setattr(handout, name, wrapped)

    for name in ("poll", "_prepare", "_claim", "fetch", "confirm"):
        wrap(name)
    handout.RETRY_AFTER = RETRY_AFTER


def serve(bound: socket.socket) -> None:
    """Serve until the process dies."""
    settings = load_settings()
    db = Database(settings.database)
    api = Litestar(
        route_handlers=[routes.ask, routes.fetch, routes.confirm],
        dependencies={"db": Provide(lambda: db, sync_to_thread=False)},
        state=State({"settings": settings}),
        request_class=StrictHttpRequest,
        exception_handlers={Exception: handle_exception},
        openapi_config=None,
        logging_config=None,
    )
    polls = IdlePolls(db)
    api.on_startup.append(polls.start)

    async def app(scope, receive, send):  # type: ignore[no-untyped-def]
        if scope["type"] == "http":
            await polls.answer(scope, api, receive, send)
        else:
            await api(scope, receive, send)

    config = uvicorn.Config(app, loop="uvloop", lifespan="on", ws="none", log_level="error", access_log=False)
    uvicorn.Server(config).run([bound])


def main() -> None:
    """Hold the socket, and keep a process that serves it."""
    folder = Path(sys.argv[1])
    make_mortal(folder)
    drawing.blank(384)  # the imaging library, once for all that follow
    bound = socket.create_server(("127.0.0.1", 0))
    (folder / "port").write_text(str(bound.getsockname()[1]))
    while True:
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            serve(bound)
            os._exit(0)
        (folder / "child").write_text(str(child))

        def end(*_: object, child: int = child) -> None:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
            os._exit(0)

        signal.signal(signal.SIGTERM, end)
        os.waitpid(child, 0)
        with (folder / "deaths").open("a") as deaths:
            deaths.write("x")


if __name__ == "__main__":
    main()
