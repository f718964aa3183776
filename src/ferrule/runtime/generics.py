"""Type arguments of a kernel from its Python arguments.

Types come from arrays and from NumPy scalars, which have one; a bare Python number has none.  Each source must agree:
two that differ are an error that names both.  Const arguments never follow from values, only from `specialize`.
"""

from __future__ import annotations

import sys
from typing import Any

from ferrule.errors import ArgumentError
from ferrule.runtime import dtypes
from ferrule.runtime.closures import Closure
from ferrule.runtime.plan import KernelDecl
from ferrule.runtime.scalars import show
from ferrule.runtime.schema import Enum, Struct
from ferrule.runtime.values import Value
from ferrule.runtime.views import View, view_of


def infer(decl: KernelDecl, values: list[Any], views: list[View | None], explicit: dict[str, str]) -> dict[str, str]:
    """Every generic argument by name, in declaration order."""
    found: dict[str, tuple[str, str, str]] = {}  # generic -> (Rust type, parameter text, what came)
    names = {name for name, kind, _ in decl.generics if kind == "type"}
    for p, value, view in zip(decl.params, values, views, strict=False):  # more views: of arrays inside arguments
        if p.elem not in names:
            continue
        text = f"{p.name}: {p.rust}"
        if p.elem in explicit:
            if p.kind == "generic":
                _check_closure(text, p.elem, explicit[p.elem], value)
            continue  # the encoder checks the argument against it
        if p.kind in ("slice", "pointer"):
            if view is None:
                continue  # no array: either a raw address, or an error the encoder words better
            if not view.dtype:
                fix = "Rust has no such element type"
                if view.record is not None:
                    fix = f'say which type its elements are: `{decl.name}.specialize({p.elem}="Particle")`'
                raise ArgumentError(f"`{text}` got a {view.describe()}; {fix}")
            rust, came = view.dtype, f"a {view.dtype_name} array"
        elif isinstance(value, Closure):
            rust, came = value.spelling, f"the closure `{value.text}`"
        elif isinstance(value, Value):
            rust, came = value._schema.path, f"a value of `{value._schema.rust}`"
        else:
            rust = _scalar_type(text, value)
            came = f"a {dtypes.TABLE[rust].numpy} scalar" if rust else ""
        if not rust:
            continue
        if p.elem not in found:
            found[p.elem] = (rust, text, came)
        elif found[p.elem][0] != rust:
            first = found[p.elem]
            if isinstance(value, Closure):
                raise ArgumentError(
                    f"`{decl.name}`: `{first[1]}` got {first[2]} and `{text}` got {came}; two closures have two types: "
                    f"let the kernel have a type parameter for each"
                )
            raise ArgumentError(
                f"`{decl.name}`: type parameter `{p.elem}` is both `{first[0]}` and `{rust}`: "
                f"`{first[1]}` got {first[2]} and `{text}` got {came}; make them the same type"
            )
    out: dict[str, str] = {}
    for name, kind, ty in decl.generics:
        if name in explicit:
            out[name] = explicit[name]
        elif name in found:
            out[name] = found[name][0]
        else:
            _undetermined(decl, name, kind, ty, values)
    return out


def _check_closure(text: str, name: str, chosen: str, value: Any) -> None:
    """A closure given for a type parameter that `specialize` has fixed must be the one it was fixed to."""
    came = value.spelling if isinstance(value, Closure) else ""
    if chosen != came and (came or chosen.startswith('{"closure":')):
        raise ArgumentError(
            f"`{text}` got {f'the closure `{value.text}`' if came else show(value)}, and `{name}` was specialized to "
            f"another type; pass what it was specialized with, changed by .replace(...) at most"
        )


def _scalar_type(text: str, value: Any) -> str:
    if isinstance(value, bool):
        return "bool"
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(value, numpy.generic):
        try:
            return dtypes.BY_NUMPY[value.dtype.name]
        except KeyError:
            raise ArgumentError(f"`{text}` got {show(value)}; Rust has no such scalar type") from None
    if isinstance(value, (int, float)) or not hasattr(value, "shape"):
        return ""  # a Python number fits many types: the arrays decide
    view = view_of(value)
    if view is not None:
        raise ArgumentError(f"`{text}` is a value, not a slice, and got a {view.describe()}; pass one number")
    return ""


