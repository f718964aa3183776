"""Rust text from Python, read beside a source: closures and types as generic arguments of a kernel, and types by name.

What a launch chose for the generic parameters is written down as a call of the kernel, in the kernel's own module:

    fn __ferrule_call(__0_a: f32) { map::<_, f32>(loop {}, { let a = __0_a; move |x| a * x }, loop {}) }

The call is only type-checked, never run: inference then says what the arguments are, closures get the signature that
the kernel's bounds ask for, and names mean what they mean beside the kernel.  The texts keep spans of their own, so
messages about them show them as they were given.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ferrule.errors import FerruleError
from ferrule.syntax import ast
from ferrule.syntax.lexer import Tokens, lex
from ferrule.syntax.parser import parse_fragment

if TYPE_CHECKING:
    from ferrule.runtime.plan import KernelDecl
    from ferrule.session import Session

CALL, TYPE = "__ferrule_call", "__FerruleType"
_SLOT = "__ferrule_slot_"
# What stands for a captured Python number: its type is whatever the closure's body makes of such a literal.
_LITERALS = {"{integer}": "0", "{float}": "0.0"}


def closure_of(text: str) -> dict[str, Any] | None:
    """A generic argument that is a closure, as `runtime.closures` spells it; None for a type or constant."""
    if not text.startswith('{"closure":'):
        return None
    spelled: dict[str, Any] = json.loads(text)
    return spelled


def insert_call(session: Session, tree: ast.Crate, decl: KernelDecl, unsafe: bool, arguments: dict[str, str]) -> None:
    """Adds the call of a kernel with these generic arguments to the kernel's module."""
    glue, texts = _call_text(decl, unsafe, arguments)
    *modules, _ = decl.path.split("::")
    items = tree.items
    for name in modules:
        inner = next((i.items for i in items if isinstance(i, ast.Mod) and i.ident.name == name), None)
        if inner is None:
            raise FerruleError(
                f"kernel `{decl.path}` lies in a module that a macro writes; closures and types of the source are not "
                f"read there: move the kernel out of the macro"
            )
        items = inner
    items += _items(session, f"<call of `{decl.name}`>", glue, texts)


def insert_type(session: Session, tree: ast.Crate, text: str) -> None:
    """Adds an alias of the type ``text`` to the root of the crate."""
    tree.items += _items(session, "<module.types>", f"type {TYPE} = {_SLOT}0;", [("<type>", text)])


def _call_text(decl: KernelDecl, unsafe: bool, arguments: dict[str, str]) -> tuple[str, list[tuple[str, str]]]:
    """The call with slots for the user's texts, and the texts as (name of the file, text)."""
    texts: list[tuple[str, str]] = []

    def slot(name: str, text: str) -> str:
        texts.append((name, text))
        return f"{_SLOT}{len(texts) - 1}"

    closures = {g: spelled for g, text in arguments.items() if (spelled := closure_of(text)) is not None}
    generics = []
    for name, kind, _ in decl.generics:
        if not name.replace("_", "a").isalnum():
            continue  # `impl Fn(f32)` as a type: it has no place among the arguments
        if name in closures:
            generics.append("_")
        elif kind == "const":
            generics.append(f"{{ {slot(f'<{name} of `{decl.name}`>', arguments[name])} }}")
        else:
            generics.append(slot(f"<{name} of `{decl.name}`>", arguments[name]))
    captured, values, done = [], [], set()
    for i, p in enumerate(decl.params):
        spelled = closures.get(p.elem) if p.kind == "generic" else None
        if spelled is None:
            values.append("loop {}")
            continue
        done.add(p.elem)
        lets = []
        for name, ty in spelled["captures"]:
            if ty in _LITERALS:
                lets.append(f"let {name} = {_LITERALS[ty]};")
            else:
                captured.append(f"__{i}_{name}: {ty}")
                lets.append(f"let {name} = __{i}_{name};")
        text = spelled["closure"]
        values.append(f"{{ {' '.join(lets)} {slot('<closure>', text)} }}")
    for name in closures:
        if name not in done:
            raise FerruleError(
                f"`{decl.name}`: a closure stands for `{name}`, and no parameter is of that type alone; "
                f"let the kernel take the closure as `f: {name}`"
            )
    turbofish = f"::<{', '.join(generics)}>" if generics else ""
    call = f"{decl.name}{turbofish}({', '.join(values)})"
    return f"fn {CALL}({', '.join(captured)}) {{ {f'unsafe {{ {call} }}' if unsafe else call} }}", texts


def _items(session: Session, name: str, glue: str, texts: list[tuple[str, str]]) -> list[ast.Item]:
    """``glue`` parsed as items, with the tokens of ``texts`` in place of its slots."""
    whole = session.source_map.add(name, glue)
    frame = lex(session, whole)
    inside: list[Tokens] = []
    for file, text in texts:
        tokens = lex(session, session.source_map.add(file, text))
        if not tokens.ok or len(tokens.kinds) < 2:
            if tokens.ok:
                session.diag.error("", "expected expression, found nothing", tokens.spans[-1])
            return []
        inside.append(tokens)
    out = ast.TokenStream(whole.base << 32 | (whole.base + len(glue)), "", [], [], [])
    for kind, token, span in zip(frame.kinds[:-1], frame.texts, frame.spans):
        if token.startswith(_SLOT):
            part = inside[int(token[len(_SLOT) :])]
            if part.kinds[0] in ("|", "||"):  # a closure outlives the call's variables: it owns what it captures
                out.kinds.append("move")
                out.texts.append("move")
                out.spans.append(part.spans[0])
            out.kinds += part.kinds[:-1]
            out.texts += part.texts[:-1]
            out.spans += part.spans[:-1]
        else:
            out.kinds.append(kind)
            out.texts.append(token)
            out.spans.append(span)
    items = parse_fragment(session, out, "items")
    assert isinstance(items, list)
    return items
