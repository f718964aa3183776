from __future__ import annotations

import pytest
from syntax_check import check

from ferrule.syntax import ast
from ferrule.syntax.pretty import pretty


def derived(source: str, errors: list[str] | None = None) -> list[str]:
    """The implementations derived in ``source``, each on one line."""
    checked = check(source, expand=True, errors=errors)
    return [
        " ".join(pretty(i).split()).removeprefix("#[automatically_derived] ")
        for i in checked.crate.items
        if isinstance(i, ast.Impl)
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("#[derive(Copy)] struct S;", "impl ::core::marker::Copy for S {}"),
        ("#[derive(Clone, Copy)] struct S(u8);",
         "impl ::core::clone::Clone for S { #[inline] fn clone(&self) -> Self { *self } }"),
        ("#[derive(Clone)] struct S { r#type: u8 }",
         "impl ::core::clone::Clone for S { #[inline] fn clone(&self) -> Self { match (self) "
         "{ Self { r#type: a0 } => Self { r#type: ::core::clone::Clone::clone(a0) }, } } }"),
        ("#[derive(Copy)] struct S<'a, T: X = u8, const N: usize = 3>(&'a [T; N]) where T: Y;",
         "impl<'a, T: X + ::core::marker::Copy, const N: usize> ::core::marker::Copy for S<'a, T, N> where T: Y {}"),
        ("#[derive(Eq)] struct S<I: Iterator>(Option<I::Item>, I);",
         "impl<I: Iterator + ::core::cmp::Eq> ::core::cmp::Eq for S<I> where I::Item: ::core::cmp::Eq {}"),
        ("#[derive(PartialEq)] enum E { A, B }",
         "impl ::core::cmp::PartialEq for E { #[inline] fn eq(&self, other: &Self) -> bool { "
         "(match self { Self::A { .. } => 0isize, "
         "Self::B { .. } => 1isize, }) == (match other { Self::A { .. } => 0isize, Self::B { .. } => 1isize, }) } }"),
        ("#[derive(PartialEq)] struct S { a: u8, b: f32 }",
         "impl ::core::cmp::PartialEq for S { #[inline] fn eq(&self, other: &Self) -> bool { match ((self, other)) "
         "{ (Self { a: a0, b: a1 }, Self { a: b0, b: b1 }) => *a0 == *b0 && *a1 == *b1, } } }"),
        ("#[derive(Default)] enum E<T> { A(T), #[default] B }",
         "impl<T> ::core::default::Default for E<T> { #[inline] fn default() -> Self { Self::B } }"),
        ("#[derive(Default)] struct S(u8, u8);",
         "impl ::core::default::Default for S { #[inline] fn default() -> Self "
         "{ Self { 0: ::core::default::Default::default(), 1: ::core::default::Default::default() } } }"),
    ],
)  # fmt: skip
def test_implementations(source: str, expected: str) -> None:
    out = derived(source)[0]
    assert out.replace("match (self)", "match self").replace(
        "match ((self, other))", "match (self, other)"
    ) == expected.replace("match (self)", "match self").replace("match ((self, other))", "match (self, other)")


def test_order_of_variants_follows_discriminants() -> None:
    out = derived("#[derive(PartialOrd)] enum E { A = 3, B, C = -1 }")[0]
    assert "Self::A { .. } => Self::A as i128" in out
    out = derived("#[repr(i8)] #[derive(PartialOrd)] enum E { A(u8) = 3, B, C = -1 }")[0]
    assert "Self::A { .. } => 3i128, Self::B { .. } => 4i128, Self::C { .. } => -1i128" in out


def test_every_trait_gives_one_implementation() -> None:
    source = (
        "#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)] struct S<T>(T, u8);"
    )
    assert [i.split(" for ")[0].split("::")[-1] for i in derived(source)] == [
        "Clone", "Copy", "Debug", "Default", "PartialEq", "Eq", "PartialOrd", "Ord", "Hash",
    ]  # fmt: skip


def test_cfg_comes_first() -> None:
    assert "y" not in derived("#[derive(Clone)] struct S { x: u8, #[cfg(nope)] y: u8 }")[0]


@pytest.mark.parametrize(
    ("source", "errors"),
    [
        (
            "#[derive(Clone)] fn f() {}",
            ["1:1: [E0774] `derive` may only be applied to `struct`s, `enum`s and `union`s"],
        ),
        ("#[derive(Default)] enum E { A }", ["1:10: [E0665] `#[derive(Default)]` on enum with no `#[default]`"]),
        ("#[derive(Hash)] union U { a: u8 }", ["1:10: this trait cannot be derived for unions"]),
    ],
)
def test_errors(source: str, errors: list[str]) -> None:
    derived(source, errors)
