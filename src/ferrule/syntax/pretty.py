"""The syntax tree as Rust text (`--emit ast`): what it prints parses to the same tree.

Hygiene marks are printed as part of the name, `x#3` as ``x__3``, so that expanded code compiles.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ferrule.syntax import ast, literals
from ferrule.syntax.lexer import KEYWORDS
from ferrule.syntax.parser.control import BINARY

_CAST, _UNARY, _POSTFIX, _ATOM = 10, 11, 12, 13
_BLOCKS = (ast.ExprIf, ast.ExprMatch, ast.ExprBlock, ast.ExprWhile, ast.ExprLoop, ast.ExprFor)


def pretty(node: ast.Crate | ast.Item | ast.Expr | ast.Pat | ast.Type | ast.Block | ast.Stmt | ast.Path) -> str:
    """Rust text of a node."""
    if isinstance(node, ast.Crate):
        return "".join(f"{_attr(a)}\n" for a in node.attrs) + "".join(f"{_item(i)}\n" for i in node.items)
    if isinstance(node, ast.Item):
        return _item(node)
    if isinstance(node, ast.Block):
        return _block(node)
    if isinstance(node, ast.Pat):
        return _pat(node)
    if isinstance(node, ast.Type):
        return _ty(node)
    if isinstance(node, ast.Path):
        return _path(node)
    if isinstance(node, ast.Stmt):
        return _stmt(node)
    return _expr(node)


def _indent(text: str) -> str:
    """Indents all lines that start outside string literals: multi-line literals are printed with escapes, so
    every line does.
    """
    return "\n".join("    " + line if line else line for line in text.split("\n"))


def _join(parts: Iterable[str], sep: str = ", ") -> str:
    return sep.join(parts)


def _name(name: str) -> str:
    base, _, mark = name.partition("#")
    if base in KEYWORDS and base not in ("self", "Self", "super", "crate", "_"):
        base = "r#" + base
    return f"{base}__{re.sub('[^0-9]+', '_', mark)}" if mark else base


def _label(i: ast.Ident | None) -> str:
    return f"'{_name(i.name)}: " if i is not None else ""


def _quote(text: str, quote: str = '"') -> str:
    out = []
    for ch in text:
        if ch in ("\\", quote):
            out.append("\\" + ch)
        elif ch in "\n\r\t\0":
            out.append({"\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0"}[ch])
        elif ch.isprintable():
            out.append(ch)
        else:
            out.append(f"\\u{{{ord(ch):x}}}")
    return quote + "".join(out) + quote


def _bytes(value: bytes, quote: str = '"') -> str:
    return "".join(
        "\\" + chr(b) if chr(b) in ("\\", quote) else chr(b) if 32 <= b < 127 else f"\\x{b:02x}" for b in value
    )


def _lit(e: ast.Lit) -> str:
    if e.kind == "str":
        return _quote(e.value)
    if e.kind == "char":
        return _quote(chr(e.value), "'")
    if e.kind == "byte":
        inner = _bytes(bytes([e.value]), "'")
        return f"b'{inner}'"
    if e.kind == "bytestr":
        return f'b"{_bytes(e.value)}"'
    if e.kind == "cstr":
        return f'c"{_bytes(e.value)}"'
    if e.kind == "bool":
        return "true" if e.value else "false"
    return f"{e.value}{e.suffix}"


def _tokens(ts: ast.TokenStream) -> str:
    """Tokens with blanks between."""
    out: list[str] = []
    for k, t in zip(ts.kinds, ts.texts):
        if k[0] in "«»":
            continue
        if k == "doc" or k == "idoc":
            t = f"# {'! ' if k == 'idoc' else ''}[ doc = {_quote(t)} ]"
        elif "\n" in t:
            t = _lit(literals.literal(k, t, 0))
        out.append("'" + t.partition("#")[0] if k == "lifetime" else _name(t) if k == "ident" else t)
    return " ".join(out)


def _mac(m: ast.MacroCall) -> str:
    open_ = m.tokens.delim or "("
    close = {"(": ")", "[": "]", "{": "}"}[open_]
    return f"{_path(m.path)}!{open_}{_tokens(m.tokens)}{close}"


def _attr(a: ast.Attr) -> str:
    bang = "!" if a.inner else ""
    unsafe = a.path in ("no_mangle", "export_name", "link_section")
    body = a.path
    if a.value is not None:
        body += f" = {_lit(a.value)}"
    elif a.tokens.delim:
        body += f"{a.tokens.delim}{_tokens(a.tokens)}{ {'(': ')', '[': ']', '{': '}'}[a.tokens.delim] }"
    elif a.tokens.kinds:
        body += f" = {_tokens(a.tokens)}"
    return f"#{bang}[unsafe({body})]" if unsafe else f"#{bang}[{body}]"


def _attrs(attrs: Sequence[ast.Attr], sep: str = " ") -> str:
    return "".join(_attr(a) + sep for a in attrs if not a.inner)


# ---- paths, types
def _path(p: ast.Path, types: bool = False) -> str:
    segments = [_segment(s, types) for s in p.segments]
    if p.qself is not None:
        n = p.qself.position
        head = f"<{_ty(p.qself.ty)} as {'::'.join(segments[:n])}>" if n else f"<{_ty(p.qself.ty)}>"
        return "::".join([head, *segments[n:]])
    return ("::" if p.global_ else "") + "::".join(segments)


def _segment(s: ast.PathSegment, types: bool) -> str:
    name = _name(s.ident.name)
    if s.args is None:
        return name
    if isinstance(s.args, ast.ParenArgs):
        out = f"{name}({_join(map(_ty, s.args.inputs))})"
        return out + (f" -> {_ty(s.args.output)}" if s.args.output is not None else "")
    args = [_generic_arg(a) for a in s.args.args] + [_constraint(c) for c in s.args.constraints]
    return f"{name}{'' if types else '::'}<{_join(args)}>"


def _generic_arg(a: ast.Type | ast.Lifetime | ast.Expr) -> str:
    if isinstance(a, ast.Lifetime):
        return f"'{a.name}"
    if isinstance(a, ast.Type):
        return _ty(a)
    if isinstance(a, ast.Lit) or (isinstance(a, ast.ExprUnary) and isinstance(a.expr, ast.Lit)):
        return _expr(a)
    return _expr(a) if isinstance(a, ast.ExprBlock) and not a.kind else f"{{ {_expr(a)} }}"


def _constraint(c: ast.AssocConstraint) -> str:
    name = c.ident.name + (_join_args(c.args) if c.args is not None else "")
    if c.ty is not None:
        return f"{name} = {_generic_arg(c.ty)}"
    return f"{name}: {_bounds(c.bounds)}"


def _join_args(args: ast.AngleArgs) -> str:
    return f"<{_join(map(_generic_arg, args.args))}>"


def _bounds(bounds: Sequence[ast.Bound]) -> str:
    return _join(map(_bound, bounds), " + ")


def _bound(b: ast.Bound) -> str:
    if b.lifetime is not None:
        return f"'{b.lifetime.name}"
    if b.path is None:
        return "use<>"
    binder = f"for{_params(b.generics)} " if b.generics else ""
    modifier = b.modifiers if b.modifiers == "?" else f"{b.modifiers} " if b.modifiers else ""
    return f"{binder}{modifier}{_path(b.path, True)}"


def _ty(t: ast.Type) -> str:
    match t:
        case ast.TyPath(path):
            return _path(path, True)
        case ast.TyRef(lifetime, mut, ty):
            life = f"'{lifetime.name} " if lifetime is not None else ""
            return f"&{life}{'mut ' if mut else ''}{_inner_ty(ty)}"
        case ast.TyPtr(mut, ty):
            return f"*{'mut' if mut else 'const'} {_inner_ty(ty)}"
        case ast.TyTuple(elems):
            return f"({_join(map(_ty, elems))}{',' if len(elems) == 1 else ''})"
        case ast.TyParen(ty):
            return f"({_ty(ty)})"
        case ast.TyArray(ty, length):
            return f"[{_ty(ty)}; {_expr(length)}]"
        case ast.TySlice(ty):
            return f"[{_ty(ty)}]"
        case ast.TyFn():
            binder = f"for{_params(t.generics)} " if t.generics else ""
            abi = f'extern "{t.abi}" ' if t.abi is not None else ""
            params = [(f"{p.name.name}: " if p.name else "") + _ty(p.ty) for p in t.params] + ["..."] * t.variadic
            out = f"{binder}{'unsafe ' if t.unsafe else ''}{abi}fn({_join(params)})"
            return out + (f" -> {_ty(t.output)}" if t.output is not None else "")
        case ast.TyNever():
            return "!"
        case ast.TyInfer():
            return "_"
        case ast.TyImplTrait(bounds):
            return f"impl {_bounds(bounds)}"
        case ast.TyDyn(bounds):
            return f"dyn {_bounds(bounds)}"
        case ast.TyMacro(mac):
            return _mac(mac)
        case _:
            return "Self"


def _inner_ty(t: ast.Type) -> str:
    many = isinstance(t, (ast.TyDyn, ast.TyImplTrait)) and len(t.bounds) > 1
    return f"({_ty(t)})" if many else _ty(t)


# ---- patterns
def _pat(p: ast.Pat) -> str:
    match p:
        case ast.PatWild():
            return "_"
        case ast.PatRest():
            return ".."
        case ast.PatIdent(by_ref, mut, ident, sub):
            tail = f" @ {_pat(sub)}" if sub is not None else ""
            return f"{'ref ' if by_ref else ''}{'mut ' if mut else ''}{_name(ident.name)}{tail}"
        case ast.PatLit(expr):
            return _expr(expr)
        case ast.PatRange(lo, hi, inclusive):
            ends = [_expr(e) if e is not None else "" for e in (lo, hi)]
            return ("..=" if inclusive else "..").join(ends)
        case ast.PatRef(mut, pat):
            return f"&{'mut ' if mut else ''}{f'({_pat(pat)})' if isinstance(pat, ast.PatOr) else _pat(pat)}"
        case ast.PatTuple(elems):
            only_rest = len(elems) == 1 and isinstance(elems[0], ast.PatRest)
            return f"({_join(map(_pat, elems))}{',' if len(elems) == 1 and not only_rest else ''})"
        case ast.PatTupleStruct(path, elems):
            return f"{_path(path)}({_join(map(_pat, elems))})"
        case ast.PatStruct(path, fields, rest):
            parts = [
                _attrs(f.attrs) + (_pat(f.pat) if f.shorthand else f"{_name(f.ident.name)}: {_pat(f.pat)}")
                for f in fields
            ] + [".."] * rest
            return f"{_path(path)} {{ {_join(parts)} }}"
        case ast.PatPath(path):
            return _path(path)
        case ast.PatOr(alts):
            return _join(map(_pat, alts), " | ")
        case ast.PatSlice(elems):
            return f"[{_join(map(_pat, elems))}]"
        case ast.PatParen(pat):
            return f"({_pat(pat)})"
        case ast.PatMacro(mac):
            return _mac(mac)
        case _:
            raise TypeError(type(p).__name__)


# ---- expressions
def _sub(e: ast.Expr, power: int) -> str:
    """An operand: in brackets if it binds less than ``power``."""
    text = _expr(e)
    return f"({text})" if _power(e) < power else text


def _power(e: ast.Expr) -> int:
    if isinstance(e, ast.ExprBinary):
        return BINARY[e.op]
    if isinstance(e, ast.ExprCast):
        return _CAST
    if isinstance(e, (ast.ExprUnary, ast.ExprAddrOf)):
        return _UNARY
    if isinstance(e, (ast.ExprCall, ast.ExprMethodCall, ast.ExprField, ast.ExprIndex, ast.ExprTry, ast.ExprAwait)):
        return _POSTFIX
    low = (
        ast.ExprAssign, ast.ExprAssignOp, ast.ExprRange, ast.ExprClosure, ast.ExprBreak, ast.ExprReturn,
        ast.ExprLet, ast.ExprYield,
        *_BLOCKS,
    )  # fmt: skip
    return 0 if isinstance(e, low) else _ATOM


def _left(e: ast.ExprBinary) -> str:
    """The left operand: comparisons do not chain, and `a as T < b` would start generic arguments."""
    if e.op in ("<", "<<"):
        last = e.lhs
        while isinstance(last, (ast.ExprBinary, ast.ExprUnary, ast.ExprAddrOf)):
            last = last.rhs if isinstance(last, ast.ExprBinary) else last.expr
        if isinstance(last, ast.ExprCast):
            return f"({_expr(e.lhs)})"
    return _sub(e.lhs, BINARY[e.op] + (BINARY[e.op] == 3))


def _cond(e: ast.Expr) -> str:
    """The head of `if`, `while`, `match`, `for`: struct literals in it need brackets, so all but chains of lets
    get them if in doubt.
    """
    if isinstance(e, ast.ExprLet):
        return f"let {_pat(e.pat)} = {_cond(e.expr)}"
    if isinstance(e, ast.ExprBinary) and e.op == "&&":
        return f"{_cond(e.lhs)} && {_cond(e.rhs)}"
    text = _expr(e)
    simple = isinstance(e, (ast.ExprPath, ast.Lit, ast.ExprParen, ast.ExprMacro))
    return (
        text
        if simple or "{" not in text and "|" not in text and not isinstance(e, ast.ExprRange) and _power(e) > 2
        else f"({text})"
    )


def _expr(e: ast.Expr) -> str:
    handler = _EXPR.get(type(e))
    if handler is None:
        raise TypeError(type(e).__name__)
    return handler(e)


def _field_init(f: ast.ExprFieldInit) -> str:
    name, value = _name(f.ident.name), _expr(f.expr)
    # a shorthand whose local has a hygiene mark is one no longer
    return _attrs(f.attrs) + (name if f.shorthand and name == value else f"{name}: {value}")


def _struct(e: ast.ExprStruct) -> str:
    parts = [_field_init(f) for f in e.fields]
    if e.base is not None:
        parts.append(f"..{_expr(e.base)}")
    elif e.rest:
        parts.append("..")
    return f"{_path(e.path)} {{ {_join(parts)} }}"


def _range(e: ast.ExprRange) -> str:
    lo = _sub(e.lo, 1) if e.lo is not None else ""
    hi = _sub(e.hi, 1) if e.hi is not None else ""
    return f"{lo}{'..=' if e.inclusive else '..'}{hi}"


def _if(e: ast.ExprIf) -> str:
    out = f"if {_cond(e.cond)} {_block(e.then)}"
    if e.else_ is not None:
        chained = isinstance(e.else_, (ast.ExprIf, ast.ExprBlock))
        out += f" else {_expr(e.else_) if chained else '{ ' + _expr(e.else_) + ' }'}"
    return out


def _match(e: ast.ExprMatch) -> str:
    arms = []
    for a in e.arms:
        guard = f" if {_cond(a.guard)}" if a.guard is not None else ""
        arms.append(f"{_attrs(a.attrs)}{_pat(a.pat)}{guard} => {_expr(a.body)},")
    return f"match {_cond(e.scrutinee)} {{\n{_indent(chr(10).join(arms))}\n}}"


def _for(e: ast.ExprFor) -> str:
    return f"{_attrs(e.attrs)}{_label(e.label)}for {_pat(e.pat)} in {_cond(e.iter)} {_block(e.body)}"


def _closure(e: ast.ExprClosure) -> str:
    params = _join(_pat(p.pat) + (f": {_ty(p.ty)}" if p.ty is not None else "") for p in e.params)
    head = f"{'async ' if e.async_ else ''}{'move ' if e.move else ''}|{params}|"
    return f"{head} -> {_ty(e.output)} {_expr(e.body)}" if e.output is not None else f"{head} {_expr(e.body)}"


def _jump(word: str) -> Callable[[Any], str]:
    def show(e: Any) -> str:
        label = getattr(e, "label", None)
        value = getattr(e, "expr", None)
        return (
            word
            + (f" '{_name(label.name)}" if label is not None else "")
            + (f" {_expr(value)}" if value is not None else "")
        )

    return show


def _builtin(e: ast.ExprBuiltinMacro) -> str:
    if e.name == "ptx_asm" and e.fmt is not None:
        parts = [_quote(e.fmt.text)]
        for what, arg in zip(e.fmt.named, e.args):
            kind, _, detail = what.partition(":")
            if kind == "option":
                parts.append(f"options({detail})")
            elif kind == "clobber":
                parts.append(f"clobber({_quote(detail)})")
            else:
                parts.append(f"{kind}({_quote(detail)}) {_expr(arg)}")
        return f"ptx_asm!({_join(parts)})"
    if e.name == "offset_of":
        ty, *fields = e.args
        assert isinstance(ty, ast.ExprCast)
        return f"core::mem::offset_of!({_ty(ty.ty)}, {_join(map(_expr, fields), '.')})"
    first = {"assert": 1, "assert_eq": 2, "assert_ne": 2}.get(e.name, 0)
    parts = [_expr(a) for a in e.args[:first]]
    if e.fmt is not None:
        parts.append(_quote(e.fmt.text))
        parts += [(f"{n} = " if n else "") + _expr(a) for n, a in zip(e.fmt.named[first:], e.args[first:])]
    return f"{e.name}!({_join(parts)})"


_EXPR: dict[type, Callable[[Any], str]] = {
    ast.Lit: _lit,
    ast.ExprPath: lambda e: _path(e.path),
    ast.ExprUnary: lambda e: f"{e.op}{_sub(e.expr, _UNARY)}",
    ast.ExprBinary: lambda e: f"{_left(e)} {e.op} {_sub(e.rhs, BINARY[e.op] + 1)}",
    ast.ExprAssign: lambda e: f"{_sub(e.lhs, 1)} = {_expr(e.rhs)}",
    ast.ExprAssignOp: lambda e: f"{_sub(e.lhs, 1)} {e.op}= {_expr(e.rhs)}",
    ast.ExprAddrOf: lambda e: (
        f"&{'raw ' if e.raw else ''}{'mut ' if e.mut else 'const ' if e.raw else ''}{_sub(e.expr, _UNARY)}"
    ),
    ast.ExprCall: lambda e: (
        f"{'(' + _expr(e.func) + ')' if isinstance(e.func, ast.ExprField) else _sub(e.func, _POSTFIX)}"
        f"({_join(map(_expr, e.args))})"
    ),
    ast.ExprMethodCall: lambda e: (
        f"{_sub(e.receiver, _POSTFIX)}.{_segment(e.segment, False)}({_join(map(_expr, e.args))})"
    ),
    ast.ExprField: lambda e: f"{_sub(e.expr, _POSTFIX)}.{_name(e.ident.name)}",
    ast.ExprIndex: lambda e: f"{_sub(e.expr, _POSTFIX)}[{_expr(e.index)}]",
    ast.ExprTry: lambda e: f"{_sub(e.expr, _POSTFIX)}?",
    ast.ExprAwait: lambda e: f"{_sub(e.expr, _POSTFIX)}.await",
    ast.ExprCast: lambda e: f"{_sub(e.expr, _CAST)} as {_ty(e.ty)}",
    ast.ExprRange: _range,
    ast.ExprTuple: lambda e: f"({_join(map(_expr, e.elems))}{',' if len(e.elems) == 1 else ''})",
    ast.ExprArray: lambda e: f"[{_join(map(_expr, e.elems))}]",
    ast.ExprRepeat: lambda e: f"[{_expr(e.elem)}; {_expr(e.count)}]",
    ast.ExprParen: lambda e: f"({_expr(e.expr)})",
    ast.ExprStruct: _struct,
    ast.ExprIf: _if,
    ast.ExprLet: lambda e: f"let {_pat(e.pat)} = {_expr(e.expr)}",
    ast.ExprMatch: _match,
    ast.ExprWhile: lambda e: f"{_label(e.label)}while {_cond(e.cond)} {_block(e.body)}",
    ast.ExprLoop: lambda e: f"{_label(e.label)}loop {_block(e.body)}",
    ast.ExprFor: _for,
    ast.ExprBlock: lambda e: f"{_label(e.label)}{e.kind + ' ' if e.kind else ''}{_block(e.block)}",
    ast.ExprClosure: _closure,
    ast.ExprBreak: _jump("break"),
    ast.ExprContinue: _jump("continue"),
    ast.ExprReturn: _jump("return"),
    ast.ExprYield: _jump("yield"),
    ast.ExprUnderscore: lambda e: "_",
    ast.ExprMacro: lambda e: _mac(e.mac),
    ast.ExprBuiltinMacro: _builtin,
    ast.ExprErr: lambda e: "/* error */ loop {}",
}


# ---- statements
def _block(b: ast.Block) -> str:
    parts = [_stmt(s) for s in b.stmts]
    if b.tail is not None:
        parts.append(_statement_expr(b.tail))
    return f"{{\n{_indent(chr(10).join(parts))}\n}}" if parts else "{}"


def _statement_expr(e: ast.Expr) -> str:
    """An expression at the start of a statement: one that starts with a block but goes on needs brackets."""
    text = _expr(e)
    starts = text.startswith(("if ", "match ", "while ", "loop ", "for ", "{", "unsafe ", "const ", "'"))
    return f"({text})" if starts and not isinstance(e, _BLOCKS) else text


def _stmt(s: ast.Stmt) -> str:
    if isinstance(s, ast.StmtLet):
        ty = f": {_ty(s.ty)}" if s.ty is not None else ""
        init = f" = {_expr(s.init)}" if s.init is not None else ""
        els = f" else {_block(s.els)}" if s.els is not None else ""
        return f"{_attrs(s.attrs)}let {_pat(s.pat)}{ty}{init}{els};"
    if isinstance(s, ast.StmtItem):
        return _item(s.item)
    if isinstance(s, ast.StmtExpr):
        attrs = "" if isinstance(s.expr, ast.ExprFor) else _attrs(s.attrs)
        return f"{attrs}{_statement_expr(s.expr)}{';' if s.semi else ''}"
    assert isinstance(s, ast.StmtMacro)
    return f"{_attrs(s.attrs)}{_mac(s.mac)}{';' if s.semi else ''}"


# ---- items
def _params(params: Sequence[ast.GenericParam]) -> str:
    out = []
    for p in params:
        text = _attrs(p.attrs)
        if p.kind == "lifetime":
            text += f"'{p.ident.name}"
        elif p.kind == "const":
            assert p.ty is not None
            text += f"const {p.ident.name}: {_ty(p.ty)}"
        else:
            text += p.ident.name
        if p.bounds:
            text += f": {_bounds(p.bounds)}"
        if p.default is not None:
            text += f" = {_generic_arg(p.default)}"
        out.append(text)
    return f"<{_join(out)}>" if out else ""


def _where(g: ast.Generics) -> str:
    out = []
    for w in g.where:
        binder = f"for{_params(w.generics)} " if w.generics else ""
        subject = f"'{w.lifetime.name}" if w.lifetime is not None else _ty(w.ty) if w.ty is not None else ""
        out.append(f"{binder}{subject}: {_bounds(w.bounds)}")
    return f" where {_join(out)}" if out else ""


def _vis(v: ast.Visibility) -> str:
    if v.kind == "inherited":
        return ""
    if v.kind == "pub":
        return "pub "
    return f"pub(in {_path(v.path)}) " if v.path is not None else f"pub({v.kind}) "


def _fields(kind: str, fields: Sequence[ast.FieldDef]) -> str:
    if kind == "unit":
        return ""
    if kind == "tuple":
        return f"({_join(_attrs(f.attrs) + _vis(f.vis) + _ty(f.ty) for f in fields)})"
    lines = [f"{_attrs(f.attrs)}{_vis(f.vis)}{_name(f.ident.name)}: {_ty(f.ty)}," for f in fields]
    return f" {{\n{_indent(chr(10).join(lines))}\n}}" if lines else " {}"


def _fn(f: ast.Fn) -> str:
    h = f.header
    words = [w for w, on in (("const", h.const), ("async", h.async_), ("unsafe", h.unsafe), ("safe", h.safe)) if on]
    if h.abi is not None:
        words.append(f'extern "{h.abi}"')
    params = [_param(p) for p in f.params] + ["..."] * f.variadic
    out = f"{_join([*words, 'fn'], ' ')} {_name(f.ident.name)}{_params(f.generics.params)}({_join(params)})"
    if f.output is not None:
        out += f" -> {_ty(f.output)}"
    return out + _where(f.generics) + (f" {_block(f.body)}" if f.body is not None else ";")


def _param(p: ast.FnParam) -> str:
    attrs = _attrs(p.attrs)
    if p.is_self:
        ty = p.ty
        if isinstance(ty, ast.TyRef) and isinstance(ty.ty, ast.TySelfImplicit):
            life = f"'{ty.lifetime.name} " if ty.lifetime is not None else ""
            return f"{attrs}&{life}{'mut ' if ty.mut else ''}self"
        if isinstance(ty, ast.TySelfImplicit):
            return attrs + _pat(p.pat)
    return f"{attrs}{_pat(p.pat)}: {_ty(p.ty)}"


def _braced(items: Sequence[ast.Item], inner: Sequence[ast.Attr] = ()) -> str:
    lines = [_attr(a) for a in inner] + [_item(i) for i in items]
    return f"{{\n{_indent(chr(10).join(lines))}\n}}" if lines else "{}"


def _use(t: ast.UseTree) -> str:
    prefix = _path(t.prefix)
    if t.kind == "simple":
        return prefix + (f" as {_name(t.rename.name)}" if t.rename is not None else "")
    joined = f"{prefix}::" if t.prefix.segments else prefix
    return joined + ("*" if t.kind == "glob" else f"{{{_join(map(_use, t.children))}}}")


def _item(i: ast.Item) -> str:
    return _attrs(i.attrs, "\n") + _vis(i.vis) + _item_body(i)


def _item_body(i: ast.Item) -> str:
    name = _name(i.ident.name)
    match i:
        case ast.Fn():
            return _fn(i)
        case ast.Struct():
            where = _where(i.generics)
            params = _params(i.generics.params)
            if i.kind == "named":
                return f"struct {name}{params}{where}{_fields(i.kind, i.fields)}"
            return f"struct {name}{params}{_fields(i.kind, i.fields)}{where};"
        case ast.Union():
            return f"union {name}{_params(i.generics.params)}{_where(i.generics)}{_fields('named', i.fields)}"
        case ast.Enum():
            variants = []
            for v in i.variants:
                disc = f" = {_expr(v.disc)}" if v.disc is not None else ""
                variants.append(f"{_attrs(v.attrs)}{_name(v.ident.name)}{_fields(v.kind, v.fields)}{disc},")
            head = f"enum {name}{_params(i.generics.params)}{_where(i.generics)}"
            return f"{head} {{\n{_indent(chr(10).join(variants))}\n}}"
        case ast.Impl():
            inner = [a for a in i.attrs if a.inner]
            trait = f"{'!' if i.negative else ''}{_path(i.trait_, True)} for " if i.trait_ is not None else ""
            unsafe = "unsafe " if i.unsafe else ""
            head = f"{unsafe}impl{_params(i.generics.params)} {trait}{_ty(i.self_ty)}{_where(i.generics)}"
            return f"{head} {_braced(i.items, inner)}"
        case ast.Trait():
            words = f"{'unsafe ' if i.unsafe else ''}{'auto ' if i.auto else ''}"
            bounds = f": {_bounds(i.bounds)}" if i.bounds else ""
            return f"{words}trait {name}{_params(i.generics.params)}{bounds}{_where(i.generics)} {_braced(i.items)}"
        case ast.TraitAlias():
            return f"trait {name}{_params(i.generics.params)} = {_bounds(i.bounds)}{_where(i.generics)};"
        case ast.TyAlias():
            bounds = f": {_bounds(i.bounds)}" if i.bounds else ""
            ty = f" = {_ty(i.ty)}" if i.ty is not None else ""
            return f"type {name}{_params(i.generics.params)}{bounds}{ty}{_where(i.generics)};"
        case ast.Const():
            ty = f": {_ty(i.ty)}" if i.ty is not None else ""
            value = f" = {_expr(i.expr)}" if i.expr is not None else ""
            return f"const {name}{ty}{value};"
        case ast.Static():
            words = f"{'unsafe ' if i.unsafe else ''}{'safe ' if i.safe else ''}static {'mut ' if i.mut else ''}"
            ty = f": {_ty(i.ty)}" if i.ty is not None else ""
            value = f" = {_expr(i.expr)}" if i.expr is not None else ""
            return f"{words}{name}{ty}{value};"
        case ast.Use():
            return f"use {_use(i.tree)};"
        case ast.Mod():
            head = f"{'unsafe ' if i.unsafe else ''}mod {name}"
            return f"{head};" if i.items is None else f"{head} {_braced(i.items, i.inner_attrs)}"
        case ast.ForeignMod():
            return f'{"unsafe " if i.unsafe else ""}extern "{i.abi}" {_braced(i.items)}'
        case ast.ExternCrate():
            return f"extern crate {i.name}" + (f" as {name};" if name != i.name else ";")
        case ast.MacroRules():
            return f"macro_rules! {name} {{ {_tokens(i.tokens)} }}"
        case ast.ItemMacro():
            return _mac(i.mac) + ("" if i.mac.tokens.delim == "{" else ";")
        case _:
            raise TypeError(type(i).__name__)
