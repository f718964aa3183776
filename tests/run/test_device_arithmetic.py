"""Arithmetic of the device API on the CPU device: rounding modes, packed halves, conversions, dot products, bytes; against
exact fractions."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import ferrule as fe
from tests.helpers.floats import BF16, E4M3, E5M2, F16, F32, F64, TF32, Format, root

N = 151


def run(
    calls: list[str], params: dict[str, str], result: str, inputs: dict[str, np.ndarray], device: str = "cpu"
) -> Any:
    """One kernel that makes each call for every element: results by call.  ``params``: name -> element type."""
    outs = [f"o{i}" for i in range(len(calls))]
    text = "use cuda_device::*;\n#[kernel]\npub fn k("
    text += ", ".join([f"{p}: &[{t}]" for p, t in params.items()] + [f"mut {o}: DisjointSlice<{result}>" for o in outs])
    text += ") {\n    let i = thread::index_1d().get();\n    if i >= a.len() { return; }\n"
    text += "".join(f"    let {p} = {p}[i];\n" for p in params)
    for o, call in zip(outs, calls):
        text += f"    if let Some(o) = {o}.get_mut(thread::index_1d()) {{ *o = {call}; }}\n"
    m: Any = fe.rust(text + "}\n", name="k.rs")
    n = len(next(iter(inputs.values())))
    results = [fe.empty(n, result, device) for _ in calls]
    m.k[-(-n // 64), 64](*[fe.to_device(inputs[p], device) for p in params], *results)
    fe.synchronize()
    return [r.to_host() for r in results]


def samples(f: Format, n: int, seed: int) -> np.ndarray:
    """Bits of numbers of a format: random, special, and near to one another so that sums cancel."""
    rng = np.random.default_rng(seed)
    width = 1 + f.exponent + f.mantissa
    bits = rng.integers(0, 1 << width, n, dtype=np.uint64)
    near = (f.bias << f.mantissa) + rng.integers(-3 << f.mantissa, 3 << f.mantissa, n)
    bits = np.where(rng.random(n) < 0.6, near.astype(np.uint64) | (bits & np.uint64(f.sign)), bits)
    special = [0, f.sign, 1, f.sign | 1, f.largest, f.bias << f.mantissa, f.infinity, f.infinity | f.sign, f.sign - 1]
    places = rng.integers(0, n, 5 * len(special))
    bits[places] = np.resize(np.array(special, np.uint64), len(places))
    return bits.astype(f"u{max(8, width) // 8}")


def is_nan(bits: int, f: Format) -> bool:
    value = f.value(bits)
    return isinstance(value, float) and math.isnan(value)


def flush(bits: int, f: Format) -> int:
    return bits & f.sign if bits & f.infinity == 0 else bits


def expected(op: str, bits: list[int], f: Format, mode: str, mods: set[str]) -> int | None:
    """The bits of a result; None for NaN."""
    if "ftz" in mods:
        bits = [flush(b, f) for b in bits]
    result = exact(op, bits, f, mode)
    if result is not None and "ftz" in mods:
        result = flush(result, f)
    one = f.bias << f.mantissa
    if "sat" in mods:
        return 0 if result is None or result & f.sign else min(result, one)
    if "relu" in mods and result is not None and result & f.sign:
        return 0
    return result


def exact(op: str, bits: list[int], f: Format, mode: str) -> int | None:
    values = [f.value(b) for b in bits]
    signs = [bool(b & f.sign) for b in bits]
    if any(isinstance(v, float) and math.isnan(v) for v in values):
        return None
    if op == "sub":
        return exact("add", [bits[0], bits[1] ^ f.sign], f, mode)
    if op == "rcp":
        return exact("div", [f.bias << f.mantissa, bits[0]], f, mode)
    if op == "fma":
        product_sign, (a, b, c) = signs[0] != signs[1], values
        if isinstance(a, float) or isinstance(b, float):
            if a == 0 or b == 0 or (isinstance(c, float) and signs[2] != product_sign):
                return None
            return f.infinity | (f.sign if product_sign else 0)
        return total(a * b, product_sign, c, signs[2], f, mode)
    if op == "add":
        a, b = values
        if isinstance(a, float):
            return None if isinstance(b, float) and signs[0] != signs[1] else bits[0]
        return total(a, signs[0], b, signs[1], f, mode)
    if op == "sqrt":
        (a,) = values
        if a == 0:
            return bits[0]
        if signs[0]:
            return None
        return bits[0] if isinstance(a, float) else f.round(*_args(root(a), mode))
    sign = f.sign if signs[0] != signs[1] else 0
    a, b = values
    if op == "mul":
        if isinstance(a, float) or isinstance(b, float):
            return None if a == 0 or b == 0 else f.infinity | sign
        return rounded(a * b, sign, f, mode)
    if isinstance(a, float):
        return None if isinstance(b, float) else f.infinity | sign
    if isinstance(b, float):
        return sign
    if b == 0:
        return None if a == 0 else f.infinity | sign
    return rounded(a / b, sign, f, mode)


def _args(found: tuple[Fraction, bool], mode: str) -> tuple[Fraction, str, bool]:
    return found[0], mode, found[1]


def rounded(x: Fraction, sign: int, f: Format, mode: str) -> int:
    return f.round(x, mode) if x else sign


def total(a: Fraction, sign_a: bool, b: Fraction | float, sign_b: bool, f: Format, mode: str) -> int:
    if isinstance(b, float):
        return f.infinity | (f.sign if sign_b else 0)
    negative_zero = sign_a and sign_b if a == 0 == b and sign_a == sign_b else mode == "rm"
    return rounded(a + b, f.sign if negative_zero else 0, f, mode)


def check(got: np.ndarray, want: list[int | None], f: Format, what: str) -> None:
    for i, (g, w) in enumerate(zip(got.tolist(), want)):
        if w is None:
            assert isinstance(f.value(g), float) and math.isnan(f.value(g)), f"{what}[{i}]: {g:#x} is no NaN"
        else:
            assert g == w, f"{what}[{i}]: {g:#x}, expected {w:#x}"


OPERANDS = {"add": 2, "mul": 2, "div": 2, "fma": 3, "sqrt": 1, "rcp": 1}


@pytest.mark.parametrize("op", OPERANDS)
@pytest.mark.parametrize(("name", "f"), [("f32", F32), ("f64", F64)])
def test_rounding_modes(op: str, name: str, f: Format) -> None:
    rounding_modes(op, name, f, "cpu")


def rounding_modes(op: str, name: str, f: Format, device: str) -> None:
    mods: list[set[str]] = [set()]
    if name == "f32":
        mods += [{"ftz"}] + ([{"sat"}, {"ftz", "sat"}] if op in ("add", "fma") else [])
    variants = list(itertools.product(("rn", "rz", "rm", "rp"), mods))
    params = "abc"[: OPERANDS[op]]
    bits = {p: samples(f, N, 7 * i + len(op)) for i, p in enumerate(params)}
    calls = [
        f"float::{op}_{rnd}{''.join('_' + m for m in ('ftz', 'sat') if m in some)}_{name}({', '.join(params)})"
        for rnd, some in variants
    ]
    got = run(calls, dict.fromkeys(params, name), name, {p: b.view(f"f{b.itemsize}") for p, b in bits.items()}, device)
    for call, (rnd, some), r in zip(calls, variants, got):
        want = [expected(op, [int(x) for x in row], f, rnd, some) for row in zip(*bits.values())]
        check(r.view(f"u{r.itemsize}"), want, f, call)


def test_approximations() -> None:
    x = np.random.default_rng(3).uniform(0.01, 9, N).astype("f4")
    calls = [
        f"float::{op}_approx{ftz}_f32(a)"
        for op in ("sin", "cos", "ex2", "lg2", "sqrt", "rsqrt")
        for ftz in ("", "_ftz")
    ]
    calls += ["float::rcp_approx_ftz_f32(a)", "float::tanh_approx_f32(a)", "float::div_full_f32(a, a + 1.0)"]
    wide = x.astype("f8")
    want: list[np.ndarray] = []
    for values in (np.sin(wide), np.cos(wide), np.exp2(wide), np.log2(wide), np.sqrt(wide), 1 / np.sqrt(wide)):
        want += [values, values]
    want += [1 / wide, np.tanh(wide), wide / (wide + 1)]
    for call, got, w in zip(calls, run(calls, {"a": "f32"}, "f32", {"a": x}), want):
        np.testing.assert_allclose(got, w, rtol=2e-6, atol=2e-6, err_msg=call)


PACKED = [
    ("f16x2", F16, ["add", "sub", "mul", "fma", "fma_ftz", "fma_sat", "fma_relu", "fma_ftz_sat", "fma_ftz_relu"]),
    ("bf16x2", BF16, ["add", "sub", "mul", "fma", "fma_relu"]),
]


@pytest.mark.parametrize(("name", "f", "ops"), PACKED, ids=lambda x: x if isinstance(x, str) else "")
def test_packed_arithmetic(name: str, f: Format, ops: list[str]) -> None:
    packed_arithmetic(name, f, ops, "cpu")


def packed_arithmetic(name: str, f: Format, ops: list[str], device: str) -> None:
    halves = {p: samples(f, 2 * N, i) for i, p in enumerate("abc")}
    words = {p: h.view("u4") for p, h in halves.items()}
    calls = [f"{name}::{op}_{name}(a, b{', c' if op.startswith('fma') else ''})" for op in ops]
    for op, call, got in zip(ops, calls, run(calls, dict.fromkeys("abc", "u32"), "u32", words, device)):
        base, *mods = op.split("_")
        operands = [halves[p].tolist() for p in ("abc" if base == "fma" else "ab")]
        want = [expected(base, list(row), f, "rn", set(mods)) for row in zip(*operands)]
        check(got.view("u2"), want, f, call)


def extremum(op: str, a: int, b: int, f: Format, mods: set[str]) -> int | None:
    if "ftz" in mods:
        a, b = flush(a, f), flush(b, f)
    sign = (a ^ b) & f.sign
    if "xorsign" in mods:
        a, b = a & ~f.sign, b & ~f.sign
    nans = [is_nan(x, f) for x in (a, b)]
    if all(nans) or ("nan" in mods and any(nans)):
        return None
    if any(nans):
        chosen = b if nans[0] else a
    else:
        order = sorted((a, b), key=lambda x: (f.value(x), not x & f.sign))
        chosen = order[0] if op == "min" else order[1]
    return chosen | sign if "xorsign" in mods else chosen


def extremum_names(name: str, has_ftz: bool) -> list[str]:
    some = itertools.product(("_ftz", "") if has_ftz else ("",), ("_nan", ""), ("_xorsign_abs", ""))
    return ["".join(x) for x in some]


@pytest.mark.parametrize(("name", "f"), [("f16", F16), ("bf16", BF16)])
@pytest.mark.parametrize("op", ["min", "max"])
def test_minimum_and_maximum(op: str, name: str, f: Format) -> None:
    minimum_and_maximum(op, name, f, "cpu")


def minimum_and_maximum(op: str, name: str, f: Format, device: str) -> None:
    a, b = samples(f, 2 * N, 11), samples(f, 2 * N, 12)
    suffixes = extremum_names(name, name == "f16")
    single = [f"{name}::{op}{s}_{name}(a, b)" for s in suffixes]
    double = [f"{name}x2::{op}{s}_{name}x2(a, b)" for s in suffixes]
    got = run(single, dict.fromkeys("ab", "u16"), "u16", {"a": a, "b": b}, device)
    got += run(double, dict.fromkeys("ab", "u32"), "u32", {"a": a.view("u4"), "b": b.view("u4")}, device)
    for call, s, r in zip(single + double, suffixes * 2, got):
        want = [extremum(op, x, y, f, set(s.split("_"))) for x, y in zip(a.tolist(), b.tolist())]
        check(r.view("u2"), want, f, call)


def test_abs_and_neg() -> None:
    for name, f in (("f16x2", F16), ("bf16x2", BF16)):
        a = samples(f, 2 * N, 5)
        got = run([f"{name}::abs_{name}(a)", f"{name}::neg_{name}(a)"], {"a": "u32"}, "u32", {"a": a.view("u4")})
        for r, cleared, flipped in zip(got, (f.sign, 0), (0, f.sign)):
            want = [None if is_nan(x, f) else (x & ~cleared) ^ flipped for x in a.tolist()]
            check(r.view("u2"), want, f, name)


def conversion(x: int, source: Format, to: Format, mode: str, mods: set[str]) -> int | None:
    v = source.value(x)
    sign = to.sign if x & source.sign else 0
    if isinstance(v, float) and math.isnan(v):
        return None
    if isinstance(v, float):
        result = to.infinity | sign if to.infinities else to.largest | sign
    else:
        result = rounded(v, sign, to, mode)
    if "satfinite" in mods and (result & ~to.sign) > to.largest:
        result = to.largest | sign
    return 0 if "relu" in mods and sign else result


def test_conversions_of_pairs() -> None:
    conversions_of_pairs("cpu")


def conversions_of_pairs(device: str) -> None:
    x = samples(F32, 2 * N, 21)
    rng = np.random.default_rng(22)
    near = rng.normal(0, 300, 2 * N).astype("f4").view("u4")
    x = np.where(rng.random(2 * N) < 0.6, near, x)
    both = {"a": x[:N].view("f4"), "b": x[N:].view("f4")}
    kinds: list[tuple[str, Format, str, set[str]]] = [
        ("cvt_f16x2_f32", F16, "rn", set()), ("cvt_rn_bf16x2_f32", BF16, "rn", set()),
        ("cvt_rz_f16x2_f32", F16, "rz", set()), ("cvt_rz_bf16x2_f32", BF16, "rz", set()),
        ("cvt_rn_relu_f16x2_f32", F16, "rn", {"relu"}), ("cvt_rn_relu_bf16x2_f32", BF16, "rn", {"relu"}),
    ]  # fmt: skip
    for (name, to, mode, mods), got in zip(
        kinds, run([f"convert::{n}(a, b)" for n, *_ in kinds], dict.fromkeys("ab", "f32"), "u32", both, device)
    ):
        want = [conversion(int(v), F32, to, mode, mods) for v in x]
        check(got.astype("u4") & np.uint32(0xFFFF), want[:N], to, name)
        check(got.astype("u4") >> np.uint32(16), want[N:], to, name)
    for to, text in ((E4M3, "e4m3x2"), (E5M2, "e5m2x2")):
        for relu in ("", "_relu"):
            mods = {"satfinite", relu[1:]}
            name = f"cvt_rn_satfinite{relu}_{text}"
            (got,) = run([f"convert::{name}_f32(a, b)"], dict.fromkeys("ab", "f32"), "u16", both, device)
            want = [conversion(int(v), F32, to, "rn", mods) for v in x]
            check(got & np.uint16(0xFF), want[:N], to, name)
            check(got >> np.uint16(8), want[N:], to, name)
            halves = samples(F16, 2 * N, 23)
            (got,) = run([f"convert::{name}_f16x2(a)"], {"a": "u32"}, "u16", {"a": halves.view("u4")}, device)
            check(got.view("u1"), [conversion(int(v), F16, to, "rn", mods) for v in halves], to, name)
            every = np.arange(65536, dtype="u2")
            name = f"cvt_rn{relu}_f16x2_{text}"
            (got,) = run([f"convert::{name}(a)"], {"a": "u16"}, "u32", {"a": every}, device)
            table = [conversion(v, to, F16, "rn", {relu[1:]}) for v in range(256)]
            want = [table[v] for v in every.view("u1")]
            check(got.view("u2"), want, F16, name)


def test_unpacking() -> None:
    a = samples(F16, 2 * N, 31)
    calls = [f"convert::cvt_f32_{t}_{half}(a)" for t in ("f16x2", "bf16x2") for half in ("lo", "hi")]
    calls += [f"convert::cvt_f32x2_{t}(a).{i}" for t in ("f16x2", "bf16x2") for i in (0, 1)]
    got = run(calls, {"a": "u32"}, "f32", {"a": a.view("u4")})
    halves = a.view("f2").astype("f4")
    brains = (a.astype("u4") << np.uint32(16)).view("f4")
    for r, w in zip(got, [halves[::2], halves[1::2], brains[::2], brains[1::2]] * 2):
        assert np.array_equal(r, w, equal_nan=True)


def test_tf32() -> None:
    x = samples(F32, N, 41)
    names = ["rna", "rna_satfinite"] + [
        r + m for r in ("rn", "rz") for m in ("", "_relu", "_satfinite", "_relu_satfinite")
    ]
    got = run([f"convert::cvt_{n}_tf32_f32(a)" for n in names], {"a": "f32"}, "u32", {"a": x.view("f4")})
    for name, r in zip(names, got):
        mode, *mods = name.split("_")
        want = [conversion(int(v), F32, TF32, mode, set(mods)) for v in x]
        check(r, [None if w is None else w << 13 for w in want], F32, name)


def test_dot_products_and_bytes() -> None:
    rng = np.random.default_rng(51)
    a, b, c = (rng.integers(0, 1 << 32, N, dtype="u4") for _ in range(3))
    words = {"a": a, "b": b, "c": c}
    got = run(["dotprod::dp4a_u32(a, b, c)", "dotprod::dp2a_u32(a, b, c)"], dict.fromkeys("abc", "u32"), "u32", words)
    bytes_a, bytes_b = (x.view("u1").reshape(N, 4).astype("i8") for x in (a, b))
    assert np.array_equal(got[0], ((bytes_a * bytes_b).sum(1) + c).astype("u4"))
    halves = a.view("u2").reshape(N, 2).astype("i8")
    assert np.array_equal(got[1], ((halves * bytes_b[:, :2]).sum(1) + c).astype("u4"))
    signed = {**words, "c": c.view("i4")}
    kinds = {"a": "u32", "b": "u32", "c": "i32"}
    got = run(["dotprod::dp4a_s32(a, b, c)", "dotprod::dp2a_s32(a, b, c)"], kinds, "i32", signed)
    bytes_a, bytes_b = (x.view("i1").reshape(N, 4).astype("i8") for x in (a, b))
    assert np.array_equal(got[0], ((bytes_a * bytes_b).sum(1) + c.view("i4")).astype("i4"))
    halves = a.view("i2").reshape(N, 2).astype("i8")
    assert np.array_equal(got[1], ((halves * bytes_b[:, :2]).sum(1) + c.view("i4")).astype("i4"))


def permuted(a: int, b: int, selector: int, mode: str) -> int:
    n = selector & 3
    places = {
        "": [selector >> 4 * k & 7 for k in range(4)],
        "_f4e": [n + k for k in range(4)],
        "_b4e": [(n - k) % 8 for k in range(4)],
        "_rc8": [n] * 4,
        "_rc16": [2 * (n & 1) + (k & 1) for k in range(4)],
        "_ecl": [max(n, k) for k in range(4)],
        "_ecr": [min(n, k) for k in range(4)],
    }[mode]
    data = a.to_bytes(4, "little") + b.to_bytes(4, "little")
    out = [data[p] for p in places]
    if mode == "":
        out = [0xFF * (x >> 7) if selector >> (4 * k + 3) & 1 else x for k, x in enumerate(out)]
    return int.from_bytes(bytes(out), "little")


def test_permutations_of_bytes() -> None:
    rng = np.random.default_rng(61)
    a, b, c = (rng.integers(0, 1 << 32, N, dtype="u4") for _ in range(3))
    modes = ["", "_f4e", "_b4e", "_rc8", "_rc16", "_ecl", "_ecr"]
    calls = [f"prmt::prmt{m}(a, {'b, ' if m in ('', '_f4e', '_b4e') else ''}c)" for m in modes]
    for mode, got in zip(modes, run(calls, dict.fromkeys("abc", "u32"), "u32", {"a": a, "b": b, "c": c})):
        want = [permuted(x, y, z, mode) for x, y, z in zip(a.tolist(), b.tolist(), c.tolist())]
        assert got.tolist() == want, mode
