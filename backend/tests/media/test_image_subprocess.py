"""Each image is processed in a process of its own, so that process should load little."""

import os
import subprocess
import sys
import tempfile

from chuckwagon.media import service
from tests.servers import BACKEND

TELL = """
import os
from chuckwagon.media import image_processing
from chuckwagon.media.variants import RejectedImage
image_processing.process_image = lambda _file: RejectedImage(str(os.nice(0)))
image_processing.main()
"""


def test_it_loads_nothing_that_only_a_server_needs():
    heavy = ("chuckwagon.observability.logging", "sqlalchemy", "litestar", "structlog")
    code = f"import sys, chuckwagon.media.image_processing; print([name for name in {heavy} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], cwd=BACKEND, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_requests_go_before_an_image(monkeypatch):
    monkeypatch.setattr(service, "PROGRAM", TELL)
    with tempfile.TemporaryFile() as file:
        assert service.process_in_subprocess(file).reason == str(min(os.nice(0) + 10, 19))
