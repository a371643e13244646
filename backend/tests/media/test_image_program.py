"""Each image is processed in a process of its own, so that process should load little."""

import subprocess
import sys

from tests.servers import BACKEND


def test_it_loads_nothing_that_only_a_server_needs():
    modules = "chuckwagon.media.image_program, chuckwagon.media.image_processing"
    heavy = ("chuckwagon.observability.logging", "sqlalchemy", "litestar", "structlog")
    code = f"import sys, {modules}; print([name for name in {heavy} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], cwd=BACKEND, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
