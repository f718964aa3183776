"""Tier E: shared memory, two dimensions, statics and constants with addresses in them."""

from __future__ import annotations

from typing import Any

import numpy as np

from .context import Context, driver


@driver("E")
def sharedmem(c: Context) -> None:
    a, b = c.floats(256), c.floats(256)
    launch: Any = {"out": 256, "dtype": "f4", "grid": 1, "block": 256}
    c.same(c.run(c.m.shared_test, a, **launch), np.roll(a, -1), "shared_test")
    c.same(c.run(c.m.shared_dual, a, b, **launch), np.roll(a + b, -1), "shared_dual")


@driver("E")
def dynamic_smem(c: Context) -> None:
    a, b, d = c.floats(256), c.floats(256), c.floats(256)
    launch: Any = {"out": 256, "dtype": "f4", "grid": 1, "block": 256}
    cases = (
        ("basic", (a,), np.roll(a, -1), 1024),
        ("partition", (a, b), np.roll(a + b, -1), 2048),
        ("explicit_align", (a,), np.roll(a * 2, -1), 1024),
        ("mixed_align", (a, b, d), np.roll(a + b + d, -1), 3072),
    )

    def run() -> None:
        for name, given, want, size in cases:
            c.same(c.run(c.m[f"dynamic_smem_{name}"], *given, shared=size, **launch), want, name)

    text = c.printed(run)
    c.check("(align 128, mod128=0)" in text, f"a misaligned address in {text!r}")
    c.check("(diff=1024)" in text and "(offset=2048)" in text, f"a wrong offset in {text!r}")


@driver("E")
def gemm(c: Context) -> None:
    matrix_product(c, c.m.sgemm_naive, 60, 50, 70)


@driver("E")
def tiled_gemm(c: Context) -> None:
    matrix_product(c, c.m.sgemm_tiled, 60, 50, 70)
    matrix_product(c, c.m.sgemm_tiled, 32, 32, 32)


