"""Checking what a kernel reaches, and nothing else: a file may hold any host Rust beside its kernels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ferrule.mir import body as m
from ferrule.mir.mono import operands_of
from ferrule.resolve.defs import Def, DefKind
from ferrule.ty import ty as t
from ferrule.ty.context import QueryCycle
from ferrule.ty.fold import walk

if TYPE_CHECKING:
    from ferrule.infer.results import TypeckResults
    from ferrule.ty.context import TyCtxt

_ADTS = (DefKind.STRUCT, DefKind.ENUM, DefKind.UNION)
_CONSTS = (DefKind.CONST, DefKind.ASSOC_CONST, DefKind.STATIC)
_BODIES = (DefKind.FN, DefKind.ASSOC_FN, DefKind.CONST, DefKind.ASSOC_CONST, DefKind.STATIC, DefKind.ANON_CONST)


def check_reachable(tcx: TyCtxt, roots: Sequence[Def], build_mir: bool = True) -> list[Def]:
    """Type-checks ``roots`` and every user definition they mention; then builds their MIR, which checks matches.

    Errors go to the session.  Returns what was checked.
    """
    from ferrule.traits.index import inherent_impls
    from ferrule.ty.launch import bound_consts, launch_attributes
    from ferrule.ty.wfcheck import check_item

    done: dict[Def, TypeckResults] = {}
    todo = list(roots)
    for root in roots:
        todo += [c.def_ for c in bound_consts(launch_attributes(tcx, root)) if isinstance(c, t.ConstUnevaluated)]
    seen_items: set[Def] = set()
    while todo:
        d = todo.pop(0)
        if d in done or d.crate.is_library or d.kind not in _BODIES:
            continue
        try:
            results = tcx.typeck(d)
        except QueryCycle as cycle:
            tcx.session.diag.error("E0391", f"cycle detected when computing `{cycle.query}` of `{d.name}`", d.span)
            continue
        done[d] = results
        for mentioned in (d, *_mentioned(results), *_types_of_signature(tcx, d)):
            item: Def | None = mentioned
            while item is not None and item.kind not in (DefKind.CRATE, DefKind.MOD):
                if item not in seen_items and not item.crate.is_library:
                    seen_items.add(item)
                    check_item(tcx, item)
                    if item.kind in _ADTS:
                        for impl in inherent_impls(tcx, tcx.type_of(item)):
                            check_item(tcx, impl)
                item = item.parent
            if mentioned.parent is not None and mentioned.parent.kind is DefKind.TRAIT:
                todo.extend(_implementations(tcx, mentioned))
            if mentioned is not d:
                todo.append(mentioned)
    if build_mir and not tcx.session.diag.error_count:
        for d, results in done.items():
            if results.tainted or tcx.hir_body(d) is None:
                continue
            for body in (d, *results.closures):
                for const in _constants(tcx.mir(body)):
                    _evaluate(tcx, const.def_, const.args)
            if d.kind in _CONSTS and not _is_device_memory(tcx, d):
                _evaluate(tcx, d, tcx.identity_args(d))
        for root in roots:
            _check_launch_bounds(tcx, root)
    return list(done)


def _check_launch_bounds(tcx: TyCtxt, kernel: Def) -> None:
    """The numbers of ``launch_bounds``; code generation checks those that depend on generic parameters."""
    from ferrule.mir.interpret import ConstEvalError
    from ferrule.ty.launch import check_bounds, launch_attributes, launch_bounds

    said = launch_attributes(tcx, kernel)
    args = tcx.identity_args(kernel)
    if any(a.flags & t.HAS_PARAM for a in args):
        return
    try:
        wrong = check_bounds(said, *launch_bounds(tcx, said, args))
    except ConstEvalError as e:
        e.report(tcx)
    else:
        if wrong:
            tcx.session.diag.error("G0111", wrong, said.bounds_span)


def _is_device_memory(tcx: TyCtxt, d: Def) -> bool:
    """Statics of shared and constant memory hold nothing until a launch or the host fills them."""
    ty = tcx.type_of(d)
    return d.kind is DefKind.STATIC and isinstance(ty, t.Adt) and ty.def_.crate.name == "cuda_device"


def _constants(body: m.Body) -> Iterator[m.CNamed]:
    """The constants that a body names."""
    for block in body.blocks:
        operands = [o for s in block.stmts if isinstance(s, m.Assign) for o in operands_of(s.rvalue)]
        if isinstance(block.terminator, m.Call):
            operands += block.terminator.args
        for o in operands:
            if isinstance(o, m.Constant) and isinstance(o.value, m.CNamed) and o.value.promoted is None:
                yield o.value


def _evaluate(tcx: TyCtxt, d: Def, args: t.Args) -> None:
    """A constant that does not depend on parameters has a value, used or not (E0080)."""
    from ferrule.mir.interpret import ConstEvalError

    if any(a.flags & t.HAS_PARAM for a in args):
        return  # code generation evaluates it for each instance
    try:
        tcx.const_eval(d, args)
    except ConstEvalError as e:
        e.report(tcx)


def _mentioned(results: TypeckResults) -> list[Def]:
    out = [d for d, _ in results.callee.values()]
    out += [d for d, _ in results.path_res.values()]
    for ty in set(results.local_types.values()):
        out += [part.def_ for part in walk(ty) if isinstance(part, t.Adt)]
    return out


def _types_of_signature(tcx: TyCtxt, d: Def) -> list[Def]:
    """The structs, enums and unions in the signature of a function."""
    if d.kind not in (DefKind.FN, DefKind.ASSOC_FN):
        return []
    sig = tcx.fn_sig(d)
    return [part.def_ for ty in (*sig.inputs, sig.output) for part in walk(ty) if isinstance(part, t.Adt)]


def _implementations(tcx: TyCtxt, item: Def) -> list[Def]:
    """The user's implementations of a trait item: any of them may be what the call reaches."""
    from ferrule.traits.index import trait_impls

    assert item.parent is not None
    return [
        child
        for impl, _ in trait_impls(tcx, item.parent)
        if not impl.crate.is_library
        for child in impl.children
        if child.name == item.name
    ]
