"""The shape of MIR: what the borrow checker and code generation rely on."""

from __future__ import annotations

import re

import pytest

from ferrule.mir import body as m
from ferrule.mir.build.cleanup import real_successors
from ferrule.mir.pretty import show_body
from ferrule.mir.validate import validate
from ferrule.resolve.defs import DefKind
from tests.helpers.frontend import compile_text, find


def mir(text: str, name: str = "f", overflow_checks: bool = False) -> m.Body:
    tcx, user = compile_text(text, overflow_checks)
    body = tcx.mir(find(user, name))
    assert not tcx.session.diag.error_count, [d.message for d in tcx.session.diag.diagnostics]
    validate(tcx, body)
    return body


def text_of(source: str, **options) -> str:
    return show_body(mir(source, **options))


def kinds(body: m.Body, cls: type) -> list:
    return [x for b in body.blocks for x in (*b.stmts, b.terminator) if isinstance(x, cls)]


def test_arithmetic_reads_its_operands_in_place():
    out = text_of("pub fn f(a: u32, b: u32) -> u32 { a + b * 2 }")
    assert "_3 = Mul(copy _2, const 2_u32);" in out
    assert "_0 = Add(copy _1, move _3);" in out
    assert out.count(" = ") == 2


def test_an_operand_that_later_code_changes_is_copied_first():
    body = mir("pub fn f(mut x: u32) -> u32 { x + { x = 5; x } }")
    first = body.blocks[0].stmts[0]
    assert isinstance(first, m.Assign) and isinstance(first.rvalue, m.Use) and first.rvalue.operand.place.local == 1


def test_a_unique_borrow_does_not_see_a_copied_argument():
    source = "fn g(_a: u32, _b: &mut u32) {} pub fn f(mut x: u32) { g(x, &mut x) }"
    (call,) = kinds(mir(source), m.Call)
    assert call.args[0].place.local != 1, "the copy must come before the borrow"


@pytest.mark.parametrize("ty", ["&[f32]", "&[f32; 8]", "[f32; 8]"])
def test_indexing_is_checked(ty):
    body = mir(f"pub fn f(a: {ty}, i: usize) -> f32 {{ a[i] }}")
    (check,) = kinds(body, m.Assert)
    assert check.msg.kind == "bounds_check"
    assert [o.place.local for o in check.msg.operands if isinstance(o, m.Copy)][-1] == 2


def test_a_literal_index_inside_an_array_needs_no_check():
    assert kinds(mir("pub fn f(a: [f32; 8]) -> f32 { a[7] }"), m.Assert) == []


def test_a_mutable_index_variable_is_copied():
    out = text_of("pub fn f(a: &mut [u32]) { let mut i = 0; a[i] = 1; i = i + 1; a[i] = 2; }")
    var = re.search(r"debug i => (_\d+)", out)[1]
    assert f"(*_1)[{var}]" not in out


@pytest.mark.parametrize(
    "ty, divisor, checks",
    [
        ("u32", "b", ["division_by_zero"]),
        ("i32", "b", ["division_by_zero", "overflow_div"]),
        ("i32", "2", []),
        ("i32", "-1", ["overflow_div"]),
        ("f32", "b", []),
    ],
)
def test_division_checks(ty, divisor, checks):
    body = mir(f"pub fn f(a: {ty}, b: {ty}) -> {ty} {{ a / {divisor} }}")
    assert [a.msg.kind for a in kinds(body, m.Assert)] == checks


@pytest.mark.parametrize(
    "expr, checks",
    [
        ("a + b", ["overflow_add"]),
        ("a * b", ["overflow_mul"]),
        ("a << b", ["overflow_shl"]),
        ("-a", ["overflow_neg"]),
        ("a & b", []),
    ],
)
def test_overflow_checks_are_optional(expr, checks):
    source = f"pub fn f(a: i32, b: i32) -> i32 {{ {expr} }}"
    assert kinds(mir(source), m.Assert) == []
    assert [a.msg.kind for a in kinds(mir(source, overflow_checks=True), m.Assert)] == checks


def test_constants_are_always_checked():
    assert [a.msg.kind for a in kinds(mir("pub const X: u32 = 1 + 2;", "X"), m.Assert)] == ["overflow_add"]


