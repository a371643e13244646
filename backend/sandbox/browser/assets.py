"""Reads the browser files once and joins the scripts into the one that a page loads."""

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent

# In the order of their dependencies.
SCRIPT_PARTS = (
    "errors",
    "form-encoding",
    "api",
    "emitter",
    "frame-link",
    "element",
    "elements",
    "challenge",
    "payments",
    "entry",
)

# The script finds everything else from its own URL, which is the sandbox's.
OPENING = """(() => {
'use strict';
if (window.Stripe) return;
const SANDBOX_ORIGIN = new URL(document.currentScript.src).origin;
"""
CLOSING = "})();\n"


@cache
def stripe_script() -> str:
    """The replacement for Stripe.js, as one script."""
    parts = [(FOLDER / "stripe" / f"{name}.js").read_text("utf-8") for name in SCRIPT_PARTS]
    return OPENING + "\n".join(parts) + CLOSING


@cache
def frame_page() -> str:
    return (FOLDER / "frame" / "frame.html").read_text("utf-8")


@cache
def frame_files() -> dict[str, bytes]:
    """Scripts and style sheet of the frames, keyed by name. No other files are served."""
    files = [*(FOLDER / "frame").glob("*.js"), *(FOLDER / "frame").glob("*.css")]
    found = {file.name: file.read_bytes() for file in files}
    found["form-encoding.js"] = (FOLDER / "stripe" / "form-encoding.js").read_bytes()
    return found
