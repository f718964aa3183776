"""Visibility: public, or restricted to a module and what lies inside it."""

from __future__ import annotations

from ferrule.resolve.defs import Def, DefKind


class Vis:
    """``module`` is None for ``pub``; else the module within which the item may be named."""

    __slots__ = ("module",)

    def __init__(self, module: Def | None) -> None:
        self.module = module

    def __repr__(self) -> str:
        return "pub" if self.module is None else f"pub(in {self.module.path})"


PUBLIC = Vis(None)


def is_accessible(vis: Vis, from_def: Def) -> bool:
    """Whether something with visibility ``vis`` may be named inside ``from_def``."""
    module = vis.module
    if module is None:
        return True
    d: Def | None = from_def
    while d is not None:
        if d is module:
            return True
        d = d.parent
    return False


def is_at_least(vis: Vis, other: Vis) -> bool:
    """Whether everyone who sees ``other`` also sees ``vis``."""
    if vis.module is None:
        return True
    return other.module is not None and is_accessible(vis, other.module)


def parent_module(d: Def) -> Def | None:
    """The module around module ``d``; None for a crate root."""
    p = d.parent
    while p is not None and p.kind not in (DefKind.MOD, DefKind.CRATE):
        p = p.parent
    return p
