"""Tier K: transmute, unions, uninitialised memory, 128-bit integers, drop; and the functions of floats."""

from __future__ import annotations

import math

import numpy as np

from .context import Context, driver


@driver("K")
def option_ref_transmute(c: Context) -> None:
    data = c.ints(20, "u4")
    want = np.r_[data.astype("u8"), np.full(12, (1 << 64) - 1, "u8")]
    for kernel in (c.m.opt_ref_transmute, c.m.opt_ref_control):
        c.same(c.run(kernel, data, out=32, dtype="u8", grid=1, block=32), want, kernel.name)


@driver("K")
def uninit_const(c: Context) -> None:
    got = c.run(c.m.write_through_uninit, out=32, dtype="f4", grid=1, block=32)
    c.same(got, 3 * np.arange(32) + 3)


@driver("K")
def switchint_128bit(c: Context) -> None:
    def split(values: list[int]) -> tuple[np.ndarray, np.ndarray]:
        wrapped = [v % (1 << 128) for v in values]
        return np.array([v % (1 << 64) for v in wrapped], "u8"), np.array([v >> 64 for v in wrapped], "u8")

    named = [1 << 100, (1 << 127) - 1, (1 << 128) - 1]
    near = [v ^ 1 << int(c.rng.integers(128)) for v in named for _ in range(10)]
    values = named + near
    want = [named.index(v) + 1 if v in named else 0 for v in values]
    n = len(values)
    c.same(c.run(c.m.classify_u128, *split(values), out=n, dtype="u4"), want, "classify_u128")
    c.same(c.run(c.m.is_v1, *split(values), out=n, dtype="u4"), [7 * (v == 1 << 100) for v in values], "is_v1")
    signed = [-(1 << 100), -1, 0, 1 << 100, -2]
    c.same(c.run(c.m.classify_i128, *split(signed), out=5, dtype="u4"), [5, 6, 0, 0, 0], "classify_i128")


@driver("K")
def ne_bytes_transmute(c: Context) -> None:
    words = c.ints(100, "u4")
    floats = c.floats(100)
    c.same(c.run(c.m.u32_from_ne_bytes, words.view("u1"), out=100, dtype="u4"), words, "u32 from bytes")
    c.same(c.run(c.m.u32_to_ne_bytes, words, out=100, dtype="u4"), words, "u32 to bytes")
    c.bits(c.run(c.m.f32_from_ne_bytes, floats.view("u1"), out=100, dtype="f4"), floats, "f32 from bytes")
    for kernel in (c.m.f32_to_ne_bytes, c.m.f32_to_bits):
        c.same(c.run(kernel, floats, out=100, dtype="u4"), floats.view("u4"), kernel.name)


@driver("K")
def transmute_scalar_struct(c: Context) -> None:
    data = c.ints(64, "u8", 1)
    c.same(c.run(c.m.roundtrip, data, out=64, dtype="u8", grid=1, block=64), data)


@driver("K")
def drop_glue(c: Context) -> None:
    c.same(c.run(c.m.drop_glue_kernel, out=256, dtype="u4"), np.full(256, 0xDEADBEEF))


@driver("K")
def union_aggregate(c: Context) -> None:
    want = [
        0, 0x11223344, 0x55667788, 0x12345678, 0xBBAA, 0x0708, 0x22, 0xDEADBEEF, 0xCAFEBABE, 0x44332211, 3, 0x55667788,
        0x0A0A, 0xA11E, 3, 0, 0xAABBCCDD, 0x1717, 0x1818, 0x2222, 0, 0x332211,
    ]  # fmt: skip
    c.same(c.run(c.m.union_aggregate, out=len(want), dtype="u4"), want)
    word = int(c.ints((), "u4"))
    c.same(c.run(c.m.union_argument, word.to_bytes(4, "little"), out=1, dtype="u4"), [word], "argument")


