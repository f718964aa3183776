"""What type checking reports, in rustc's wording (rustc_hir_typeck's ``*_errors``, error_reporting::traits)."""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING

from ferrule.diagnostics.diagnostic import Diagnostic
from ferrule.hir import nodes as hir
from ferrule.infer.obligations import RECURSION_LIMIT, Cause, Obligation
from ferrule.resolve.defs import Def, DefKind
from ferrule.traits.lang import lang_name
from ferrule.traits.predicates import is_fn_trait, map_predicate, show_predicate, show_trait_ref
from ferrule.ty import ty as t
from ferrule.ty.coherence import overlapping
from ferrule.ty.data import Predicate, ProjectionPredicate, TraitPredicate
from ferrule.ty.pretty import show

if TYPE_CHECKING:
    from ferrule.infer.fn_ctxt import FnCtxt


def similar(name: str, names: list[str]) -> str:
    """The candidate nearest to ``name``, or empty."""
    found = difflib.get_close_matches(name, names, 1, 0.6)
    return found[0] if found else ""


def plural(n: int, word: str = "argument") -> str:
    return f"{n} {word}{'s' * (n != 1)}"


def cast_operand(snippet: str) -> str:
    """``snippet`` as an operand of ``as``: in parentheses unless it is a path, call, field or index."""
    return snippet if re.fullmatch(r"[\w.:]+([(\[][^()\[\]]*[)\]][\w.:]*)*", snippet) else f"({snippet})"


def _sort(ty: t.Ty) -> str:
    """How rustc names a type in "expected X, found Y": variables and items by what they are."""
    match ty:
        case t.Infer(kind, _):
            return {"int": "integer", "float": "floating-point number"}.get(kind, "inferred type")
        case t.Param():
            return f"type parameter `{ty.name}`"
        case t.FnDef():
            return "fn item"
        case t.FnPtr():
            return "fn pointer"
        case t.Closure():
            return "closure"
        case t.Array() if ty.flags & t.HAS_INFER:
            length = f"an array with a size of {show(ty.len)}" if isinstance(ty.len, t.ConstValue) else "array"
            return length
        case t.Tuple() if ty.flags & t.HAS_INFER:
            return f"a tuple with {plural(len(ty.elems), 'element')}"
        case t.Alias("projection", _, _):
            return "associated type"
    return f"`{show(ty)}`"


def _pair(expected: t.Ty, found: t.Ty) -> str:
    e, f = _sort(expected), _sort(found)
    if e == f:
        if show(expected) != show(found):
            e, f = f"`{show(expected)}`", f"`{show(found)}`"
        elif isinstance(expected, t.Closure):
            return "expected closure, found a different closure"
    return f"expected {e}, found {f}"


def mismatch(fcx: FnCtxt, span: int, expected: t.Ty, found: t.Ty, cause: Cause | None = None) -> Diagnostic:
    """E0308, with a second label that says where the expectation comes from."""
    kind = cause.kind if cause is not None else "misc"
    data = cause.item if cause is not None else None
    message = "mismatched types"
    if kind == "if_else":
        message = "`if` and `else` have incompatible types"
    elif kind == "match_arm" and data is not None and data[1] > 0 and not isinstance(found, t.Error):
        message = "`match` arms have incompatible types"
    if kind == "return" and data is not None and data[1] is not None and found is t.UNIT:
        span = data[1].span  # there is no value to point at
    d = fcx.error("E0308", message, span, _pair(expected, found))
    if kind == "let" and data is not None:
        d.label(data.span, "expected due to this")
    elif kind == "assign" and data:
        d.label(data, "expected due to the type of this binding")
    elif kind == "return" and data is not None:
        fn, output = data
        if output is not None and output.span != span:
            d.label(output.span, f"expected `{show(expected)}` because of return type")
        if expected is not t.UNIT and found is t.UNIT and fn.name_span:
            d.label(fn.name_span, "implicitly returns `()` as its body has no tail or `return` expression")
    elif kind == "if_else" and data is not None:
        then: hir.Block = data
        d.label(then.tail.span if then.tail is not None else then.span, "expected because of this")
    elif kind == "match_arm" and data is not None:
        node, i = data
        if i > 0:
            d.label(node.arms[i - 1].body.span, f"this arm is found to be of type `{show(expected)}`")
            d.label(node.span, "`match` arms have incompatible types")
    elif kind == "arg" and data is not None:
        fn, index, callee_span = data
        d.label(
            callee_span,
            f"arguments to this {'method' if fn is not None and fn.kind is DefKind.ASSOC_FN else 'function'} are incorrect",
        )
        if fn is not None and fn.kind in (DefKind.FN, DefKind.ASSOC_FN) and not fn.crate.is_library:
            params = fn.node.params
            off = 1 if params and params[0].is_self and len(params) > index + 1 else 0
            if index + off < len(params):
                p = params[index + off]
                name = getattr(getattr(p.pat, "ident", None), "name", "")
                d.note(f"the parameter{f' `{name}`' if name else ''} of `{fn.name}` has type `{show(expected)}`")
    elif kind == "pat" and data is not None:
        ctx = data
        if ctx.scrutinee is not None:
            d.label(
                ctx.scrutinee.span,
                f"this expression has type `{show(fcx.icx.resolve(fcx.results.types.get(ctx.scrutinee.id, expected)))}`",
            )
        elif ctx.declared is not None:
            d.label(ctx.declared.span, "expected due to this")
    elif kind == "op" and isinstance(data, tuple):
        pass
    _hints(fcx, d, span, expected, found)
    return d


