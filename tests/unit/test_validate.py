"""The validator finds broken bodies: each test breaks one thing in a good one."""

from __future__ import annotations

import pytest

from ferrule.mir import body as m
from ferrule.mir.validate import MirError, validate
from ferrule.ty import ty as t
from tests.helpers.frontend import compile_text, find

SOURCE = """
pub struct S { a: u32, b: f32 }
fn g(x: u32, y: f32) -> u32 { x }
pub fn f(n: u32, s: &[f32], i: usize) -> u32 {
    let mut k = 0;
    while k < n { k += 1; }
    let v = S { a: k, b: s[i] };
    g(v.a, v.b)
}
"""


@pytest.fixture
def body():
    tcx, user = compile_text(SOURCE)
    out = tcx.mir(find(user, "f"))
    validate(tcx, out)
    return tcx, out


def fails(case, text: str) -> None:
    with pytest.raises(MirError, match=text):
        validate(*case)


def first(body: m.Body, cls: type):
    return next((b, x) for b in body.blocks for x in (*b.stmts, b.terminator) if isinstance(x, cls))


def assign(body: m.Body, rvalue: type) -> m.Assign:
    return next(s for b in body.blocks for s in b.stmts if isinstance(s, m.Assign) and isinstance(s.rvalue, rvalue))


def test_assignment_of_another_type(body):
    body[1].blocks[0].stmts.append(m.Assign(0, m.Place(0), m.Use(m.Constant(0, t.F32, m.CScalar(0)))))
    fails(body, "_0: u32 = const 0f32: f32")


def test_operands_of_different_types(body):
    assign(body[1], m.BinaryOp).rvalue.rhs = m.Constant(0, t.U8, m.CScalar(1))
    fails(body, "of u32 and u8")


def test_call_with_too_few_arguments(body):
    first(body[1], m.Call)[1].args.pop()
    fails(body, "1 arguments for 2 parameters")


def test_call_with_an_argument_of_another_type(body):
    first(body[1], m.Call)[1].args.reverse()
    fails(body, "f32 for u32")


def test_aggregate_with_a_wrong_field(body):
    assign(body[1], m.Aggregate).rvalue.operands.reverse()
    fails(body, "field a of S")


def test_target_out_of_range(body):
    first(body[1], m.SwitchInt)[1].targets[0] = 99
    fails(body, "bb99 does not exist")


def test_local_out_of_range(body):
    body[1].blocks[0].stmts.append(m.FakeRead(0, "let", m.Place(999)))
    fails(body, "_999 does not exist")


def test_projection_that_does_not_fit(body):
    body[1].blocks[0].stmts.append(m.FakeRead(0, "let", m.Place(1, (m.Deref(),))))
    fails(body, "Deref of a value of type u32")


def test_switch_with_a_value_twice(body):
    switch = first(body[1], m.SwitchInt)[1]
    switch.values.append(switch.values[0])
    switch.targets.append(switch.targets[0])
    fails(body, "values")


def test_use_without_storage(body):
    block, dead = first(body[1], m.StorageDead)
    block.stmts.remove(dead)
    block.stmts.insert(0, dead)
    first_use = next(s for s in body[1].blocks[0].stmts if isinstance(s, m.StorageLive))
    body[1].blocks[0].stmts.remove(first_use)
    fails(body, f"_{first_use.local} is used without storage")


def test_loop_header_without_its_mark(body):
    next(b for b in body[1].blocks if b.loop is not None).loop = None
    fails(body, "loop header without LoopInfo")


def test_loop_with_two_entries(body):
    tcx, out = body
    head = next(i for i, b in enumerate(out.blocks) if b.loop is not None)
    inside = out.blocks[head].terminator.real
    entry = out.blocks[0].terminator
    assert isinstance(entry, m.Goto)
    out.blocks[0].terminator = m.SwitchInt(0, m.Copy(m.Place(1)), t.U32, [0], [entry.target, inside])
    fails(body, "enters a loop elsewhere")


def test_unknown_rows_of_the_tables(body):
    assign(body[1], m.BinaryOp).rvalue.op = "plus"
    fails(body, "operator plus")
    first(body[1], m.Assert)[1].msg.kind = "oops"
    fails(body, "panic kind oops")
