"""Command `python -m sandbox`: serve the sandbox on the loopback address."""

import uvicorn

from sandbox.app import create_app
from sandbox.settings import HOST, load


def main() -> None:
    settings = load()
    uvicorn.run(
        create_app(settings),
        host=HOST,
        port=settings.port,
        access_log=False,
        log_level="warning",
        timeout_graceful_shutdown=2,
        timeout_keep_alive=75,  # longer than the clients keep a connection, as the real services do
        server_header=False,
    )


if __name__ == "__main__":
    main()
