"""Reads the browser files once; several small scripts become the one that a page loads."""

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent

# In the order in which they need each other.
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

# The address of the script is the sandbox's own: everything else is found from there.
OPENING = """(() => {
'use strict';
if (window.Stripe) return;
const SANDBOX_ORIGIN = new URL(document.currentScript.src).origin;
"""
CLOSING = "})();\n"


@cache
def stripe_script() -> str:
    """The whole stand-in for Stripe.js."""
    parts = [(FOLDER / "stripe" / f"{name}.js").read_text("utf-8") for name in SCRIPT_PARTS]
    return OPENING + "\n".join(parts) + CLOSING


@cache
def frame_page() -> str:
    return (FOLDER / "frame" / "frame.html").read_text("utf-8")


@cache
def frame_files() -> dict[str, bytes]:
    """The scripts and the style sheet of the frames by name; nothing else can be asked for."""
    files = [*(FOLDER / "frame").glob("*.js"), *(FOLDER / "frame").glob("*.css")]
    found = {file.name: file.read_bytes() for file in files}
    found["form-encoding.js"] = (FOLDER / "stripe" / "form-encoding.js").read_bytes()
    return found
