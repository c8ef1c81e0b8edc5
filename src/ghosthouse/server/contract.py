"""The contract with browsers and bots, made from the message types: JSON Schema, AsyncAPI and TypeScript.

The types in `messages.py`, `lessons.py` and `wire.py` are the only place where messages are described by hand. `make docs` writes
the three files into `web/src/wire`, and `make check` says when they are stale.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from ghosthouse.table import lessons, messages

from . import wire

REF = "#/$defs/"
UNIONS = {"Incoming": messages.Incoming, "AnyCommand": messages.AnyCommand, "Outgoing": messages.Outgoing}
HEAD = "Written by tools/generate_wire.py from the message types; do not edit."


def roots() -> list[Any]:
    """The types that go over a wire: the messages of the table, and the bodies of HTTP."""
    bodies = [
        kind for module in (lessons, wire)
        for _, kind in inspect.getmembers(module, inspect.isclass) if kind.__module__ == module.__name__
    ]  # fmt: skip
    return [*UNIONS.values(), *sorted(bodies, key=lambda kind: kind.__name__)]


def schema() -> dict[str, Any]:
    """One JSON Schema document with every type under `$defs`; `Incoming` and `Outgoing` are the two directions."""
    unions, defs = msgspec.json.schema_components(roots(), ref_template=REF + "{name}")
    kinds = {kind.__name__: kind for kind in _structs()}
    for name, made in defs.items():
        kind = kinds[name]
        made["description"] = inspect.getdoc(kind)
        if not kind.__struct_config__.forbid_unknown_fields and not kind.__struct_config__.omit_defaults:
            made["required"] = list(made["properties"])  # it goes out, and is written in full
    for name, made in zip(UNIONS, unions, strict=False):
        defs[name] = made
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$comment": HEAD,
        "$defs": dict(sorted(defs.items())),
    }


def _structs() -> Iterator[type[msgspec.Struct]]:
    todo, seen = list(roots()), set()
    while todo:
        kind = todo.pop()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            if kind in seen:
                continue
            seen.add(kind)
            yield kind
            todo += [field.type for field in msgspec.structs.fields(kind)]
        else:
            todo += get_args(kind)


def asyncapi() -> dict[str, Any]:
    """The websocket as an AsyncAPI 3 document."""
    defs = schema()["$defs"]

    def sides(union: Any) -> dict[str, Any]:
        return {
            kind.__struct_config__.tag: {
                "name": kind.__struct_config__.tag,
                "summary": (inspect.getdoc(kind) or "").splitlines()[0],
                "payload": {"$ref": f"#/components/schemas/{kind.__name__}"},
            }
            for kind in get_args(union)
        }

    sent, received = sides(messages.Outgoing), sides(messages.Incoming)

    def named(side: dict[str, Any]) -> list[dict[str, str]]:
        return [{"$ref": f"#/channels/table/messages/{tag}"} for tag in side]

    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "ghosthouse tables",
            "version": str(messages.PROTOCOL),
            "description": inspect.getdoc(messages),
        },
        "defaultContentType": "application/json",
        "channels": {"table": {"address": "/ws", "messages": {**received, **sent}}},
        "operations": {
            "say": {"action": "receive", "channel": {"$ref": "#/channels/table"}, "messages": named(received)},
            "hear": {"action": "send", "channel": {"$ref": "#/channels/table"}, "messages": named(sent)},
        },
        "components": {"schemas": json.loads(json.dumps(defs).replace(REF, "#/components/schemas/"))},
    }


def typescript() -> str:
    """The types for the browser."""
    lines = [f"// {HEAD}", "", f"export const PROTOCOL = {messages.PROTOCOL};", ""]
    for name, made in schema()["$defs"].items():
        lines += _comment(made.get("description", ""), "")
        if "properties" not in made:
            lines += [f"export type {name} =", *(f"  | {_type(part)}" for part in made["anyOf"])]
            lines[-1] += ";"
        else:
            lines.append(f"export interface {name} {{")
            required = set(made.get("required", ()))
            for field, part in made["properties"].items():
                lines += _comment(part.get("description", ""), "  ")
                lines.append(f"  {field}{'' if field in required else '?'}: {_type(part)};")
            lines.append("}")
        lines.append("")
    return "\n".join(lines)


def _comment(text: str, indent: str) -> list[str]:
    rows = text.splitlines()
    if len(rows) < 2:
        return [f"{indent}/** {row} */" for row in rows]
    return [f"{indent}/**", *(f"{indent} * {row}".rstrip() for row in rows), f"{indent} */"]


def _type(part: dict[str, Any]) -> str:
    if "$ref" in part:
        return str(part["$ref"]).removeprefix(REF)
    if "anyOf" in part:
        return " | ".join(dict.fromkeys(_type(one) for one in part["anyOf"]))
    if "enum" in part:
        return " | ".join(json.dumps(value) for value in part["enum"])
    match part.get("type"):
        case "array" if "prefixItems" in part:
            return f"[{', '.join(_type(one) for one in part['prefixItems'])}]"
        case "array":
            inner = _type(part["items"])
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case "object":
            return f"Record<string, {_type(part['additionalProperties'])}>"
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as plain:
            return str(plain)
    raise ValueError(f"no TypeScript for {part}")


def files() -> dict[str, str]:
    """The three files by name."""
    return {
        "schema.json": json.dumps(schema(), indent=2, ensure_ascii=False) + "\n",
        "asyncapi.json": json.dumps(asyncapi(), indent=2, ensure_ascii=False) + "\n",
        "types.ts": typescript(),
    }
