"""Stable text of THIR, for tests and ``--emit thir``: one node a line with its type, what belongs to it indented."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ferrule.hir import nodes as hir
from ferrule.resolve.defs import Def
from ferrule.thir import build, thir
from ferrule.ty import ty as t
from ferrule.ty.pretty import show

if TYPE_CHECKING:
    from ferrule.ty.context import TyCtxt


def pretty(tcx: TyCtxt, d: Def) -> str:
    """The body of ``d`` and those of the closures in it."""
    bodies = [d, *tcx.typeck(d).closures]
    return "\n".join(show_body(build.build(tcx, x)) for x in bodies)


def show_body(body: thir.Body) -> str:
    head = f"body of {body.owner.path} -> {show(body.output)}"
    lines = [head]
    for p in body.params:
        lines += _lines(p, "    ")
    lines += _lines(body.value, "    ")
    return "\n".join(lines) + "\n"


def is_node(value: object) -> bool:
    return type(value).__module__ == thir.__name__


def _lines(node: Any, indent: str, field: str = "") -> Iterator[str]:
    facts, children = [], []
    for name in _slots(type(node)):
        value = getattr(node, name)
        if name == "ty" or name.endswith("span") or value is None:
            continue
        if is_node(value):
            children.append((name, value))
        elif isinstance(value, list) and any(map(is_node, value)):
            children += [(f"{name}[{i}]", v) for i, v in enumerate(value)]
        elif value not in ([], (), "", False):
            facts.append(f"{name}={_fact(value)}")
    ty = getattr(node, "ty", None)
    typed = f": {show(ty)}" if isinstance(ty, t.Ty) else ""
    label = f"{field} = " if field else ""
    yield f"{indent}{label}{type(node).__name__}{typed}{' ' if facts else ''}{' '.join(facts)}"
    for name, child in children:
        if is_node(child):
            yield from _lines(child, indent + "    ", name)
        else:
            yield f"{indent}    {name} = {_fact(child)}"


def _slots(cls: type) -> list[str]:
    return [s for c in reversed(cls.__mro__) for s in getattr(c, "__slots__", ())]


def _fact(value: Any) -> str:
    match value:
        case Def():
            return value.path
        case t.Ty() | t.Const() | t.Region():
            return show(value)
        case hir.Local():
            return f"{value.name}.{value.id}"
        case hir.Node():
            return f"#{getattr(value, 'id', '')}"  # the expression that a jump leaves or continues
        case tuple() | list():
            return f"[{', '.join(map(_fact, value))}]"
    return repr(value) if isinstance(value, (str, bytes)) else str(value)