def test_method_receivers_take_two_phase_borrows():
    source = """
    pub struct S(u32);
    impl S { fn add(&mut self, n: u32) { self.0 += n; } fn get(&self) -> u32 { self.0 } }
    pub fn f(s: &mut S, mut t: S) { t.add(t.get()); s.add(1); }
    """
    refs = [a.rvalue.kind for a in kinds(mir(source), m.Assign) if isinstance(a.rvalue, m.MRef)]
    assert refs[0] == "two_phase"


def test_loops_are_marked():
    body = mir("pub fn f(n: u32) { let mut i = 0; while i < n { i += 1; } for _ in 0..n {} loop {} }")
    loops = [b.loop.source for b in body.blocks if b.loop is not None]
    assert sorted(loops) == ["for", "loop", "while"]
    for b in body.blocks:
        assert (b.loop is not None) == isinstance(b.terminator, m.FalseUnwind)


def test_variables_have_storage_from_let_to_the_end_of_their_block():
    out = text_of("pub fn f() -> u32 { let a = 1u32; { let b = &a; *b + 1 } }")
    order = re.findall(r"Storage(Live|Dead)\((_\d+)\)", out)
    a, b = order[0][1], order[1][1]
    assert order == [("Live", a), ("Live", b), ("Dead", b), ("Dead", a)]


def test_temporaries_of_a_statement_die_before_the_next():
    source = "fn g() -> [u32; 4] { [0; 4] } fn h(_a: &[u32; 4]) {} pub fn f() { h(&g()); let _x = 1; }"
    out = text_of(source)
    temp = re.search(r"= &(_\d+);", out)[1]
    assert out.index(f"StorageDead({temp})") < out.index("const 1_i32")


def test_a_borrowed_temporary_of_let_lives_as_long_as_the_variable():
    source = "fn g() -> [u32; 4] { [0; 4] } pub fn f() -> u32 { let x = &g(); let y = 1; y + x[0] }"
    out = text_of(source)
    temp = re.search(r"= &(_\d+);", out)[1]
    assert out.index(f"StorageDead({temp})") > out.index("_0 = ")


def test_temporaries_of_a_tail_expression_die_before_the_variables():
    # Edition 2024: the temporary of the tail is dropped first, so borrowing a variable from it is fine.
    source = (
        "pub struct S(u32); fn g(_x: &u32) -> [u32; 2] { [1, 2] } pub fn f() -> u32 { let v = 1; g(&v).len() as u32 }"
    )
    out = text_of(source)
    var = re.search(r"debug v => (_\d+)", out)[1]
    deads = re.findall(r"StorageDead\((_\d+)\)", out)
    assert deads[-1] == var and len(deads) > 1


def test_promoted_references_are_constants():
    body = mir("pub fn f() -> &'static [i32] { &[1, 2, 3] }")
    consts = [o for a in kinds(body, m.Assign) for o in operands(a.rvalue) if isinstance(o, m.Constant)]
    assert any(isinstance(c.value, m.CNamed) and c.value.def_.kind is DefKind.ANON_CONST for c in consts)
    assert not any(isinstance(a.rvalue, m.MRef) for a in kinds(body, m.Assign))


def operands(r: m.Rvalue) -> list:
    return [getattr(r, f) for f in ("operand", "lhs", "rhs") if hasattr(r, f)]


def test_a_match_on_an_enum_is_one_switch():
    source = "pub enum E { A, B(u32), C } pub fn f(e: E) -> u32 { match e { E::A => 1, E::B(x) => x, E::C => 3 } }"
    body = mir(source)
    (switch,) = kinds(body, m.SwitchInt)
    assert sorted(switch.values) == [0, 1, 2]
    assert isinstance(body.blocks[switch.targets[-1]].terminator, m.Unreachable)
    assert kinds(body, m.FalseEdge) == []


def test_no_arm_is_lowered_twice():
    source = """
    pub fn f(x: (u32, u32)) -> u32 {
        match x { (0, 5..=9) => 100, (1 | 2, _) => 101, (_, 0) => 102, (3, 7) => 103, _ => 104 }
    }
    """
    out = text_of(source)
    for value in range(100, 105):
        assert out.count(f"const {value}_u32") == 1


def test_guards_may_fail_into_the_next_arm():
    source = "pub fn f(x: Option<u32>) -> u32 { match x { Some(n) if n > 3 => n, Some(_) => 1, None => 0 } }"
    body = mir(source)
    assert kinds(body, m.FalseEdge)
    causes = [s.cause for s in kinds(body, m.FakeRead)]
    assert causes[0] == "match" and "guard" in causes
    assert any(isinstance(a.rvalue, m.MRef) and a.rvalue.kind == "fake" for a in kinds(body, m.Assign))