def matrix_product(c: Context, kernel: object, m: int, n: int, k: int) -> None:
    a, b, start = c.floats((m, k)), c.floats((k, n)), c.floats((m, n))
    out = c.put(start)
    grid = (-(-n // 16), -(-m // 16))
    # The kernels take the factors as flat slices, and the rows of the result from its shape.
    c.launch(kernel, m, n, k, 1.5, c.put(a.ravel()), c.put(b.ravel()), 0.5, out, grid=grid, block=(16, 16))
    want = 1.5 * (a.astype("f8") @ b.astype("f8")) + 0.5 * start
    c.near(out, want, f"{m}x{n}x{k}", rtol=1e-4, atol=1e-3)


@driver("E")
def index2d_const(c: Context) -> None:
    data = c.floats(16 * 8)
    out = c.zeros(16 * 8, "f4")
    c.launch(c.m.copy_2d_const_width, c.put(data), out, 6, grid=(1, 8), block=16)
    c.same(out, np.where(np.arange(128) < 96, data, 0))


@driver("E")
def row_width_slice(c: Context) -> None:
    for kernel, shape, grid in ((c.m.write_width_readback, (8, 37), 3), (c.m.byvalue_helper_width, (4, 13), 1)):
        out = c.zeros(shape, "u4")
        c.launch(kernel, out, grid=grid, block=(16, 16))
        c.same(out, np.full(shape, shape[1]), kernel.name)
    mark = 0xDEADBEEF
    a, b = c.full((4, 5), mark, "u4"), c.full((4, 100), mark, "u4")
    c.launch(c.m.two_width_selection, a, b, grid=1, block=(16, 16))
    want = np.arange(400).reshape(4, 100)
    want[:, 5:] = mark
    c.same(a, np.full((4, 5), mark), "a")
    c.same(b, want, "b")


@driver("E")
def disjoint_from_raw_parts(c: Context) -> None:
    x = c.floats(4096)
    out = c.put(x)
    c.launch(c.m.increment_from_raw_parts, out, 4000, grid=32, block=128)
    c.same(out, np.where(np.arange(4096) < 4000, x + 1, x), "increment_from_raw_parts")
    grid = c.floats(24 * 37)
    out = c.put(grid)
    c.launch(c.m.scale_row_width_slice, out, 24 * 37, 37, grid=(2, 24), block=32)
    c.same(out, grid * 2, "scale_row_width_slice")


@driver("E")
def slice_from_raw_parts_cast(c: Context) -> None:
    data = c.ints(128, "u8", 0, 1 << 40)
    out = c.put(data)
    c.launch(c.m.bump_pairs, out, 60, grid=1, block=32)
    want = data.copy()
    want[:120:2] += np.uint64(10)
    want[1:120:2] += np.uint64(20)
    c.same(out, want, "bump_pairs")
    c.same(c.run(c.m.shared_pair_sum, data, out=1, dtype="u8", grid=1, block=32), [data.sum()], "shared_pair_sum")


@driver("E")
def addressof_sharedarray(c: Context) -> None:
    got = c.run(c.m.sharedarray_late_use, 7.0, out=5, dtype="f4", grid=1, block=32)
    c.same(got, [21, 1, 1, 1, 32 * 33 // 2])


@driver("E")
def device_global(c: Context) -> None:
    for launches in (1, 2, 3):  # a `static mut` keeps its value from launch to launch
        out = c.zeros(1, "u8")
        c.launch(c.m.device_global, out, grid=1, block=1)
        c.same(out, [launches ^ 0xC0FFEE], f"launch {launches}")

    def one(kernel: str, dtype: str, want: list[int] | list[float]) -> None:
        out = c.zeros(len(want), dtype)
        c.launch(c.m[kernel], out, grid=1, block=1)
        c.same(out, np.array(want, dtype), kernel)

    four, eight = (int(np.float32(x).view("u4")) for x in (4, 8))
    one("nonzero_static_table", "f4", [0.25 + 4 + 8])
    one("static_subobject_pointers", "u4", [0xAB, 0x12345678, four, eight])
    one("static_initializer_relocations", "u4", [0x12345678, 0x12345678, 0xCAFEBABE, eight])
    one("static_one_past_end", "u4", [32])
    nan, padded = c.zeros(1, "f4"), c.zeros(1, "u8")
    c.launch(c.m.static_initializer_edges, nan, padded, grid=1, block=1)
    c.bits(nan, np.array([0x7FC01234], "u4").view("f4"), "NaN")
    c.same(padded, [0x12345678 << 8 | 0xAB], "padded")


@driver("E")
def static_slice_addend(c: Context) -> None:
    raw(c, "slice_addend", "f4", [12, 2])


@driver("E")
def static_slice_unsize(c: Context) -> None:
    raw(c, "slice_unsize", "f4", [2.25])
    raw(c, "head_slice", "f4", [0.75, 2])


@driver("E")
def enum_constant_provenance(c: Context) -> None:
    raw(c, "enum_pointer_constants", "u8", [0x8877665544332211, 0, 0, 0x1122334455667788])


@driver("E")
def tuple_array_provenance(c: Context) -> None:
    raw(c, "tuple_array_pointer", "u4", [11, 18], block=2)


@driver("E")
def tuple_constant_provenance(c: Context) -> None:
    raw(c, "direct_tuple_pointer", "u4", [i % 16 + 1 + 7 + 3 for i in range(32)], block=32)


@driver("E")
def struct_constant_provenance(c: Context) -> None:
    c.same(c.run(c.m.direct_struct_pointer, out=64, dtype="u1"), [1 + (i % 16 == 0) for i in range(64)])


def raw(c: Context, kernel: str, dtype: str, want: list[int] | list[float], block: int = 1) -> None:
    """Runs a kernel that writes through one raw pointer."""
    out = c.zeros(len(want), dtype)
    c.launch(c.m[kernel], out, grid=1, block=block)
    c.same(out, np.array(want, dtype), kernel)


@driver("E")
def constant_memory(c: Context) -> None:
    i = np.arange(64, dtype="f4")
    for coefficients in ([1.0, 2.0, 0.5, 0.25], [-1.0, 0.0, 3.0, 0.125]):
        c.m.constants.COEFFS = np.array(coefficients, "f4")
        want = np.polynomial.polynomial.polyval(i.astype("f8"), coefficients)
        c.near(c.run(c.m["apply"], out=64, dtype="f4"), want)


@driver("E")
def constant_memory_coeffs(c: Context) -> None:
    c.m.constants.COEFFS = np.array([2.5, -3.0, 9.0, 9.0], "f4")
    c.same(c.run(c.m.compute, out=100, dtype="f4"), 2.5 * np.arange(100, dtype="f4") - 3)


@driver("E")
def constant_memory_simple(c: Context) -> None:
    for scale in (3.0, -0.5):
        c.m.constants.SCALE = scale
        c.same(c.run(c.m.multiply, out=100, dtype="f4"), np.float32(scale) * np.arange(100, dtype="f4"))


@driver("E")
def constant_memory_table(c: Context) -> None:
    """64 look-ups at places that a generator of random numbers gives, by the thread's own number or by its warp's."""
    table, n = c.floats(256), 1000
    c.m.constants.TABLE_CONST = table
    in_source = np.arange(256, dtype="f4") * np.float32(0.125) - 16
    numbers = c.ints(n, "u4")
    for kernel in (
        "const_getval_div",
        "const_ref_div",
        "const_getval_uni",
        "const_ref_uni",
        "global_div",
        "global_uni",
    ):
        entries = in_source if kernel.startswith("global") else table
        h = numbers.copy() if kernel.endswith("div") else numbers[np.arange(n) & ~31]
        want = np.zeros(n, "f4")
        for _ in range(64):
            h = h * np.uint32(1_664_525) + np.uint32(1_013_904_223)
            want += entries[h >> 24]
        c.same(c.run(c.m[kernel], numbers, out=n, dtype="f4"), want, kernel)