def _hints(fcx: FnCtxt, d: Diagnostic, span: int, expected: t.Ty, found: t.Ty) -> None:
    snippet = fcx.tcx.session.source_map.snippet(span)
    if isinstance(expected, t.Ref) and expected.ty is found:
        mut = "mut " if expected.mut else ""
        d.suggest(f"consider {'mutably ' if expected.mut else ''}borrowing here", span, f"&{mut}{snippet}")
    elif isinstance(found, t.Ref) and found.ty is expected and t.is_scalar(expected):
        if snippet.startswith("&"):
            d.suggest("consider removing the borrow", span, snippet.lstrip("&").removeprefix("mut ").strip())
        else:
            d.suggest("consider dereferencing the borrow", span, f"*{snippet}")
    elif isinstance(expected, (t.Int, t.Float)) and isinstance(found, (t.Int, t.Float)):
        inner = cast_operand(snippet)
        d.suggest(f"you can convert `{found}` to `{expected}` with an `as` cast", span, f"{inner} as {expected}")
    elif isinstance(expected, t.Float) and isinstance(found, t.Infer) and found.infer_kind == "int":
        d.suggest("use a float literal", span, f"{snippet}.0")
    elif isinstance(expected, t.Adt) and expected.def_.name == "Option" and expected.args and expected.args[0] is found:
        d.suggest("try wrapping the expression in `Some`", span, f"Some({snippet})")
    elif (
        found is t.UNIT
        and expected is not t.UNIT
        and snippet.startswith("{")
        and snippet.rstrip("}").rstrip().endswith(";")
    ):
        d.help("remove the `;` at the end of the block to return its value")


# ----------------------------------------------------------------------------------------------------------------- calls
def not_callable(fcx: FnCtxt, e: hir.Call, ty: t.Ty) -> None:
    ty = fcx.icx.resolve(ty)
    if ty.flags & t.HAS_ERROR:
        fcx.results.tainted = True
        return
    found = fcx.results.path_res.get(e.func.id)
    snippet = fcx.tcx.session.source_map.snippet(e.func.span)
    if found is not None and found[0].kind in (DefKind.VARIANT, DefKind.STRUCT):
        kind = "enum variant" if found[0].kind is DefKind.VARIANT else "unit struct"
        fcx.error("E0618", f"expected function, found {kind} `{snippet}`", e.func.span, "not a function").help(
            f"remove the arguments: `{snippet}`"
        )
        return
    fcx.error("E0618", f"expected function, found `{show(ty)}`", e.func.span, "").label(
        e.span, "call expression requires function"
    )


def wrong_arg_count(
    fcx: FnCtxt,
    span: int,
    callee_span: int,
    def_: Def | None,
    formal: list[t.Ty],
    args: list[hir.Expr],
    is_method: bool,
) -> None:
    takes = plural(len(formal))
    was = f"{plural(len(args))} {'were' if len(args) != 1 else 'was'} supplied"
    if def_ is not None and def_.kind is DefKind.CLOSURE or def_ is None:
        code = "E0057"
        message = f"this function takes {takes} but {was}"
    else:
        code = "E0061"
        kind = "method" if is_method else "function"
        if def_.kind is DefKind.STRUCT:
            kind = "struct"
        elif def_.kind is DefKind.VARIANT:
            kind = "enum variant"
        message = f"this {kind} takes {takes} but {was}"
    d = fcx.error(code, message, callee_span, "")
    if len(args) > len(formal):
        for extra in args[len(formal) :]:
            ty = fcx.results.types.get(extra.id)
            d.label(extra.span, "unexpected argument" + (f" of type `{fcx.show(ty)}`" if ty is not None else ""))
    else:
        for i in range(len(args), len(formal)):
            d.note(f"argument #{i + 1} of type `{fcx.show(formal[i])}` is missing")
    if def_ is not None and def_.kind in (DefKind.FN, DefKind.ASSOC_FN) and not def_.crate.is_library:
        d.note(f"{'method' if is_method else 'function'} `{def_.name}` is defined at {_at(fcx, def_.name_span)}")