def _undetermined(decl: KernelDecl, name: str, kind: str, ty: str, values: list[Any]) -> None:
    if kind == "const":
        example = "True" if ty == "bool" else "128"
        raise ArgumentError(
            f"`{decl.name}`: const parameter `{name}: {ty}` does not follow from the arguments; "
            f"use `{decl.name}.specialize({name}={example})`\n  {decl.signature}"
        )
    for p, value in zip(decl.params, values, strict=True):
        if p.elem == name and p.kind == "generic" and (callable(value) or isinstance(value, str)):
            raise ArgumentError(
                f"`{decl.name}`: `{p.name}: {p.rust}` got {show(value)}; pass Rust, such as "
                f'fe.closure("|x| x * 2.0"), if it takes a closure'
            )
        if p.elem == name and isinstance(value, (int, float)):
            kind_name = "np.float32" if isinstance(value, float) else "np.int32"
            raise ArgumentError(
                f"`{decl.name}`: `{p.name}: {p.rust}` got {show(value)}, which does not say what `{name}` is; "
                f'pass {kind_name}({value!r}) or use `{decl.name}.specialize({name}="...")`'
            )
        if p.elem == name and p.kind in ("slice", "pointer"):
            from ferrule.runtime.lend import not_an_array

            raise ArgumentError(not_an_array(p.name, p.rust, "", value))
    raise ArgumentError(
        f"`{decl.name}`: type parameter `{name}` does not follow from the arguments; "
        f'use `{decl.name}.specialize({name}="f32")`\n  {decl.signature}'
    )


def normalise(decl: KernelDecl, given: dict[str, Any], old: dict[str, str]) -> dict[str, str]:
    """Arguments of `specialize` as Rust text, checked against the declaration."""
    declared = {name: (kind, ty) for name, kind, ty in decl.generics}
    out = dict(old)
    for name, value in given.items():
        if name not in declared:
            have = ", ".join(f"`{n}`" for n in declared) or "none"
            raise ArgumentError(f"`{decl.name}` has no generic parameter `{name}` (it has: {have})\n  {decl.signature}")
        kind, ty = declared[name]
        out[name] = _const(decl, name, ty, value) if kind == "const" else _type(decl, name, value)
    return out


def _type(decl: KernelDecl, name: str, value: Any) -> str:
    if isinstance(value, Closure):
        return value.spelling
    own = getattr(value, "schema", None)
    if isinstance(own, (Struct, Enum)) and own.path:  # a class of module.types
        return own.path
    if isinstance(value, str) and value not in dtypes.BY_NUMPY:
        return value  # a Rust type; the compiler judges it
    try:
        return dtypes.rust_name(value)
    except KeyError:
        raise ArgumentError(
            f"`{decl.name}.specialize({name}=...)` got {show(value)}; pass a Rust type as text, or a NumPy dtype"
        ) from None


def _const(decl: KernelDecl, name: str, ty: str, value: Any) -> str:
    where = f"`{decl.name}.specialize({name}=...)`"
    if isinstance(value, str) and ty != "char":
        return value  # a Rust constant expression
    if ty == "bool":
        if isinstance(value, bool):
            return "true" if value else "false"
        raise ArgumentError(f"{where} got {show(value)} for a const `bool`; pass True or False")
    if ty == "char":
        if isinstance(value, str) and len(value) == 1:
            return f"'\\u{{{ord(value):x}}}'"
        raise ArgumentError(f"{where} got {show(value)} for a const `char`; pass a str of one character")
    d = dtypes.TABLE.get(ty)
    if isinstance(value, bool) or not hasattr(value, "__index__") or d is None:
        raise ArgumentError(f"{where} got {show(value)} for a const `{ty}`; pass an int")
    number = value.__index__()
    if not d.low <= number <= d.high:
        raise ArgumentError(f"{where} got {number}, which does not fit: {ty} holds {d.low} to {d.high}")
    return str(number)
