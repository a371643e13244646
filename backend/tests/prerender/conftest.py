"""Fixture of a front-end build with a small bundle in place of the screens'."""

from pathlib import Path

import msgspec
import pytest

from chuckwagon.prerender.engine import BUILD_FILE, BUNDLE_FILE

# Names of trucks make it fail in each way that a render can; the rest of a page says what it was called with.
BUNDLE = """
var pages = (() => {
  let shell, renders = 0;
  const failures = {
    Throws: () => { throw new Error("no such part"); },
    Loops: () => { for (;;); },
    Eats: () => { for (const all = []; ; ) all.push(new Array(100000).fill(1)); },
    Halves: () => "<h1>\\ud83c, \\0</h1>",
  };
  return {
    open(json) { shell = JSON.parse(json); Promise.resolve().then(() => { shell.isOpen = true; }); },
    drawPage(request, data) {
      const { trucks, truck, menu = [] } = JSON.parse(data);
      renders += 1;
      const failing = (trucks ?? [truck]).find(({ name }) => failures[name]);
      if (failing) return failures[failing.name]();
      const counts = JSON.parse(request).isCounted ? `${shell.isOpen}<i>${renders}</i>` : "";
      const items = menu.map(({ name }) => `<h4>${name}</h4>`).join("");
      const names = (trucks ?? [truck]).map(({ name }) => `<h1>${name}</h1>`).join("");
      const called = `<script id="request">${request}</script><script id="first-data">${data}</script>`;
      return `${shell.head}${counts}${names}${items}${called}${shell.end}`;
    },
  };
})();
"""
BUILD = {
    "shell": {"head": "<!doctype html>", "end": f"<!-- {'enough to compress ' * 60}-->"},
    "languages": ["en"],
    "scripts": ["'sha256-aaaa'"],
    "styles": ["'sha256-bbbb'", "'sha256-cccc'"],
}


@pytest.fixture
def build(tmp_path) -> Path:
    """The folder of the build."""
    for name in ("index.html", "staff.html"):
        (tmp_path / name).write_text("<!doctype html><title>Chuckwagon</title>")
    (tmp_path / BUILD_FILE).parent.mkdir()
    (tmp_path / BUILD_FILE).write_bytes(msgspec.json.encode(BUILD))
    (tmp_path / BUNDLE_FILE).write_text(BUNDLE)
    return tmp_path