def _at(fcx: FnCtxt, span: int) -> str:
    loc = fcx.tcx.session.source_map.location(span)
    return f"{loc.file}:{loc.line}:{loc.column}"


def closure_arg_count(fcx: FnCtxt, e: hir.Closure, expected: int) -> None:
    n = len(e.params)
    fcx.misfit_closures.add(e.def_)
    fcx.error(
        "E0593",
        f"closure is expected to take {plural(expected)}, but it takes {plural(n)}",
        e.span,
        f"takes {plural(n)}",
    )


def closure_kind(fcx: FnCtxt, e: hir.Closure, expected: str, actual: str) -> None:
    if actual == "FnMut":
        fcx.error(
            "E0594",
            "cannot assign to a captured variable in a `Fn` closure",
            e.span,
            "this closure must implement `Fn`, but it mutates what it captures",
        ).help("the function it is passed to asks for `Fn`; take `FnMut` there, or do not mutate captured variables")
        return
    fcx.error(
        "E0525",
        f"expected a closure that implements the `{expected}` trait, but this closure only implements `{actual}`",
        e.span,
        f"this closure implements `{actual}`, not `{expected}`",
    )


def if_without_else(fcx: FnCtxt, e: hir.If, ty: t.Ty, expected: bool) -> None:
    """``expected``: the place of the `if` asks for a value, so that the missing `else` is the mistake."""
    if ty.flags & t.HAS_ERROR:
        fcx.results.tainted = True
        return
    d = fcx.error("E0317", "`if` may be missing an `else` clause", e.span, f"expected `{show(ty)}`, found `()`")
    if e.then.tail is not None:
        d.label(e.then.tail.span, "found here")
        d.labels.sort(key=lambda lb: not lb.primary)
        if not isinstance(ty, t.Infer) and not expected:
            d.code = "E0308"
            d.message = "mismatched types"
            d.labels[0] = d.labels[0]._replace(span=e.then.tail.span, text=f"expected `()`, found {_sort(ty)}")
            d.labels[1:] = []
            d.label(e.span, "expected this to be `()`")
            return
    d.note("`if` expressions without `else` evaluate to `()`")
    d.help("consider adding an `else` block that evaluates to the expected type")


# -------------------------------------------------------------------------------------------------------------- operators
_VERBS = {
    "+": ("add", "to"),
    "-": ("subtract", "from"),
    "*": ("multiply", "by"),
    "/": ("divide", "by"),
    "%": ("calculate the remainder of", "divided by"),
}