def test_a_moved_binding_is_a_reference_while_its_guard_runs():
    source = "pub struct S(u32); pub fn f(x: Option<S>) -> u32 { match x { Some(s) if s.0 > 3 => s.0, _ => 1 } }"
    body = mir(source)
    (ref,) = [i for i, d in enumerate(body.locals) if d.kind == "ref_for_guard"]
    moves = [a for a in kinds(body, m.Assign) if isinstance(a.rvalue, m.Use) and isinstance(a.rvalue.operand, m.Move)]
    assert any(s.place.local == ref for s in kinds(body, m.FakeRead))
    assert len(moves) == 1


def test_closures_take_their_captures():
    source = "pub fn f(a: u32) -> u32 { let mut n = 0; let mut g = |x: u32| n += x * a; g(1); g(2); n }"
    tcx, user = compile_text(source)
    body = tcx.mir(find(user, "f"))
    (agg,) = [
        a.rvalue
        for a in kinds(body, m.Assign)
        if isinstance(a.rvalue, m.Aggregate) and isinstance(a.rvalue.kind, m.AggClosure)
    ]
    assert len(agg.operands) == 2
    closure = tcx.mir(next(d for d in user.defs if d.kind is DefKind.CLOSURE))
    validate(tcx, closure)
    assert closure.arg_count == 2
    assert str(closure.locals[1].ty).startswith("&mut ")
    assert closure.locals[2].name == "x"
    calls = kinds(body, m.Call)
    assert {c.func.ty.def_.name for c in calls} == {"call_mut"}


def test_calls_of_functions_and_pointers_are_direct():
    body = mir("fn g(x: u32) -> u32 { x } pub fn f(h: fn(u32) -> u32) -> u32 { g(1) + h(2) }")
    direct, pointer = kinds(body, m.Call)
    assert direct.func.ty.def_.name == "g"
    assert isinstance(pointer.func, (m.Copy, m.Move)) and len(pointer.args) == 1


def test_assertions_carry_their_operands():
    (panic,) = kinds(mir("pub fn f(a: u32, b: u32) { assert_eq!(a, b); }"), m.Panic)
    assert panic.msg.kind == "assert_eq" and len(panic.msg.operands) == 2
    (panic,) = kinds(mir('pub fn f(a: f32) { assert!(a > 0.0, "a is {a} of {:?}", "kind"); }'), m.Panic)
    shown = [p if isinstance(p, str) else p.arg for p in panic.msg.fmt.pieces]
    assert "".join(map(str, shown)) == "a is 0 of kind"


def test_constructors_are_functions():
    tcx, user = compile_text("pub struct S(pub u32, pub f32); pub fn f() -> fn(u32, f32) -> S { S }")
    body = tcx.mir(find(user, "S"))
    validate(tcx, body)
    assert body.arg_count == 2
    (build,) = kinds(body, m.Assign)
    assert isinstance(build.rvalue, m.Aggregate)


def test_struct_update_takes_the_rest_from_the_base():
    out = text_of("pub struct P { x: u32, y: u32, z: u32 } pub fn f(p: P) -> P { P { y: 1, ..p } }")
    assert re.search(r"P\(copy \(_1\.0: u32\), .*, copy \(_1\.2: u32\)\)", out)


def test_every_exit_of_a_scope_ends_its_storage():
    source = """
    pub fn f(n: u32) -> u32 {
        let mut s = 0u32;
        'o: loop {
            let a = [n; 4];
            let b = &a;
            if b[0] > 3 { break 'o; }
            if b[1] > 2 { continue; }
            if b[2] > 1 { return s; }
            s += b[3];
        }
        s
    }
    """
    validate_paths(mir(source))


def validate_paths(body: m.Body) -> None:
    """No storage is live at a return, and none is made live twice, along any path that code follows."""
    seen: dict[int, frozenset[int]] = {}
    todo = [(0, frozenset())]
    while todo:
        i, live = todo.pop()
        if i in seen:
            assert seen[i] == live, f"bb{i} is reached with {seen[i]} and {live}"
            continue
        seen[i] = live
        for s in body.blocks[i].stmts:
            if isinstance(s, m.StorageLive):
                assert s.local not in live
                live |= {s.local}
            elif isinstance(s, m.StorageDead):
                assert s.local in live
                live -= {s.local}
        term = body.blocks[i].terminator
        if isinstance(term, m.Return):
            assert not live
        todo += [(t, live) for t in real_successors(term)]
