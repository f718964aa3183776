"""Exhaustiveness and reachability of matches: the usefulness algorithm over a matrix of patterns.

A row is an arm; a column is a place still to be looked at.  The first column is split by constructors; each constructor
gives a smaller matrix.  Where no column is left, the first row without a guard takes the value, and if there is none,
the path of constructors that led there is a witness of what is not covered.
"""

from __future__ import annotations

from collections.abc import Iterator

from ferrule.hir import nodes as hir
from ferrule.thir import thir
from ferrule.thir.constructors import (
    INF,
    AnyCtor,
    Deconstructor,
    DPat,
    FloatRange,
    IntRange,
    Single,
    SliceCtor,
    StrConst,
    Variant,
    Wild,
    bias,
    covers,
    wild,
)
from ferrule.ty import ty as t
from ferrule.ty.context import TyCtxt
from ferrule.ty.data import VariantData

LIMIT = 2048  # witnesses kept on the way


class Row:
    __slots__ = ("guard", "parent", "pats", "useful")

    def __init__(self, pats: list[DPat], guard: bool, parent: int) -> None:
        self.pats, self.guard, self.parent = pats, guard, parent
        self.useful = False


class Report:
    """The verdict on one match: what is not covered, as patterns, and which arms or alternatives can never be taken."""

    __slots__ = ("unreachable", "witnesses")

    def __init__(self, witnesses: list[DPat], unreachable: list[tuple[int, int]]) -> None:
        self.witnesses = witnesses
        self.unreachable = unreachable  # (arm, span of the pattern)


class Usefulness:
    def __init__(self, tcx: TyCtxt) -> None:
        self.tcx = tcx
        self.decon = Deconstructor(tcx)

    def check(self, ty: t.Ty, arms: list[tuple[thir.Pat, bool]], valid: bool = True) -> Report:
        """``arms``: pattern and whether it has a guard."""
        lowered = [self.decon.lower(p) for p, _ in arms]
        rows: list[Row] = []
        for i, (pat, (_, guard)) in enumerate(zip(lowered, arms)):
            rows += [Row([p], guard, i) for p in expand(pat)]
        found = self.compute(rows, [ty], [valid], True)
        for row in rows:
            if row.useful:
                row.pats[0].useful = True
                lowered[row.parent].useful = True
        unreachable: list[tuple[int, int]] = []
        for i, pat in enumerate(lowered):
            if not pat.useful:
                unreachable.append((i, arms[i][0].span))
            else:
                unreachable += [(i, span) for span in useless(pat)]
        return Report([w[0] for w in found], unreachable)

    def compute(self, rows: list[Row], tys: list[t.Ty], valid: list[bool], top: bool) -> list[list[DPat]]:
        """Marks useful rows; returns the witnesses, each a pattern for every column."""
        if not tys:
            for row in rows:
                row.useful = True
                if not row.guard:
                    return []
            return [[]]
        ty = tys[0]
        heads: list[AnyCtor] = [r.pats[0].ctor for r in rows if not isinstance(r.pats[0].ctor, Wild)]
        # A type without constructors needs no arm at the top, wherever its place is.
        surely = valid[0] or top and has_no_constructors(self.tcx, ty)
        seen, missing, unnamed = self.decon.split(ty, heads, surely)
        witnesses: list[list[DPat]] = []
        for c in seen:
            fields = self.decon.field_tys(c, ty)
            inner_valid = valid[0] and not isinstance(ty, (t.Ref, t.Ptr))
            found = self.specialise(rows, c, fields, tys[1:], [inner_valid] * len(fields) + valid[1:])
            n = len(fields)
            if not (missing or unnamed):  # else what is missing is witness enough
                witnesses += [[DPat(c, w[:n], ty), *w[n:]] for w in found]
        if missing or unnamed:
            # Every missing constructor behaves the same: only rows with a wildcard are left.
            found = self.specialise(rows, None, [], tys[1:], valid[1:])
            if found:
                if unnamed or not (top or seen or heads):
                    shown = [wild(ty)]
                else:
                    shown = [DPat(c, [wild(x) for x in self.decon.field_tys(c, ty)], ty) for c in missing]
                witnesses += [[head, *w] for head in shown for w in found]
        return witnesses[:LIMIT]

    def specialise(
        self, rows: list[Row], c: AnyCtor | None, fields: list[t.Ty], rest: list[t.Ty], valid: list[bool]
    ) -> list[list[DPat]]:
        inner: list[Row] = []
        for i, row in enumerate(rows):
            head = row.pats[0]
            if isinstance(head.ctor, Wild):
                sub = [wild(x) for x in fields]
            elif c is not None and covers(head.ctor, c):
                sub = head.fields
                if isinstance(head.ctor, SliceCtor) and len(sub) != len(fields):
                    # A slice pattern with `..` for a longer slice: wildcards in the middle.
                    assert isinstance(c, SliceCtor)
                    middle = [wild(x) for x in fields[: len(fields) - len(sub)]]
                    cut = head.ctor.prefix
                    sub = [*sub[:cut], *middle, *sub[cut:]]
            else:
                continue
            pats = sub + row.pats[1:]
            if pats:
                inner += [Row([p, *pats[1:]], row.guard, i) for p in expand(pats[0])]
            else:
                inner.append(Row(pats, row.guard, i))
        found = self.compute(inner, fields + rest, valid, False)
        for r in inner:
            if r.useful:
                rows[r.parent].useful = True
                if r.pats:
                    mark(r.pats[0])
        return found