def no_operator(fcx: FnCtxt, e: hir.Binary | hir.AssignOp, lhs: t.Ty, rhs: t.Ty) -> None:
    from ferrule.infer.op import BINARY
    from ferrule.traits.index import simplify, trait_impls

    op = e.op
    row = BINARY[op]
    assign = isinstance(e, hir.AssignOp)
    trait = fcx.tcx.require_lang_item(row.lang + ("_assign" if assign else ""))
    key = simplify(lhs)
    # rustc: E0277 if the left type has the operator for another right type, E0369/E0368 if it has none at all.
    if key is not None and t.is_scalar(lhs) and any(k == key for _, k in trait_impls(fcx.tcx, trait)):
        no_operator_impl(fcx, e, lhs, rhs)
        return
    if assign:
        d = fcx.error(
            "E0368", f"binary assignment operation `{op}=` cannot be applied to type `{show(lhs)}`", e.span, ""
        ).label(e.lhs.span, f"cannot use `{op}=` on type `{show(lhs)}`")
    elif row.category == "compare":
        d = fcx.error("E0369", f"binary operation `{op}` cannot be applied to type `{show(lhs)}`", e.op_span, "")
        d.label(e.lhs.span, show(lhs)).label(e.rhs.span, show(rhs))
    elif op in _VERBS:
        verb, prep = _VERBS[op]
        text = (
            f"cannot {verb} `{show(rhs)}` {prep} `{show(lhs)}`"
            if op in "+-"
            else f"cannot {verb} `{show(lhs)}` {prep} `{show(rhs)}`"
        )
        d = fcx.error("E0369", text, e.op_span, "")
        d.label(e.lhs.span, show(lhs)).label(e.rhs.span, show(rhs))
    else:
        d = fcx.error("E0369", f"no implementation for `{show(lhs)} {op} {show(rhs)}`", e.op_span, "")
        d.label(e.lhs.span, show(lhs)).label(e.rhs.span, show(rhs))
    if isinstance(lhs, t.Param):
        d.help(
            f"consider restricting type parameter `{lhs.name}` with trait `{trait.name}`: `{lhs.name}: {trait.path.replace('core::', 'std::')}"
            + (f"<Output = {lhs.name}>" if row.category not in ("compare",) and not assign else "")
            + "`"
        )
    elif isinstance(lhs, t.Adt) and not lhs.def_.crate.is_library:
        d.note(f"an implementation of `{trait.name}` might be missing for `{show(lhs)}`")
    elif isinstance(lhs, t.Ref):
        d.help(f"`{op}` can be used on `{show(lhs.ty)}` if you dereference the left-hand side")


def no_operator_impl(fcx: FnCtxt, e: hir.Binary | hir.AssignOp, lhs: t.Ty, rhs: t.Ty) -> None:
    from ferrule.infer.op import BINARY

    op = e.op + ("=" if isinstance(e, hir.AssignOp) else "")
    left, right = show(lhs), show(rhs)
    row = BINARY[e.op]
    trait = fcx.tcx.require_lang_item(row.lang + ("_assign" if isinstance(e, hir.AssignOp) else "")).name
    if isinstance(e, hir.AssignOp) and e.op in ("+", "-"):
        text = (
            f"cannot {row.verb}-assign `{right}` {'to' if e.op == '+' else 'from'} `{left}`"
            if e.op == "+"
            else f"cannot subtract-assign `{right}` from `{left}`"
        )
    elif isinstance(e, hir.AssignOp) and e.op in _VERBS:
        text = f"cannot {row.verb.split()[0]}-assign `{left}` by `{right}`"
    elif e.op in _VERBS:
        verb, prep = _VERBS[e.op]
        text = (
            f"cannot {verb} `{right}` {prep} `{left}`" if e.op in "+-" else f"cannot {verb} `{left}` {prep} `{right}`"
        )
    elif row.category == "compare":
        text = f"can't compare `{left}` with `{right}`"
    else:
        text = f"no implementation for `{left} {op} {right}`"
    d = fcx.error("E0277", text, e.op_span, f"no implementation for `{left} {op} {right}`")
    d.help(f"the trait `{trait}<{right}>` is not implemented for `{left}`")
    if isinstance(lhs, (t.Int, t.Float)) and isinstance(rhs, (t.Int, t.Float)):
        d.help(
            f"convert one side with `as`: `{cast_operand(fcx.tcx.session.source_map.snippet(e.rhs.span))} as {left}`"
        )
    elif isinstance(lhs, t.Float) and isinstance(rhs, t.Infer):
        d.suggest(
            "consider using a floating-point literal by writing it with `.0`",
            e.rhs.span,
            fcx.tcx.session.source_map.snippet(e.rhs.span) + ".0",
        )


# ------------------------------------------------------------------------------------------------------------ obligations
def report_fulfillment(fcx: FnCtxt) -> None:
    """Obligations that failed, then (if nothing was reported) those that could not be decided."""
    icx = fcx.icx
    failed, icx.fulfill.errors = icx.fulfill.errors, []
    for o in failed:
        report_obligation(fcx, o)
    if fcx.results.tainted:
        return
    for o in icx.fulfill.pending:
        p = map_predicate(o.predicate, icx.resolve)
        args = (
            p.trait_ref.args
            if isinstance(p, TraitPredicate)
            else (*p.args, p.term)
            if isinstance(p, ProjectionPredicate)
            else ()
        )
        if any(a.flags & t.HAS_ERROR for a in args):
            continue
        if (
            isinstance(p, TraitPredicate)
            and lang_name(p.trait_ref.trait_) == "sized"
            or isinstance(p.trait_ref.self_ty if isinstance(p, TraitPredicate) else None, t.Infer)
        ):
            continue  # writeback says E0282 where the type is missing
        if isinstance(p, TraitPredicate) and overlapping(fcx.tcx, p.trait_ref.trait_):
            fcx.results.tainted = True
            return
        d = fcx.error("E0283", "type annotations needed", o.cause.span, "cannot infer type")
        d.note(f"cannot satisfy `{show_predicate(p)}`")
        return