@driver("A")
def cast_tests(c: Context) -> None:
    def one(name: str, value: object, want: object, dtype: str) -> None:
        c.bits(c.run(c.m[f"test_{name}"], value, out=1, dtype=dtype), np.array([want], dtype), f"{name}({value})")

    types = {"u32": "u4", "i32": "i4", "u64": "u8", "i64": "i8", "f32": "f4", "f64": "f8"}
    specials = [0.0, -0.0, 0.99, -0.99, 1e30, -1e30, math.inf, -math.inf, math.nan, 2147483520.0, -2147483648.0]
    for _ in range(3):
        u, i = int(c.ints((), "u4")), int(c.ints((), "i4"))
        wide = int(c.ints((), "u8"))
        one("cast_u32_to_u64", u, u, "u8")
        one("cast_u64_to_u32", wide, wide % (1 << 32), "u4")
        one("cast_i32_to_i64", i, i, "i8")
        one("cast_u32_to_f32", u, u, "f4")
        one("cast_i32_to_f32", i, i, "f4")
        single = np.array([wide % (1 << 31)], "u4").view("f4")[0]
        for name in ("transmute_i32_to_f32", "from_bits_i32_to_f32"):
            one(name, i, np.array([i], "i4").view("f4")[0], "f4")
        for name in ("transmute_f32_to_u32", "to_bits_f32"):
            one(name, single, single.view("u4"), "u4")
        for name in ("transmute_u64_to_f64", "from_bits_u64_to_f64"):
            one(name, wide, np.array([wide], "u8").view("f8")[0], "f8")
        for name in ("transmute_u32_to_i32", "cast_signed_u32_to_i32"):
            one(name, u, np.array([u], "u4").view("i4")[0], "i4")
        one("cast_unsigned_i32_to_u32", i, i % (1 << 32), "u4")
    for source in ("f32", "f64"):
        for target in ("u32", "i32", "u64", "i64"):
            info = np.iinfo(types[target])
            for x in specials:
                value = float(np.float32(x)) if source == "f32" else x
                # Rust's casts saturate, and take NaN to zero.
                want = 0 if value != value else max(info.min, min(info.max, int(max(-1e40, min(1e40, value)))))
                one(f"cast_{source}_to_{target}", value, want, types[target])
    one("cast_f32_to_f64", 0.5, 0.5, "f8")
    one("cast_f64_to_f32", 0.1, np.float32(0.1), "f4")
    one("cast_bool_to_u32", True, 1, "u4")
    one("cast_bool_to_u32", False, 0, "u4")
    data, out = c.put(c.ints(4, "u4")), c.zeros(1, "u8")
    address = data.ctypes.data if isinstance(data, np.ndarray) else data.data_ptr()
    for name in ("cast_ptr_reinterpret", "cast_ptr_to_usize"):
        c.m[f"test_{name}"](data, out)
        c.same(out, [address], name)
    c.same(
        c.run(c.m.test_slice_constant_index, c.get(data), out=1, dtype="u4"), c.get(data)[:1], "slice_constant_index"
    )
    index = np.arange(64)
    c.same(c.run(c.m.test_unsize_array_to_slice, out=64, dtype="f4"), 10 * (index % 4 + 1), "array_to_slice")
    c.same(c.run(c.m.test_unsize_array_as_slice, out=64, dtype="f4"), 100 * (index % 4 + 1), "array_as_slice")
    for name, dtype in (("array_iter_sum", "f4"), ("f64_iter_sum", "f8")):
        c.same(c.run(c.m[f"test_unsize_{name}"], out=8, dtype=dtype), np.full(8, 6.0), name)
    for name in ("f64_as_slice", "f64_explicit"):
        c.same(c.run(c.m[f"test_unsize_{name}"], out=64, dtype="f8"), index % 3 + 1.0, name)


@driver("B")
def float_rounding(c: Context) -> None:
    for dtype, unsigned, name in (("f4", "u4", "rounding_f32"), ("f8", "u8", "rounding_f64")):
        halves = np.arange(-20, 20) / 2
        x = np.r_[halves, -0.0, 0.4, -0.4, 1e8, -1e8, 8388607.5, np.inf, -np.inf, c.floats(100)].astype(dtype)
        away = np.where(np.trunc(x) == x, x, np.copysign(np.floor(np.abs(x) + x.dtype.type(0.5)), x))
        want = np.stack([np.floor(x), np.ceil(x), np.trunc(x), away, np.rint(x)], 1).ravel().view(unsigned)
        c.same(c.run(c.m[name], x, out=5 * x.size, dtype=unsigned, grid=1, block=256), want, name)


