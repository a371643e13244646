"""Runs commands of `chuckwagon` one after the other, each in a process that has imported nothing of the product.

Started by its path, with a JSON list of jobs as standard input; it writes a list of exit codes and outputs. A process
per command would import the libraries again each time, which takes longer than most commands, so this one imports the
libraries alone and forks.
"""

import json
import os
import signal
import sys
import traceback
from pathlib import Path

import click  # noqa: F401
import litestar  # noqa: F401
import msgspec  # noqa: F401
import sqlalchemy.dialects.postgresql
import sqlalchemy.orm  # noqa: F401

ENDS_BY_SIGNAL = b"Ctrl-C"  # what `serve` and `worker` say once they run


def run(job: dict) -> tuple[int, str]:
    """Run the job to its end; a server is stopped once it runs. Returns its exit code and output."""
    assert not any(name.partition(".")[0] == "chuckwagon" for name in sys.modules)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _become(job, writer)
    os.close(writer)
    output, is_stopped = b"", False
    while part := os.read(reader, 65536):
        output += part
        if ENDS_BY_SIGNAL in output and not is_stopped:
            os.kill(child, signal.SIGTERM)
            is_stopped = True
    os.close(reader)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), output.decode()


def _become(job: dict, writer: int) -> None:
    """Run the command in the forked process, which ends here."""
    code = 1
    try:
        os.chdir(job["folder"])
        os.environ.clear()
        os.environ.update(job["environment"])
        for number in (1, 2):
            os.dup2(writer, number)
        os.close(writer)
        sys.stdin = Path("given").open()  # noqa: SIM115 - open until the process ends
        sys.argv = ["chuckwagon", *job["arguments"]]
        from chuckwagon.cli.main import main

        main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # noqa: BLE001 - as the interpreter shows it
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    json.dump([run(job) for job in json.load(sys.stdin)], sys.stdout)
