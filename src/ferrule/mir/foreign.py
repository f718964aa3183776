"""Functions that an ``extern`` block declares: libdevice's are our own, others are defined where Ferrule does not see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrule.resolve.defs import Def, DefKind
from ferrule.resolve.scope import VALUES
from ferrule.syntax import ast

if TYPE_CHECKING:
    from ferrule.ty.context import TyCtxt

LIBDEVICE = "__nv_"  # and then the name that C's math library, and so our crate `libm`, has for it


def is_foreign(d: Def) -> bool:
    """Whether ``d`` is a function that is declared here and defined elsewhere."""
    return d.kind is DefKind.FN and isinstance(d.node, ast.Fn) and d.node.body is None


def definition(tcx: TyCtxt, d: Def) -> Def | None:
    """The function of the library that a foreign function stands for, if there is one of the same type."""
    if not d.name.startswith(LIBDEVICE):
        return None
    libm = next((c for c in tcx.crates if c.name == "libm"), None)
    found = libm.root.scope.get(VALUES, d.name.removeprefix(LIBDEVICE)) if libm is not None else None
    if found is None:
        return None
    ours, theirs = tcx.fn_sig(found.def_), tcx.fn_sig(d)
    return found.def_ if (ours.inputs, ours.output) == (theirs.inputs, theirs.output) else None
