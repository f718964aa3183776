"""Hygiene marks of `macro_rules`.

Every expansion of a macro has a number, unique in its crate.  An identifier that comes out of the macro's own text
carries it: `x#3`.  A macro defined inside a function body adds where: `x#3@1207` (a global offset).  Only names of
locals and labels keep their marks in the tree; the parser takes them off everywhere else.  A macro that another
expansion defined gives `x#3#7`: text of the inner macro, which was itself text of expansion 3.

How a name is to be looked up (``lookup_names``): as a local with exactly that spelling; then with the last mark
taken off, but only locals that were visible where the macro of that mark was defined; then as an item by its bare name.
"""

from __future__ import annotations

MARK = "#"


def make_mark(number: int, definition: int = 0) -> str:
    """The mark of expansion ``number`` of a macro defined at offset ``definition`` (0: outside any function body)."""
    return f"{MARK}{number}@{definition}" if definition else f"{MARK}{number}"


def bare(name: str) -> str:
    """The name as written."""
    return name.partition(MARK)[0]


def words(texts: list[str]) -> list[str]:
    """Tokens of an attribute as written: in one that a macro makes, the names carry the mark of the expansion."""
    return [bare(t) for t in texts]


def outer(name: str) -> str:
    """The name with its last mark taken off: as it looks at the definition of the macro it came from."""
    return name.rpartition(MARK)[0] or name


def definition_offset(name: str) -> int:
    """Where the macro of the last mark was defined, if inside a function body, else 0.

    Locals bound there before it are visible.
    """
    return int(name.rpartition(MARK)[2].partition("@")[2] or 0)


def lookup_names(name: str) -> list[tuple[str, int]]:
    """The spellings under which a local may be found, nearest first, each with a limit.

    A limit of 0 means any local in scope; another limit is the offset of a macro's definition: only locals bound
    before it count.  A macro defined outside function bodies ends the list, for no local is visible there.
    """
    out = [(name, 0)]
    while MARK in name:
        limit = definition_offset(name)
        if not limit:
            break
        name = outer(name)
        out.append((name, limit))
    return out
