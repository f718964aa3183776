from __future__ import annotations

import pytest
from syntax_check import check

from ferrule.session import Session
from ferrule.syntax import ast
from ferrule.syntax.expand import expand_crate
from ferrule.syntax.hygiene import bare, lookup_names, make_mark
from ferrule.syntax.parser import parse_crate
from ferrule.syntax.pretty import pretty


@pytest.mark.parametrize(
    ("rules", "call", "expanded"),
    [
        ("($e:expr) => { $e * $e }", "m!(1 + 2)", "(1 + 2) * (1 + 2)"),
        ("($($x:expr),* $(,)?) => { [$($x),*] }", "m!(1, 2, 3,)", "[1, 2, 3]"),
        ("($($x:expr),*) => { [$($x),*] }", "m!()", "[]"),
        ("($x:expr; $n:expr) => { [$x; $n] }", "m!(0u8; 4)", "[0u8; 4]"),
        ("($($($x:expr),*);*) => { [$([$($x),*]),*] }", "m!(1, 2; 3;)", "[[1, 2], [3], []]"),
        ("($a:expr $(, b = $b:expr)?) => { ($a, $($b)?) }", "m!(1, b = 2)", "(1, 2)"),
        ("($t:ty) => { <$t>::MAX }", "m!(Vec<Vec<u8>>)", "<Vec<Vec<u8>>>::MAX"),
        ("(Vec<$t:ty>) => { <$t>::A }", "m!(Vec<Vec<u8>>)", "<Vec<u8>>::A"),
        ("($p:path) => { $p(1) }", "m!(a::b::<u8>)", "a::b::<u8>(1)"),
        (
            "($p:pat => $e:expr) => { match 0 { $p => $e, _ => 0 } }",
            "m!(Some(1 | 2) | None => 3)",
            "match 0 { Some(1 | 2) | None => 3, _ => 0, }",
        ),
        (
            "($p:pat_param | $q:pat_param) => { matches!(0, $p | $q) }",
            "m!(1 | 2)",
            "match 0 { 1 | 2 => true, _ => false, }",
        ),
        ("($l:lifetime, $b:block) => { $l: loop $b }", "m!('a, { break 'a; })", "'a: loop { break 'a; }"),
        ("($l:literal) => { $l }", "m!(-1)", "-1"),
        ("($($t:tt)*) => { stringify!($($t)*) }", "m!(a + (b, c) 'd')", "\"a + (b, c) 'd'\""),
        ("($a:ident . $b:ident) => { $b.$a }", "m!(x.y)", "y.x"),
        ("(a) => { 1 }; ($x:ident) => { 2 }; ($x:expr) => { 3 }", "(m!(a), m!(b), m!(1 + 1))", "(1, 2, 3)"),
        ("($k:ident = $v:expr) => { $v }", "m!(fn = 3)", "3"),
        ("() => { 0 }; ($h:tt $($t:tt)*) => { 1 + m!($($t)*) }", "m!(a (b) c)", "1 + (1 + (1 + 0))"),
        ("($op:tt) => { 1 $op 2 }", "m!(<<)", "1 << 2"),
        ("($($k:ident: $v:expr),+) => { S { $($k: $v),+ } }", "m!(a: 1, b: 2)", "S { a: 1, b: 2 }"),
        ("($($x:ident)|+) => { ($($x),+) }", "m!(a | b)", "(a, b)"),
        ("(#[$m:meta] $e:expr) => { $e }", "m!(#[a(b)] 3)", "3"),
        ("($e:expr) => { $e; }", "m!(g())", "g()"),
        ("($e:expr) => { $e.1 }", "m!(x)", "x.1"),
        ("($t:ty) => { 0 as &mut $t }", "m!(dyn A + B)", "0 as &mut (dyn A + B)"),
        ('(r#"a"#) => { 1 }; (r#"b"#) => { 2 }', 'm!(r#"b"#)', "2"),
    ],
)
def test_expression_macros(rules: str, call: str, expanded: str) -> None:
    # the call stands in brackets so that it is an expression and not a statement
    text = check(f"macro_rules! m {{ {rules} }} fn f() {{ ({call}); }}", expand=True).fn()
    assert text == f"{{ ({expanded}); }}" or text == f"{{ {expanded}; }}"