def report_obligation(fcx: FnCtxt, o: Obligation) -> None:
    icx = fcx.icx
    p = map_predicate(o.predicate, icx.resolve)
    parts = (
        p.trait_ref.args
        if isinstance(p, TraitPredicate)
        else (*p.args, p.term)
        if isinstance(p, ProjectionPredicate)
        else ()
    )
    if any(a.flags & t.HAS_ERROR for a in parts):
        fcx.results.tainted = True
        return
    if o.depth > RECURSION_LIMIT:
        fcx.error("E0275", f"overflow evaluating the requirement `{show_predicate(p)}`", o.cause.span)
        return
    span = o.cause.span
    if isinstance(p, ProjectionPredicate):
        _projection_error(fcx, o, p)
        return
    assert isinstance(p, TraitPredicate)
    tr = p.trait_ref
    ty = tr.self_ty
    name = lang_name(tr.trait_)
    shown = show(ty)
    if o.cause.kind == "op" and o.cause.item and o.cause.item[0] == "-" and name == "neg":
        fcx.error(
            "E0600", f"cannot apply unary operator `-` to type `{shown}`", span, "cannot apply unary operator `-`"
        ).note("unsigned values cannot be negated")
        return
    if o.cause.kind == "repeat":
        d = fcx.error(
            "E0277",
            f"the trait bound `{shown}: Copy` is not satisfied",
            span,
            f"the trait `Copy` is not implemented for `{shown}`",
        )
        d.note("the `Copy` trait is required because this value will be copied for each element of the array")
        return
    if o.cause.kind == "mut_place":
        what = "Index" if name == "index_mut" else "Deref"
        fcx.error(
            "E0594" if what == "Index" else "E0596",
            f"cannot {'assign to' if what == 'Index' else 'borrow'} data in {'an index' if what == 'Index' else 'a dereference'} of `{shown}`{'' if what == 'Index' else ' as mutable'}",
            span,
            "cannot assign" if what == "Index" else "cannot borrow as mutable",
        ).help(
            f"trait `{what}Mut` is required to modify {'indexed content' if what == 'Index' else 'through a dereference'}, but it is not implemented for `{shown}`"
        )
        return
    if is_fn_trait(tr.trait_) and len(tr.args) == 2:
        inputs = tr.args[1]
        inner = ", ".join(show(e) for e in inputs.elems) if isinstance(inputs, t.Tuple) else "_"
        parts_ = _callable(fcx, ty)
        if parts_ is not None and isinstance(inputs, t.Tuple):
            if isinstance(ty, t.Closure) and ty.def_ in fcx.misfit_closures:
                fcx.results.tainted = True
            elif len(parts_) != len(inputs.elems):
                what = "closure" if isinstance(ty, t.Closure) else "function"
                fcx.error(
                    "E0593",
                    f"{what} is expected to take {plural(len(inputs.elems))}, but it takes {plural(len(parts_))}",
                    span,
                    f"expected {what} that takes {plural(len(inputs.elems))}",
                )
            else:
                got = ", ".join(fcx.show(x) for x in parts_)
                d = fcx.error(
                    "E0631",
                    f"type mismatch in {'closure' if isinstance(ty, t.Closure) else 'function'} arguments",
                    span,
                    f"expected due to this: signature `fn({inner}) -> _`",
                )
                d.note(f"expected function signature `fn({inner}) -> _`\n   found function signature `fn({got}) -> _`")
            return
        d = fcx.error(
            "E0277",
            f"expected a `{tr.trait_.name}({inner})` closure, found `{shown}`",
            span,
            f"expected an `{tr.trait_.name}({inner})` closure, found `{shown}`",
        )
        d.help(f"the trait `{tr.trait_.name}({inner})` is not implemented for `{shown}`")
        _bound_note(fcx, d, o)
        return
    if name == "sized":
        d = fcx.error(
            "E0277",
            f"the size for values of type `{shown}` cannot be known at compilation time",
            span,
            "doesn't have a size known at compile-time",
        )
        d.help(f"the trait `Sized` is not implemented for `{shown}`")
        return
    if name == "iterator" or tr.trait_.name == "Iterator":
        d = fcx.error("E0277", f"`{shown}` is not an iterator", span, f"`{shown}` is not an iterator")
        d.help(f"the trait `Iterator` is not implemented for `{shown}`")
        if isinstance(ty, (t.Int, t.Infer)):
            d.note(
                "if you want to iterate between `start` until a value `end`, use the exclusive range syntax `start..end` or the inclusive range syntax `start..=end`"
            )
        return
    if tr.trait_.name == "SliceIndex" and len(tr.args) == 2:
        base = show(tr.args[1])
        d = fcx.error("E0277", f"the type `{base}` cannot be indexed by `{shown}`", span,
                      "slice indices are of type `usize` or ranges of `usize`")  # fmt: skip
        d.help(f"the trait `SliceIndex<{base}>` is not implemented for `{shown}`")
        return
    if name == "from_residual_trait" or tr.trait_.name == "FromResidual":
        what = "closure" if o.cause.item == "closure" else "function"
        d = fcx.error(
            "E0277",
            f"the `?` operator can only be used in a {what} that returns `Result` or `Option` "
            "(or another type that implements `FromResidual`)",
            span,
            f"cannot use the `?` operator in a {what} that returns `{shown}`",
        )
        d.help(f"the trait `{show_trait_ref(tr)}` is not implemented for `{shown}`")
        return
    shown_tr = show_trait_ref(tr)
    d = fcx.error(
        "E0277",
        f"the trait bound `{shown}: {shown_tr}` is not satisfied",
        span,
        f"the trait `{shown_tr}` is not implemented for `{shown}`",
    )
    _bound_note(fcx, d, o)
    if isinstance(ty, t.Param):
        d.help(
            f"consider restricting type parameter `{ty.name}` with trait `{tr.trait_.name}`: `{ty.name}: {shown_tr}`"
        )


