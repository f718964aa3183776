"""What the attributes of a kernel say of its launches: ``launch_bounds``, ``cluster_launch``, ``launch_contract`` ...

The numbers of ``launch_bounds`` are constant expressions that may name the kernel's generic parameters; those of the others
are literals.  The relations of a contract are read into a small stack program here, so that a name that is no parameter
is an error of the compiler and a launch needs no compiler to check them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from ferrule.hir.lower_ty import TyLowerer as HirLowerer
from ferrule.mir.interpret import eval_to_int
from ferrule.resolve.defs import Def
from ferrule.runtime.plan import Contract, Requirement, Term
from ferrule.syntax import ast
from ferrule.syntax.cfg import split_commas
from ferrule.syntax.hygiene import bare
from ferrule.syntax.parser import parse_fragment
from ferrule.ty import ty as t
from ferrule.ty.fold import subst
from ferrule.ty.lower import TyLowerer

if TYPE_CHECKING:
    from ferrule.ty.context import TyCtxt

Dims = tuple[int, int, int]
MAX_BLOCK: Dims = (1024, 1024, 64)
MAX_THREADS = 1024
MAX_ALIGNMENT = 4096  # a page: where shared memory of the CPU device begins
_COMPARISONS = (">=", ">", "<=", "<", "==", "!=")


class LaunchAttributes(NamedTuple):
    """None, empty or 0: the attribute is not there."""

    max_threads: t.Const | None = None
    min_blocks: t.Const | None = None
    bounds_span: int = 0
    exact_block: Dims | None = None
    cluster: Dims | None = None
    cooperative: bool = False
    contract: Contract | None = None
    shared_alignment: int = 1  # of dynamic shared memory, in bytes


class _Invalid(Exception):
    """Reported; the attribute counts as not there."""


def find_attr(d: Def, name: str) -> ast.Attr | None:
    for a in d.attrs:
        if a.path == name or a.path.endswith("::" + name):
            return a
    return None


def launch_attributes(tcx: TyCtxt, d: Def) -> LaunchAttributes:
    """Read once for each kernel; what is wrong is reported then."""
    found: LaunchAttributes | None = d.cache.get("launch_attributes")
    if found is None:
        found = LaunchAttributes(cooperative=find_attr(d, "cooperative_launch") is not None)
        for name, read in (("launch_bounds", _bounds), ("cluster_launch", _cluster), ("launch_contract", _contract)):
            attr = find_attr(d, name)
            if attr is not None:
                try:
                    found = read(tcx, d, attr, found)
                except _Invalid:
                    pass
        d.cache["launch_attributes"] = found
    return found


def _fail(tcx: TyCtxt, message: str, span: int, help: str = "") -> _Invalid:
    report = tcx.session.diag.error("", message, span)
    if help:
        report.help(help)
    return _Invalid()


def _expr(tcx: TyCtxt, tokens: ast.TokenStream) -> ast.Expr:
    parsed = parse_fragment(tcx.session, tokens, "expr")
    if not isinstance(parsed, ast.Expr):
        raise _Invalid
    return parsed


def _plain(e: ast.Expr) -> ast.Expr:
    while isinstance(e, ast.ExprParen):
        e = e.expr
    return e


def _number(tcx: TyCtxt, what: str, e: ast.Expr, low: int = 0, high: int = 2**32 - 1) -> int:
    e = _plain(e)
    if not isinstance(e, ast.Lit) or e.kind != "int":
        raise _fail(tcx, f"{what} is an integer literal", e.span)
    if not low <= e.value <= high:
        raise _fail(tcx, f"{what} lies between {low} and {high}", e.span)
    return int(e.value)


def _tuple(tcx: TyCtxt, what: str, e: ast.Expr, count: int, low: int = 0) -> list[int]:
    if not isinstance(e, ast.ExprTuple) or len(e.elems) != count:
        raise _fail(tcx, f"{what} is a tuple of {count} integer literals", e.span)
    return [_number(tcx, f"each of {what}", x, low) for x in e.elems]


# -------------------------------------------------------------------------------------------------- bounds and clusters
def _bounds(tcx: TyCtxt, d: Def, attr: ast.Attr, out: LaunchAttributes) -> LaunchAttributes:
    parts = [_expr(tcx, part) for part in split_commas(attr.tokens)]
    if not 1 <= len(parts) <= 2:
        raise _fail(
            tcx, "`launch_bounds` takes the most threads of a block and, if you like, the least blocks of a multiprocessor",
            attr.span,
        )  # fmt: skip
    consts = [
        TyLowerer(tcx, d).anon_const(HirLowerer(tcx, d, in_body=False).anon_const(e), t.INT_TYPES["u32"]) for e in parts
    ]
    return out._replace(max_threads=consts[0], min_blocks=consts[1] if len(consts) > 1 else None, bounds_span=attr.span)


def bound_consts(attributes: LaunchAttributes) -> list[t.Const]:
    return [c for c in (attributes.max_threads, attributes.min_blocks) if c is not None]


def launch_bounds(tcx: TyCtxt, attributes: LaunchAttributes, args: t.Args) -> tuple[int | None, int]:
    """The most threads of a block and the least blocks of a multiprocessor, for the instance with ``args``."""
    max_threads, min_blocks = (
        None if c is None else eval_to_int(tcx, tcx.normalize_const(subst(c, args)))
        for c in (attributes.max_threads, attributes.min_blocks)
    )
    return max_threads, min_blocks or 0


def check_bounds(attributes: LaunchAttributes, max_threads: int | None, min_blocks: int) -> str:
    """What is wrong with the numbers of ``launch_bounds`` in an instance of the kernel; empty if nothing is."""
    if max_threads is None:
        return ""
    if not 1 <= max_threads <= MAX_THREADS:
        return f"`launch_bounds` of {max_threads} threads: a block has between 1 and {MAX_THREADS}"
    if min_blocks > 32:
        return f"`launch_bounds` of {min_blocks} blocks: no multiprocessor holds more than 32"
    block = attributes.exact_block
    if block is not None and (threads := block[0] * block[1] * block[2]) > max_threads:
        return f"`launch_contract` says blocks of {threads} threads and `launch_bounds` at most {max_threads}"
    return ""


def _cluster(tcx: TyCtxt, d: Def, attr: ast.Attr, out: LaunchAttributes) -> LaunchAttributes:
    parts = [_expr(tcx, part) for part in split_commas(attr.tokens)]
    if not 1 <= len(parts) <= 3:
        raise _fail(tcx, "`cluster_launch` takes the blocks of a cluster along x, y and z", attr.span)
    x, y, z = (*(_number(tcx, "the size of a cluster", e, 1, 16) for e in parts), 1, 1)[:3]
    return out._replace(cluster=(x, y, z))


# -------------------------------------------------------------------------------------------------------------- contract
class _Fields(NamedTuple):
    """The values that a contract gives, before they are put together."""

    values: dict[str, ast.Expr]
    tcx: TyCtxt
    node: ast.Fn
    def_: Def

    def number(self, key: str, default: int, low: int = 0, high: int = 2**32 - 1) -> int:
        e = self.values.get(key)
        return default if e is None else _number(self.tcx, f"`{key}`", e, low, high)

    def tuple(self, key: str, count: int, low: int = 0) -> list[int] | None:
        e = self.values.get(key)
        return None if e is None else _tuple(self.tcx, f"`{key}`", e, count, low)


KEYS = (
    "domain", "coordinates", "block", "dynamic_shared", "dynamic_shared_range", "dynamic_shared_alignment",
    "min_compute_capability", "requires",
)  # fmt: skip


def _contract(tcx: TyCtxt, d: Def, attr: ast.Attr, out: LaunchAttributes) -> LaunchAttributes:
    assert isinstance(d.node, ast.Fn)
    fields = _Fields(_key_values(tcx, attr), tcx, d.node, d)
    values = fields.values
    if "domain" not in values:
        raise _fail(tcx, "`launch_contract` needs `domain = 1`, `2` or `3`", attr.span)
    domain = fields.number("domain", 1, 1, 3)
    if (coordinates := values.get("coordinates")) is not None and _name(coordinates) != "u32":
        raise _fail(tcx, "`coordinates` of a launch contract can be `u32` only", coordinates.span)
    block = fields.tuple("block", 3, 1)
    if block is not None:
        _check_block(tcx, block, domain, values["block"].span)
        out = out._replace(exact_block=(block[0], block[1], block[2]))
    shared, alignment = _shared(fields)
    capability = fields.tuple("min_compute_capability", 2) or [0, 0]
    requires = values.get("requires")
    contract = Contract(
        domain,
        coordinates is not None,
        shared,
        (capability[0], capability[1]),
        () if requires is None else _requirements(fields, requires),
    )
    return out._replace(contract=contract, shared_alignment=alignment)


def _key_values(tcx: TyCtxt, attr: ast.Attr) -> dict[str, ast.Expr]:
    out: dict[str, ast.Expr] = {}
    for part in split_commas(attr.tokens):
        key = bare(part.texts[0]) if part.texts else ""
        if part.texts[1:2] != ["="] or len(part.texts) < 3:
            raise _fail(tcx, "`launch_contract` takes `name = value` pairs", part.span)
        if key not in KEYS:
            fields = ", ".join(f"`{k}`" for k in KEYS)
            raise _fail(tcx, f"`launch_contract` has no field `{key}`", part.spans[0], f"its fields are {fields}")
        if key in out:
            raise _fail(tcx, f"`{key}` is given twice", part.spans[0])
        span = part.spans[2] & ~0xFFFFFFFF | part.span & 0xFFFFFFFF
        out[key] = _expr(tcx, ast.TokenStream(span, "", part.kinds[2:], part.texts[2:], part.spans[2:]))
    return out


def _name(e: ast.Expr) -> str:
    """The identifier that an expression is; empty for any other."""
    e = _plain(e)
    if isinstance(e, ast.ExprPath) and len(e.path.segments) == 1 and e.path.qself is None and not e.path.global_:
        return bare(e.path.segments[0].ident.name)
    return ""


def _check_block(tcx: TyCtxt, block: list[int], domain: int, span: int) -> None:
    for axis, n, most in zip("xyz", block, MAX_BLOCK, strict=True):
        if n > most:
            raise _fail(tcx, f"block.{axis} is {n}; CUDA allows at most {most} threads along {axis}", span)
    threads = block[0] * block[1] * block[2]
    if threads > MAX_THREADS:
        raise _fail(tcx, f"a block of {threads} threads; CUDA allows at most {MAX_THREADS}", span)
    for axis, n in list(zip("xyz", block, strict=True))[domain:]:
        if n != 1:
            raise _fail(tcx, f"block.{axis} is {n}, and `domain = {domain}` leaves it at 1", span)


def _shared(fields: _Fields) -> tuple[tuple[int, int], int]:
    """The least and the most bytes of dynamic shared memory, and how they are aligned."""
    values, tcx = fields.values, fields.tcx
    exact = fields.number("dynamic_shared", 0)
    bounds = fields.tuple("dynamic_shared_range", 2)
    if bounds is not None and "dynamic_shared" in values:
        span = values["dynamic_shared_range"].span
        raise _fail(tcx, "`dynamic_shared` and `dynamic_shared_range` exclude each other", span)
    low, high = bounds or (exact, exact)
    if low > high:
        raise _fail(tcx, f"no size lies between {low} and {high} bytes", values["dynamic_shared_range"].span)
    alignment = fields.number("dynamic_shared_alignment", 16 if high else 1, 1, MAX_ALIGNMENT)
    if alignment & (alignment - 1):
        span = values["dynamic_shared_alignment"].span
        raise _fail(tcx, f"an alignment of {alignment} bytes is no power of two", span)
    return (low, high), alignment


# ------------------------------------------------------------------------------------------------------------- relations
def _requirements(fields: _Fields, e: ast.Expr) -> tuple[Requirement, ...]:
    parts = e.elems if isinstance(e, ast.ExprTuple) else [e.expr] if isinstance(e, ast.ExprParen) else []
    if not parts:
        raise _fail(fields.tcx, "`requires` is a list of relations in parentheses", e.span, "as in `(a.len() >= n)`")
    return tuple(_requirement(fields, _plain(part)) for part in parts)


def _requirement(fields: _Fields, e: ast.Expr) -> Requirement:
    if not isinstance(e, ast.ExprBinary) or e.op not in _COMPARISONS:
        raise _fail(
            fields.tcx, "a relation of a launch contract is one comparison", e.span, "as in `a.len() >= n * stride`"
        )
    text = " ".join(fields.tcx.session.source_map.snippet(e.span).split())
    return Requirement(text, _terms(fields, e.lhs), e.op, _terms(fields, e.rhs))


def _terms(fields: _Fields, e: ast.Expr) -> tuple[Term, ...]:
    """One side of a relation in reverse Polish notation."""
    e = _plain(e)
    match e:
        case ast.ExprBinary(op=op) if op in ("+", "-", "*"):
            return (*_terms(fields, e.lhs), *_terms(fields, e.rhs), (op, 0))
        case ast.Lit(kind="int"):
            return (("int", int(e.value)),)
        case ast.ExprMethodCall() if bare(e.segment.ident.name) == "len" and not e.args and _name(e.receiver):
            return (("len", _parameter(fields, e.receiver, _is_slice, "a slice")),)
        case ast.ExprPath() if _name(e):
            return (("value", _parameter(fields, e, _is_unsigned, "an unsigned integer")),)
    raise _fail(
        fields.tcx,
        "launch contracts are made of lengths, unsigned integer parameters, literals and `+`, `-`, `*`",
        e.span,
    )


def _parameter(fields: _Fields, e: ast.Expr, fits: Callable[[TyCtxt, t.Ty], bool], what: str) -> int:
    """The index of the parameter that an expression names."""
    name = _name(e)
    types = fields.tcx.fn_sig(fields.def_).inputs
    for i, (p, ty) in enumerate(zip(fields.node.params, types, strict=True)):
        if isinstance(p.pat, ast.PatIdent) and bare(p.pat.ident.name) == name:
            if not fits(fields.tcx, ty):
                raise _fail(
                    fields.tcx, f"`{name}` is {what} in the launch contract and a `{ty}` in the signature", e.span
                )
            return i
    raise _fail(fields.tcx, f"the kernel has no parameter `{name}`", e.span)


def _is_slice(tcx: TyCtxt, ty: t.Ty) -> bool:
    if isinstance(ty, t.Adt):
        from ferrule.traits.lang import lang_name

        return lang_name(ty.def_) == "disjoint_slice"
    return isinstance(ty, t.Ref) and isinstance(ty.ty, t.Slice)


def _is_unsigned(tcx: TyCtxt, ty: t.Ty) -> bool:
    """Also a struct around one, such as `Uniform<u32>`: it is in memory what its field is."""
    if isinstance(ty, t.Adt) and tcx.adt(ty.def_).kind == "struct":
        fields = tcx.adt(ty.def_).variants[0].fields
        return len(fields) == 1 and _is_unsigned(tcx, tcx.normalize(tcx.field_ty(fields[0].def_, ty.args)))
    return isinstance(ty, t.Int) and not ty.signed and ty.bits <= 64