def test_items() -> None:
    source = """
    macro_rules! ops { ($($(#[$m:meta])* $v:vis fn $name:ident = $op:tt;)*) => { $($(#[$m])* $v fn $name(a: i32, b:
    i32) -> i32 { a $op b })* } } ops! { #[inline] pub fn add = +; fn shl = <<; }
    macro_rules! name { ($n:ident, $t:ty) => { struct $n($t); impl Tr for $n { type A = $t; } } }
    name!(P, [u8; 3]);
    macro_rules! make { ($name:ident) => { macro_rules! $name { ($e:expr) => { $e + 1 }; } }; }
    make!(inc);
    fn f() { (inc!(2)) }
    """
    checked = check(source, expand=True)
    fns = [i for i in checked.crate.items if isinstance(i, ast.Fn)]
    assert [i.ident.name for i in fns] == ["add", "shl", "f"]
    assert [a.path for a in fns[0].attrs] == ["inline"]
    assert " ".join(pretty(fns[1]).split()) == "fn shl(a__1: i32, b__1: i32) -> i32 { a__1 << b__1 }"
    assert checked.fn() == "{ (2 + 1) }"
    assert "type A = [u8; 3];" in checked.text


def test_hygiene() -> None:
    source = """
    macro_rules! swap { ($a:ident, $b:ident) => { let t = $a; $a = $b; $b = t; }; }
    macro_rules! count { ($v:expr) => { 'a: loop { if $v { break 'a; } } } }
    fn f() { let t = 1; let mut u = 2; swap!(t, u); (count!(t)); g(t) }
    """
    assert check(source, expand=True).fn() == (
        "{ let t = 1; let mut u = 2; let t__1 = t; t = u; u = t__1; ('a__2: loop { if t { break 'a__2; } }); g(t) }"
    )


def test_hygiene_keeps_items_fields_and_types_bare() -> None:
    source = """
    macro_rules! m { ($e:expr) => {{ fn local() -> Thing { Thing { field: 1 } } let r = local(); r.field +
    module::CONST + $e }} } fn f(x: i32) { let _ = m!(x); }
    """
    text = check(source, expand=True).fn()
    assert "fn local() -> Thing { Thing { field: 1 } }" in text
    assert "r__1.field + module::CONST + x" in text


def test_lookup_of_marked_names() -> None:
    outside, inside = "x" + make_mark(3), "x" + make_mark(4, 120)
    assert bare(outside) == "x"
    assert lookup_names("x") == [("x", 0)]
    assert lookup_names(outside) == [(outside, 0)]
    assert lookup_names(inside) == [(inside, 0), ("x", 120)]
    assert lookup_names(outside + make_mark(5, 9)) == [(outside + "#5@9", 0), (outside, 9)]


def test_textual_scope() -> None:
    source = """
    mod a { macro_rules! m { () => { 1 } } pub fn f() { (m!()) } }
    #[macro_use] mod b { macro_rules! n { () => { 2 } } }
    mod c { #[macro_export] macro_rules! e { () => { $crate::c::x() } } pub fn x() {} }
    macro_rules! s { () => { 3 } }
    fn g() { (s!()) }
    macro_rules! s { () => { 4 } }
    fn f() { (m!()); (n!()); (s!()); (crate::e!()); { macro_rules! s { () => { 5 } } (s!()); } (s!()) }
    """
    checked = check(source, expand=True)
    assert checked.fn("g") == "{ (3) }"
    text = checked.fn()
    assert text.startswith("{ (m!()); (2); (4); (crate::c::x());") and text.endswith("(5); } (4) }")