def _callable(fcx: FnCtxt, ty: t.Ty) -> tuple[t.Ty, ...] | None:
    from ferrule.traits.builtin import callable_parts

    if isinstance(ty, (t.Closure, t.FnDef, t.FnPtr)):
        parts = callable_parts(fcx.icx, ty)
        return parts[0] if parts is not None else None
    return None


def _bound_note(fcx: FnCtxt, d: Diagnostic, o: Obligation) -> None:
    cause = o.cause
    chain: list[Predicate] = []
    while cause.parent is not None:
        cause, pred = cause.parent
        chain.append(pred)
    for pred in chain[:3]:
        d.note(
            f"required for `{show_predicate(map_predicate(pred, fcx.icx.resolve)).replace(': ', '` to implement `', 1)}`"
        )
    item = cause.item
    if isinstance(item, Def) and item.name:
        d.note(f"required by a bound in `{item.name}`")


def _projection_error(fcx: FnCtxt, o: Obligation, p: ProjectionPredicate) -> None:
    from ferrule.infer import obligations
    from ferrule.traits.project import project

    actual = project(fcx.icx, p.def_, p.args, obligations.Cause(0, "misc"))
    shown = show(t.mk_projection(p.def_, p.args))
    if isinstance(actual, t.Ty):
        fcx.results.tainted = True
        found = fcx.icx.resolve(actual)
        if found.flags & t.HAS_ERROR:
            return
        self_ty = p.args[0]
        if isinstance(self_ty, (t.Closure, t.FnDef)):
            what = "closure" if isinstance(self_ty, t.Closure) else "function"
            d = fcx.error(
                "E0271",
                f"expected this {what} to return `{show(p.term)}`, but it returns `{show(found)}`",
                o.cause.span,
                f"expected `{show(p.term)}`, found `{show(found)}`",
            )
        else:
            d = fcx.error(
                "E0271",
                f"type mismatch resolving `{shown} == {show(p.term)}`",
                o.cause.span,
                f"expected `{show(p.term)}`, found `{show(found)}`",
            )
        _bound_note(fcx, d, o)
        return
    trait = p.def_.parent
    assert trait is not None
    if is_fn_trait(trait):
        fcx.results.tainted = True  # the Fn obligation beside this one says it better
        return
    fcx.error(
        "E0277",
        f"the trait bound `{show(p.args[0])}: {trait.name}` is not satisfied",
        o.cause.span,
        f"the trait `{trait.name}` is not implemented for `{show(p.args[0])}`",
    )