def has_no_constructors(tcx: TyCtxt, ty: t.Ty) -> bool:
    return ty is t.NEVER or isinstance(ty, t.Adt) and tcx.adt(ty.def_).is_enum and not tcx.adt(ty.def_).variants


def expand(p: DPat) -> Iterator[DPat]:
    """The alternatives of a pattern, nested or-patterns flattened."""
    if p.alts is None:
        yield p
    else:
        for a in p.alts:
            yield from expand(a)


def mark(p: DPat) -> None:
    p.useful = True


def useless(p: DPat) -> list[int]:
    """Spans of alternatives inside a useful pattern that are never needed."""
    out: list[int] = []
    if p.alts is not None:
        for a in p.alts:
            if any(x.useful for x in expand(a)):
                out += useless(a)
            else:
                out.append(a.span)
    for f in p.fields:
        out += useless(f)
    return out


# ============================================================================================================ reporting
def show(tcx: TyCtxt, p: DPat) -> str:
    """A witness as rustc prints it."""
    match p.ctor:
        case Variant(index):
            assert isinstance(p.ty, t.Adt)
            data = tcx.adt(p.ty.def_).variants[index]
            prelude = p.ty.def_.name in ("Option", "Result") and p.ty.def_.crate.is_library
            return show_fields(tcx, data, data.name if prelude else f"{p.ty.def_.name}::{data.name}", p.fields)
        case Single():
            if isinstance(p.ty, t.Tuple):
                inner = ", ".join(show(tcx, f) for f in p.fields)
                return f"({inner},)" if len(p.fields) == 1 else f"({inner})"
            if isinstance(p.ty, t.Ref):
                return f"&{'mut ' if p.ty.mut else ''}{show(tcx, p.fields[0])}"
            assert isinstance(p.ty, t.Adt)
            data = tcx.adt(p.ty.def_).variants[0]
            return show_fields(tcx, data, p.ty.def_.name, p.fields)
        case IntRange():
            return show_range(p.ctor, p.ty)
        case SliceCtor(prefix, _, fixed):
            parts = [show(tcx, f) for f in p.fields]
            if not fixed:
                parts.insert(prefix, "..")
                return f"[{', '.join(parts)}]"
            return f"[{', '.join(parts)}]"
        case StrConst(data_bytes):
            return '"' + data_bytes.decode("utf-8", "replace") + '"'
        case FloatRange(lo, hi):
            return f"{lo}" if lo == hi else f"{lo}..{hi}"
    return "_"


def show_fields(tcx: TyCtxt, data: VariantData, name: str, fields: list[DPat]) -> str:
    if data.ctor == "unit" or not data.fields and data.ctor != "named":
        return name
    if data.ctor == "tuple":
        return f"{name}({', '.join(show(tcx, f) for f in fields)})"
    parts = [f"{f.name}: {show(tcx, p)}" for f, p in zip(data.fields, fields) if not isinstance(p.ctor, Wild)]
    if len(parts) < len(fields):
        parts.append("..")
    return f"{name} {{ {', '.join(parts)} }}" if parts else f"{name} {{}}"


