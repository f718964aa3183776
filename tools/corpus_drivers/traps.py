"""Tier J: printing, panics, and operations that must stop a thread."""

from __future__ import annotations

import re

import numpy as np

from .context import Context, driver


@driver("J")
def printf(c: Context) -> None:
    def lines(kernel: str, *args: object) -> list[str]:
        return c.printed(lambda: c.launch(c.m[kernel], *args, grid=1, block=32)).splitlines()

    def texts(kernel: str) -> list[str]:
        """What follows the colon of each line."""
        return [line.split(": ", 1)[1].strip() for line in lines(kernel) if ": " in line]

    c.same(
        texts("test_integers"),
        ["-42", "255", str(0x123456789ABCDEF0), "ff", "FF", "0xff", "100", "0100"],
        "integers",
    )
    large = f"{1234567.89:e}"
    floats = ["3.141593", "2.718282", "3.14", "3.141593", large, large.upper(), f"{0.000123:g}", f"{1234567.89:G}"]
    c.same(texts("test_floats"), floats, "floats")
    boxes = [re.search(r"\[.*\]", line)[0] for line in lines("test_width_align") if "[" in line]  # type: ignore[index]
    c.same(boxes, ["[42]", "[      42]", "[00000042]", "[42      ]", "[    3.14]"], "widths")
    signs = [line.split(": ", 1)[1] for line in lines("test_flags") if ": " in line]
    c.same(signs, ["+42", "-42", " 42", "-42"], "signs")
    data = c.floats(8)
    got = sorted(lines("test_thread_output", c.put(data)))
    c.same(got, [f"Thread {i}: data[{i}] = {data[i]:.4f}" for i in range(4)], "threads")
    returned = [line for line in lines("test_return_value") if "returned" in line]
    c.same([int(line.rsplit(" ", 1)[1]) for line in returned], [0, 1, 2, 3], "returned values")
    c.check(len(texts("test_booleans")) == 2, "booleans")


@driver("J")
def device_panic_trap(c: Context) -> None:
    data = c.ints(1024, "u4", 0, 1001)
    c.same(c.run(c.m.scale_checked, data, out=1024, dtype="u8", grid=4, block=256), data.astype("u8") * 3)
    data[700] = 1001
    out = c.zeros(1024, "u8")
    with c.panics(r"input exceeds the supported range(.|\n)*block \(2, 0, 0\), thread \(188, 0, 0\)"):
        c.launch(c.m.scale_checked, c.put(data), out, grid=4, block=256)
    c.same(c.get(out)[:256], data[:256].astype("u8") * 3, "what other blocks wrote")


@driver("J")
def slice_index_bounds_check(c: Context) -> None:
    x, at = c.floats(1024), c.ints(1024, "u4", 0, 1024)
    c.same(c.run(c.m.gather, x, at, out=1024, dtype="f4", grid=4, block=256), x[at])
    at[0] = 1_000_000
    out = c.full(1024, -1, "f4")
    with c.panics("index out of bounds: the len is 1024 but the index is 1000000"):
        c.launch(c.m.gather, c.put(x), c.put(at), out, grid=4, block=256)
    c.same(c.get(out)[0], -1, "the element of the thread that panicked")


@driver("J")
def option_unwrap_trap(c: Context) -> None:
    x = c.floats(4)
    c.same(c.run(c.m.unwrap_get, x, 3, out=1, dtype="f4"), x[3:])
    with c.panics(r"called `Option::unwrap\(\)` on a `None` value"):
        c.m.unwrap_get(c.put(x), 1_000_000, c.zeros(1, "f4"))


@driver("J")
def assume_init_uninhabited_trap(c: Context) -> None:
    c.same(c.run(c.m.assume_init_guard, 0, out=1, dtype="u4"), [1])
    with c.panics("uninhabited"):
        c.m.assume_init_guard(1, c.zeros(1, "u4"))


@driver("J", only="cuda")
def inline_ptx(c: Context) -> None:
    i = np.arange(128, dtype="u8")
    c.same(c.run(c.m.inline_ptx_kernel, out=128, dtype="u4"), 2 * i + 3 + i % 32, "out and in")
    got = c.run(c.m.inline_ptx_c_constraint_kernel, out=128, dtype="u8")
    c.same(got, (i + 65537) * (i + 3), "C constraint")
    sums, products = c.zeros(128, "u4"), c.zeros(128, "u4")
    c.m.inline_ptx_multi_out_kernel(sums, products)
    c.same(sums, 2 * i + 3, "two outputs, sums")
    c.same(products, (i + 1) * (i + 2), "two outputs, products")
    c.same(c.run(c.m.inline_ptx_inout_kernel, out=128, dtype="u4"), 4 * i + 11, "inout")
    counts, wides, scales, checks = (c.zeros(128, d) for d in ("u4", "u8", "f4", "u4"))
    c.m.inline_ptx_multi_inout_kernel(counts, wides, scales, checks)
    c.same(counts, 2 * i + 7, "several, counts")
    c.same(wides, i * 0x0000000100000003 + 11, "several, wides")
    c.same(scales, 0.5 * i + 0.25, "several, scales")
    c.same(checks, i * i, "several, checks")
