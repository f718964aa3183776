"""Tier D: structs, methods, operators, enums and their layout, Option."""

from __future__ import annotations

from typing import Any

import numpy as np

from .context import Context, driver


@driver("D")
def complex_mul(c: Context) -> None:
    for re, im in ((0.5, 0.0), (0.0, 0.0), (-0.75, 0.25), (0.1, -1.5)):
        p = complex(np.float32(re), np.float32(im))
        z = p * p + p
        got = c.run(c.m.complex_square_add, re, im, out=1, dtype="f4", grid=1, block=1)
        c.near(got, [z.real + z.imag], f"{p}")


@driver("D")
def ord_cmp(c: Context) -> None:
    launch: Any = {"dtype": "i4", "grid": 1, "block": 32}
    wide = [-1, 0, 1] * 6
    small = [-1, 0, 1, -1, -1, 1, -1, 1, 0]
    c.same(c.run(c.m.cmp_kernel, out=27, **launch), wide + small, "cmp_kernel")
    c.same(c.run(c.m.cmp_cast_kernel, out=4, **launch), [-1, -1, 1, 0], "cmp_cast_kernel")
    c.same(c.run(c.m.ordering_match_kernel, out=1, **launch), [-1], "ordering_match_kernel")
    c.same(c.run(c.m.enum_repr_kernel, out=4, **launch), [100, 200, -5, -4], "enum_repr_kernel")


@driver("D")
def enum_array_match(c: Context) -> None:
    for index, want in enumerate((7, 1008, 9999, 100)):
        for kernel in (c.m.match_runtime_index, c.m.match_deref_index):
            c.same(c.run(kernel, index, out=32, dtype="u4"), np.full(32, want), f"{kernel.name}({index})")
    for value in (0, 3, 5, 6, 9):
        want = value if value > 5 else value + 1000
        c.same(c.run(c.m.match_const_index, value, out=32, dtype="u4"), np.full(32, want), f"{value}")


@driver("D")
def struct_field_layout(c: Context) -> None:
    cap, stride = (int(x) for x in c.ints(2, "u4"))
    want = (cap * 1000 + stride + 7) % (1 << 32)
    c.same(c.run(c.m.fill, np.array([cap, stride], "u4"), out=256, dtype="u4"), np.full(256, want))


@driver("D")
def enum_payload_addr(c: Context) -> None:
    x = c.floats(3000, low=0.0, high=500.0)
    for name in (
        "assign_payload", "borrow_payload", "shared_bytes", "shared_bytes_no_slot", "mutate_bool_payload",
        "mutate_multi_field_payload", "rebuild_payload",
    ):  # fmt: skip
        c.same(c.run(c.m[name], x, out=3000, dtype="f4"), x * 2, name)
    factor = np.where(x >= 250, 2, np.where(x >= 100, 3, 4)).astype("f4")
    c.same(c.run(c.m.shared_borrow_bool_payload, x, out=3000, dtype="f4"), x * factor, "shared_borrow_bool_payload")


@driver("D")
def repr_u32_enum_stride(c: Context) -> None:
    tags = c.rng.permutation(4).astype("u4")
    sparse = c.rng.choice(np.array([0, 1_000_000], "u4"), 4)
    for name in ("read_via_u32", "read_via_enum", "read_via_repr_c_enum"):
        c.same(c.run(c.m[name], tags, out=4, dtype="u4"), tags, name)
    c.same(c.run(c.m.read_via_sparse_enum, sparse, out=4, dtype="u4"), sparse, "sparse")
    negative = np.array([255, 0, 255, 0], "u1")
    c.same(c.run(c.m.read_via_neg_enum, negative, out=4, dtype="i4"), negative.view("i1"), "negative")
    c.same(c.run(c.m.read_via_usize_enum, tags.astype("u8"), out=4, dtype="u4"), tags, "usize")


@driver("D")
def index_field_assign(c: Context) -> None:
    t = np.arange(256, dtype="u8")
    for fill in range(6):
        m = min(fill, 4)
        want = 100 + sum(t + i + t * (i + 1) for i in range(m))
        out = c.zeros(256, "u8")
        c.m.fill_and_sum(out, 256, fill)
        c.same(out, np.broadcast_to(want, 256), f"fill {fill}")


@driver("D")
def field_array_assign(c: Context) -> None:
    c.same(c.run(c.m.sum_packet, 3, out=256, dtype="u4"), 12 * np.arange(256) + 6)


@driver("D")
def const_aggregate(c: Context) -> None:
    c.same(c.run(c.m.const_aggregate, out=64, dtype="f4"), np.full(64, 3 + 7 + 100))


@driver("D")
def enum_abi_multi_payload(c: Context) -> None:
    i = np.arange(64, dtype="u4")
    decoded = np.where(i % 3 == 0, i, np.where(i % 3 == 1, i + 100_000, 4096))
    # A repr(u32) enum lies in memory as its tag and then its payload.
    words = np.zeros((64, 2), "u4")
    words[:, 0] = np.array([7, 9, 4096])[i % 3]
    words[:, 1] = np.where(i % 3 == 0, i, np.where(i % 3 == 1, i.astype("f4").view("u4"), 0))
    dtype = c.m.types.E.dtype
    values = words.view(dtype).ravel()
    c.same(c.run(c.m.decode, values, out=64, dtype="u4", grid=1, block=64), decoded, "decode")
    got = c.run(c.m.encode, i, out=64, dtype=dtype, grid=1, block=64).view("u4").reshape(64, 2)
    c.same(got[:, 0], words[:, 0], "encode, tags")
    c.same(got[i % 3 < 2, 1], words[i % 3 < 2, 1], "encode, payloads")


@driver("D")
def cast_chunks(c: Context) -> None:
    dtype = c.m.types.Quad.dtype
    quads = c.floats(1024).view(dtype)
    got = c.run(c.m.copy_quads, quads, out=256, dtype=dtype)
    c.same(got.view("f4"), quads.view("f4"))