def show_range(r: IntRange, ty: t.Ty) -> str:
    if ty is t.BOOL:
        return "true" if r.lo else "false"
    if r.lo <= -INF and r.hi >= INF:
        return "_"
    if r.hi - r.lo == 1:
        return show_int(r.lo, ty)
    top = 1 << 64
    if isinstance(ty, t.Int) and ty.name in ("usize", "isize"):
        low = "" if r.lo <= -INF else show_int(min(r.lo, top - 1), ty)
        if r.hi >= INF:
            return f"{low}.."
        if r.hi <= 0:
            return f"{low}..{show_int(0, ty)}"
        return f"{low}..={show_int(r.hi - 1, ty)}"
    if ty is t.U128 and r.hi == 1 << 128:
        return f"{show_int(r.lo, ty)}.."  # rustc's own bound check gives up here
    return f"{show_int(r.lo, ty)}..={show_int(r.hi - 1, ty)}"


def show_int(at: int, ty: t.Ty) -> str:
    if isinstance(ty, t.Int):
        value = at - bias(ty)
        if value == ty.max:
            return f"{ty.name}::MAX"
        return f"{ty.name}::MIN" if ty.signed and value == ty.min else f"{value}_{ty.name}"
    ch = chr(at)
    if ch == "\0":
        return r"'\0'"
    escapes = {"\n": r"\n", "\r": r"\r", "\t": r"\t", "'": r"\'", "\\": "\\\\"}
    shown = escapes.get(ch) or (ch if ch.isprintable() else "\\u{" + f"{at:x}" + "}")
    return f"'{shown}'"


def joined(tcx: TyCtxt, witnesses: list[DPat]) -> str:
    shown = [f"`{show(tcx, w)}`" for w in witnesses]
    if len(shown) == 1:
        return shown[0]
    if len(shown) <= 3:
        return f"{', '.join(shown[:-1])} and {shown[-1]}"
    return f"{', '.join(shown[:3])} and {len(shown) - 3} more"


def label(tcx: TyCtxt, witnesses: list[DPat]) -> str:
    return f"pattern{'s' if len(witnesses) > 1 else ''} {joined(tcx, witnesses)} not covered"


# ======================================================================================================= bodies of THIR
def check_body(tcx: TyCtxt, body: thir.Body) -> None:
    """Checks every match, let and parameter of ``body``: E0004, E0005, unreachable patterns."""
    checker = BodyChecker(tcx, not body.owner.crate.is_library)  # lints of libraries are not the user's
    for p in body.params:
        checker.irrefutable(p.pat, "function argument" if body.closure is None else "closure argument")
    checker.visit(body.value)


