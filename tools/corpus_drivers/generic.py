"""Tiers F and G: generics, traits, closures, iterators, slices; attributes and kernels from several crates."""

from __future__ import annotations

import numpy as np

import ferrule as fe

from .context import Context, driver


@driver("F")
def generic(c: Context) -> None:
    for dtype, factor, bias in (("f4", 2.5, 1.25), ("i4", 3, 7), ("f8", -0.5, 2.0), ("u8", 5, 9)):
        x = c.ints(1024, "u4", 0, 1000).astype(dtype)
        y = c.ints(1024, "u4", 0, 1000).astype(dtype)
        c.same(c.run(c.m.scale, factor, x, out=1024, dtype=dtype), x * x.dtype.type(factor), f"scale {dtype}")
        c.same(c.run(c.m.add, x, y, out=1024, dtype=dtype), x + y, f"add {dtype}")
        want = (x + x.dtype.type(bias)) * x.dtype.type(factor)
        c.same(c.run(c.m.closure_capture, bias, factor, x, out=1024, dtype=dtype), want, f"closure_capture {dtype}")


@driver("F")
def step_by(c: Context) -> None:
    want = [sum(range(t, 256, 32)) for t in range(32)]
    for kernel in (c.m.step_by_sum, c.m.step_by_sum_control):
        c.same(c.run(kernel, out=32, dtype="u8", grid=1, block=32), want, kernel.name)


@driver("F")
def map_sum(c: Context) -> None:
    i = c.ints(64, "i8", -(2**40), 2**40)
    c.same(c.run(c.m.map_sum_i64, i, out=64, dtype="i8"), np.full(64, 2 * i.sum()), "i64")
    u = c.ints(64, "u8", 0, 2**40)
    c.same(c.run(c.m.map_sum_usize, u, out=64, dtype="u8"), np.full(64, u.sum() + np.uint64(64)), "usize")


@driver("F")
def device_closures(c: Context) -> None:
    n, factor = 100, int(c.rng.integers(1, 1000))
    i, x = np.arange(n, dtype="u4"), c.ints(n, "u4", 0, 1 << 20)
    c.same(c.run(c.m.test_inline_closure, out=n, dtype="u4"), 2 * i, "test_inline_closure")
    for name in ("scale_kernel", "inline_with_param"):
        c.same(c.run(c.m[name], factor, x, out=n, dtype="u4"), factor * x, name)
    s = c.ints(n, "i4", -1000, 1000)
    c.same(c.run(c.m.transform_kernel, 10, -3, s, out=n, dtype="i4"), (s + 10) * -3, "transform_kernel")
    c.same(c.run(c.m.test_closure_constant, out=n, dtype="u4"), np.full(n, 42), "test_closure_constant")
    c.same(c.run(c.m.test_closure_multi_arg, out=n, dtype="u4"), i + 10, "test_closure_multi_arg")
    c.same(c.run(c.m.test_closure_fnonce, out=n, dtype="u4"), 3 * i, "test_closure_fnonce")
    for name in ("closure_capture_fnonce", "closure_field_projection", "closure_double_ref"):
        c.same(c.run(c.m[f"test_{name}"], factor, out=n, dtype="u4"), factor * i, name)
    got = c.run(c.m.test_wrapper_method_named_call, factor, out=n, dtype="u4")
    c.same(got, factor * i + 1, "test_wrapper_method_named_call")


@driver("F")
def function_item_call(c: Context) -> None:
    c.same(c.run(c.m.function_item_call, out=16, dtype="u4"), 11 * np.arange(16) + 1049)
    c.same(c.run(c.m.diverging_callable, 0, out=1, dtype="u4"), [0xD1CE])


@driver("F")
def manual_launch_generic(c: Context) -> None:
    for dtype in ("f4", "i4"):
        x, y = (c.ints(1000, "i4", -1000, 1000).astype(dtype) for _ in range(2))
        got = c.run(c.m.affine, 2, x, 3, y, out=1000, dtype=dtype)
        c.same(got, 2 * x + 3 * y, dtype)
    u = c.ints(1000, "u4", 0, 1 << 20)
    for value in (4, 8):
        got = c.run(c.m.add_const.specialize(VALUE=value), u, out=1000, dtype="u4")
        c.same(got, u + value, f"add_const {value}")


@driver("F")
def host_closure(c: Context) -> None:
    x = c.floats(1024)
    a, b, w = 2.5, -10.25, 7.5
    f4 = np.float32
    for name in ("map", "map_where", "map_mut", "map_once"):
        scaled = fe.closure("|x: f32| x * a", a=a)
        c.same(c.run(c.m[name], scaled, x, out=1024, dtype="f4"), x * f4(a), f"{name}, one capture")
        poly = fe.closure("|x: f32| a * x * x + b * x + w", a=a, b=b, w=w)
        want = a * x.astype("f8") ** 2 + b * x.astype("f8") + w
        c.near(c.run(c.m[name], poly, x, out=1024, dtype="f4"), want, f"{name}, three captures", atol=1e-4)
    c.same(c.run(c.m.map, fe.closure("|x: f32| x * 2.0"), x, out=1024, dtype="f4"), x * 2, "no capture")
    for capture in ("MixedCapture", "ReprCMixed"):
        mixed = c.m.types[capture](small=9, wide=2.25, scale=0.75)
        f = fe.closure("|x: f32| x * mixed.scale + mixed.wide as f32 + mixed.small as f32", mixed=mixed)
        c.near(c.run(c.m.map, f, x, out=1024, dtype="f4"), x.astype("f8") * 0.75 + 11.25, capture, atol=1e-5)
    u = c.ints(1024, "u4", 0, 1 << 20)
    for offset in (4, 8):
        got = c.run(c.m.map_with_const.specialize(OFFSET=offset), fe.closure("|x| x * 3"), u, out=1024, dtype="u4")
        c.same(got, u * 3 + offset, f"map_with_const {offset}")


