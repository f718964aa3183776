"""Tier H: warps, atomics, and what is built of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from .context import Context, driver


@driver("H")
def warp_reduce(c: Context) -> None:
    x = c.ints(256, "i4", -1000, 1000).astype("f4")  # sums of such are exact in any order
    rows = x.reshape(8, 32)
    launch: Any = {"grid": 8, "block": 32}
    for name in ("warp_reduce_sum", "warp_reduce_sum_down"):
        c.same(c.run(c.m[name], x, out=8, dtype="f4", **launch), rows.sum(1), name)
    c.same(c.run(c.m.warp_broadcast, x, out=256, dtype="f4", **launch), np.repeat(rows[:, 0], 32), "warp_broadcast")
    c.same(c.run(c.m.test_lane_id, out=256, dtype="u4", **launch), np.tile(np.arange(32), 8), "test_lane_id")
    for name in ("sum", "max", "min"):
        want = np.repeat(getattr(rows, name)(axis=1), 32)
        c.same(c.run(c.m[f"warp_reduce_{name}_util"], x, out=256, dtype="f4", **launch), want, name)
    d = x.astype("f8") / 3
    want = np.repeat(d.reshape(8, 32).sum(1), 32)
    c.near(c.run(c.m.warp_reduce_sum_f64_util, d, out=256, dtype="f8", **launch), want, "f64", rtol=1e-12, atol=1e-9)


@driver("H")
def partial_warp_reduce(c: Context) -> None:
    for name, block, reduce in (
        ("sums_pow2_tail", 48, np.add),
        ("sums_odd_tail", 45, np.add),
        ("maxima_odd_tail", 45, np.maximum),
    ):
        x = c.ints(7 * block, "i4", -1000, 1000).astype("f4")
        want = [reduce.reduce(part) for b in x.reshape(7, block) for part in (b[:32], b[32:])]
        got = c.run(c.m[name], x, out=14, dtype="f4", grid=7, block=block)
        c.same(got, want, name)


@driver("H")
def warp_sums(c: Context) -> None:
    x = c.ints(7 * 48, "i4", -1000, 1000).astype("f4")
    want = [part.sum() for b in x.reshape(7, 48) for part in (b[:32], b[32:])]
    for name in ("warp_sums", "warp_sums_raw"):
        c.same(c.run(c.m[name], x, out=14, dtype="f4", grid=7, block=48), want, name)


@driver("H")
def shuffle_64(c: Context) -> None:
    lane = np.arange(32, dtype="u8")
    launch: Any = {"out": 32, "grid": 1, "block": 32}
    want = np.full(32, 5 << 32 | 0xABCD0005, "u8")
    c.same(c.run(c.m.shuffle_u64_broadcast, dtype="u8", **launch), want, "broadcast")
    c.same(c.run(c.m.shuffle_f64_butterfly_sum, dtype="f8", **launch), np.full(32, 528.0), "butterfly")
    high = np.uint64(0xDEAD << 48)
    down, up = c.zeros(32, "u8"), c.zeros(32, "u8")
    c.launch(c.m.shuffle_u64_neighbor, down, up, grid=1, block=32)
    c.same(down, high | np.minimum(lane + np.uint64(1), np.uint64(31)), "down")
    c.same(up, high | np.r_[lane[:1], lane[:-1]], "up")
    got = c.run(c.m.shuffle_u64_halfwarp, dtype="u8", **launch)
    c.same(got, np.uint64(0xF00D << 48) | (lane & np.uint64(16)), "half")


@driver("H")
def lanemask_scan(c: Context) -> None:
    lane = np.arange(32, dtype="u8")
    one = np.uint64(1)
    below = (one << lane) - one
    at = one << lane
    full = np.uint64(0xFFFFFFFF)
    c.same(c.run(c.m.lanemask_lt_values, out=256, dtype="u4", grid=8, block=32), np.tile(below, 8), "lt")
    masks = np.stack([below, below | at, at, full ^ below, full ^ (below | at)], 1)
    c.same(c.run(c.m.all_lanemasks, out=160, dtype="u4", grid=1, block=32), masks.ravel(), "all")
    keep = c.ints(256, "u4", 0, 2)
    rows = keep.reshape(8, 32)
    rank = np.cumsum(rows, 1) - rows
    c.same(c.run(c.m.warp_compact_rank, keep, out=256, dtype="u4", grid=8, block=32), rank.ravel(), "rank")


@driver("H")
def redux_sum(c: Context) -> None:
    c.same(c.run(c.m.redux_lane_sum, out=8, dtype="u4", grid=8, block=32), np.full(8, 496), "lanes")
    data = c.ints(256, "u4")
    want = data.reshape(8, 32).sum(1, dtype="u4")
    c.same(c.run(c.m.redux_data_sum, data, out=8, dtype="u4", grid=8, block=32), want, "data")


@driver("H")
def redux_minmax(c: Context) -> None:
    signed, unsigned = c.zeros(2, "i4"), c.zeros(2, "u4")
    c.launch(c.m.redux_minmax_signedness, signed, unsigned, grid=1, block=32)
    c.same(signed, [-16, 15], "signed")
    c.same(unsigned, [0, 0xFFFFFFFF], "unsigned")
    c.same(c.run(c.m.redux_bitwise, out=3, dtype="u4", grid=1, block=32), [0, 0xFFFFFFFF, 0xFFFFFFFF], "bitwise")


@driver("H")
def elect_leader(c: Context) -> None:
    leader, elected = c.zeros(1, "u4"), c.zeros(32, "u4")
    c.launch(c.m.elect_full_warp, leader, elected, grid=1, block=32)
    lead = int(c.get(leader)[0])
    c.check(lead < 32, f"lane {lead} leads")
    c.same(elected, np.arange(32) == lead, "elected")
    lead = int(c.run(c.m.elect_subset, out=1, dtype="u4", grid=1, block=32)[0])
    c.check(16 <= lead < 32, f"lane {lead} leads the upper half")


@driver("H")
def legacy_atomic_fadd(c: Context) -> None:
    single, double = c.zeros(1, "f4"), c.zeros(1, "f8")
    old = c.put(np.zeros(256, c.m.types["(f32, f64)"].dtype))
    c.launch(c.m.atomic_add, single, double, old, grid=1, block=256)
    c.same(single, [256], "f32")
    c.same(double, [256], "f64")
    values = c.get(old)
    for field in values.dtype.names or ():
        c.same(np.sort(values[field]), np.arange(256), f"old values, field {field}")


@driver("H")
def scoped_atomic_load_store(c: Context) -> None:
    flags, wide = c.zeros(256, "u4"), c.zeros(256, "u8")
    seen, seen_wide, fence = c.zeros(256, "u4"), c.zeros(256, "u8"), c.zeros(256, "u4")
    c.launch(c.m.publish_and_observe, flags, wide, seen, seen_wide, fence, grid=1, block=256)
    follower = (np.arange(256, dtype="u8") + 1) % 256 + 1
    c.same(seen, follower, "seen")
    c.same(seen_wide, follower << np.uint64(32), "seen_wide")
    c.same(fence, np.ones(256), "fence")


@driver("H")
def atomics(c: Context) -> None:
    n = 256

    def run(kernel: str, state: list[float], dtype: str, out: str, grid: int = 1, block: int = n) -> list[np.ndarray]:
        """Every word of ``state`` is an array of one element; returns them after the launch, and the output."""
        words = [c.full(1, value, dtype) for value in state]
        result = c.zeros(n, out)
        c.launch(c.m[kernel], *words, result, grid=grid, block=block)
        return [*(c.get(w) for w in words), c.get(result)]

    for name, dtype, grid in (
        ("atomic_fetch_add_test", "u4", 1), ("atomic_fetch_add_acqrel_test", "u4", 1),
        ("atomic_fetch_add_seqcst_test", "u4", 1), ("atomic_multiblock_test", "u4", 4),
        ("atomic_u64_fetch_add_test", "u8", 1), ("core_atomic_fetch_add_test", "u4", 1),
        ("atomic_block_scope_test", "u4", 1), ("atomic_block_scope_acqrel_test", "u4", 1),
    ):  # fmt: skip
        count, old = run(name, [0], dtype, dtype, grid, n // grid)
        c.same(count, [n], name)
        c.same(np.sort(old), np.arange(n), name)
    count, old = run("atomic_fetch_sub_test", [n], "u4", "u4")
    c.same(count, [0], "fetch_sub")
    c.same(np.sort(old), np.arange(n) + 1, "fetch_sub")
    flag, seen = run("atomic_load_store_test", [0], "u4", "u4")
    c.same(flag, [42], "load_store")
    c.same(seen, np.full(n, 42), "load_store")
    winner, won = run("atomic_cas_test", [0], "u4", "u4")
    c.same(won.sum(), 1, "one thread wins")
    c.same(winner, [int(won.argmax()) + 1], "the winner's mark")
    either, both, odd, _ = run_bits = run("atomic_bitwise_test", [0, 0, 0], "u4", "u4")
    c.same(np.concatenate(run_bits[:3]), [0xFFFFFFFF, 0, 0], "bitwise from zeros")
    either, both, odd, _ = run("atomic_bitwise_test", [0, 0xFFFFFFFF, 1], "u4", "u4", 1, 7)
    c.same(np.concatenate([either, both, odd]), [0x7F, 0xFFFF, 0], "bitwise")
    low, high, _ = run("atomic_minmax_test", [0, 0], "i4", "i4")
    c.same(np.concatenate([low, high]), [-128, 127], "minmax")
    low, high, _ = run("atomic_unsigned_minmax_test", [0xFFFFFFFF, 0], "u4", "u4")
    c.same(np.concatenate([low, high]), [0, 255], "unsigned minmax")
    for dtype in ("f4", "f8"):
        total, _ = run(f"atomic_f{int(dtype[1]) * 8}_fetch_add_test", [0], dtype, "u4")
        c.same(total, [n], f"fetch_add {dtype}")
    # core_atomic_ordering_probe calls rustc's own intrinsics, which are no part of stable Rust.
    # The rest lets all threads but the first wait at a barrier that the first never reaches: it has ended by then or
    # not, as the device likes, so what they see is not fixed.  What the first leaves behind is.
    if c.device == "cuda":
        c.same(run("atomic_swap_test", [0], "u4", "u4")[0], [0xDEADBEEF], "swap")
        c.same(run("atomic_i32_test", [0, 0], "i4", "i4")[1], [-42], "i32")
        c.same(run("atomic_i64_test", [0, 0], "i8", "i8")[1], [-100], "i64")


@driver("H")
def hashmap(c: Context) -> None:
    empty, miss = 0xFFFFFFFF_FFFFFFFF, 0xFFFFFFFF
    capacity = 1 << 12
    pool = c.rng.permutation(1 << 20).astype("u4") * np.uint32(4093)  # distinct, as the factor is odd
    keys, absent = pool[:2048], pool[4096:6144]
    values = c.ints(2048, "u4", 0, 1 << 31)

    def table() -> object:
        return c.full(capacity, empty, "u8")

    def insert(t: object, k: np.ndarray, v: np.ndarray) -> None:
        c.launch(c.m.insert_kernel, t, c.put(k), c.put(v), grid=-(-len(k) // 256), block=256)

    def try_insert(t: object, k: np.ndarray, v: np.ndarray) -> np.ndarray:
        out = c.full(len(k), 9, "u4")
        c.m.try_insert_kernel(t, c.put(k), c.put(v), out)
        return c.get(out)

    def find(t: object, k: np.ndarray) -> np.ndarray:
        out = c.zeros(len(k), "u4")
        c.m.find_kernel(t, c.put(k), out)
        return c.get(out)

    t = table()
    insert(t, keys, values)
    c.same(find(t, keys), values, "found")
    c.same(find(t, absent), np.full(2048, miss), "absent")
    insert(t, keys, values ^ np.uint32(0x5A5A))
    c.same(find(t, keys), values ^ np.uint32(0x5A5A), "overwritten")
    slots = c.get(t)
    c.same((slots != np.uint64(empty)).sum(), 2048, "slots in use")
    t = table()
    c.same(try_insert(t, keys[:1024], values[:1024]), np.zeros(1024), "fresh keys")
    other = values + np.uint32(1)
    c.same(try_insert(t, keys, other), np.arange(2048) < 1024, "half of the keys are there")
    c.same(find(t, keys), np.where(np.arange(2048) < 1024, values, other), "the first value stays")
    dense = pool[:3072]
    t = table()
    insert(t, dense, dense & np.uint32(0xFFFF))
    c.same(find(t, dense), dense & np.uint32(0xFFFF), "three quarters full")
