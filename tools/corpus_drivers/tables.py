"""More of tiers A to F: constant tables, indices of every form, loops, iterators, and traits that decide when compiling."""

from __future__ import annotations

from typing import Any

import numpy as np

from .context import Context, driver


@driver("A")
def array_index(c: Context) -> None:
    def one(name: str, want: int, *args: Any) -> None:
        got = c.run(c.m[f"test_{name}"], *args, out=1, dtype="u4", grid=1, block=1)
        c.same(got, [want], f"{name}{args}")

    one("const_index_read", 100)
    one("const_index_read_expr", 14)
    one("runtime_index_read_loop", 10)
    one("const_index_write", 4 * 5 + 6, 5)
    one("const_index_write_init", 50)
    one("runtime_index_write_loop", 280)
    one("read_modify_write", 20)
    one("swap_elements", 4231)
    for i in range(4):
        one("runtime_index_read", 100 * (i + 1), i)
        one("mixed_read", 10 + 10 * (i + 1), i)
        one("runtime_index_write", 77, i, 77)
    data = c.ints(50, "u4", 0, 1 << 20)
    one("copy_to_local_array", int(data[:4].sum()), data)
    one("accumulate", int((data % 4 == 0).sum()), data)
    with c.panics("index out of bounds: the len is 4 but the index is 4"):
        c.launch(c.m.test_runtime_index_read, 4, c.zeros(1, "u4"), grid=1, block=1)


@driver("A")
def compiler_features(c: Context) -> None:
    def one(name: str, want: Any, *args: Any, dtype: str = "u4") -> None:
        c.same(c.run(c.m[name], *args, out=1, dtype=dtype), [want], f"{name}{args}")

    for value, want in ((0, 10), (1, 20), (2, 30), (3, 99), (100, 99)):
        one("test_multiway_match_u32", want, value)
        one("test_option", value, value)
    for flag in (True, False):
        one("baseline_binary_match", 100 * flag, flag)
    for name, want in (
        ("baseline_while_loop", 28), ("test_for_loop_sum", 28), ("test_nested_for_loops", 36),
        ("test_for_loop_break", 10), ("test_for_loop_continue", 16),
    ):  # fmt: skip
        one(name, want)
    data = c.ints(37, "u4", 0, 1 << 16)
    one("test_iter_sum", data.sum(), data)
    one("test_enumerate", (data * np.arange(37)).sum(), data)
    wide = int(c.ints((), "u8"))
    one("test_u64_shift_by_32", wide << 32 & (1 << 64) - 1, wide, dtype="u8")
    one("test_u64_shift_by_46", 1 << 46, dtype="u8")
    bits = (wide >> 4 & 0x3FFF) | (640 >> 4) << 16 | (1024 >> 4) << 32 | 1 << 46
    one("test_u64_descriptor_build", bits, wide, 640, 1024, dtype="u8")
    x, y = c.floats(64, low=-1.5, high=1.5), c.floats(64)
    c.same(c.run(c.m.baseline_vecadd, x, y, out=64, dtype="f4"), x + y, "baseline_vecadd")
    powers = np.power.outer(x.astype("f8"), np.arange(8)).sum(1)
    c.near(c.run(c.m.parallel_polynomial_eval, x, out=64, dtype="f4"), powers, "polynomial", atol=1e-5)
    data = c.ints(100, "u4", 0, 1000)
    padded = np.r_[data, np.zeros(28, "u4")].reshape(8, 16)
    c.same(c.run(c.m.parallel_chunked_sum, data, 16, out=8, dtype="u4"), padded.sum(1), "chunks")
    c.same(c.run(c.m.parallel_row_sum, data, 16, out=8, dtype="u4"), padded.sum(1), "rows")
    inside = ((padded >= 50) & (padded < 500)).sum(1)
    c.same(c.run(c.m.parallel_range_count, data, 16, 50, 500, out=8, dtype="u4"), inside, "range")
    a, b = c.floats(100), c.floats(100)
    products = np.r_[a.astype("f8") * b, np.zeros(28)].reshape(8, 16).sum(1)
    c.near(c.run(c.m.parallel_dot_product_chunked, a, b, 16, out=8, dtype="f4"), products, "dot", atol=1e-3)
    means = [a[max(0, i - 3) : i + 4].astype("f8").mean() for i in range(100)]
    c.near(c.run(c.m.parallel_local_average, a, 3, out=100, dtype="f4"), means, "average", atol=1e-5)
    triples = [(3 * i + 1) * (3 * i + 2) * (3 * i + 3) for i in range(50)]
    c.same(c.run(c.m.parallel_partial_product, 3, out=50, dtype="u8"), triples, "products")
    direct, through = (
        int(c.run(c.m[f"test_smem_addr_{name}"], out=1, dtype="u8", grid=1, block=1)[0])
        for name in ("direct_u64", "via_ptr_u8")
    )
    c.check(direct != 0 and direct % 128 == 0 and through % 128 == 0, f"addresses {direct:#x} and {through:#x}")
    offset = int(c.run(c.m.test_smem_addr_shared_offset, out=1, dtype="u8", grid=1, block=1)[0])
    c.check(offset < 1 << 20 and offset % 128 == 0, f"offset {offset:#x} in shared memory")
    with c.panics("attempt to divide by zero"):
        c.m.compile_constant_assert_expected_false(1, c.zeros(1, "u4"))
    with c.panics("index out of bounds: the len is 0 but the index is 0"):
        c.m.compile_constant_assert_expected_true(c.zeros(1, "u4"))


