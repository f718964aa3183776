"""The library's math modules, compiled by rustc as ordinary code and called on arrays.

The sources are the shipped ones; a small module stands in for ``core::intrinsics``.
"""

from __future__ import annotations

import ctypes
import re
import subprocess
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
NUM = ROOT / "src/ferrule/library/core/num"
UNARY = (
    "exp", "exp2", "expm1", "ln", "log2", "log10", "log1p", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh",
    "tanh", "asinh", "acosh", "atanh", "cbrt",
)  # fmt: skip
BINARY = ("atan2", "hypot", "pow", "fmod")
INTRINSICS = """
pub trait Float {
    fn fma(self, b: Self, c: Self) -> Self; fn sqrt_(self) -> Self; fn abs_(self) -> Self;
    fn copysign_(self, s: Self) -> Self; fn trunc_(self) -> Self; fn roundeven_(self) -> Self;
}
macro_rules! float { ($($t:ident)*) => {$( impl Float for $t {
    fn fma(self, b: $t, c: $t) -> $t { self.mul_add(b, c) }
    fn sqrt_(self) -> $t { self.sqrt() }
    fn abs_(self) -> $t { self.abs() }
    fn copysign_(self, s: $t) -> $t { self.copysign(s) }
    fn trunc_(self) -> $t { self.trunc() }
    fn roundeven_(self) -> $t { self.round_ties_even() }
} )*}; }
float! { f32 f64 }
pub fn fma<T: Float>(a: T, b: T, c: T) -> T { a.fma(b, c) }
pub fn sqrt<T: Float>(x: T) -> T { x.sqrt_() }
pub fn fabs<T: Float>(x: T) -> T { x.abs_() }
pub fn copysign<T: Float>(x: T, s: T) -> T { x.copysign_(s) }
pub fn trunc<T: Float>(x: T) -> T { x.trunc_() }
pub fn roundeven<T: Float>(x: T) -> T { x.roundeven_() }
"""


def crate_text() -> str:
    """One file: the stand-in intrinsics, the math modules, and entry points that map functions over arrays."""
    top = (NUM / "mod.rs").read_text()
    macro = re.search(r"macro_rules! poly \{.*?\n\}\n", top, re.S)
    assert macro is not None
    parts = ["#![allow(unused, clippy::all)]\n", macro[0], "mod intrinsics {", INTRINSICS, "}\n"]
    for module, ty in (("math32", "f32"), ("math64", "f64")):
        text = (NUM / module / "mod.rs").read_text()
        text = re.sub(r"^//!.*\n", "", text, flags=re.M)

        def inline(match: re.Match[str], module: str = module) -> str:
            body = re.sub(r"^//!.*\n", "", (NUM / module / f"{match[1]}.rs").read_text(), flags=re.M)
            return f"mod {match[1]} {{\n{body}\n}}\n"

        text = re.sub(r"^mod (\w+);$", inline, text, flags=re.M)
        text = re.sub(r'#\[lang = "\w+"\]', "", text)
        parts.append(f"pub mod {module} {{\n{text}\n}}\n")
        for name in UNARY + BINARY:
            arguments = "*x.add(i)" if name in UNARY else "*x.add(i), *y.add(i)"
            pointers = f"x: *const {ty}, y: *const {ty}, out: *mut {ty}"
            parts.append(
                f'#[unsafe(no_mangle)] pub unsafe extern "C" fn {name}_{ty}({pointers}, n: usize) {{\n'
                f"    for i in 0..n {{ unsafe {{ *out.add(i) = {module}::{name}({arguments}); }} }}\n}}\n"
            )
    return "".join(parts)


class MathCrate:
    """The compiled crate; ``call("sin", x)`` evaluates elementwise in the dtype of ``x``."""

    def __init__(self, folder: Path) -> None:
        source = folder / "math_crate.rs"
        source.write_text(crate_text())
        library = folder / "libmath_crate.so"
        subprocess.run(
            ["rustc", "--edition", "2024", "-O", "-C", "target-feature=+fma,+sse4.1", "-C", "panic=abort",
             "--crate-type", "cdylib", "-o", str(library), str(source)],
            check=True,
        )  # fmt: skip
        self.library = ctypes.CDLL(str(library))

    def call(self, name: str, x: np.ndarray[Any, Any], y: np.ndarray[Any, Any] | None = None) -> np.ndarray[Any, Any]:
        x = np.ascontiguousarray(x)
        y = x if y is None else np.ascontiguousarray(y.astype(x.dtype))
        out = np.empty_like(x)
        ty = {"float32": "f32", "float64": "f64"}[x.dtype.name]
        function = getattr(self.library, f"{name}_{ty}")
        function(*(ctypes.c_void_p(a.ctypes.data) for a in (x, y, out)), ctypes.c_size_t(x.size))
        return out
