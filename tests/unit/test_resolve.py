"""Name resolution: modules, imports, visibility, and the messages of names that resolve to nothing.  The expected messages
are those of rustc 1.95 for the same text."""

# ruff: noqa: E501  (tables of source text and messages)
from __future__ import annotations

from pathlib import Path

import pytest
from front import Front, check

from ferrule.errors import FerruleError
from ferrule.resolve import kernels
from ferrule.resolve.defs import DefKind
from ferrule.resolve.loader import load_crates, load_path, load_text
from ferrule.resolve.suggest import best_match
from ferrule.session import Session


# --------------------------------------------------------------------------------------------------------- accepted
def test_globs_shadowing_and_reexports() -> None:
    front = check("""
        mod a { pub mod b { pub fn f() {} pub struct S; } pub use self::b::*; pub(crate) mod c { pub use super::b as bb; } }
        mod shadow { use super::a::*; fn f() -> u32 { 1 } fn t() -> u32 { f() } }
        mod cyc1 { pub use super::cyc2::*; pub fn c1() {} }
        mod cyc2 { pub use super::cyc1::*; pub fn c2() {} }
        fn t() { cyc1::c2(); cyc2::c1(); a::f(); a::c::bb::f(); self::a::b::f(); crate::a::f() }
    """)
    assert "t::shadow::f()" in front.item("shadow::t")
    assert front.item("t").count("t::a::b::f()") == 4


def test_enum_variants_are_imported_by_name_and_glob() -> None:
    front = check("""
        enum E { A, B(u32), C { x: u32 } }
        mod m { use crate::E::{self, A as First}; use super::E::*; pub fn t() { First; B(1); E::C { x: 1 }; C { x: 2 }; } }
    """)
    text = front.item("m::t")
    assert "t::E::A;" in text and "t::E::B(1)" in text and text.count("t::E::C { x:") == 2


def test_items_and_imports_in_blocks() -> None:
    front = check("""
        mod g { pub fn one() -> u32 { 1 } }
        fn f() {
            let one = 5u32;
            { use crate::g::one; one(); fn two() -> u32 { three() } fn three() -> u32 { 3 } two(); }
            let y = one;
            { struct S(u32); impl S { fn new() -> Self { S(1) } } let s = S::new(); }
        }
    """)
    text = front.item("f")
    assert "t::g::one();" in text and "let y.1 = one.0;" in text and "t::f::two();" in text
    assert [i.parent.name for i in front.crate.impls if i.parent] == ["f"]


def test_unnamed_trait_import_and_traits_in_scope() -> None:
    front = check("""
        mod m { pub trait Hidden { fn h(&self) {} } pub trait Other {} }
        use m::Hidden as _;
        trait Own {}
        fn f() {}
        mod n { fn g() { trait Local {} } }
    """)
    scope = {d.path: [t.name for t in front.tcx.traits_in_scope(d)] for d in front.crate.defs if d.kind is DefKind.FN}
    assert scope["t::f"][:2] == ["Own", "Hidden"] and "Other" not in scope["t::f"]
    assert "Iterator" in scope["t::f"], "the prelude's traits are in scope"
    assert scope["t::n::g"][0] == "Local" and "Own" not in scope["t::n::g"]


def test_visibility_in_path_super_and_crate() -> None:
    check(
        """
        mod vis {
            mod p { pub(super) fn s() {} pub(in crate::vis) fn i() {} pub(self) fn z() {} pub(crate) fn c() {} }
            fn t() { p::s(); p::i(); p::c(); p::z(); }
            pub mod q { pub fn t() { super::p::s(); super::p::i(); } }
        }
        fn outer() { vis::q::t(); vis::p::s(); }
        """,
        "4:z: E0603 function `z` is private [private function]",
        "7:p: E0603 module `p` is private [private module]",
    )


def test_kernels_in_source_order_from_every_module() -> None:
    front = Front("""
        use cuda_device::{kernel, cuda_module};
        #[cuda_module] mod k { use super::*; #[kernel] pub fn b() {} #[cuda_device::kernel] pub fn a() {} fn helper() {} }
        #[kernel] fn c() {}
    """)
    assert [d.path for d in kernels(front.crate)] == ["t::k::b", "t::k::a", "t::c"]


