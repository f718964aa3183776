"""Lowering of bodies and signatures: what sugar becomes, what names become, and the errors that lowering finds."""

# ruff: noqa: E501  (tables of source text and messages)
from __future__ import annotations

import pytest
from front import Front, body, check

from ferrule.hir import nodes as hir
from ferrule.resolve.defs import Def, DefKind


# ------------------------------------------------------------------------------------------------------------- desugaring
def test_for_loop() -> None:
    assert (
        body("", "'o: for (i, j) in 0..3 { if i == j { continue 'o } break; }")
        == """\
match [for] #[lang]into_iter(#[lang]Range { start: 0, end: 3 }) {
    mut iter.0 => '0: loop [for] {
        match [for] #[lang]next(&mut iter.0) {
            #[lang]None => break '0,
            #[lang]Some((i.1, j.2)) => {
                if i.1 == j.2 {
                    continue '0
                }
                break '0;
            },
        }
    },
}"""
    )


def test_while_and_let_chains() -> None:
    assert (
        body("", "let mut a = 3; while let Some(x) = Some(a) && x > 1 && let Some(y) = Some(x) { a = y; }")
        == """\
let mut a.0 = 3;
'0: loop [while] {
    if (let core::option::Option::Some(x.1) = core::option::Option::Some(a.0) && (x.1 > 1)) && let core::option::Option::Some(y.2) = core::option::Option::Some(x.1) {
        a.0 = y.2;
    } else {
        break '0
    }
}"""
    )


def test_question_mark() -> None:
    assert (
        body("fn f() -> Option<u32> { let x = Some(1)?; Some(x) }")
        == """\
let x.2 = match [try] #[lang]branch(core::option::Option::Some(1)) {
    #[lang]Continue(val.0) => val.0,
    #[lang]Break(residual.1) => return #[lang]from_residual(residual.1),
};
core::option::Option::Some(x.2)"""
    )


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("1..2", "#[lang]Range { start: 1, end: 2 }"),
        ("1..", "#[lang]RangeFrom { start: 1 }"),
        ("..2", "#[lang]RangeTo { end: 2 }"),
        ("..", "#[lang]RangeFull {}"),
        ("1..=2", "#[lang]range_inclusive_new(1, 2)"),
        ("..=2", "#[lang]RangeToInclusive { end: 2 }"),
    ],
)
def test_ranges(source: str, expected: str) -> None:
    assert body("", f"let r = {source};") == f"let r.0 = {expected};"


def test_destructuring_assignment() -> None:
    assert (
        body(
            "struct P { x: u32, y: u32 } struct T(u32, u32);",
            """
        let (mut a, mut b, mut c) = (1, 2, [0u32; 2]);
        (a, b) = (b, a); [a, .., c[0]] = [1, 2, 3]; P { x: a, .. } = P { x: 1, y: 2 }; T(_, b) = T(1, 2); _ = a;
    """,
        )
        == """\
let (mut a.0, mut b.1, mut c.2) = (1, 2, [0u32; {const}]);
{
    let (lhs.3, lhs.4) = (b.1, a.0);
    a.0 = lhs.3;
    b.1 = lhs.4;
};
{
    let [lhs.5, .., lhs.6] = [1, 2, 3];
    a.0 = lhs.5;
    c.2[0] = lhs.6;
};
{
    let t::P { x: lhs.7, .. } = t::P { x: 1, y: 2 };
    a.0 = lhs.7;
};
{
    let t::T(_, lhs.8) = t::T(1, 2);
    b.1 = lhs.8;
};
{
    let _ = a.0;
};"""
    )


def test_let_else_labelled_blocks_and_loops() -> None:
    assert (
        body(
            "",
            """
        let Some(x) = Some(1) else { return };
        let y = 'v: { if x > 1 { break 'v 1 } 2 };
        let z = loop { break loop { break y; }; };
    """,
        )
        == """\
let core::option::Option::Some(x.0) = core::option::Option::Some(1) else {
    return
};
let y.1 = '0: {
    if x.0 > 1 {
        break '0 1
    }
    2
};
let z.2 = '1: loop {
    break '1 '2: loop {
        break '2 y.1;
    };
};"""
    )


