"""Each image is processed in a process of its own, so that process should load little."""

import multiprocessing
import os
import subprocess
import sys

from chuckwagon.media import image_subprocess
from tests.servers import BACKEND


def test_it_loads_nothing_that_only_a_server_needs():
    modules = "chuckwagon.media.image_program, chuckwagon.media.image_processing"
    heavy = ("chuckwagon.observability.logging", "sqlalchemy", "litestar", "structlog")
    code = f"import sys, {modules}; print([name for name in {heavy} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], cwd=BACKEND, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_it_may_use_every_processor_of_the_server_whose_processes_keep_to_one_each():
    context = multiprocessing.get_context("spawn")
    found = context.Queue()
    server = context.Process(target=_ask_as_a_server_process, args=(found,))
    server.start()
    listed = found.get(timeout=60)
    server.join()
    everywhere = os.sched_getaffinity(0)
    assert listed == everywhere

    use = "from chuckwagon.media.image_program import _use_cpus; _use_cpus(set(map(int, sys.argv[1:])))"
    code = f"import os, sys; {use}; print(os.sched_getaffinity(0))"
    arguments = [sys.executable, "-c", code, *map(str, sorted(everywhere))]
    run = subprocess.run(
        ["taskset", "--cpu-list", str(min(everywhere)), *arguments],
        cwd=BACKEND, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert run.stdout.strip() == str(everywhere)


def _ask_as_a_server_process(found):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    found.put(image_subprocess.list_cpus())