@driver("F")
def const_generic(c: Context) -> None:
    for name, value, added in (("write_value", 4, 4), ("write_value", "Eight::VALUE", 8), ("write_same", 8, 0)):
        out = c.zeros(64, "u4")
        kernel = c.m[name].specialize(**({"VALUE": value} if name == "write_value" else {"UNUSED": value}))
        c.launch(kernel, out, grid=1, block=64)
        c.same(out, np.arange(64) + added, f"{name}::<{value}>")


@driver("F")
def select_unpredictable(c: Context) -> None:
    a, b = c.ints(256, "i4"), c.ints(256, "i4")
    c.same(c.run(c.m.select_max_i32, a, b, out=256, dtype="i4"), np.maximum(a, b), "max")
    u, v = c.ints(256, "u8"), c.ints(256, "u8")
    c.same(c.run(c.m.select_min_usize, u, v, out=256, dtype="u8"), np.minimum(u, v), "min")


@driver("F")
def slice_reslice(c: Context) -> None:
    data = c.ints(202, "u1")
    i = np.arange(100)
    want = data[0] + (data[1].astype("u4") << 8) + data[2 * i] + (data[2 * i + 1].astype("u4") << 8)
    c.same(c.run(c.m.slice_reslice, data, out=100, dtype="u4"), want)


@driver("F")
def slice_get_mut(c: Context) -> None:
    i, lane = np.arange(8, dtype="f4"), np.arange(4, dtype="f4")
    rows = {
        "get_mut_map": 0 * i + 42, "get_mut_if_let": 100 + i, "index_assign": 7 + i, "slice_index_assign": 3 * i,
        "mut_ref_index": 50 - i,
    }  # fmt: skip
    for name, want in rows.items():
        got = c.run(c.m[f"write_{name}"], out=(4, 8), dtype="f4", grid=1, block=32)
        c.same(got, np.broadcast_to(want, (4, 8)), name)
    for name, base in (("row_ref", 42), ("const_row_ref", 62), ("row_assign", 52)):
        got = c.run(c.m[f"write_nested_slice_{name}"], out=(4, 2, 2), dtype="f4", grid=1, block=32)
        want = np.tile(np.array([[10, 77], [0, 99]], "f4"), (4, 1, 1))
        want[:, 1, 0] = base + lane
        c.same(got, want, name)
    got = c.run(c.m.write_nested_slice_wide_nonzero_col, out=(4, 2, 3), dtype="f4", grid=1, block=32)
    want = np.tile(np.array([[10, 11, 12], [20, 21, 22]], "f4"), (4, 1, 1))
    want[:, 1, 2] = 70 + lane
    c.same(got, want, "wide_nonzero_col")


@driver("G")
def cross_crate_kernel(c: Context) -> None:
    m = c.load("kernel-lib")  # the kernels of a crate are those of its own source
    for dtype, factor in (("f4", 2.5), ("i4", 3)):
        x, y = (c.ints(1000, "i4", -1000, 1000).astype(dtype) for _ in range(2))
        for name in ("scale", "scale_with_helper"):
            want = x * x.dtype.type(factor)
            c.same(c.run(m[name], factor, x, out=1000, dtype=dtype), want, f"{name} {dtype}")
        c.same(c.run(m.add, x, y, out=1000, dtype=dtype), x + y, f"add {dtype}")
    u = c.ints(1000, "u4", 0, 1 << 20)
    for value in (4, 8):
        c.same(c.run(m.add_const.specialize(VALUE=value), u, out=1000, dtype="u4"), u + value, f"add_const {value}")


@driver("G")
def cross_crate_embedded(c: Context) -> None:
    m = c.load("kernel-lib")
    for dtype, factor in (("f4", 2.5), ("i4", 3)):
        x = c.ints(256, "i4", -1000, 1000).astype(dtype)
        c.same(c.run(m.scale, factor, x, out=256, dtype=dtype), x * x.dtype.type(factor), dtype)


@driver("G")
def cross_crate_recursion(c: Context) -> None:
    data = c.ints(16, "u8")
    c.same(c.run(c.m.recurse_sum, data, out=1, dtype="u8"), [data.sum()])


@driver("G")
def cuda_module_in_lib(c: Context) -> None:
    m = c.load("kernel-lib")
    x, y = c.floats(1000), c.floats(1000)
    c.same(c.run(m.scale_f32, 2.5, x, out=1000, dtype="f4"), x * np.float32(2.5), "scale_f32")
    c.same(c.run(m.add_f32, x, y, out=1000, dtype="f4"), x + y, "add_f32")
    c.same(c.run(c.m.iota_f32, out=1000, dtype="f4"), np.arange(1000), "iota_f32")


@driver("G")
def cuda_module_nested(c: Context) -> None:
    x = c.floats(1000)
    c.same(c.run(c.m.kernels["kernels::init::fill_index"], out=1000, dtype="f4"), np.arange(1000), "fill_index")
    c.same(c.run(c.m.scale_by, x, out=1000, dtype="f4"), 2 * x, "scale_by")
    c.same(c.run(c.m.offset_by, x, out=1000, dtype="f4"), x + np.float32(10), "offset_by")
    c.same(c.run(c.m.double_all, x, out=1000, dtype="f4"), 2 * x, "double_all")


@driver("G")
def extern_crate_closure(c: Context) -> None:
    data = c.ints(1000, "i4")
    want = np.where(np.arange(1000) % 3 != 0, np.where(data % 2 == 0, data * 2, data), -1)
    c.same(c.run(c.m.gated_double, data, out=1000, dtype="i4"), want)