def test_break_targets_are_the_loop_nodes() -> None:
    front = check("fn f() { 'a: loop { loop { break 'a; } } }")
    b = front.tcx.hir_body(next(d for d in front.crate.defs if d.name == "f"))
    assert b is not None and isinstance(b.value, hir.BlockExpr)
    outer = b.value.block.tail
    assert isinstance(outer, hir.Loop) and isinstance(outer.body.tail, hir.Loop)
    stmt = outer.body.tail.body.stmts[0]
    assert isinstance(stmt, hir.StmtExpr) and isinstance(stmt.expr, hir.Break) and stmt.expr.target is outer


def test_unroll_hints() -> None:
    text = body("", "#[unroll] for i in 0..4 {} #[unroll(2)] while true {} while false {} ;")
    assert (
        "'0: [unroll 0] loop [for]" in text
        and "'1: [unroll {const}] loop [while]" in text
        and "'2: loop [while]" in text
    )


def test_closures_and_what_they_mention() -> None:
    assert (
        body(
            "",
            """
        let (a, b) = (1, 2);
        let add = |x: u32, (y, _)| -> u32 { x + y + b + a + b };
        let nest = move || { let own = a; || own + b };
    """,
        )
        == """\
let (a.0, b.1) = (1, 2);
let add.4 = [b.1, a.0]|x.2: u32, (y.3, _)| -> u32 {
    (((x.2 + y.3) + b.1) + a.0) + b.1
};
let nest.6 = move [a.0, b.1]|| {
    let own.5 = a.0;
    [own.5, b.1]|| own.5 + b.1
};"""
    )


def test_closure_and_constant_definitions() -> None:
    front = check(
        "struct S<const N: usize>; fn f<T>() { let c = |x: u32| x; let a = [0u8; 3]; let s = S::<4>; const { 1 }; }"
    )
    f = next(d for d in front.crate.defs if d.name == "f")
    made = [d for d in front.crate.defs if d.kind in (DefKind.CLOSURE, DefKind.ANON_CONST)]
    assert [d.kind.value for d in made] == [
        "closure",
        "constant expression",
        "constant expression",
        "constant expression",
    ]
    assert all(d.parent is f and d.generics_parent is f for d in made)
    assert made[0].path == "t::f::{closure}"
    bodies = [front.tcx.hir_body(d) for d in made[1:]]
    assert [b.owner for b in bodies if b is not None] == made[1:]


def test_patterns() -> None:
    assert (
        body(
            "enum E { A, B(u32), C { z: u32 } } const K: u32 = 1;",
            """
        match E::A { E::A => 1, E::B(K) => 2, E::B(n @ (1..=2 | 5)) | E::B(n) => n, E::C { ref z, .. } => *z };
        match &[1, 2, 3][..] { [a, rest @ .., b] => 1, [] => 2, [_, ..] => 3 };
        let &mut (ref mut p, -1) = &mut (1, -1) else { return };
    """,
        )
        == """\
match t::E::A {
    t::E::A => 1,
    t::E::B(t::K) => 2,
    t::E::B(n.0 @ 1..=2 | 5) | t::E::B(n.0) => n.0,
    t::E::C { z: ref z.1, .. } => *z.1,
};
match &[1, 2, 3][#[lang]RangeFull {}] {
    [a.2, rest.3 @ .., b.4] => 1,
    [] => 2,
    [_, ..] => 3,
};
let &mut (ref mut p.5, -1) = &mut (1, -1) else {
    return
};"""
    )


def test_scopes_of_locals() -> None:
    assert (
        body(
            "const x: u32 = 9;",
            """
        let a = 1; { let a = a; { let a = 2; a; } a; } a;
        if let Some(b) = Some(a) { b; } else { a; }
        match a { b if b > 1 => b, _ => a };
        fn a() {} let q = a; { fn a() {} a(); }
    """,
        )
        == """\
let a.0 = 1;
{
    let a.1 = a.0;
    {
        let a.2 = 2;
        a.2;
    }
    a.1;
}
a.0;
if let core::option::Option::Some(b.3) = core::option::Option::Some(a.0) {
    b.3;
} else {
    a.0;
}
match a.0 {
    b.4 if b.4 > 1 => b.4,
    _ => a.0,
};
let q.5 = a.0;
{
    t::f::a();
}"""
    )


def test_macro_hygiene() -> None:
    assert (
        body("macro_rules! plus { ($e:expr) => { { let x = 10; $e + x } } }", "let x = 1; plus!(x);")
        == """\
let x.0 = 1;
{
    let x.1 = 10;
    x.0 + x.1
};"""
    )


