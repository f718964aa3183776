"""`#[cfg]` and `#[cfg_attr]`.

The configuration is that of the device code, the same on every target, so that one source has one meaning:

* ``session.options.cfg``: ``name`` or ``name="value"`` (``target_arch="spirv"`` takes the place of the value below);
  ``session.options.features``: ``feature = "..."``;
* ``panic = "abort"``, ``target_pointer_width = "64"``, ``target_endian = "little"``,
  ``target_has_atomic`` (8, 16, 32, 64, ptr),
  ``target_os = "cuda"``, ``target_arch = "nvptx64"``, ``target_vendor = "nvidia"`` are set, as rustc sets them for
  ``nvptx64-nvidia-cuda``, for that is what a kernel's author writes for device code;
* ``debug_assertions`` and ``overflow_checks`` follow ``options.overflow_checks``; ``test``, ``doc``, ``miri``,
  ``unix`` and ``windows`` are off.  ``ferrule`` is set, to tell this compiler from rustc.
"""

from __future__ import annotations

from ferrule.session import Options, Session
from ferrule.syntax import ast, literals
from ferrule.syntax.hygiene import bare
from ferrule.syntax.lexer import OPENERS

MAX_DEPTH = 64
_BUILT_IN = frozenset(
    (
        "ferrule",
        'panic="abort"',
        'target_pointer_width="64"',
        'target_endian="little"',
        'target_arch="nvptx64"',
        'target_os="cuda"',
        'target_vendor="nvidia"',
        'target_has_atomic="8"',
        'target_has_atomic="16"',
        'target_has_atomic="32"',
        'target_has_atomic="64"',
        'target_has_atomic="ptr"',
        "target_has_atomic",
    )
)
# Of which there is one value: a value given by the user takes the place of ours.
_TARGET = ("target_arch", "target_os", "target_vendor")


def active_set(options: Options) -> frozenset[str]:
    """Every configuration flag that holds, as ``name`` or ``name="value"``."""
    out = set(_BUILT_IN)
    given = [tuple(part.strip() for part in flag.partition("=")) for flag in options.cfg]
    for name in {name for name, _, _ in given if name in _TARGET}:
        out = {f for f in out if not f.startswith(name + "=")}
    out.update(f'{name}="{value.strip(chr(34))}"' if eq else name for name, eq, value in given)
    out.update(f'feature="{f}"' for f in options.features)
    if options.overflow_checks:
        out.update(("debug_assertions", "overflow_checks"))
    return frozenset(out)


def split_commas(ts: ast.TokenStream) -> list[ast.TokenStream]:
    """The parts of a token stream between its top-level commas; a trailing comma counts for nothing."""
    out: list[ast.TokenStream] = []
    depth, start = 0, 0
    kinds = ts.kinds
    for i in range(len(kinds) + 1):
        k = kinds[i] if i < len(kinds) else ","
        if k in OPENERS or k[0] == "«":
            depth += 1
        elif k in (")", "]", "}", "»"):
            depth -= 1
        elif k == "," and depth == 0:
            if i > start or i < len(kinds):
                span = ts.spans[start] & ~0xFFFFFFFF | ts.spans[i - 1] & 0xFFFFFFFF if i > start else ts.span
                out.append(ast.TokenStream(span, "", kinds[start:i], ts.texts[start:i], ts.spans[start:i]))
            start = i + 1
    return out


def _inside(ts: ast.TokenStream, start: int) -> ast.TokenStream:
    """The stream between the delimiter at ``start`` and the last token."""
    return ast.TokenStream(
        ts.span, ts.kinds[start], ts.kinds[start + 1 : -1], ts.texts[start + 1 : -1], ts.spans[start + 1 : -1]
    )


def evaluate(session: Session, ts: ast.TokenStream, depth: int = 0) -> bool:
    """The value of a predicate: `any(..)`, `all(..)`, `not(..)`, `true`, `false`, `name`, `name = "value"`."""
    kinds, texts = ts.kinds, ts.texts
    if depth > MAX_DEPTH:
        session.diag.error("G0012", "this code is nested too deeply", ts.span)
        return False
    if not kinds:
        session.diag.error("", "`cfg` predicate is not specified", ts.span)
        return False
    k, name = kinds[0], bare(texts[0])
    if k in ("true", "false") and len(kinds) == 1:
        return k == "true"
    if k != "ident" and not name.isidentifier():
        session.diag.error("E0565", "literal in `cfg` predicate value must be a boolean", ts.spans[0])
        return False
    if len(kinds) == 1:
        return name in active_set(session.options)
    if kinds[1] == "=" and len(kinds) == 3 and kinds[2] == "str":
        value = literals.literal("str", texts[2], ts.spans[2]).value
        return f'{name}="{value}"' in active_set(session.options)
    if kinds[1] == "(" and kinds[-1] == ")":
        parts = split_commas(_inside(ts, 1))
        if name in ("all", "any"):
            values = [evaluate(session, p, depth + 1) for p in parts]  # every part, for its errors
            return all(values) if name == "all" else any(values)
        if name == "not":
            if len(parts) != 1:
                session.diag.error("E0536", "expected 1 cfg-pattern", ts.span)
                return False
            return not evaluate(session, parts[0], depth + 1)
        session.diag.error("E0537", f"invalid predicate `{name}`", ts.span)
        return False
    if kinds[1] == "=":
        session.diag.error("E0565", "literal in `cfg` predicate value must be a string", ts.span)
    else:
        session.diag.error("", f"expected one of `(`, `,`, `::`, or `=`, found `{texts[1]}`", ts.spans[1])
    return False


def process(session: Session, attrs: list[ast.Attr]) -> bool:
    """Whether what ``attrs`` stand on stays.  `cfg_attr` is expanded and `cfg` taken off, in place."""
    if not any(a.path in ("cfg", "cfg_attr") for a in attrs):
        return True
    keep = True
    out: list[ast.Attr] = []
    todo = list(reversed(attrs))
    while todo:
        attr = todo.pop()
        if attr.path == "cfg":
            keep = evaluate(session, attr.tokens) and keep
        elif attr.path == "cfg_attr":
            todo.extend(reversed(_cfg_attr(session, attr)))
        else:
            out.append(attr)
    attrs[:] = out
    return keep


def _cfg_attr(session: Session, attr: ast.Attr) -> list[ast.Attr]:
    parts = split_commas(attr.tokens)
    if not parts:
        session.diag.error("E0539", "malformed `cfg_attr` attribute input", attr.span)
        return []
    if not evaluate(session, parts[0]):
        return []
    from ferrule.syntax.parser import parse_attr  # the parser evaluates cfg itself: not at import

    return [a for p in parts[1:] if (a := parse_attr(session, p, attr.inner)) is not None]
