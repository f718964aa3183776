"""Helpers for tests of the front end: source text in, HIR or diagnostics as text out."""

from __future__ import annotations

from ferrule.diagnostics import span as sp
from ferrule.hir import pretty
from ferrule.resolve import resolve_crates
from ferrule.resolve.defs import Crate, DefKind
from ferrule.session import Session
from ferrule.syntax.expand import expand_crate
from ferrule.syntax.parser import parse_crate
from ferrule.ty.context import TyCtxt

# A library just large enough for names: these tests are about resolution, not about the real library.
CORE = """
pub mod prelude { pub mod v1 {
    pub use crate::option::Option::{self, Some, None};
    pub use crate::iter::{Iterator, IntoIterator};
    pub use crate::ops::{Fn, FnMut, FnOnce};
    pub use crate::marker::{Copy, Sized};
    pub use crate::clone::Clone;
} }
pub mod option { pub enum Option<T> { #[lang = "None"] None, #[lang = "Some"] Some(T) } }
pub mod iter {
    pub trait Iterator { type Item; #[lang = "next"] fn next(&mut self) -> Option<Self::Item>; }
    pub trait IntoIterator { type Item; #[lang = "into_iter"] fn into_iter(self) -> Self::Item; }
}
pub mod ops { pub trait FnOnce<A> { type Output; } pub trait FnMut<A>: FnOnce<A> {} pub trait Fn<A>: FnMut<A> {} }
pub mod marker { pub trait Copy: Clone {} pub trait Sized {} }
pub mod clone { pub trait Clone { fn clone(&self) -> Self; } }
pub mod mem { pub fn swap<T>(a: &mut T, b: &mut T) {} }
"""
DEVICE = """
pub mod thread { pub fn index_1d() -> usize { 0 } pub mod inner { fn hidden() {} } }
pub struct DisjointSlice<'a, T>(&'a T);
"""

_BODIES = (DefKind.FN, DefKind.ASSOC_FN, DefKind.CONST, DefKind.STATIC, DefKind.ASSOC_CONST)
_HEADERS = (DefKind.STRUCT, DefKind.ENUM, DefKind.UNION, DefKind.TRAIT, DefKind.TY_ALIAS, DefKind.ASSOC_TY)
_library: list[Crate] = []


def library(session: Session) -> list[Crate]:
    trees = []
    for name, text in (("core", CORE), ("cuda_device", DEVICE)):
        tree = parse_crate(session, session.source_map.add(f"<{name}>", text))
        expand_crate(session, tree, {}, name)
        trees.append((name, tree, True))
    return resolve_crates(session, trees)


class Front:
    """One crate of test source with the little library beside it."""

    def __init__(self, source: str) -> None:
        self.session = Session()
        crates = library(self.session)
        assert not self.session.diag.diagnostics, [d.message for d in self.session.diag.diagnostics]
        tree = parse_crate(self.session, self.session.source_map.add("t.rs", source))
        expand_crate(self.session, tree)
        (self.crate,) = resolve_crates(self.session, [("t", tree, False)], crates)
        self.tcx = TyCtxt(self.session, [*crates, self.crate])

    def lower_all(self) -> None:
        """Asks every query of every definition, as if all of the crate were reached."""
        tcx = self.tcx
        for d in self.crate.defs:  # grows while closures and constants are found
            if d.kind in _BODIES:
                if d.kind in (DefKind.FN, DefKind.ASSOC_FN):
                    tcx.hir_fn_decl(d)
                else:
                    tcx.hir_type_of(d)
                tcx.hir_body(d)
            elif d.kind is DefKind.ANON_CONST:
                tcx.hir_body(d)
            elif d.kind is DefKind.IMPL:
                tcx.hir_impl_trait(d)
            elif d.kind is DefKind.FIELD:
                tcx.hir_type_of(d)
            if d.kind in _HEADERS or d.kind is DefKind.IMPL:
                tcx.hir_generics(d)
            if d.kind in (DefKind.TRAIT, DefKind.ASSOC_TY):
                tcx.hir_bounds(d)
            if d.kind in (DefKind.TY_ALIAS, DefKind.ASSOC_TY):
                tcx.hir_type_of(d)

    def item(self, path: str) -> str:
        return pretty.show_item(self.tcx, next(d for d in self.crate.defs if d.path == f"t::{path}"))

    def errors(self) -> list[str]:
        """``line:text: CODE message [label]`` of each diagnostic, sorted by place."""
        out = []
        smap = self.session.source_map
        for d in sorted(self.session.diag.diagnostics, key=lambda d: (sp.lo(d.span), d.code)):
            at = smap.location(d.span)
            label = d.labels[0].text if d.labels else ""
            code = f"{d.code} " if d.code else ""
            out.append(
                f"{at.line}:{' '.join(smap.snippet(d.span).split())}: {code}{d.message}{f' [{label}]' if label else ''}"
            )
        return out


def check(source: str, *expected: str) -> Front:
    """Lowers all of ``source`` and compares what is reported."""
    front = Front(source)
    front.lower_all()
    found = front.errors()
    assert found == list(expected)
    return front


def body(source: str, statements: str = "") -> str:
    """The printed body of ``f`` in ``source``, or of a function of ``statements``, without its outer braces."""
    front = check(f"{source}\nfn f() {{ {statements} }}" if statements else source)
    text = front.item("f")
    inner = text[text.index("{", text.index(" = |")) + 1 : text.rindex("}")]
    return "\n".join(line.removeprefix("    ") for line in inner.strip("\n").split("\n"))
