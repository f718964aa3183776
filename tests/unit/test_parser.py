from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from syntax_check import check

from ferrule.diagnostics.render import render_all
from ferrule.session import Session
from ferrule.syntax import ast
from ferrule.syntax.expand import expand_crate
from ferrule.syntax.parser import parse_crate
from ferrule.syntax.pretty import pretty

SAMPLE = r"""
#![allow(dead_code)]
//! crate docs
use std::{fmt, collections::{self as c, HashMap}, io::*};
/// doc
#[derive(Clone, Debug)]
pub(crate) struct S<'a, T: 'a + Clone = u8, const N: usize = { 1 + 2 }> where T: Copy { pub a: &'a T, b: [u8; N] }
struct Tuple(pub u8, Vec<Vec<u32>>);
struct Unit;
enum E { A, B(i32) = 3, C { x: u8 } }
union U { a: u32, b: f32 }
const X: usize = 3;
static mut Y: &'static str = "a\"b";
type Alias<T> = Option<Box<dyn Fn(&T) -> T + Send>>;
trait Tr<T>: Sized where Self: Copy { type A: Clone; const C: i32 = 1; fn m(&self, _: T) -> Self::A; }
impl<'a, T, const N: usize> Tr<T> for S<'a, T, N> where T: Clone { type A = u8; fn m(&self, _: T) -> u8 { 0 } }
unsafe impl Send for Unit {}
extern "C" { fn ext(x: i32, ...) -> i32; static Z: u8; }
mod inner { #![allow(unused)] pub(in crate::inner) fn g() {} }
pub const unsafe extern "C" fn q<F>(f: F, mut x: (i32, f32)) -> impl Fn(i32) -> i32 where F: for<'b> Fn(&'b u8) {
move |y| y + 1 } async fn host() { let r = fetch().await?; r }
fn exprs(a: i32, b: &mut [f32]) -> Option<i32> {
    let x = 1 + 2 * 3 << 4 & 5 | 6 ^ 7;
    let y: u8 = !(-x) as u8 as _;
    let Some(z) = opt else { return None };
    if let Some(w) = z && w > 3 || x == 4 { a += 1; } else if x < (3) { } else { b[0] = 1.5e3f32; }
    match x { 1 | 2..=5 if y => {} n @ ..=9 => drop(n), S { a, ref b, .. } => (), [first, .., last] => (), (_, ..) =>
    (), &mut q => (), -1 => (), E::B(..) => {} _ => () } 'outer: for (i, v) in b.iter_mut().enumerate().skip(1) {
    while i < 10 { break 'outer; } loop { continue 'outer } } let c = |a: i32, &(b, c)| -> i32 { a + b };
    let s = S::<u8, 3> { a: &1, ..base };
    let arr = [[0u8; 4]; 2][1][a as usize..];
    let t = (1,).0; let u = ((1, 2), 3).0.1;
    let p = &raw const x; let r = &&mut y;
    <Vec<u8> as Iterator>::next(&mut v)?.foo::<u8>(1, |x| x)[2](3);
    unsafe { *p.add(1) = 2 }
    let k = { let z = 1; z };
    vec![1, 2]; println!("{}", a);
    x = y; a <<= 1; let r = ..; let r = 1..=2;
    return Some(if a > 1 { 1 } else { 2 });
}
macro_rules! m { ($($x:expr),* $(,)?) => { $($x;)* }; }
m! { 1, 2 }
"""


def test_sample_round_trips() -> None:
    first = check(SAMPLE).text
    assert check(first).text == first


@pytest.mark.parametrize(
    ("source", "printed"),
    [
        ("a + b * c - d", "a + b * c - d"),
        ("(a + b) * c", "(a + b) * c"),
        ("-a as u8 + 1", "-a as u8 + 1"),
        ("!a.b()?.c[1](2)", "!a.b()?.c[1](2)"),
        ("a = b = c", "a = b = c"),
        ("a..b + 1", "a..b + 1"),
        ("&mut *x", "&mut *x"),
        ("a && b || c && d", "a && b || c && d"),
        ("|x| x + 1", "|x| x + 1"),
        ("return a + 1", "return a + 1"),
        ("x.0.1.2", "x.0.1.2"),
        ("a as usize >> 3", "a as usize >> 3"),
        ("x as *const T as usize", "x as *const T as usize"),
        ("Vec::<Vec<u8>>::new()", "Vec::<Vec<u8>>::new()"),
        ("&raw mut x", "&raw mut x"),
        ("&raw", "&raw"),
        ("if a { 1 } else { 2 }", "if a { 1 } else { 2 }"),
        ("unsafe { a }.b", "(unsafe { a }).b"),
    ],
)
def test_expressions(source: str, printed: str) -> None:
    assert check(f"fn f() {{ {source} }}").fn() == f"{{ {printed} }}"