@driver("D")
def padded_constants(c: Context) -> None:
    b = 0x7D25933D707303E5
    fields = [200, b, 41292, 305419896, 200, 7, b, b, 204, b, 201, 203, 205, b, 206, b ^ (1 << 64) - 1]
    fields += [207, 305419897, 208, 8, 16]
    wide, single = c.zeros(64, "u8"), c.zeros(64, "f4")
    c.launch(c.m.check_padded_constants, wide, single, grid=1, block=64)
    c.same(wide, np.resize(np.array(fields, "u8"), 64), "integers")
    c.same(single, np.resize([1.25, 202], 64), "floats")


@driver("D")
def array_constants(c: Context) -> None:
    floats, mixed, sides = c.zeros(64, "f4"), c.zeros(64, "u4"), c.zeros(64, "u4")
    c.launch(c.m.check_array_constants, floats, mixed, sides, grid=1, block=64)
    c.same(floats, np.resize([1.25, -2.5, 5, 10.5], 64), "floats")
    c.same(sides, np.resize([1, 6, 4, 2, 5, 3], 64), "enums")

    def fold(*parts: int) -> int:
        total = 0
        for part in parts:
            total = (total * 257 + part) % (1 << 32)
        return total

    want = []
    for i in range(64):
        odd = i % 2
        word, wide = ((0x11223344, 0x0102030405060708), (0x99AABBCC, 0x8877665544332211))[odd]
        reordered = fold((0xA5, 0x5A)[odd], word, wide % (1 << 32), wide >> 32)
        want.append(
            fold(
                ((11, 13, 17), (19, 23, 29))[odd][i // 2 % 3], (31, 37, 41, 43)[i % 4], (11, 24)[odd],
                10 * (i % 6 + 1) + odd, (20, 34)[odd], 48, (59, 61)[odd], reordered, (0x12, 0x34)[odd],
            )
        )  # fmt: skip
    c.same(mixed, want, "mixed")


@driver("D")
def const_tuple_table_lookup(c: Context) -> None:
    at = c.ints(3000, "u4")
    low = at & 255
    first, second = low, 3 * low + 1
    c.same(c.run(c.m.tuple_field_lookup, at, out=3000, dtype="u4"), first + second, "lookup")
    after = (low + 1) & 255
    other = np.where(low & 1, first + second, after + 3 * after + 1)
    want = (at >> 24) + at * np.uint32(2246822519) + other.astype("u4")
    c.same(c.run(c.m.tuple_field_store, at, out=3000, dtype="u4"), want, "store")
    c.same(c.run(c.m.sum_lookup, at, out=3000, dtype="u4"), 11 * ((at & 3) + 1), "row")


@driver("F")
def ref_index_projections(c: Context) -> None:
    base = np.arange(32, dtype="f4")  # the first must be even: kernels take their index from it
    pairs = np.stack([base, base + 5], 1)
    for kernel in c.m.kernels:
        got = c.run(kernel, pairs, out=32, dtype="f4", grid=1, block=32)
        c.same(got, np.full(32, 5), kernel.name)
    c.check(len(c.m.kernels) == 20, f"{len(c.m.kernels)} kernels")


@driver("F")
def const_bool_dead_branch(c: Context) -> None:
    x = c.ints(64, "u4", 0, 1000)
    for kernel, mode, want in (
        ("explicit", "ExplicitOn", x * 3),
        ("explicit", "ExplicitOff", x),
        ("defaulted", "DefaultOn", x + 11),
        ("defaulted", "DefaultOff", x),
        ("dynamic", "Dynamic", np.where(x % 2, x + 100, x)),
        ("dead_shared_pointer", "GlobalPointerOnly", np.full(64, 7)),
        ("dynamic_shared_or_global", "GlobalPointerOnly", np.full(64, 11)),
    ):
        dtype = c.m.types[f"Tagged<u32, {mode}>"].dtype
        out = c.put(np.zeros(64, "u4").view(dtype))
        shared = 16 if kernel == "dynamic_shared_or_global" else 0
        c.launch(c.m[kernel].specialize(M=mode), c.put(x.view(dtype)), out, grid=1, block=64, shared=shared)
        c.same(c.get(out).view("u4"), want, f"{kernel}::<{mode}>")


@driver("F")
def shared_slice_unsize(c: Context) -> None:
    x = c.ints(128, "i4", -1000, 1000).astype("f4")
    c.same(c.run(c.m.shared_slice_sum, x, out=1, dtype="f4", grid=1, block=128), [x.sum()])


@driver("F")
def split_at_mut(c: Context) -> None:
    data = c.ints(64, "u4")
    for n, k in ((64, 20), (64, 0), (50, 50), (50, 51)):
        out = c.put(data)
        c.launch(c.m.split_and_bump, out, n, k, grid=1, block=32)
        i = np.arange(64)
        added = np.where(i < k, 1, np.where(i < n, 100, 0)) if k <= n else 0
        c.same(out, data + np.uint32(added), f"{n}, {k}")


@driver("F")
def export_name_policy(c: Context) -> None:
    x = np.arange(64) + 3
    c.same(c.run(c.m.export_name_policy, out=64, dtype="u4"), 17 * x + 7 + x + 7 * 31)


@driver("G")
def unroll_smoke(c: Context) -> None:
    def one(name: str, *args: int, want: Any) -> None:
        out = c.zeros(32, "u4")
        c.launch(c.m[name], out, *args, grid=1, block=32)
        c.same(out, np.broadcast_to(want, 32), f"{name}{args}")

    base = np.arange(32)
    one("full_unroll", want=base + 12)
    one("full_mb", want=base + 12 + 40)
    one("full_early_break", want=base + 10)
    one("outer_full", want=base + 6 + 12)
    for n in (0, 1, 3, 4, 7, 10, 21):
        r = range(n)
        one("partial_unroll", n, want=sum(r))
        one("partial_fold", n, want=sum(i & 3 for i in r))
        one("partial_mod", n, want=sum(i % 4 for i in r))
        one("partial_mb", n, want=sum(100 if i & 1 else i for i in r))
        one("partial_continue_paths", n, want=sum(i * (1 + (i & 1)) for i in r))
        one("partial_early_break_skipped", n, want=sum(range(min(n, 5))))
        one("carried_bound", n, want=sum(range(-(-n // 2))))
        one("nested_full", n, want=sum(j * k for k in r for j in range(4)))
        one("nested_partial", n, want=sum(j + k for k in r for j in range(4)))
        one("nested_var_bound", n, want=sum(j for k in r for j in range(k)))
        one("outer_partial", n, want=sum((i & 3) + 3 for i in r))


@driver("B")
def asin_acos_smoke(c: Context) -> None:
    unary(c, {"asin": np.arcsin, "acos": np.arccos}, 1)


@driver("B")
def cbrt_smoke(c: Context) -> None:
    unary(c, {"cbrt": np.cbrt}, 1000)


def unary(c: Context, functions: dict[str, Any], limit: float) -> None:
    for name, function in functions.items():
        for dtype, rtol in (("f4", 4e-7), ("f8", 1e-15)):
            x = np.r_[c.floats(500, dtype, -limit, limit), np.array([-limit, 0, limit], dtype)]
            got = c.run(c.m[f"{name}_f{int(dtype[1]) * 8}"], x, out=x.size, dtype=dtype)
            c.near(got, function(x.astype("f8")), f"{name} {dtype}", rtol=rtol, atol=rtol / 10)


@driver("B")
def fmaxmin_smoke(c: Context) -> None:
    for dtype, unsigned, quiet, signalling in (
        ("f4", "u4", 0x7FC12345, 0x7F812345),
        ("f8", "u8", 0x7FF8000000012345, 0x7FF0000000012345),
    ):
        bits = int(dtype[1]) * 8
        a, b = np.array([1.5, -2.5], dtype)
        qnan, snan = np.array([quiet, signalling], unsigned).view(dtype)
        out = c.zeros(22, unsigned)
        c.launch(c.m[f"fmaxmin_f{bits}_kernel"], a, b, qnan, snan, out, grid=1, block=1)
        got = c.get(out).view(dtype)
        c.same(got[:10], [a, *[b] * 9], f"{dtype}, max and min")
        c.check(bool(np.isnan(got[10])), f"{dtype}: the maximum of two NaNs is {got[10]}")
        c.same(got[[11, 19, 20, 21]], np.zeros(4), f"{dtype}, zeros of both signs")
        c.bits(got[12:17:2], np.array([2.5, 0.0, a], dtype), f"{dtype}, abs and copysign")
        c.same(got[13], -a, f"{dtype}, copysign")
        c.same(np.signbit(got[[15, 17, 18]]), [False, True, False], f"{dtype}, signs of NaNs")
        c.check(bool(np.isnan(got[[15, 17, 18]]).all()), f"{dtype}: abs or copysign of a NaN is none")
