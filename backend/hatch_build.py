"""What a wheel needs besides the packages: built screens, migrations, its requirements.

In a checkout they lie beside the packages, so an editable install takes nothing along.

Why: docs/decisions/0022-wheel.md
"""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

# From here to where `chuckwagon.settings.find_packaged_folder` looks; each with a file that shows that it was built.
CARRIED = {
    "../frontend/dist": ("chuckwagon/shipped/screens", "index.html"),
    "migrations": ("chuckwagon/shipped/migrations", "env.py"),
}


class CarryShipped(BuildHookInterface[Any]):
    """Adds the folders, and refuses to build a wheel that would serve no screens."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the files are collected; `version` is the kind of wheel."""
        if version == "editable":
            return
        root = Path(self.root)
        for source, (_, name) in CARRIED.items():
            proof = f"{source}/{name}"
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
        requirements = (line.partition("#")[0].strip() for line in lines)
        return [requirement for requirement in requirements if requirement and not requirement.startswith("-")]