def shape(e: ast.Expr) -> str:
    """An expression with every bracket."""
    if isinstance(e, ast.ExprBinary):
        return f"({shape(e.lhs)} {e.op} {shape(e.rhs)})"
    if isinstance(e, ast.ExprUnary):
        return f"({e.op}{shape(e.expr)})"
    if isinstance(e, ast.ExprCast):
        return f"({shape(e.expr)} as {pretty(e.ty)})"
    if isinstance(e, ast.ExprRange):
        return f"({shape(e.lo) if e.lo else ''}{'..=' if e.inclusive else '..'}{shape(e.hi) if e.hi else ''})"
    if isinstance(e, (ast.ExprAssign, ast.ExprAssignOp)):
        op = "=" if isinstance(e, ast.ExprAssign) else e.op + "="
        return f"({shape(e.lhs)} {op} {shape(e.rhs)})"
    return pretty(e)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a + b * c", "(a + (b * c))"),
        ("a - b - c", "((a - b) - c)"),
        ("a || b && c", "(a || (b && c))"),
        ("a | b ^ c & d", "(a | (b ^ (c & d)))"),
        ("a << b + c", "(a << (b + c))"),
        ("-a as u8 * b", "(((-a) as u8) * b)"),
        ("a == b + c", "(a == (b + c))"),
        ("a = b += c", "(a = (b += c))"),
        ("a + b .. c", "((a + b)..c)"),
        ("..=a + 1", "(..=(a + 1))"),
        ("!a == b", "((!a) == b)"),
    ],
)
def test_precedence(source: str, expected: str) -> None:
    crate = check(f"fn f() {{ {source} }}").crate
    fn = crate.items[0]
    assert isinstance(fn, ast.Fn) and fn.body is not None and fn.body.tail is not None
    assert shape(fn.body.tail) == expected


def test_spans() -> None:
    checked = check("fn f(x: Vec<Vec<u8>>) { let y = a + b.c(1)[2]; }")
    fn = checked.crate.items[0]
    assert isinstance(fn, ast.Fn) and fn.body is not None
    text = checked.session.source_map.snippet
    ty = fn.params[0].ty
    assert text(ty.span) == "Vec<Vec<u8>>"
    assert isinstance(ty, ast.TyPath)
    args = ty.path.segments[0].args
    assert isinstance(args, ast.AngleArgs)
    inner = args.args[0]
    assert text(inner.span) == "Vec<u8>"
    let = fn.body.stmts[0]
    assert isinstance(let, ast.StmtLet) and isinstance(let.init, ast.ExprBinary)
    assert [text(s) for s in (let.span, let.init.span, let.init.op_span, let.init.rhs.span)] == [
        "let y = a + b.c(1)[2];", "a + b.c(1)[2]", "+", "b.c(1)[2]",
    ]  # fmt: skip


def test_struct_literals_in_conditions() -> None:
    checked = check("fn f() { if a == b { c } while x {} match y {} for i in z {} if (S { a: 1 }).a {} }")
    assert checked.fn().startswith("{ if a == b { c } while x {} match y { }")


@pytest.mark.parametrize(
    ("source", "error"),
    [
        (
            "fn main() { let x = 1 let y = 2; }",
            "1:23: expected one of `.`, `;`, `?`, `else`, or an operator, found keyword `let`",
        ),
        ("fn f() { let x = 1\n let y = 2; }", "1:19: expected `;`, found keyword `let`"),
        ("fn f() { f(1 2); }", "1:14: expected one of `)`, `,`, `.`, `?`, or an operator, found `2`"),
        ("fn f() { a < b < c; }", "1:12: comparison operators cannot be chained"),
        ("fn f() { Vec<u32>::new() }", "1:13: comparison operators cannot be chained"),
        ("fn f() { x++; }", "1:11: Rust has no postfix increment operator"),
        ("fn f() { ++x; }", "1:10: Rust has no prefix increment operator"),
        ("fn f() { x === y; }", "1:12: invalid comparison operator `===`"),
        ("fn f() { x ? y : z }", "1:10: Rust has no ternary operator"),
        ("struct S { a: i32 b: i32 }", "1:18: expected `,`, or `}`, found `b`"),
        ("struct S { a: i32; b: i32 }", "1:18: struct fields are separated by `,`"),
        ("fn f() { match x { 1 => 2 3 => 4 } }", "1:26: expected `,` following `match` arm"),
        ("fn f() { let = 3; }", "1:14: expected pattern, found `=`"),
        ("fn f() { let type = 3; }", "1:14: expected identifier, found keyword `type`"),
        ("fn f() { if x { 1 } else 2 }", "1:26: expected `{`, found `2`"),
        ("fn f() { if { } }", "1:12: missing condition for `if` expression"),
        ("fn f() -> { }", "1:11: expected type, found `{`"),
        ("fn f(x) {}", "1:7: expected one of `:`, `@`, or `|`, found `)`"),
        ("enum E { A B }", "1:12: expected one of `(`, `,`, `=`, `{`, or `}`, found `B`"),
        ("fn f() { for x 1..2 {} }", "1:15: missing `in` in `for` loop"),
        ("fn f() { 0..=; }", "1:11: [E0586] inclusive range with no end"),
        ("fn f() { let x == 3; }", "1:16: unexpected `==`"),
        ("let x = 3;", "1:1: expected item, found keyword `let`"),
        ("func f() {}", "1:6: expected one of `!` or `::`, found `f`"),
        ("const X = 3;", "1:8: missing type for `const` item"),
        ("use a::b c;", "1:10: expected one of `::`, `;`, or `as`, found `c`"),
        ("fn f() { S { a b } }", "1:16: expected one of `,`, `:`, or `}`, found `b`"),
        ("pub(foo) fn x() {}", "1:5: [E0704] incorrect visibility restriction"),
        ("fn f(&self) {}", "1:6: `self` parameter is only allowed in associated functions"),
        ("fn f() { a.; }", "1:12: unexpected token: `;`"),
        ("fn f() { #[a] }", "1:10: expected statement after outer attribute"),
        ("struct S { fn f() {} }", "1:12: functions are not allowed in struct definitions"),
        ("fn f<T U>() {}", "1:8: expected one of `,`, `:`, `=`, or `>`, found `U`"),
        ("fn f() { foo!a }", "1:14: expected one of `(`, `[`, or `{`, found `a`"),
    ],
)
def test_errors(source: str, error: str) -> None:
    check(source, errors=[error])