def test_crates_that_are_not_there_are_no_error_until_used() -> None:
    front = Front("""
        use tokio::{spawn, runtime::*};
        use cuda_core::CudaContext;
        use std::collections::HashMap;
        async fn host() { let c = CudaContext::new(0)?; spawn(1).await; let m: HashMap<u32, u32>; missing(); println!("x"); }
        fn reached(m: &HashMap<u32, u32>) { CudaContext::new(); Builder::x(); let v: Vec<u32>; std::env::args(); }
    """)
    assert front.errors() == []
    text = front.item("reached")
    assert front.errors() == []
    assert text.count("<unsupported G0008>") == 5
    front.item("host")  # an async body is never looked into
    assert front.errors() == []


# --------------------------------------------------------------------------------------------------------- definitions
def test_duplicates() -> None:
    check(
        "fn dup() {}\nfn dup() {}\nstruct D;\nenum D {}\nenum V { A, A }\nstruct F { a: u32, a: u32 }\nstruct T(u8);\nfn T() {}",
        "2:fn dup(): E0428 the name `dup` is defined multiple times [`dup` redefined here]",
        "4:enum D: E0428 the name `D` is defined multiple times [`D` redefined here]",
        "5:A: E0428 the name `A` is defined multiple times [`A` redefined here]",
        "6:a: u32: E0124 field `a` is already declared [field already declared]",
        "8:fn T(): E0428 the name `T` is defined multiple times [`T` redefined here]",
    )


def test_imports_that_conflict() -> None:
    check(
        "mod m { pub struct P; pub mod i {} pub struct Q; }\nuse m::P; struct P;\nuse m::i as c;\nuse m::Q as c;\nuse m::{self};",
        "2:struct P;: E0255 the name `P` is defined multiple times [`P` redefined here]",
        "4:m::Q as c: E0252 the name `c` is defined multiple times [`c` reimported here]",
        "5:self: E0255 the name `m` is defined multiple times [`m` reimported here]",
    )


def test_imports_that_name_nothing() -> None:
    front = check(
        """
        mod m { fn private() {} pub mod inner {} pub enum E { A } pub struct S; struct Hid; }
        use m::missing;
        use m::inner::nothere::x;
        use m::private;
        use m::E::Z;
        use m::S::K;
        use crate::nope;
        use super::q;
        pub use m::Hid as H;
        use cuda_device::threads;
        """,
        "3:m::missing: E0432 unresolved import `m::missing` [no `missing` in `m`]",
        "4:nothere: E0432 unresolved import `m::inner::nothere` [could not find `nothere` in `inner`]",
        "5:private: E0603 function `private` is private [private function]",
        "6:m::E::Z: E0432 unresolved import `m::E::Z` [no `Z` in `m::E`]",
        "7:S: E0432 unresolved import `m::S` [`S` is a struct, not a module]",
        "8:crate::nope: E0432 unresolved import `crate::nope` [no `nope` in the root]",
        "9:super: E0433 too many leading `super` keywords [there are too many leading `super` keywords]",
        "10:Hid: E0603 struct `Hid` is private [private struct]",
        "11:cuda_device::threads: E0432 unresolved import `cuda_device::threads` [no `threads` in `cuda_device`]",
    )
    suggestion = front.session.diag.diagnostics[-1].suggestions[0]
    assert (suggestion.message, suggestion.replacement) == ("a similar name exists in the module", "thread")


def test_ambiguous_globs_are_errors_only_when_used() -> None:
    source = (
        "mod a { pub fn f() {} pub fn g() {} }\nmod b { pub fn f() {} pub use super::a::g; }\nuse a::*; use b::*;\n"
    )
    check(source + "fn t() { g(); }")
    check(source + "fn t() { f(); }", "4:f: E0659 `f` is ambiguous [ambiguous name]")