@driver("B")
def fcmp_ne_nan_smoke(c: Context) -> None:
    a, b = (x.ravel() for x in np.meshgrid(*[np.array([np.nan, 1, 0, -0.0, -1, np.inf, -np.inf], "f4")] * 2))
    c.same(c.run(c.m.is_nan, a, out=a.size, dtype="f4"), np.isnan(a), "x != x")
    c.same(c.run(c.m.float_ne, a, b, out=a.size, dtype="f4"), a != b, "a != b")


@driver("B")
def fp_special_literal_smoke(c: Context) -> None:
    for dtype, unsigned, ulp in (("f4", "u4", 0x3F800001), ("f8", "u8", 0x3FF0000000000001)):
        got = c.run(c.m[f"fp_special_literal_f{int(dtype[1]) * 8}_kernel"], out=6, dtype=dtype)
        after = np.array([ulp], unsigned).view(dtype)[0]
        c.bits(got[1:], np.array([np.inf, -np.inf, 1.5, -0.0, after], dtype), dtype)
        c.check(bool(np.isnan(got[0])), f"{dtype} NaN is {got[0]}")


@driver("B")
def math_tan(c: Context) -> None:
    for dtype, rtol in (("f4", 4e-7), ("f8", 1e-15)):
        x = c.floats(500, dtype, -1.5, 1.5)
        want = np.tan(x.astype("f8"))
        c.near(c.run(c.m[f"tan_f{int(dtype[1]) * 8}"], x, out=500, dtype=dtype), want, dtype, rtol=rtol, atol=0)


@driver("B")
def math_hyperbolic(c: Context) -> None:
    for dtype, rtol, atol in (("f4", 2e-6, 1e-7), ("f8", 1e-14, 1e-15)):
        x, y = c.floats(300, dtype, -0.95, 2.4), c.floats(300, dtype, 0.1, 4)
        out = [c.zeros(300, dtype) for _ in range(9)]
        c.m[f"hyper_f{int(dtype[1]) * 8}"](c.put(x), c.put(y), *out)
        # The kernel computes these two arguments in its own precision.
        above, inside = 1 + x * x, x * x.dtype.type(0.4)
        w, v, above, inside = (z.astype("f8") for z in (x, y, above, inside))
        for name, got, want in zip(
            ("sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "expm1", "log1p", "hypot"),
            out,
            (np.sinh(w), np.cosh(w), np.tanh(w), np.arcsinh(w), np.arccosh(above), np.arctanh(inside), np.expm1(w),
             np.log1p(w), np.hypot(w, v)),
        ):  # fmt: skip
            # A last bit of the argument matters much to acosh near 1, and fused products differ there.
            near_one = name == "acosh"
            c.near(
                got, want, f"{name} {dtype}", rtol=rtol, atol=(1e-3 if dtype == "f4" else 1e-7) if near_one else atol
            )


@driver("B")
def libdevice_math(c: Context) -> None:
    x, y = c.floats(200, low=-5, high=5), c.floats(200, low=-5, high=5)
    wide = x.astype("f8")
    c.near(c.run(c.m.swiglu_libdevice, x, y, out=200, dtype="f4"), wide / (1 + np.exp(-wide)) * y, "swiglu")
    x, y = c.floats(200, low=-1, high=1), c.floats(200, low=-1, high=1)
    w = x.astype("f8")
    got = c.run(c.m.math_functions, x, y, out=(200, 7), dtype="f4")
    want = [np.sin(w), np.exp(w), np.sqrt(w + 1.25), np.arctan(w), np.arctan2(y, w), np.arccos(w), np.tan(w)]
    c.near(got, np.stack(want, 1), "functions", rtol=1e-6, atol=1e-9)


@driver("B")
def libm_math(c: Context) -> None:
    x = c.floats(64, "f4", 0.25, 7)
    w = x.astype("f8")
    shared = np.sin(w) + np.cos(w) + np.exp(w) + w**1.5 + np.maximum(w, 1) + np.minimum(w, 2)
    want = shared + np.floor(x) + np.abs(w) + np.rint(x * np.float32(2.5)) + np.sin(w) * np.cos(w) + w + 1000
    c.near(c.run(c.m.libm_f32, x, out=64, dtype="f4"), want, "f32", rtol=1e-6)
    want = shared + np.arctan2(w, 2) + np.rint(w * 2.5)
    c.near(c.run(c.m.libm_f64, w, out=64, dtype="f8"), want, "f64", rtol=1e-14)
