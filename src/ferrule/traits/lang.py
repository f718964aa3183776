"""Lang items the other way round: the name under which a definition is known to the compiler."""

from __future__ import annotations

from typing import cast

from ferrule.resolve.defs import Def


def lang_name(d: Def | None) -> str:
    """The value of ``#[lang = "..."]`` on a library item; empty otherwise."""
    if d is None or not d.crate.is_library:
        return ""
    name = d.cache.get("lang_name")
    if name is None:
        a = d.attr("lang")
        name = d.cache["lang_name"] = str(a.value.value) if a is not None and a.value is not None else ""
    return cast(str, name)
