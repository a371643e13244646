"""Command `python -m cluster`: run the whole cluster on this machine until Ctrl-C."""

import argparse
import signal
import sys
import tempfile
import threading
from pathlib import Path

from cluster.processes import NotInstalled
from cluster.whole import running
from soak.recorder import Stopwatch

FIRST_PORT = 8600


def main() -> int:
    """Start the cluster, say where it is, and restart what dies until a signal comes."""
    parser = argparse.ArgumentParser(prog="cluster", description=__doc__)
    parser.add_argument("--port", type=int, default=FIRST_PORT, help="the public one; the next thirteen are used too")
    parser.add_argument("--folder", type=Path, help="keep data, configuration and logs in this new folder")
    given = parser.parse_args()
    ending = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(2))
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may start it with Ctrl-C ignored
    watch = Stopwatch()

    def say(sentence: str) -> None:
        print(f"{watch.seconds:5.1f} s  {sentence}", flush=True)

    with tempfile.TemporaryDirectory(prefix="chuckwagon-cluster-") as temporary:
        folder = given.folder or Path(temporary)
        try:
            with running(folder, given.port, {}, say) as cluster:
                say(f"ready: {cluster.url}")
                print(f"\n  staff     {cluster.url}/admin (owner@chuckwagon.example / lantern-over-griddle-41)")
                print(f"  sandbox   {cluster.sandbox_url} (send a lunch rush from there)")
                print(f"  files     {folder}\n\nCtrl-C stops it whole.", flush=True)
                while not ending.wait(1):
                    cluster.restart_dead_servers()
        except NotInstalled as problem:
            print(problem, file=sys.stderr)
            return 1
        except KeyboardInterrupt:
            say("stopped")
    return 0


if __name__ == "__main__":
    sys.exit(main())
