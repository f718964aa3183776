"""Exhaustiveness and reachability: rustc's errors, witness by witness, and the algorithm against brute force."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ferrule.thir import thir
from ferrule.thir.exhaust import Usefulness, joined
from ferrule.ty import ty as t
from tests.helpers.frontend import compile_text, find

ITEMS = """
pub enum Never {}
pub enum En { A { x: u8, y: bool }, B(u8), C }
"""


def reports(body: str, params: str = "", items: str = "") -> list[tuple[str, str, str]]:
    """(code, message, text of the primary label) of every diagnostic of a function with this body."""
    tcx, user = compile_text(f"{ITEMS}{items}\npub fn f({params}) {{ {body} }}")
    tcx.mir(find(user, "f"))
    return [(d.code, d.message, d.labels[0].text) for d in tcx.session.diag.diagnostics]


# Verdicts of rustc 1.95.
NOT_COVERED = [
    ("x: i32", "match x { 1 => {} }", "`i32::MIN..=0_i32` and `2_i32..=i32::MAX`"),
    ("x: Option<u8>", "match x { Some(3) => {}, n if n.is_none() => {} }", "`None`"),
    (
        "x: &[i32]",
        "match x { [] => (), [1, ..] => (), [_, .., 2] => () }",
        "`&[i32::MIN..=0_i32]`, `&[2_i32..=i32::MAX]`, `&[i32::MIN..=0_i32, .., i32::MIN..=1_i32]` and 3 more",
    ),
    ("y: (bool, bool)", "match y { (true, _) => {} }", "`(false, _)`"),
    ("z: usize", "match z { 0..=5 => {}, 7.. => {} }", "`6_usize`"),
    ("z: usize", "match z { 0..=usize::MAX => {} }", "`usize::MAX..`"),
    ("c: char", "match c { 'a'..='z' => {} }", r"`'\0'..='`'`, `'{'..='\u{d7ff}'` and `'\u{e000}'..='\u{10ffff}'`"),
    ("f: f32", "match f { 1.0 => {} }", "`_`"),
    ("x: i32", "match x { n if n > 3 => {} }", "`i32::MIN..=i32::MAX`"),
    ("x: &Option<u8>", "match x { None => {}, Some(0..4) => {} }", "`&Some(4_u8..=u8::MAX)`"),
    ("", 'match "abc" { "d" => {} }', "`&_`"),
    ("x: u8, b: bool", "match (x, b) { (0..=254, _) => {} (_, true) => {} }", "`(u8::MAX, false)`"),
    ("e: En", "match e { En::A { x: 3, y: _ } => {}, En::C => {} }", "`En::B(_)`"),
    ("e: En", "match e {}", "`En::A { .. }`, `En::B(_)` and `En::C`"),
    ("e: En", "match e { En::A { x: 3.., .. } | En::B(_) | En::C => {} }", "`En::A { x: 0_u8..=2_u8, .. }`"),
    ("r: &Result<u8, Never>", "match r { Ok(_) => {} }", "`&Err(_)`"),
    ("x: u128", "match x { 0 => {} }", "`1_u128..`"),
    ("i: i8", "match i { -128..=-1 | 1..=127 => {} }", "`0_i8`"),
    ("a: [bool; 2]", "match a { [true, _] => {}, [_, false] => {} }", "`[false, true]`"),
    (
        "a: Option<u8>, b: Option<u8>",
        "match (a, b) { (Some(_), None) => {}, (None, Some(_)) => {} }",
        "`(None, None)` and `(Some(_), Some(_))`",
    ),
]


@pytest.mark.parametrize("params, body, witnesses", NOT_COVERED)
def test_match_that_covers_too_little(params, body, witnesses):
    (found,) = [r for r in reports(body, params) if r[0]]
    assert found[:2] == ("E0004", f"non-exhaustive patterns: {witnesses} not covered")
    assert found[2] == f"pattern{'s' if ' and ' in witnesses else ''} {witnesses} not covered"


def test_empty_match_on_a_type_with_values():
    assert reports("match x {}", "x: u8")[0][:2] == ("E0004", "non-exhaustive patterns: type `u8` is non-empty")


@pytest.mark.parametrize(
    "params, body",
    [
        ("x: u8", "match x { 0..=127 => {}, 128.. => {} }"),
        ("x: usize", "match x { 0 => {}, 1.. => {} }"),
        ("x: isize", "match x { ..=-1 => {}, 0 => {}, 1.. => {} }"),
        ("x: Never", "match x {}"),
        ("x: &Never", "match *x {}"),
        ("x: Result<u8, Never>", "match x { Ok(_) => {} }"),
        ("x: Result<u8, Never>", "let Ok(_y) = x;"),
        ("x: &[u8]", "match x { [] => {}, [_] => {}, [_, .., _] => {} }"),
        ("x: [u8; 3]", "let [_a, .., _b] = x;"),
        ("x: Option<bool>", "match x { Some(true) | None => {}, Some(false) => {} }"),
        ("(a, _b): (u8, u8)", "let _ = a;"),
        ("x: (u8, Option<bool>)", "match x { (0, None | Some(true)) => {}, (_, Some(_)) => {}, (1.., None) => {} }"),
    ],
)
def test_complete_pattern(params, body):
    assert reports(body, params) == []


def test_refutable_patterns():
    assert reports("let Some(_q) = x;", "x: Option<u8>") == [
        ("E0005", "refutable pattern in local binding", "pattern `None` not covered")
    ]
    assert reports("for Some(_w) in [Some(1)] {}") == [
        ("E0005", "refutable pattern in `for` loop binding", "pattern `None` not covered")
    ]
    assert reports("", "(Some(_x), _): (Option<u8>, u8)") == [
        ("E0005", "refutable pattern in function argument", "pattern `(None, _)` not covered")
    ]
    assert reports("let _f = |Some(_x): Option<u8>| {};") == [
        ("E0005", "refutable pattern in closure argument", "pattern `None` not covered")
    ]


def test_unreachable_patterns_are_warnings():
    tcx, user = compile_text("pub fn f(x: u8) { match x { 1 | 2 => {}, 2 => {}, 1 | 4 => {}, _ => {}, 9 => {} } }")
    tcx.mir(find(user, "f"))
    found = tcx.session.diag.diagnostics
    assert {(d.level, d.message) for d in found} == {("warning", "unreachable pattern")}
    snippet = tcx.session.source_map.snippet
    assert sorted(snippet(d.span) for d in found) == ["1", "2", "9"]


def test_ranges_in_the_wrong_order():
    assert reports("match x { 5..=3 => {}, _ => {} }", "x: u8")[0][:2] == (
        "E0030",
        "lower range bound must be less than or equal to upper",
    )
    assert reports("match x { 3..3 => {}, _ => {} }", "x: u8")[0][:2] == (
        "E0579",
        "lower range bound must be less than upper",
    )


# ------------------------------------------------------------------------------------------------- against brute force
PAIR = t.mk_tuple((t.U8, t.BOOL))


def u8_pattern(draw_range):
    lo, hi = sorted(draw_range)
    return thir.PRange(1, t.U8, lo, hi, True)


u8s = st.sampled_from([0, 1, 2, 7, 128, 254, 255])
u8_pats = st.one_of(
    st.just(thir.PWild(1, t.U8)), u8s.map(lambda v: thir.PConst(1, t.U8, v)), st.tuples(u8s, u8s).map(u8_pattern)
)
u8_or = st.one_of(u8_pats, st.lists(u8_pats, min_size=2, max_size=3).map(lambda ps: thir.POr(1, t.U8, ps)))
bools = st.one_of(st.just(thir.PWild(1, t.BOOL)), st.integers(0, 1).map(lambda v: thir.PConst(1, t.BOOL, v)))
pairs = st.tuples(u8_or, bools).map(lambda p: thir.PLeaf(1, PAIR, [thir.FieldPat(0, p[0]), thir.FieldPat(1, p[1])]))


def matches(p: thir.Pat, v) -> bool:
    match p:
        case thir.PWild():
            return True
        case thir.PConst():
            return p.bits == v
        case thir.PRange():
            return p.lo <= v <= p.hi
        case thir.POr():
            return any(matches(a, v) for a in p.alts)
        case thir.PLeaf():
            return all(matches(f.pat, v[f.index]) for f in p.fields)
    raise AssertionError(p)


VALUES = list(itertools.product(range(256), (0, 1)))


@pytest.fixture(scope="module")
def tcx():
    return compile_text("")[0]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(pairs, st.booleans()), max_size=6))
def test_usefulness_agrees_with_trying_every_value(tcx, arms):
    report = Usefulness(tcx).check(PAIR, arms)
    covered = {v for v in VALUES if any(matches(p, v) and not guard for p, guard in arms)}
    assert bool(report.witnesses) == (len(covered) < len(VALUES)), (
        joined(tcx, report.witnesses) if report.witnesses else ""
    )
    taken: set = set()
    dead = []
    for i, (p, guard) in enumerate(arms):
        mine = {v for v in VALUES if matches(p, v)}
        if mine <= taken:
            dead.append(i)
        if not guard:
            taken |= mine
    whole = {i for i, _ in report.unreachable}
    assert set(dead) <= whole