def test_macros_of_a_library() -> None:
    library, user = Session(), Session()
    crate = parse_crate(
        library,
        library.source_map.add("lib", "#[macro_export] macro_rules! twice { ($e:expr) => { $crate::add($e, $e) } }"),
    )
    macros = expand_crate(library, crate, {}, "cuda_device")
    source = "use cuda_device::twice; fn f() { (twice!(1)); cuda_device::twice!(2) }"
    crate = parse_crate(user, user.source_map.add("t", source))
    expand_crate(user, crate, macros)
    assert user.diag.diagnostics == []
    fn = crate.items[1]
    assert isinstance(fn, ast.Fn) and fn.body is not None
    assert " ".join(pretty(fn.body).split()) == "{ (::cuda_device::add(1, 1)); ::cuda_device::add(2, 2) }"


def test_statement_macros_leave_their_tail() -> None:
    source = "macro_rules! m { ($e:expr) => { let a = $e; a + 1 } } fn f() { m! { 2 } } fn g() { m!(2); }"
    checked = check(source, expand=True)
    assert checked.fn() == "{ let a__1 = 2; a__1 + 1 }"
    assert checked.fn("g") == "{ let a__2 = 2; a__2 + 1; }"


def test_patterns_and_types() -> None:
    source = """
    macro_rules! p { ($a:pat) => { Some($a) } }
    macro_rules! t { ($a:ty) => { Vec<$a> } }
    fn f(x: t!(u8)) { let p!(y) = x else { return }; }
    """
    checked = check(source, expand=True)
    assert "fn f(x: Vec<u8>)" in checked.text
    assert checked.fn() == "{ let Some(y) = x else { return; };".replace("return;", "return") + " }"


@pytest.mark.parametrize(
    ("source", "errors"),
    [
        ("macro_rules! m { (a) => { 1 } } fn f() { (m!(b)); }", ["1:46: no rules expected `b`"]),
        ("macro_rules! m { (a b) => { 1 } } fn f() { (m!(a)); }", ["1:49: unexpected end of macro invocation"]),
        ("macro_rules! m { }", ["1:1: macros must contain at least one rule"]),
        ("macro_rules! m { (a) => }", ["1:22: macro definition ended unexpectedly"]),
        ("macro_rules! m { ($a:foo) => {} }", ["1:19: invalid fragment specifier `foo`"]),
        ("macro_rules! m { ($a) => {} }", ["1:19: missing fragment specifier"]),
        ("macro_rules! m { ($a:expr, $a:expr) => {} }", ["1:29: duplicate matcher binding"]),
        ("macro_rules! m { ($($a:expr),*) => { $a } } fn f() { (m!(1)); }",
         ["1:38: variable `a` is still repeating at this depth"]),
        ("macro_rules! m { ($(a)* $(a)*) => { 1 } } fn f() { (m!(a)); }",
         ["1:55: ambiguity: multiple successful parses"]),
        ("macro_rules! m { ($($a:ident)* $b:ident) => { 1 } } fn f() { (m!(x)); }",
         ["1:66: local ambiguity when calling macro `m`: multiple parsing options: "
          "built-in NTs ident ('a') or ident ('b')."]),
        ("macro_rules! m { ($($a:expr)* $b:expr) => { 1 } }",
         ["1:31: `$a:expr` is followed by `$b:expr`, which is not allowed for `expr` fragments"]),
        ("macro_rules! m { ($a:ty; $b:pat | $c:path - ) => { 1 } }",
         ["1:33: `$b:pat` is followed by `|`, which is not allowed for `pat` fragments",
          "1:43: `$c:path` is followed by `-`, which is not allowed for `path` fragments"]),
        ("macro_rules! m { ($e:expr) => { m!($e) } } fn f() { (m!(1)); }",
         ["1:54: recursion limit reached while expanding `m!`"]),
        ("macro_rules! m { ($a:expr) => { 1 } } fn f() { (m!(1 +)); }",
         ["1:55: expected expression, found end of macro arguments"]),
    ],
)  # fmt: skip
def test_errors(source: str, errors: list[str]) -> None:
    session = Session()
    crate = parse_crate(session, session.source_map.add("t.rs", source))
    expand_crate(session, crate)
    found = []
    for d in session.diag.diagnostics:
        at = session.source_map.location(d.span)
        found.append(f"{at.line}:{at.column}: {d.message}")
    assert found == errors


