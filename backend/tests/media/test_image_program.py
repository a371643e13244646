"""Each image is processed in a process of its own, so that process should load little."""

import multiprocessing
import os
import subprocess
import sys
import tempfile

import pytest

from chuckwagon.media import image_subprocess
from tests.servers import BACKEND

ALL = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
TELL = """
import os
from chuckwagon.media import image_processing, image_program
from chuckwagon.media.variants import RejectedImage
image_processing.process_image = lambda _file: RejectedImage(str(sorted(os.sched_getaffinity(0))))
image_program.main()
"""


def test_it_loads_nothing_that_only_a_server_needs():
    modules = "chuckwagon.media.image_program, chuckwagon.media.image_processing"
    heavy = ("chuckwagon.observability.logging", "sqlalchemy", "litestar", "structlog")
    code = f"import sys, {modules}; print([name for name in {heavy} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], cwd=BACKEND, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


@pytest.mark.skipif(len(ALL) < 2, reason="needs two processors")
def test_it_may_use_every_processor_of_the_server_whose_processes_keep_to_one_each():
    context = multiprocessing.get_context("spawn")
    found = context.Queue()
    server = context.Process(target=_process_as_a_server, args=(found,))
    server.start()
    used = found.get(timeout=60)
    server.join()
    assert used == str(sorted(ALL))


def _process_as_a_server(found):
    """Keep to one processor, and process an image that tells which ones its process may use."""
    os.sched_setaffinity(0, {min(ALL)})
    image_subprocess.PROGRAM = TELL
    with tempfile.TemporaryFile() as file:
        found.put(image_subprocess.process_in_subprocess(file).reason)
