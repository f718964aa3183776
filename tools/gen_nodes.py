"""Writes the node classes of an IR from its ``*.nodes`` table as plain ``__slots__`` classes.

Dataclasses run ``exec`` once a class at import (about 0.8 ms each); an IR has a hundred of them. So the classes are
generated once, committed, and checked against their table by a test (``python tools/gen_nodes.py --check``).

Table syntax, one node a line::

    # comment
    Name(Base): field: type, field: type = default     -- doc string
    Name: ...                                           (base: Node)

Every node has ``span: int`` as its first field, given by the root class ``Node`` of its table.  A line starting with
``!`` is copied verbatim into the head of the generated module (imports, aliases).
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent / "src" / "ferrule"
TABLES = ("syntax/ast.nodes", "hir/nodes.nodes", "thir/thir.nodes", "mir/body.nodes")
LINE = re.compile(r"(?P<name>\w+)(?:\((?P<base>\w*)\))?:\s*(?P<fields>.*?)\s*(?:--\s*(?P<doc>.*))?$")


def split_fields(text: str) -> list[tuple[str, str, str | None]]:
    """Splits ``a: T[x, y], b: U = d`` at top-level commas into (name, type, default)."""
    parts, depth, cur = [], 0, ""
    for ch in text:
        depth += ch in "[(" and 1 or (ch in "])" and -1 or 0)
        if ch == "," and depth == 0:
            parts.append(cur)
            cur = ""
        else:
            cur += ch
    if cur.strip():
        parts.append(cur)
    out = []
    for part in parts:
        name, _, rest = part.strip().partition(":")
        typ, eq, default = rest.strip().partition(" = ")
        out.append((name.strip(), typ.strip(), default.strip() if eq else None))
    return out


def parameter(field: tuple[str, str, str | None]) -> str:
    """A parameter of ``__init__``.  Each node gets an empty list of its own: a default is evaluated once for all calls."""
    name, ty, default = field
    if default == "[]":
        return f"{name}: {ty} | None = None"
    return f"{name}: {ty}" + (f" = {default}" if default is not None else "")


def generate(table: Path) -> str:
    head: list[str] = []
    body: list[str] = []
    inherited: dict[str, list[tuple[str, str, str | None]]] = {"": []}
    for number, raw in enumerate(table.read_text().splitlines(), 1):
        line = raw.rstrip()
        if not line or line.lstrip().startswith("#"):
            continue
        if line.startswith("!"):
            head.append(line[1:].removeprefix(" "))
            continue
        m = LINE.match(line)
        if m is None:
            raise SystemExit(f"{table}:{number}: cannot read {line!r}")
        name, doc = m["name"], m["doc"]
        base = m["base"] if m["base"] is not None else "Node"
        own = split_fields(m["fields"])
        fields = inherited[base] + own
        # A parameter without a default may not follow one that has it: keyword order is the table's, so reject early.
        seen_default = False
        for field, _, default in fields:
            if default is None and seen_default:
                raise SystemExit(f"{table}:{number}: {name}.{field} lacks a default")
            seen_default = seen_default or default is not None
        inherited[name] = fields
        body.append(f"\n\nclass {name}{f'({base})' if base else ''}:")
        if doc:
            body.append(f'    """{doc}"""\n')
        slots = ", ".join(repr(f) for f, _, _ in own)
        body.append(f"    __slots__ = ({slots}{',' if len(own) == 1 else ''})")
        match_args = [f for f, _, _ in fields if f not in ("span", "id")]
        body.append(f"    __match_args__ = ({', '.join(map(repr, match_args))}{',' if len(match_args) == 1 else ''})")
        if own:
            params = ", ".join(map(parameter, fields))
            body.append(f"\n    def __init__(self, {params}) -> None:")
            body.extend(f"        self.{f} = {f'[] if {f} is None else {f}' if d == '[]' else f}" for f, _, d in fields)
    rel = table.relative_to(ROOT.parent.parent).as_posix()
    top = f'"""Generated from {rel} by tools/gen_nodes.py; edit the table, not this file."""\n\n'
    top += "from __future__ import annotations\n\n"
    return top + "\n".join(head) + "\n".join(body) + "\n"


def main() -> int:
    check = "--check" in sys.argv[1:]
    stale = []
    for rel in TABLES:
        table = ROOT / rel
        if not table.exists():
            continue
        out, text = table.with_suffix(".py"), generate(table)
        if check:
            if not out.exists() or out.read_text() != text:
                stale.append(rel)
        else:
            out.write_text(text)
    for rel in stale:
        print(f"{rel}: generated module is out of date; run python tools/gen_nodes.py", file=sys.stderr)
    return bool(stale)


if __name__ == "__main__":
    raise SystemExit(main())
