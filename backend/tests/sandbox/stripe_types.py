"""Stripe's own types as a judge: are these answers and bodies what the pinned API version speaks?"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft7Validator


class StripeTypes:
    def __init__(self, file: Path) -> None:
        self._schema: dict[str, Any] = json.loads(file.read_text())
        self._validator = cache(self._make_validator)

    def _make_validator(self, side: str, name: str) -> Draft7Validator:
        return Draft7Validator({**self._schema[side][name], "definitions": self._schema["definitions"]})

    def check_answer(self, body: Any) -> None:
        """Every Stripe object anywhere in the answer is complete and holds nothing invented."""
        if isinstance(body, list):
            for one in body:
                self.check_answer(one)
        if not isinstance(body, dict):
            return
        kind = body.get("object")
        if isinstance(kind, str) and kind in self._schema["answers"] and not body.get("deleted"):
            self._check("answers", kind, body)
        for inner in body.values():
            self.check_answer(inner)

    def check_body(self, method: str, path: str, body: dict[str, Any]) -> None:
        """The body is one that the pinned version's declarations allow."""
        name = f"{method} {self.shape(path)}"
        schema = self._schema["bodies"][name]
        self._check("bodies", name, self._typed(body, schema))

    def _check(self, side: str, name: str, value: Any) -> None:
        problems = [
            f"{name} {error.json_path}: {error.message[:300]}"
            for error in self._validator(side, name).iter_errors(value)
        ]
        assert not problems, "\n".join(problems)

    @staticmethod
    def shape(path: str) -> str:
        return re.sub(r"/(pi|acct|we|pm|ch|re|tmr|tml|tmc)_\w+", "/*", path)

    def _typed(self, value: Any, schema: dict[str, Any]) -> Any:
        """Form fields are all texts; gives them the type that the declaration wants."""
        schema = self._resolve(schema)
        if isinstance(value, dict):
            fields = self._resolve(self._with(schema, "properties")).get("properties", {})
            return {name: self._typed(inner, fields.get(name, {})) for name, inner in value.items()}
        if isinstance(value, list):
            items = self._with(schema, "items").get("items", {})
            return [self._typed(inner, items) for inner in value]
        kinds = {one.get("type") for one in [schema, *map(self._resolve, schema.get("anyOf", []))]}
        if "number" in kinds and re.fullmatch(r"-?\d+", str(value)):
            return int(value)
        if "boolean" in kinds and value in ("true", "false"):
            return value == "true"
        return value

    def _with(self, schema: dict[str, Any], key: str) -> dict[str, Any]:
        for option in map(self._resolve, schema.get("anyOf", [])):
            if key in option:
                return option
        return schema

    def _resolve(self, schema: dict[str, Any]) -> dict[str, Any]:
        while "$ref" in schema:
            schema = self._schema["definitions"][schema["$ref"].rsplit("/", 1)[-1]]
        return schema