def test_cfg() -> None:
    source = """
    #[cfg(feature = "fast")] fn a() {}
    #[cfg(not(feature = "fast"))] fn b() {}
    #[cfg_attr(all(flag, any(x, level = "2")), inline, cold)] fn c() {}
    #[cfg(all())] mod m { #![cfg(any())] fn gone() {} }
    struct S { #[cfg(flag)] x: u8, #[cfg(nope)] y: u8 }
    struct T(#[cfg(nope)] u8, u16);
    fn f(#[cfg(nope)] a: u8, b: u8) {
        #[cfg(nope)] let x = 1;
        #[cfg(flag)] { g(); }
        match b { #[cfg(nope)] 1 => {} _ => h(&[#[cfg(nope)] 1, 2]) }
        if cfg!(flag) {}
        #[cfg(nope)] { 1 }
        #[cfg(flag)] { 2 }
    }
    """
    checked = check(source, expand=True, cfg=("flag", 'level="2"'), features=("fast",))
    items = {i.ident.name: i for i in checked.crate.items}
    assert list(items) == ["a", "c", "m", "S", "T", "f"]
    assert [a.path for a in items["c"].attrs] == ["inline", "cold"]
    tuple_struct, struct = items["T"], items["S"]
    assert isinstance(tuple_struct, ast.Struct) and [f.ident.name for f in tuple_struct.fields] == ["0"]
    assert isinstance(struct, ast.Struct) and [f.ident.name for f in struct.fields] == ["x"]
    assert checked.fn() == "{ { g(); } match b { _ => h(&[2]), } if true {} { 2 } }"


@pytest.mark.parametrize(
    ("source", "expanded"),
    [
        ("assert!(a > 1)", "assert!(a > 1)"),
        ('assert!(a, "x {} {b:?} {n}", 1 + c, n = 2)', 'assert!(a, "x {} {b:?} {n}", 1 + c, n = 2, b = b)'),
        ("assert_eq!(a, b, \"{}\", c)", 'assert_eq!(a, b, "{}", c)'),
        ("debug_assert!(a)", "if false { assert!(a); }"),
        ("panic!()", "panic!()"),
        ('std::panic!("{x:w$.p$} {{y}}")', 'panic!("{x:w$.p$} {{y}}", x = x, w = w, p = p)'),
        ("matches!(a, Some(n) if n > 1)", "match a { Some(n) if n > 1 => true, _ => false, }"),
        ("core::ptr::addr_of_mut!(a.b)", "&raw mut a.b"),
        ('concat!("a", 1, -2, true, \'c\', stringify!(x + y))', '"a1-2truecx + y"'),
        ("(line!(), column!(), file!(), module_path!())", '(1u32, 28u32, "t.rs", "t")'),
        ('gpu_printf!("%d {}\\n", a, b)', 'gpu_printf!("%d {}\\n", a, b)'),
        ("gpu_assert!(a)", "assert!(a)"),
        ('ptx_asm!("add %0, %1;", out("=r") x, in("r") y + 1, clobber("memory"), options(register_only))',
         'ptx_asm!("add %0, %1;", out("=r") x, in("r") y + 1, clobber("memory"), options(register_only))'),
        ("core::mem::offset_of!(S, a.0)", "core::mem::offset_of!(S, a.0)"),
        ('println!("{}", m!(1))', 'println!("{}" , m ! ( 1 ))'),
        ("vec![1; 2]", "vec![1 ; 2]"),
    ],
)  # fmt: skip
def test_builtin_macros(source: str, expanded: str) -> None:
    assert check(f"fn f() {{ let r = {source}; }}", expand=True).fn() == f"{{ let r = {expanded}; }}"


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ('compile_error!("no")', "1:10: no"),
        ("panic!(x)", "1:17: format argument must be a string literal"),
        ("assert!()", "1:10: macro requires a boolean expression as an argument"),
        ("assert_eq!(1)", "1:22: unexpected end of macro invocation"),
        ("concat!(x)", "1:18: expected a literal"),
    ],
)
def test_builtin_macro_errors(source: str, error: str) -> None:
    check(f"fn f() {{ {source}; }}", expand=True, errors=[error])