def test_paths_and_generic_arguments() -> None:
    assert (
        body(
            "struct P<T>(T); impl<T> P<T> { fn new(t: T) -> Self { P(t) } const C: u32 = 1; } trait Tr { fn m(&self); }",
            """
        P::<u32>::new(1); <P<u32>>::C; P(1).0; Tr::m; <u32 as Tr>::m; u32::MAX; core::mem::swap::<u32>; Vec2::from; type Vec2 = P<u8>;
    """,
        )
        == """\
<t::P<u32>>::new(1);
<t::P<u32>>::C;
t::P(1).0;
t::Tr::m;
<u32 as _>::t::Tr::m;
<u32>::MAX;
core::mem::swap<u32>;
<t::f::Vec2>::from;"""
    )


# ------------------------------------------------------------------------------------------------------- macros, formats
def test_assertions() -> None:
    assert (
        body(
            "",
            'assert!(1 < 2); assert!(true, "no {}", 3); assert_eq!(1 + 1, 2); panic!(); unreachable!("at {x}", x = 1);',
        )
        == """\
if !(1 < 2) {
    panic[assert]('assertion failed: 1 < 2');
};
if !true {
    panic[assert]('no {0}', 3);
};
match (&(1 + 1), &2) {
    (left_val.0, right_val.1) => if !((*left_val.0) == (*right_val.1)) {
        panic[assert_eq]('assertion `left == right` failed\\n  left: {0:?}\\n right: {1:?}', *left_val.0, *right_val.1);
    },
};
panic[panic]('explicit panic');
panic[unreachable]('internal error: entered unreachable code: at {0}', 1);"""
    )


def test_assert_ne_with_a_message_keeps_its_operands_first() -> None:
    assert "failed: {2} of {3}\\n  left: {0:?}\\n right: {1:?}', *left_val.0, *right_val.1, 7, 8)" in body(
        "", 'assert_ne!(1, 2, "{} of {}", 7, 8);'
    )


FORMATS = [
    ('"{} {{}} {:?}", 1, 2', "'{0} {} {1:?}', 1, 2"),
    ('"{1} {0} {}", 1, 2', "'{1} {0} {0}', 1, 2"),
    ('"{a} {b:>+5.2}", a = 1, b = 2', "'{0} {1:>+5.2}', 1, 2"),
    ('"{x}{x:?} {}", 9', "'{1}{1:?} {0}', 9, x.0"),
    ('"{:1$} {:.*} {:w$}", 1, 2, 3, w = 4', "'{0:1$} {2:.1$} {3:3$}', 1, 2, 3, 4"),
    ('"{:#010x} {:*^9}", 1, 2', "'{0:#010x} {1:*^9}', 1, 2"),
]


@pytest.mark.parametrize(("args", "expected"), FORMATS)
def test_format_strings(args: str, expected: str) -> None:
    assert body("", f"let x = 0; panic!({args});").split("\n")[1] == f"panic[panic]({expected});"


FORMAT_ERRORS = [
    ('"{} {}", 1', "{}: 2 positional arguments in format string, but there is 1 argument"),
    ('"{}"', "{}: 1 positional argument in format string, but no arguments were given"),
    ('"{3}", 1, 2', "{3}: invalid reference to positional argument 3 (there are 2 arguments)"),
    ('"a", 1', "1: argument never used [argument never used]"),
    ('"a", n = 1', "1: named argument never used [named argument never used]"),
    ('"a", 1, 2', "1: multiple unused formatting arguments [argument never used]"),
    ('"a {"', ": invalid format string: expected `}` but string was terminated [expected `}` in format string]"),
    ('"a }"', "}: invalid format string: unmatched `}` found [unmatched `}` in format string]"),
    ('"{:q}", 1', "q: unknown format trait `q`"),
    (
        '"a {missing_thing}"',
        "missing_thing: E0425 cannot find value `missing_thing` in this scope [not found in this scope]",
    ),
]


@pytest.mark.parametrize(("args", "expected"), FORMAT_ERRORS)
def test_format_errors(args: str, expected: str) -> None:
    check(f"fn f() {{ panic!({args}); }}", f"1:{expected}")


