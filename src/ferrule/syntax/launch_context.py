"""``#[kernel(launch_context = name)]``: a value of that name in the kernel's body, whose type says what the launch contract
promises."""

from __future__ import annotations

from ferrule.syntax import ast
from ferrule.syntax.hygiene import bare


def launch_context(fn: ast.Fn) -> ast.StmtLet | None:
    """The statement that brings the value into scope, if the kernel asks for one."""
    kernel = _attr(fn, "kernel")
    name = _value(kernel, "launch_context")
    if kernel is None or name is None:
        return None
    contract = _attr(fn, "launch_contract")
    domain = _value(contract, "domain")
    known = domain[0] if domain is not None and domain[0] in ("1", "2", "3") else "any"
    coordinates = _value(contract, "coordinates")
    width = "u32" if coordinates is not None and bare(coordinates[0]) == "u32" else "native"
    span = name[1]
    names = ("cuda_device", "thread", "__internal", f"launch_context_{known}_{width}")
    path = ast.Path(span, [ast.PathSegment(span, ast.Ident(span, n)) for n in names], global_=True)
    make = ast.ExprCall(span, ast.ExprPath(span, path), [])
    pattern = ast.PatIdent(span, False, False, ast.Ident(span, name[0]), None)
    return ast.StmtLet(span, [], pattern, None, make, None)


def _attr(fn: ast.Fn, name: str) -> ast.Attr | None:
    return next((a for a in fn.attrs if a.path == name or a.path.endswith("::" + name)), None)


def _value(attr: ast.Attr | None, key: str) -> tuple[str, int] | None:
    """Text and span of what follows ``key =``."""
    if attr is None:
        return None
    texts, spans = attr.tokens.texts, attr.tokens.spans
    for i in range(len(texts) - 2):
        if bare(texts[i]) == key and texts[i + 1] == "=":
            return texts[i + 2], spans[i + 2]
    return None
