"""What a wheel needs besides the packages: built screens, migrations, drawn plates, its requirements.

In a checkout they lie beside the packages, so an editable install takes nothing along.
"""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

# From here to where `chuckwagon.settings.shipped` looks; each with a file that shows that it was built.
CARRIED = {
    "../frontend/dist": ("chuckwagon/shipped/screens", "index.html"),
    "migrations": ("chuckwagon/shipped/migrations", "env.py"),
}
# Among the packages already; drawn, not committed.
PLATES = "chuckwagon/demo/plates/recipes.json"


class CarryShipped(BuildHookInterface[Any]):
    """Adds the folders, and refuses to build a wheel that would serve no screens."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the files are collected; `version` is the kind of wheel."""
        if version == "editable":
            return
        root = Path(self.root)
        build_data["artifacts"].append("/chuckwagon/demo/plates/*")
        for proof in [PLATES, *(f"{source}/{name}" for source, (_, name) in CARRIED.items())]:
            if not (root / proof).is_file():
                raise RuntimeError(f"{proof} is missing: use make dist, which builds it first.")
        for source, (target, _) in CARRIED.items():
            build_data["force_include"][str((root / source).resolve())] = target


class ReadRequirements(MetadataHookInterface):
    """The wheel asks for what `requirements.in` names, so that there is one list; each extra has its own."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Called while the metadata is written."""
        metadata["dependencies"] = self._read("requirements.in")
        metadata["optional-dependencies"] = {"otel": self._read("requirements-otel.in")}

    def _read(self, name: str) -> list[str]:
        lines = (Path(self.root) / name).read_text(encoding="utf-8").splitlines()
        return [line for line in map(str.strip, lines) if line and line[0] not in "#-"]