def test_recovers_at_statements_and_items() -> None:
    source = """
    fn f() { let a = ; let b = 1; c d; if x { y z } e }
    fn g( a: i32 b: i32) {}
    struct S { a: i32, b c: u8, d: u8 }
    fn h() { @ }
    """
    checked = check(
        source,
        errors=[
            "2:18: expected expression, found `;`",
            "2:33: expected one of `!`, `.`, `::`, `;`, `?`, `{`, `}`, or an operator, found `d`",
            "2:45: expected one of `!`, `.`, `::`, `;`, `?`, `{`, `}`, or an operator, found `z`",
            "3:14: expected one of `!`, `(`, `)`, `+`, `,`, `::`, or `<`, found `b`",
            "4:22: expected `:`, found `c`",
            "5:10: expected expression, found `@`",
        ],
    )
    assert [type(i).__name__ for i in checked.crate.items] == ["Fn", "Struct", "Fn"]
    fn = checked.crate.items[0]
    assert isinstance(fn, ast.Fn) and fn.body is not None
    assert sum(isinstance(s, ast.StmtLet) for s in fn.body.stmts) == 1


DEEP = {
    "parens": "fn f() {" + "(" * 5000 + "1" + ")" * 5000 + "}",
    "blocks": "fn f() " + "{" * 5000 + "}" * 5000,
    "types": "type A = " + "&" * 5000 + "u8;",
    "generics": "type A = " + "V<" * 5000 + "u8" + ">" * 5000 + ";",
    "qself": "type A = " + "<" * 5000 + "A" + " as B>::C" * 5000 + ";",
    "patterns": "fn f() { let " + "(" * 5000 + "a" + ")" * 5000 + " = 1; }",
    "bindings": "fn f() { let " + "a @ " * 5000 + "1 = 1; }",
    "modules": "mod a {" * 5000 + "}" * 5000,
    "assignments": "fn f() { " + "a = " * 5000 + "1; }",
    "postfix": "fn f() { a" + ".b()" * 9000 + "; }",
    "cfg": "#[cfg(" + "not(" * 5000 + "a" + ")" * 5001 + "] fn f() {}",
}


@pytest.mark.parametrize("name", DEEP)
def test_nesting_is_bounded(name: str) -> None:
    session = Session()
    crate = parse_crate(session, session.source_map.add("t.rs", DEEP[name]))
    expand_crate(session, crate)
    assert [d.code for d in session.diag.diagnostics] == ["G0012"]


def test_long_chains_are_fine() -> None:
    check("fn f() { a" + " + 1" * 2000 + "; if x {}" + " else if x {}" * 1000 + " }")


_PIECES = re.findall(r"\w+|\s+|.", SAMPLE, re.S)


def survive(source: str) -> None:
    """Whatever comes in: no exception, and what parses without an error prints to text that parses."""
    session = Session()
    crate = parse_crate(session, session.source_map.add("t.rs", source))
    expand_crate(session, crate)
    render_all(session.diag.diagnostics, session.source_map)
    if not session.diag.error_count:
        text = pretty(crate)
        again = Session()
        parse_crate(again, again.source_map.add("t.rs", text))
        assert [d.message for d in again.diag.diagnostics if d.level == "error"] == []


@settings(max_examples=30, deadline=None)
@given(st.integers(0, len(SAMPLE)))
def test_truncated_source_never_raises(end: int) -> None:
    survive(SAMPLE[:end])


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 6))
def test_mutated_source_never_raises(seed: int, edits: int) -> None:
    rng = random.Random(seed)
    pieces = list(_PIECES)
    for _ in range(edits):
        i = rng.randrange(len(pieces))
        choice = rng.random()
        if choice < 0.4:
            del pieces[i]
        elif choice < 0.8:
            pieces[i] = rng.choice(_PIECES)
        else:
            pieces.insert(i, rng.choice("(){}[]<>;:,.#!$?&|*+-/=@~'\"\\`"))
    survive("".join(pieces))


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60))
def test_arbitrary_text_never_raises(source: str) -> None:
    survive(source)