def test_printf_and_inline_assembly() -> None:
    assert (
        body(
            "use cuda_device::{gpu_printf, ptx_asm};",
            """
        let (a, mut b) = (1u32, 2u32);
        gpu_printf!("%% {:5.2f} {:08x}\\n", a, b);
        unsafe { ptx_asm!("mov %0, %1;", out("=r") b, in("r") a, clobber("memory"), options(register_only)); }
    """,
        )
        == """\
let (a.0, mut b.1) = (1u32, 2u32);
gpu_printf('%% {0:5.2f} {1:08x}\\n', a.0, b.1);
unsafe {
    ptx_asm('mov %0, %1;', out(=r) b.1, in(r) a.0, clobber(memory), options register_only);
}"""
    )


def test_what_only_the_host_can_do_waits_for_the_type_checker() -> None:
    assert (
        body("", 'println!("x"); vec![1]; async { 1 }; let b: &dyn Fn() = 1; log::info!("y");')
        == """\
<unsupported G0002>;
<unsupported G0002>;
<unsupported G0001>;
let b.0: &<unsupported G0007> = 1;
<unsupported G0002>;"""
    )


# ------------------------------------------------------------------------------------------------------------ signatures
SIGNATURES = [
    ("fn f(x: &u32, y: &mut u32) {}", "<'_ (late), '_ (late)> (&'_ u32, &'_ mut u32)"),
    ("fn f<'a, 'b: 'a, T: Fn(&'b u32)>(x: &'a u32, t: T) {}", "<'a, 'b, T> where 'b: 'a, T: core::ops::Fn(&'b u32) -> () (&'a u32, T)"),
    ("fn f<'a, 'b, 'c>(x: &'a u32, y: &'b u32) -> &'c u32 where 'b: 'a {}",
     "<'a, 'b, 'c> where 'b: 'a (&'a u32, &'b u32) -> &'c u32"),
    ("fn f<'a>(x: &'a u32) -> &'a u32 { x }", "<'a (late)> (&'a u32) -> &'a u32"),
    ("struct W<'a, T>(&'a T); fn f(w: W<u32>) -> W<u8> {}", "<'_ (late)> (t::W<'_, u32>) -> t::W<'_, u8>"),
    ("fn f<F, const N: usize>(a: [F; N]) where F: for<'z> Fn(&'z u32) -> u8 + ?Sized, [F; N]: Clone {}",
     "<F, const N: usize> where F: for<'z> core::ops::Fn(&'z u32) -> u8 + ?core::marker::Sized, [F; {const}]: core::clone::Clone "
     "([F; {const}])"),
    ("fn f<I: Iterator<Item = u32>>(i: I) -> <I as Iterator>::Item {}",
     "<I> where I: core::iter::Iterator<Item = u32> (I) -> <I as _>::core::iter::Iterator::Item"),
    ("fn f<I: Iterator>(i: I) -> I::Item {}", "<I> where I: core::iter::Iterator (I) -> <I>::Item"),
    ("struct A<const N: usize>; const K: usize = 1; fn f<const M: usize>(a: A<K>, b: A<M>, c: A<3>, d: A<{ K + 1 }>) {}",
     "<const M: usize> (t::A<{const}>, t::A<{const}>, t::A<{const}>, t::A<{const}>)"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "expected"), SIGNATURES)
def test_signatures(source: str, expected: str) -> None:
    shown = check(source).item("f").partition(" = |")[0]
    assert shown == f"function t::f{expected}"


def test_impl_trait_parameters_are_generic_parameters() -> None:
    front = check("fn f(g: impl Fn(&u32) -> &u32, n: impl Clone) {}")
    g = front.tcx.hir_generics(next(d for d in front.crate.defs if d.name == "f"))
    assert [p.def_.name for p in g.params] == ["impl Fn(&u32) -> &u32", "impl Clone"]
    assert len(g.predicates) == 2 and [d.name for d in g.predicates[0].bounds[0].late_bound] == ["'_"]


