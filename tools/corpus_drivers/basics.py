"""Tiers A to C: scalars, slices, control flow, functions, methods of numbers, raw pointers."""

from __future__ import annotations

from typing import Any

import numpy as np

from .context import Context, driver


@driver("A")
def vecadd(c: Context) -> None:
    a, b = c.floats(1024), c.floats(1024)
    c.same(c.run(c.m.vecadd, a, b, out=1024, dtype="f4"), a + b)


@driver("A")
def async_vecadd(c: Context) -> None:
    a, b = c.floats(1000), c.floats(1000)
    c.same(c.run(c.m.vecadd, a, b, out=1000, dtype="f4"), a + b)


@driver("A")
def bool_phi_cmp(c: Context) -> None:
    a, b = c.ints(200, "u4", 0, 4), c.ints(200, "u4", 0, 5)
    p, q = (a > 1) | (b > 2), a == 0
    c.same(c.run(c.m.bool_phi_cmp, a, b, out=200, dtype="u4"), (p == q) + 2 * (p < q).astype("u4"))


@driver("A")
def array_init(c: Context) -> None:
    i = np.arange(300, dtype="u4")
    c.same(c.run(c.m.array_sum, out=300, dtype="u4"), 10 + i, "array_sum")
    c.same(c.run(c.m.zeroed_array_sum, out=300, dtype="u4"), 8 * i + 28, "zeroed_array_sum")
    c.same(c.run(c.m.scratch_2d, out=1, dtype="f8"), [42.0], "scratch_2d")


@driver("A")
def array_for_loop(c: Context) -> None:
    t = np.arange(32)
    launch: Any = {"out": 32, "dtype": "u4", "grid": 1, "block": 32}
    c.same(c.run(c.m.sum_u32_array, **launch), 4 * t + 6, "sum_u32_array")
    c.same(c.run(c.m.sum_point_array, **launch), sum((t + i) * (i + 1) for i in range(4)), "sum_point_array")
    c.same(c.run(c.m.map_generated_array, **launch), sum((t + i) * 3 + 1 for i in range(4)), "map_generated_array")


@driver("A")
def nested_index_assignment(c: Context) -> None:
    def one(kernel: str, want: int, *args: int) -> None:
        c.same(c.run(c.m[f"nested_{kernel}_kernel"], *args, out=1, dtype="u4"), [want], f"{kernel}{args}")

    for i in range(4):
        for j in range(4):
            one("index_assignment", 0x5A000000 | i << 8 | j, i, j)
    for i in range(5):
        one("runtime_constant_index_assignment", 0x7C000000 | i, i)
        for j in range(3):
            one("index_assignment_nonsquare", 0x5A000000 | i << 8 | j, i, j)
            one("constant_runtime_index_assignment", 0x6B000000 | j, j)
    one("constant_constant_index_assignment", 0x8D000102)


@driver("A")
def disjoint_slice_len(c: Context) -> None:
    for n in (1, 256, 257):
        c.same(c.run(c.m.write_len, out=n, dtype="u4"), np.full(n, n))


@driver("B")
def helper_fn(c: Context) -> None:
    a, b = c.floats(1024), c.floats(1024)
    c.same(c.run(c.m.vecadd_with_helper, a, b, out=1024, dtype="f4"), a + b)


@driver("B")
def tuple_return(c: Context) -> None:
    c.same(c.run(c.m.run, out=77, dtype="f4"), 2.0 * np.arange(77))


@driver("B")
def checked_arith(c: Context) -> None:
    a, b = (x.ravel().astype("u1") for x in np.meshgrid(np.arange(256), np.arange(256)))  # every pair
    wide = {"add": a.astype("i4") + b, "sub": a.astype("i4") - b, "mul": a.astype("i4") * b}
    for name, want in wide.items():
        got = c.run(c.m[f"checked_{name}"], a, b, out=a.size, dtype="u4")
        c.same(got, (want & 255) | ((want < 0) | (want > 255)) * 256, name)


@driver("B")
def numeric_stress(c: Context) -> None:
    def one(kernel: str, want: int, dtype: str, *args: int) -> None:
        c.same(c.run(c.m[kernel], *args, out=1, dtype=dtype), [want], f"{kernel}{args}")

    def wrap(value: int, bits: int) -> int:
        """As two's complement."""
        return (value + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1)

    for _ in range(20):
        for bits in (32, 64):
            u, d = f"u{bits // 8}", f"test_u{bits}"
            a, b = (int(x) for x in c.ints(2, u))
            b = b >> int(c.rng.integers(bits)) or 1
            one(f"{d}_div_msb", a // b, u, a, b)
            one(f"{d}_rem_msb", a % b, u, a, b)
            one(f"{d}_cmp_gt_msb", a > b, "u4", a, b)
            one(f"test_i{bits}_shr_negative", wrap(a, bits) >> (b % bits), f"i{bits // 8}", wrap(a, bits), b % bits)
        a, b = (int(x) for x in c.ints(2, "u4"))
        one("test_u32_cmp_lt_msb", a < b, "u4", a, b)
        one("test_u32_wrapping_add", (a + b) % (1 << 32), "u4", a, b)
        i, j = wrap(a, 32), wrap(b, 32)
        one("test_i32_wrapping_mul", wrap(i * j, 32), "i4", i, j)
        one("test_widening_chain", a & 255, "u8", a & 255)
        wide = int(c.ints((), "i8"))
        one("test_narrowing_signed", wrap(wide, 32), "i4", wide)
    signed, unsigned = c.zeros(1, "i4"), c.zeros(1, "u4")
    c.m.test_mixed_div(-7, 2, 0xFFFF_FFFE, 2, signed, unsigned)
    c.same(signed, [-3])
    c.same(unsigned, [0x7FFF_FFFF])


@driver("C")
def hello_constant(c: Context) -> None:
    out = c.zeros(1, "i4")
    c.launch(c.m.hello_constant, out, grid=1, block=1)
    c.same(out, [42])


@driver("C")
def copy_nonoverlapping(c: Context) -> None:
    words, small = c.ints(128, "u4"), c.ints(128, "u1")
    c.same(c.run(c.m.copy_each, words, out=128, dtype="u4"), words, "copy_each")
    c.same(c.run(c.m.copy_into_shared, words, out=128, dtype="u4", grid=1, block=128), words, "copy_into_shared")
    for kernel, data, dtype in ((c.m.copy_block_u32, words, "u4"), (c.m.copy_block_u8, small, "u1")):
        out = c.zeros(128, dtype)
        kernel(c.put(data), out, 100)
        c.same(out, np.where(np.arange(128) < 100, data, 0), kernel.name)


@driver("C")
def ptr_copy(c: Context) -> None:
    data, out = c.ints(96, "i4"), c.zeros(96, "i4")
    c.m.shift_right_one(c.put(data), out, 96)
    c.same(out, np.concatenate([data[:1], data[:-1]]))


@driver("C")
def volatile_memory(c: Context) -> None:
    data = c.ints(128, "u4")
    got = c.run(c.m.round_trip, data, np.zeros(128, "u4"), out=128, dtype="u4")
    c.same(got, (data * np.uint32(3) + np.uint32(11)) ^ np.uint32(0x5A5A5A5A))


@driver("K")
def mem_swap(c: Context) -> None:
    a, b = c.ints(64, "i4", -1000, 1000), c.ints(64, "i4", -1000, 1000)
    c.same(c.run(c.m.swap_kernel, a, b, out=64, dtype="i4", grid=1, block=64), b * 1000 + a)