# -------------------------------------------------------------------------------------------------------- names in bodies
NAMES = [
    ("fn f() { let localvar = 1; localvra; }", "localvra: E0425 cannot find value `localvra` in this scope"),
    ("fn f() { nothing_like(); }", "nothing_like: E0425 cannot find function `nothing_like` in this scope [not found in this scope]"),
    ("mod m {} fn f() { m::nope(); }", "nope: E0425 cannot find function `nope` in module `m` [not found in `m`]"),
    ("fn f() { crate::zz(); }", "zz: E0425 cannot find function `zz` in the crate root [not found in the crate root]"),
    ("mod m {} fn f() { m::sub::x(); }", "sub: E0433 cannot find `sub` in `m` [could not find `sub` in `m`]"),
    ("fn f() { nomod::x(); }", "nomod: E0433 cannot find module or crate `nomod` in this scope "
     "[use of unresolved module or unlinked crate `nomod`]"),
    ("fn f() { Foo::new(); }", "Foo: E0433 cannot find type `Foo` in this scope [use of undeclared type `Foo`]"),
    ("fn f() { ::gone::x(); }", "gone: E0433 cannot find `gone` in the crate root [could not find `gone` in the list of imported crates]"),
    ("fn f(x: Zzzz) {}", "Zzzz: E0425 cannot find type `Zzzz` in this scope [not found in this scope]"),
    ("fn f<T: Zzzz>(x: T) {}", "Zzzz: E0405 cannot find trait `Zzzz` in this scope [not found in this scope]"),
    ("struct S; fn f<T: S>(x: T) {}", "S: E0404 expected trait, found struct `S` [not a trait]"),
    ("mod m {} fn f(x: m) {}", "m: E0573 expected type, found module `m` [not a type]"),
    ("trait Tr {} fn f(x: Tr) {}", "Tr: E0782 expected a type, found a trait"),
    ("struct N { x: u32 } fn f() { N; }", "N: E0423 expected value, found struct `N`"),
    ("struct N { x: u32 } fn f() { N(1); }", "N(1): E0423 expected function, tuple struct or tuple variant, found struct `N`"),
    ("trait Tr {} fn f() { Tr; }", "Tr: E0423 expected value, found trait `Tr` [not a value]"),
    ("macro_rules! mac { () => {} } fn f() { mac(); }", "mac: E0425 cannot find function `mac` in this scope [not found in this scope]"),
    ("fn f() { nope!(); }", "nope: cannot find macro `nope` in this scope"),
    ("fn g() {} fn f() { g { x: 1 }; }", "g: E0574 expected struct, variant or union type, found function `g` "
     "[not a struct, variant or union type]"),
    ("fn f() { Zed { x: 1 }; }", "Zed: E0422 cannot find struct, variant or union type `Zed` in this scope [not found in this scope]"),
    ("mod m { pub struct S(u32); } fn f() { m::S(1); }", "S: E0603 tuple struct constructor `S` is private "
     "[private tuple struct constructor]"),
    ("trait Tr {} fn f(x: <u32 as Tr>::Y) {}", "Y: E0576 cannot find associated type `Y` in trait `Tr` [not found in `Tr`]"),
    ("fn f() { self; }", "self: E0424 expected value, found module `self` "
     "[`self` value is a keyword only available in methods with a `self` parameter]"),
    ("fn f(x: Self) {}", "Self: E0411 cannot find type `Self` in this scope "
     "[`Self` is only available in impls, traits, and type definitions]"),
    ("fn f() { Self::x(); }", "Self: E0433 cannot find `Self` in this scope "
     "[`Self` is only available in impls, traits, and type definitions]"),
    ("fn f() { Some::<u32>::x; }", "Some: E0433 cannot find module `Some` in this scope [`Some` is a variant, not a module]"),
    ("fn f() { x.await; }\nstatic x: u32 = 1;", "await: E0728 `await` is only allowed inside `async` functions and blocks "
     "[only allowed inside `async` functions and blocks]"),
    ("const C: u32 = { return; };", "return: E0572 return statement outside of function body"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("source", "expected"), NAMES, ids=[e.split(": ")[1][:5] + str(i) for i, (_, e) in enumerate(NAMES)]
)
def test_name_errors(source: str, expected: str) -> None:
    check(source, f"1:{expected}")


def test_similar_names_are_suggested() -> None:
    front = check(
        "struct Vector; fn compute() {} fn f(v: Vectr) { let index = 1; compote(); indx; }",
        "1:Vectr: E0425 cannot find type `Vectr` in this scope",
        "1:compote: E0425 cannot find function `compote` in this scope",
        "1:indx: E0425 cannot find value `indx` in this scope",
    )
    shown = [(s.message, s.replacement) for d in front.session.diag.diagnostics for s in d.suggestions]
    assert sorted(shown) == [
        ("a function with a similar name exists", "compute"),
        ("a local variable with a similar name exists", "index"),
        ("a struct with a similar name exists", "Vector"),
    ]


def test_measure_of_similarity() -> None:
    assert best_match("lenght", ["width", "length"]) == "length"
    assert best_match("index_thread", ["thread_index"]) == "thread_index"
    assert best_match("FOO", ["foo", "fo"]) == "foo"
    assert best_match("ab", ["xy"]) is None


def test_nested_items_do_not_see_what_is_around_them() -> None:
    check(
        """
        struct G<T>(T);
        impl<T> G<T> {
            fn m<'a>() { fn inner(x: T, y: &'a u32, z: Self) {} }
        }
        fn f<const N: usize>() {
            let y = 1;
            fn g() -> u32 { y }
            const K: u32 = y;
            fn h() -> usize { N }
            let a = [0u8; y];
        }
        """,
        "4:T: E0401 can't use generic parameters from outer item [use of generic parameter from outer item]",
        "4:'a: E0401 can't use generic parameters from outer item [use of generic parameter from outer item]",
        "4:Self: E0401 can't use `Self` from outer item [use of `Self` from outer item]",
        "8:y: E0434 can't capture dynamic environment in a fn item",
        "9:y: E0435 attempt to use a non-constant value in a constant [non-constant value]",
        "10:N: E0401 can't use generic parameters from outer item [use of generic parameter from outer item]",
        "11:y: E0435 attempt to use a non-constant value in a constant [non-constant value]",
    )


def test_members_of_impls() -> None:
    check(
        """
        trait Tr { fn f(); type T; const C: u32; }
        struct S;
        impl Tr for S { fn f() {} type T = u32; const C: u32 = 1; fn g() {} type U = u32; const D: u32 = 2; }
        struct R;
        impl Tr for R { const f: u32 = 1; type C = u32; fn T() {} }
        """,
        "4:fn g() {}: E0407 method `g` is not a member of trait `Tr` [not a member of trait `Tr`]",
        "4:type U = u32;: E0437 type `U` is not a member of trait `Tr` [not a member of trait `Tr`]",
        "4:const D: u32 = 2;: E0438 const `D` is not a member of trait `Tr` [not a member of trait `Tr`]",
        "6:const f: u32 = 1;: E0323 item `f` is an associated const, which doesn't match its trait `Tr` [does not match trait]",
        "6:type C = u32;: E0325 item `C` is an associated type, which doesn't match its trait `Tr` [does not match trait]",
        "6:fn T() {}: E0324 item `T` is an associated method, which doesn't match its trait `Tr` [does not match trait]",
    )


# ------------------------------------------------------------------------------------------------------------ the loader
def write(root: Path, **files: str) -> None:
    for name, text in files.items():
        path = root / name.replace("__", "/").replace("_rs", ".rs").replace("_toml", ".toml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_modules_in_files(tmp_path: Path) -> None:
    write(
        tmp_path,
        main_rs="mod a; mod b; mod inline { mod c; } #[path = 'x/y.rs'] mod p; #[cfg(feature = 'no')] mod absent;".replace("'", '"'),
        a_rs="mod deep; pub fn fa() {}", a__deep_rs="pub fn fd() {}", b__mod_rs="mod under;", b__under_rs="pub fn fu() {}",
        inline__c_rs="pub fn fc() {}", x__y_rs="mod z;", x__z_rs="pub fn fz() {}",
    )  # fmt: skip
    session = Session()
    tree = load_path(session, str(tmp_path / "main.rs"))
    assert not session.diag.diagnostics
    found = []

    def names(items: object, prefix: str) -> None:
        for item in items or ():  # type: ignore[attr-defined]
            inner = getattr(item, "items", None)
            if type(item).__name__ == "Fn":
                found.append(f"{prefix}{item.ident.name}")
            elif inner is not None:
                names(inner, f"{prefix}{item.ident.name}::")

    names(tree.items, "")
    assert found == ["a::deep::fd", "a::fa", "b::under::fu", "inline::c::fc", "p::z::fz"]


def test_missing_doubled_and_circular_modules(tmp_path: Path) -> None:
    write(
        tmp_path,
        main_rs="mod gone; mod two; mod loop_a;",
        two_rs="",
        two__mod_rs="",
        loop_a_rs='#[path = "loop_a.rs"] mod again;',
    )
    session = Session()
    load_path(session, str(tmp_path / "main.rs"))
    shown = [(d.code, d.message.replace(str(tmp_path), "")) for d in session.diag.diagnostics]
    assert shown == [
        ("E0583", "file not found for module `gone`"),
        ("E0761", 'file for module `two` found at both "/two.rs" and "/two/mod.rs"'),
        ("", 'circular modules: "/loop_a.rs" -> "/loop_a.rs"'),
    ]
    load_text(session, "kernel.rs", "mod elsewhere;")
    assert session.diag.diagnostics[-1].message == "file not found for module `elsewhere`"


def test_packages_and_their_path_dependencies(tmp_path: Path) -> None:
    write(
        tmp_path,
        Cargo_toml='[workspace]\nmembers = ["app"]\n[workspace.dependencies]\nshared-math = { path = "math" }\n',
        app__Cargo_toml='[package]\nname = "my-app"\n[dependencies]\nshared-math = { workspace = true }\ntokio = "1"\n'
        'cuda-device = { path = "../device" }\nalias = { package = "leaf", path = "../leaf" }\n',
        app__src__main_rs="use shared_math::half; use alias::leaf_fn; fn f() { half(); leaf_fn(); }",
        math__Cargo_toml='[package]\nname = "shared-math"\n[dependencies]\nleaf = { path = "../leaf" }\n',
        math__src__lib_rs="pub fn half() { leaf::leaf_fn() }",
        leaf__Cargo_toml='[package]\nname = "leaf"\n',
        leaf__src__lib_rs="pub fn leaf_fn() {}",
    )
    session = Session()
    loaded = load_crates(session, str(tmp_path / "app"))
    assert [n for n, _ in loaded.crates] == ["leaf", "shared_math", "my_app"]
    assert loaded.externs["my_app"] == {"shared_math": "shared_math", "tokio": None, "alias": "leaf"}
    from ferrule.resolve import resolve_crates

    crates = resolve_crates(session, [(n, t, False) for n, t in loaded.crates], (), loaded.externs)
    assert not session.diag.diagnostics
    assert crates[-1].root.scope.get(1, "leaf_fn").def_.path == "leaf::leaf_fn"


def test_crates_that_ferrule_does_not_have_are_an_error_only_where_they_are_used(tmp_path: Path) -> None:
    write(
        tmp_path,
        Cargo_toml='[package]\nname = "app"\n[dependencies]\nrand = "1"\nmacros = { path = "macros" }\n'
        'cuda-core = { path = "nowhere" }\n[target."cfg(unix)".dependencies]\nleaf = { path = "leaf" }\n',
        src__lib_rs="""
            use cuda_device::kernel;
            pub struct P(f32);
            unsafe impl cuda_core::DeviceCopy for P {}
            impl rand::Fill for P {}
            fn host() -> u32 { macros::dice!() + rand::random::<u32>() }
            #[kernel] pub fn good(out: &mut [u32]) { out[0] = leaf::one(); }
            #[kernel] pub fn bad(out: &mut [u32]) { out[0] = rand::random(); }
            #[kernel] pub fn typo(out: &mut [u32]) { out[0] = rnd::random(); }
        """,
        macros__Cargo_toml='[package]\nname = "macros"\n[lib]\nproc-macro = true\n',
        macros__src__lib_rs="this is not read",
        leaf__Cargo_toml='[package]\nname = "leaf"\n',
        leaf__src__lib_rs="pub fn one() -> u32 { 1 }",
    )
    from ferrule.driver import Compilation

    compilation = Compilation(path=str(tmp_path))
    assert [k.name for k in compilation.kernels] == ["good", "bad", "typo"]
    assert [(d.code, d.message) for d in compilation.check()] == [
        ("G0008", "crate `rand` is not available to kernels (`rand::random`)"),
        ("E0433", "cannot find module or crate `rnd` in this scope"),
    ]


def test_paths_that_cannot_be_loaded(tmp_path: Path) -> None:
    with pytest.raises(FerruleError, match="no such file or folder"):
        load_crates(Session(), str(tmp_path / "none.rs"))
    with pytest.raises(FerruleError, match="no Rust source"):
        load_crates(Session(), str(tmp_path))
    write(tmp_path, Cargo_toml="not toml [")
    with pytest.raises(FerruleError, match="cannot parse"):
        load_crates(Session(), str(tmp_path))
    bad = tmp_path / "bad.rs"
    bad.write_bytes(b"fn f() {}\xff")
    session = Session()
    load_path(session, str(bad))
    assert "stream did not contain valid UTF-8" in session.diag.diagnostics[0].message


def test_a_module_named_as_a_primitive_type_hides_only_what_it_has() -> None:
    from ferrule.driver import Compilation

    compilation = Compilation(
        source="""
        mod f32 { pub fn twice(x: f32) -> f32 { x * 2.0 } }
        use core::{f64, u8};
        #[cuda_device::kernel]
        pub fn k(out: &mut [f32]) {
            let a: f32 = f32::twice(f32::MAX) as f32 + f32::from_bits(1);
            out[0] = a + f64::consts::PI as f32 + <f64>::MAX as f32 + f64::MIN.abs() as u8 as f32 + u8::MAX as f32;
        }
        """
    )
    assert compilation.check() == []
