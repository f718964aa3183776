"""THIR to MIR: the entry points.  See builder.py for the parts."""

from __future__ import annotations

from ferrule.mir import body as m
from ferrule.mir.build.blocks import Blocks
from ferrule.mir.build.candidates import Flattener
from ferrule.mir.build.cleanup import clean
from ferrule.mir.passes.drops import elaborate_drops
from ferrule.resolve.defs import Def, DefKind
from ferrule.thir import thir
from ferrule.ty import ty as t
from ferrule.ty.context import TyCtxt

CONSTANTS = (DefKind.CONST, DefKind.ASSOC_CONST, DefKind.STATIC, DefKind.ANON_CONST)


def build(tcx: TyCtxt, d: Def) -> m.Body:
    """MIR of a fn, closure, const, static, anonymous const or tuple constructor."""
    from ferrule.thir import build as thir_build
    from ferrule.thir import exhaust

    if d.kind in (DefKind.STRUCT, DefKind.VARIANT):
        return build_ctor(tcx, d)
    owner = thir_build.owner_of(d)
    if tcx.typeck(owner).tainted:
        return _error_body(d)
    errors = tcx.session.diag.error_count
    body = thir_build.build(tcx, d)
    exhaust.check_body(tcx, body)
    if d is owner:
        # The errors of closures are their owner's, whether or not something calls them.
        for closure in tcx.typeck(owner).closures:
            tcx.mir(closure)
    if tcx.session.diag.error_count > errors:
        return _error_body(d)
    checks = d.kind in CONSTANTS or tcx.session.options.overflow_checks and not d.crate.is_library
    b = _builder(tcx, d, owner, checks, body.output, body.span)
    b.closure = body if body.closure is not None else None
    if body.closure_ty is not None:
        assert body.closure is not None
        kind = body.closure.kind
        env = body.closure_ty if kind == "FnOnce" else t.mk_ref(body.closure_ty, kind == "FnMut")
        b.new_local(env, body.span, "arg", "", False)
    args = [_argument(b, p) for p in body.params]
    b.arg_count = len(b.locals) - 1
    with b.scope(body.span):
        for local, p in zip(args, body.params):
            b.schedule_value(local, p.span, 0)
            if b.vars.get(_simple(p)) != local and not isinstance(p.pat, thir.PWild):
                b.declare_bindings(p.pat)
                b.match_pattern(m.Place(local), p.pat, 0, p.span)
        b.into(m.Place(0) if body.output is not t.UNIT else None, body.value)
    return _finish(b)


def build_constant(tcx: TyCtxt, d: Def, env: Def, value: thir.Expr) -> m.Body:
    """MIR of a constant whose expression is typed already."""
    b = _builder(tcx, d, env, True, value.ty, value.span)
    with b.scope(value.span):
        b.into(m.Place(0), value)
    return _finish(b)


def build_ctor(tcx: TyCtxt, d: Def) -> m.Body:
    """The function that a tuple struct or tuple variant is when it is used as a value."""
    from ferrule.ty.fold import erase_regions

    sig = tcx.fn_sig(d)
    output = erase_regions(sig.output)
    assert isinstance(output, t.Adt)
    variant = next((v.index for v in tcx.adt(output.def_).variants if v.def_ is d), 0)
    b = _builder(tcx, d, d, False, output, d.span)
    args: list[m.Operand] = []
    for ty in sig.inputs:
        args.append(m.Move(m.Place(b.new_local(erase_regions(ty), d.span, "arg"))))
    b.arg_count = len(args)
    b.assign(m.Place(0), m.Aggregate(m.AggAdt(output.def_, variant, output.args), args), d.span)
    return _finish(b)


def _builder(tcx: TyCtxt, d: Def, env: Def, checks: bool, output: t.Ty, span: int) -> Blocks:
    b = Blocks(tcx, d, env, checks, output, span)
    b.flattener = Flattener(tcx)
    b.guard_edges = set()
    return b


def _simple(p: thir.Param) -> int:
    """The variable that a parameter's pattern is, or -1."""
    pat = p.pat
    return pat.local.id if isinstance(pat, thir.PBinding) and pat.mode == "move" and pat.sub is None else -1


def _argument(b: Blocks, p: thir.Param) -> int:
    pat = p.pat
    if isinstance(pat, thir.PBinding) and _simple(p) >= 0:
        index = b.new_local(p.ty, p.span, "arg", pat.local.name, pat.local.mut)
        b.vars[pat.local.id] = index
        b.var_names[index] = pat.local.name
        return index
    return b.new_local(p.ty, p.span, "arg", "", False)


def _finish(b: Blocks) -> m.Body:
    if b.return_exit.block >= 0:
        b.goto(b.return_exit.block, b.span)
        b.cur = b.return_exit.block
    b.terminate(m.Return(b.span))
    blocks = clean(b.blocks, b.guard_edges)
    scopes = [m.Scope(None, b.span)]
    body = m.Body(b.owner, b.owner.path, b.locals, b.arg_count, blocks, b.span, b.var_names, False, scopes)
    elaborate_drops(body)
    return body


def _error_body(d: Def) -> m.Body:
    """Stands for a body with reported errors; nothing compiles it."""
    block = m.BasicBlock([], m.Unreachable(d.span))
    return m.Body(d, d.path, [m.LocalDecl(t.ERROR, True, "", d.span, "return")], 0, [block], d.span, {})