def test_methods_take_the_lifetime_of_self() -> None:
    front = check("""
        struct S<'a>(&'a u32);
        impl<'a> S<'a> {
            fn a(&self, x: &u32) -> &u32 { x } fn b(self, x: &u32) -> &u32 { x } fn c(self: &S<'a>, x: &u32) -> &u32 { x }
        }
        impl Clone for &S<'_> { fn clone(&self) -> Self { loop {} } }
    """)
    by_name = {d.name: d for d in front.crate.defs if d.kind is DefKind.ASSOC_FN}

    def output(d: Def) -> tuple[Def | None, list[Def]]:
        decl, g = front.tcx.hir_fn_decl(d), front.tcx.hir_generics(d)
        assert isinstance(decl.output, hir.TyRef)
        return decl.output.lifetime.def_, [p.def_ for p in g.params]

    lifetime, params = output(by_name["a"])
    assert lifetime is params[0] and len(params) == 2
    lifetime, params = output(by_name["c"])
    assert lifetime is params[0]
    assert output(by_name["b"])[0] is output(by_name["b"])[1][0]
    assert [front.tcx.hir_fn_decl(by_name[n]).self_kind for n in "abc"] == ["ref", "value", "other"]
    impl = front.crate.impls[1]
    assert [p.def_.name for p in front.tcx.hir_generics(impl).params] == ["'_", "'_"]


def test_opaque_output_has_bounds() -> None:
    front = check("fn f(x: &u32) -> impl Fn(u32) -> u32 + '_ { move |y| y }")
    assert front.item("f").startswith("function t::f<'_ (late)> (&'_ u32) -> impl core::ops::Fn(u32) -> u32 + '_ =")
    opaque = next(d for d in front.crate.defs if d.kind is DefKind.OPAQUE)
    assert len(front.tcx.hir_bounds(opaque)) == 2


LIFETIMES = [
    ("fn f(x: &'q u32) {}", "'q: E0261 use of undeclared lifetime name `'q` [undeclared lifetime]"),
    ("fn f() -> &u32 {}", "&: E0106 missing lifetime specifier [expected named lifetime parameter]"),
    ("fn f(x: &u32, y: &u32) -> &u32 {}", "&: E0106 missing lifetime specifier [expected named lifetime parameter]"),
    ("fn f<'a>(x: &'a u32, y: &'a u32) -> &u32 {}", "&: E0106 missing lifetime specifier [expected named lifetime parameter]"),
    ("struct S { x: &u32 }", "&: E0106 missing lifetime specifier [expected named lifetime parameter]"),
    ("struct W<'a>(&'a u32); struct S { x: W }", "W: E0106 missing lifetime specifier [expected named lifetime parameter]"),
    ("struct W<'a>(&'a u32); impl W {}", "W: E0726 implicit elided lifetime not allowed here [expected lifetime parameter]"),
    ("fn f<'static>() {}", "'static: E0262 invalid lifetime parameter name: `'static` ['static is a reserved lifetime name]"),
    ("fn f<T>() where &u32: Clone {}", "&: E0637 `&` without an explicit lifetime name cannot be used here "
     "[explicit lifetime name needed here]"),
    ("fn f(x: impl Iterator<Item = &u32>) {}", "&: E0658 anonymous lifetimes in `impl Trait` are unstable "
     "[expected named lifetime parameter]"),
    ("fn f<T, T>() {}", "T: E0403 the name `T` is already used for a generic parameter in this item's generic parameters [already used]"),
    ("struct D<A = B, B = u32>(A, B);", "B: E0128 generic parameter defaults cannot reference parameters before they are declared "
     "[cannot reference `B` before it is declared]"),
    ("fn f<const N: usize>() { [0; N + 1]; }", "N: generic parameters may not be used in const operations "
     "[cannot perform const operation using `N`]"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "expected"), LIFETIMES)
def test_signature_errors(source: str, expected: str) -> None:
    check(source, f"1:{expected}")


def test_elision_says_what_it_could_not_choose() -> None:
    for source, text in (
        ("fn f(a: &u32, b: &u32, c: &u32) -> &u32 {}", "whether it is borrowed from `a`, `b`, or `c`"),
        ("fn f(a: &&u32, b: &u32) -> &u32 {}", "whether it is borrowed from one of `a`'s 2 lifetimes or `b`"),
        ("fn f(a: &&u32) -> &u32 {}", "which one of `a`'s 2 lifetimes it is borrowed from"),
    ):
        front = Front(source)
        front.lower_all()
        assert front.session.diag.diagnostics[0].helps[0].endswith(text)