class BodyChecker:
    def __init__(self, tcx: TyCtxt, lints: bool) -> None:
        self.tcx = tcx
        self.use = Usefulness(tcx)
        self.diag = tcx.session.diag
        self.lints = lints

    def unreachable(self, spans: list[tuple[int, int]]) -> None:
        for _, span in spans if self.lints else ():
            self.diag.warning("unreachable pattern", span, "no value can reach this")

    def visit(self, root: object) -> None:
        """Walks expressions and statements without recursion, so that long chains do not exhaust the stack."""
        todo: list[object] = [root]
        while todo:
            node = todo.pop()
            if isinstance(node, list):
                todo += reversed(node)
                continue
            match node:
                case None | hir.Node() | thir.Pat():
                    continue
                case thir.Match():
                    self.check_match(node)
                case thir.Let():
                    self.check_let_condition(node)
                case thir.StmtLet() if node.els is None:
                    self.irrefutable(node.pat, "local binding", node.init)
                case thir.StmtLet():
                    self.reachable(node.pat)
            if isinstance(node, (thir.Node, thir.Expr, thir.Stmt, thir.FieldExpr, thir.AsmOperand)):
                children: list[object] = []
                for cls in type(node).__mro__:
                    children += [getattr(node, s) for s in getattr(cls, "__slots__", ()) if s in CHILD_FIELDS]
                todo += reversed(children)

    def check_match(self, e: thir.Match) -> None:
        if not has_tests(a.pat for a in e.arms) and e.arms and e.arms[0].guard is None and len(e.arms) == 1:
            return
        report = self.use.check(
            e.scrutinee.ty, [(a.pat, a.guard is not None) for a in e.arms], known_valid(e.scrutinee)
        )
        self.unreachable(report.unreachable)
        if not report.witnesses:
            return
        if e.source == "for":
            self.for_loop(e, report)
            return
        span = e.scrutinee.span
        enum = isinstance(e.scrutinee.ty, t.Adt) and self.tcx.adt(e.scrutinee.ty.def_).is_enum
        if not e.arms and not enum:
            self.diag.error("E0004", f"non-exhaustive patterns: type `{e.scrutinee.ty}` is non-empty", span)
            return
        d = self.diag.error(
            "E0004",
            f"non-exhaustive patterns: {joined(self.tcx, report.witnesses)} not covered",
            span,
            label(self.tcx, report.witnesses),
        )
        d.note(f"the matched value is of type `{e.scrutinee.ty}`")
        if e.arms and all(a.guard is not None for a in e.arms):
            d.note("match arms with guards don't count towards exhaustivity")
        if len(report.witnesses) < 4:
            more = ", a match arm with multiple or-patterns as shown, or multiple match arms"
            one = " or an explicit pattern as shown"
            text = "ensure that all possible cases are being handled by adding a match arm with a wildcard pattern"
            d.help(text + (one if len(report.witnesses) == 1 else more))

    def for_loop(self, e: thir.Match, report: Report) -> None:
        """`for PAT in ...`: the arm `Some(PAT)` must take every item."""
        inner = [w.fields[0] if w.fields else w for w in report.witnesses]
        span = next((f.pat.span for a in e.arms if isinstance(a.pat, thir.PVariant) for f in a.pat.fields), e.span)
        self.refutable("`for` loop binding", span, inner, inner[0].ty)

    def check_let_condition(self, e: thir.Let) -> None:
        self.reachable(e.pat)

    def reachable(self, pat: thir.Pat) -> None:
        if has_tests([pat]):
            self.unreachable(self.use.check(pat.ty, [(pat, False)]).unreachable)

    def irrefutable(self, pat: thir.Pat, origin: str, init: thir.Expr | None = None) -> None:
        if not has_tests([pat]):
            return
        report = self.use.check(pat.ty, [(pat, False)], init is None or known_valid(init))
        if report.witnesses:
            self.refutable(origin, pat.span, report.witnesses, pat.ty)

    def refutable(self, origin: str, span: int, witnesses: list[DPat], ty: t.Ty) -> None:
        d = self.diag.error("E0005", f"refutable pattern in {origin}", span, label(self.tcx, witnesses))
        if origin == "local binding":
            need = 'an "irrefutable pattern", like a `struct` or an `enum` with only one variant'
            d.note(f"`let` bindings require {need}")
            d.note("for more information, visit https://doc.rust-lang.org/book/ch19-02-refutability.html")
        d.note(f"the matched value is of type `{ty}`")


CHILD_FIELDS = frozenset(
    (
        "arg", "lhs", "rhs", "index", "func", "args", "fields", "base", "elems", "elem", "upvars", "block", "cond",
        "then", "else_", "init", "scrutinee", "arms", "guard", "body", "expr", "operands", "stmts", "tail", "els",
    )
)  # fmt: skip


def known_valid(e: thir.Expr) -> bool:
    """Whether a scrutinee surely holds a value: not behind a pointer, reference or union field."""
    while True:
        match e:
            case thir.Deref():
                return False
            case thir.Field():
                e = e.lhs
            case thir.Index():
                e = e.lhs
            case _:
                return True


def has_tests(pats: Iterator[thir.Pat] | list[thir.Pat]) -> bool:
    """Whether any pattern could fail to match: contains more than bindings, wildcards and tuples of them."""
    todo = list(pats)
    while todo:
        match todo.pop():
            case thir.PWild() | thir.PErr():
                pass
            case thir.PBinding() as b:
                if b.sub is not None:
                    todo.append(b.sub)
            case thir.PDeref() as d:
                todo.append(d.pat)
            case thir.PLeaf() as leaf:
                todo += [f.pat for f in leaf.fields]
            case _:
                return True
    return False