# ------------------------------------------------------------------------------------------------- errors within bodies
PATTERNS = [
    ("let (a, a) = (1, 2);", "a: E0416 identifier `a` is bound more than once in the same pattern [used in a pattern more than once]"),
    ("let c = |x, x| 1;", "x: E0415 identifier `x` is bound more than once in this parameter list [used as parameter more than once]"),
    ("match 1 { a | 2 => {} _ => {} }", "2: E0408 variable `a` is not bound in all patterns [pattern doesn't bind `a`]"),
    ("match (1, 2) { (a, 1) | (1, ref a) => {} _ => {} }", "a: E0409 variable `a` is bound inconsistently across alternatives "
     "separated by `|` [bound in different ways]"),
    ("match 1 { STAT => {} }", "STAT: E0530 match bindings cannot shadow statics [cannot be named the same as a static]"),
    ("let Tup = 1;", "Tup: E0530 let bindings cannot shadow tuple structs [cannot be named the same as a tuple struct]"),
    ("match 1 { Unit(1) => {} }", "Unit(1): E0532 expected tuple struct or tuple variant, found unit struct `Unit`"),
    ("match 1 { Gone(1) => {} }", "Gone: E0531 cannot find tuple struct or tuple variant `Gone` in this scope [not found in this scope]"),
    ("match 1 { g() => {} }", "g: E0532 expected a pattern, found a function call [not a tuple struct or tuple variant]"),
    ("let (.., a, ..) = 1;", "..: `..` can only be used once per tuple pattern [can only be used once per tuple pattern]"),
]  # fmt: skip


@pytest.mark.parametrize(("statement", "expected"), PATTERNS)
def test_pattern_errors(statement: str, expected: str) -> None:
    check(f"fn f() {{ {statement} }}\nstatic STAT: u32 = 1; struct Tup(u32); struct Unit; fn g() {{}}", f"1:{expected}")


JUMPS = [
    ("break;", ["break: E0268 `break` outside of a loop or labeled block [cannot `break` outside of a loop or labeled block]"]),
    ("continue;", ["continue: E0268 `continue` outside of a loop [cannot `continue` outside of a loop]"]),
    ("loop { let c = || { break; }; }", ["break: E0267 `break` inside of a closure [cannot `break` inside of a closure]"]),
    ("'a: loop { break 'b; }", ["'b: E0426 use of undeclared label `'b` [undeclared label `'b`]"]),
    ("'a: loop { || { break 'a; }; }", [
        "break 'a: E0267 `break` inside of a closure [cannot `break` inside of a closure]",
        "'a: E0767 use of unreachable label `'a` [unreachable label `'a`]",
    ]),
    ("while true { break 5; }", ["break 5: E0571 `break` with value from a `while` loop "
     "[can only break with a value inside `loop` or breakable block]"]),
    ("loop { 'a: { break; } }", ["break: E0695 unlabeled `break` inside of a labeled block "
     "[`break` statements that would diverge to or through a labeled block need to bear a label]"]),
    ("'a: { continue 'a; }", ["continue 'a: E0696 `continue` pointing to a labeled block [labeled blocks cannot be `continue`'d]"]),
    ("while break {}", ["break: E0590 `break` or `continue` with no label in the condition of a `while` loop "
     "[unlabeled `break` in the condition of a `while` loop]"]),
]  # fmt: skip


@pytest.mark.parametrize(("statement", "expected"), JUMPS)
def test_jump_errors(statement: str, expected: list[str]) -> None:
    check(f"fn f() {{ {statement} }}", *(f"1:{e}" for e in expected))


def test_node_ids_are_unique_and_signatures_stay_apart() -> None:
    front = check(
        "fn f(x: &u32, y: [u32; 2]) -> u32 { let a: u32 = *x; for i in 0..a { let c = |q: u32| q + i; c(1); } a }"
    )
    f = next(d for d in front.crate.defs if d.name == "f")
    b = front.tcx.hir_body(f)
    assert b is not None
    seen: list[int] = []

    def walk(node: object) -> None:
        if isinstance(node, list):
            for x in node:
                walk(x)
        elif type(node).__module__ == hir.__name__ and not isinstance(node, (hir.Res, hir.Local)):
            if isinstance(getattr(node, "id", None), int):
                seen.append(node.id)  # type: ignore[attr-defined]
            for k in type(node).__mro__:
                for slot in getattr(k, "__slots__", ()):
                    if slot not in ("target", "upvars"):
                        walk(getattr(node, slot))

    walk(b.value)
    walk(b.params)
    assert len(seen) == len(set(seen)) and min(seen) >= 0 and max(seen) < b.node_count
    decl = front.tcx.hir_fn_decl(f)
    assert all(t.id < 0 for t in decl.inputs)
    assert [local.id for local in b.locals] == list(range(len(b.locals)))
