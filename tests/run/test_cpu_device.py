"""Rust kernels on the CPU device: barriers, warp operations, shared memory, panics, printing; and what cannot run
there.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import ferrule as fe
from ferrule.runtime.cpu.pool import cpu_count

USE = "use cuda_device::*;\n"


def module(source: str) -> Any:
    return fe.rust(USE + source, name="k.rs")


REDUCE = """
#[kernel]
pub fn block_sum(x: &[f32], out: &mut [f32]) {
    static mut TILE: SharedArray<f32, 1024> = SharedArray::UNINIT;
    let t = threadIdx_x() as usize;
    let n = blockDim_x() as usize;
    let i = blockIdx_x() as usize * n + t;
    unsafe { TILE[t] = if i < x.len() { x[i] } else { 0.0 }; }
    thread::sync_threads();
    let mut s = n / 2;
    while s > 0 {
        if t < s {
            unsafe { TILE[t] += TILE[t + s]; }
        }
        thread::sync_threads();
        s /= 2;
    }
    if t == 0 {
        out[blockIdx_x() as usize] = unsafe { TILE[0] };
    }
}
"""


@pytest.mark.parametrize("block", [1, 32, 64, 256, 1024])
@pytest.mark.parametrize("n", [1, 1000, 5000])
def test_tree_reduction(block: int, n: int) -> None:
    m = module(REDUCE)
    x = np.arange(n, dtype="f4") % 17
    blocks = -(-n // block)
    out = np.zeros(blocks, "f4")
    m.block_sum[blocks, block](x, out)
    padded = np.pad(x, (0, blocks * block - n)).reshape(blocks, block)
    assert np.array_equal(out, padded.sum(axis=1))


def test_barrier_inside_generic_helpers_and_closures() -> None:
    m = module("""
    fn wait_twice<F: Fn(u32) -> u32>(f: F, v: u32) -> u32 {
        let a = f(v);
        thread::sync_threads();
        let b = f(a);
        thread::sync_threads();
        b
    }
    #[kernel]
    pub fn rotate(out: &mut [u32], step: u32) {
        static mut SLOT: SharedArray<u32, 64> = SharedArray::UNINIT;
        let t = threadIdx_x();
        let exchange = |v: u32| -> u32 {
            unsafe { SLOT[t as usize] = v; }
            thread::sync_threads();
            let got = unsafe { SLOT[((t + step) % 64) as usize] };
            thread::sync_threads();
            got
        };
        out[t as usize] = wait_twice(exchange, t * 10);
    }
    """)
    out = np.zeros(64, "u4")
    m.rotate[1, 64](out, 3)
    assert np.array_equal(out, (np.arange(64) + 6) % 64 * 10)


def test_dynamic_shared_memory_lies_behind_the_static() -> None:
    m = module("""
    #[kernel]
    pub fn reverse(x: &mut [i32]) {
        static mut SMALL: SharedArray<u8, 3> = SharedArray::UNINIT;
        let t = threadIdx_x() as usize;
        let n = blockDim_x() as usize;
        let p = DynamicSharedArray::<i32>::get();
        unsafe {
            SMALL[t % 3] = 255;
            *p.add(t) = x[t];
        }
        thread::sync_threads();
        x[t] = unsafe { *p.add(n - 1 - t) };
    }
    """)
    x = np.arange(100, dtype="i4")
    m.reverse[fe.Launch(grid=1, block=100, shared=400)](x)
    assert np.array_equal(x, np.arange(100)[::-1])


def test_warp_operations() -> None:
    m = module("""
    #[kernel]
    pub fn all(x: &[f32], sum: &mut [f32], ballots: &mut [u32], up: &mut [u32], wide: &mut [u64]) {
        let t = threadIdx_x() as usize;
        sum[t] = warp::reduce_sum_f32(x[t]);
        ballots[t] = warp::ballot(x[t] > 0.5);
        up[t] = warp::shuffle_up(t as u32, 1);
        wide[t] = warp::shuffle_xor_u64((t as u64) << 40 | 5, 1);
    }
    """)
    x = (np.arange(64) % 3 / 4).astype("f4")
    s, b, u, w = np.zeros(64, "f4"), np.zeros(64, "u4"), np.zeros(64, "u4"), np.zeros(64, "u8")
    m.all[1, 64](x, s, b, u, w)
    t = np.arange(64)
    assert np.array_equal(s, np.repeat(x.reshape(2, 32).sum(axis=1), 32))
    expected = [sum(int(v > 0.5) << i for i, v in enumerate(half)) for half in x.reshape(2, 32)]
    assert np.array_equal(b, np.repeat(expected, 32))
    assert np.array_equal(u, np.where(t % 32 == 0, t, t - 1))
    assert np.array_equal(w, ((t ^ 1).astype("u8") << np.uint64(40)) | np.uint64(5))


def test_match_redux_and_active_lanes() -> None:
    m = module("""
    #[kernel]
    pub fn k(same: &mut [u32], total: &mut [u32], active: &mut [u32]) {
        let t = threadIdx_x();
        same[t as usize] = warp::match_any_sync(0xFFFF_FFFF, t / 8);
        total[t as usize] = warp::redux_sync_add(0xFFFF_FFFF, t);
        if t < 12 {
            active[t as usize] = warp::active_mask();
        }
    }
    """)
    same, total, active = (np.zeros(32, "u4") for _ in range(3))
    m.k[1, 32](same, total, active)
    assert np.array_equal(same, [0xFF << (t // 8 * 8) for t in range(32)])
    assert np.all(total == 496)
    assert np.array_equal(active, [0xFFF] * 12 + [0] * 20)


DIVERGENT = """
#[kernel]
pub fn k(out: &mut [u32]) {
    let t = threadIdx_x();
    if t < 40 {
        thread::sync_threads();
    } else {
        out[0] = 1;
        thread::sync_threads();
    }
}
"""


def line_of(source: str, text: str, nth: int = 1) -> int:
    """The line, counted from 1, of the nth occurrence of ``text`` in the module."""
    lines = (USE + source).splitlines()
    return [i for i, line in enumerate(lines, 1) if text in line][nth - 1]


def test_divergent_barrier_names_both_places() -> None:
    m = module(DIVERGENT)
    with pytest.raises(fe.KernelPanic) as e:
        m.k[1, 64](np.zeros(1, "u4"))
    a, b = line_of(DIVERGENT, "sync_threads", 1), line_of(DIVERGENT, "sync_threads", 2)
    text = str(e.value)
    assert "divergent barrier" in text
    assert f"threads 0-39 wait in `thread::sync_threads()` at k.rs:{a}:9" in text
    assert f"threads 40-63 wait in `thread::sync_threads()` at k.rs:{b}:9" in text


def test_warp_deadlock_names_lanes_and_the_users_line() -> None:
    source = """
#[kernel]
pub fn k(out: &mut [u32]) {
    let t = threadIdx_x();
    if t >= 8 {
        out[t as usize] = warp::ballot(true);
    } else {
        thread::sync_threads();
    }
}
"""
    with pytest.raises(fe.KernelPanic) as e:
        module(source).k[1, 32](np.zeros(32, "u4"))
    assert e.value.location.line == line_of(source, "ballot")
    assert "waits for lanes 0-7 that never come" in str(e.value)
    assert "`warp::ballot()`" in str(e.value)


def test_threads_that_returned_do_not_hold_a_barrier() -> None:
    m = module("""
    #[kernel]
    pub fn k(out: &mut [u32]) {
        let t = threadIdx_x() as usize;
        if t >= out.len() {
            return;
        }
        thread::sync_threads();
        out[t] = 1;
    }
    """)
    out = np.zeros(50, "u4")
    m.k[1, 64](out)
    assert out.all()


def test_a_panic_leaves_the_others_running_also_with_barriers() -> None:
    source = """
#[kernel]
pub fn k(x: &[u32], out: &mut [u32]) {
    let t = threadIdx_x() as usize;
    let v = x[t];
    thread::sync_threads();
    out[t] = v + 1;
}
"""
    out = np.zeros(64, "u4")
    with pytest.raises(fe.KernelPanic) as e:
        module(source).k[1, 64](np.arange(60, dtype="u4"), out)
    assert e.value.message.startswith("index out of bounds: the len is 60 but the index is 6")
    assert e.value.location.line == line_of(source, "x[t]")
    assert np.array_equal(out[:60], np.arange(60) + 1) and not out[60:].any()


def test_panics_of_called_functions_return_through_all_callers() -> None:
    source = """
#[inline(never)]
fn divide(a: u32, b: u32) -> u32 { a / b }
#[inline(never)]
fn outer(a: u32, b: u32, out: &mut u32) { let q = divide(a, b); *out = q + 1; }
#[kernel]
pub fn k(out: &mut [u32]) {
    let t = threadIdx_x();
    outer(100, t, &mut out[t as usize]);
    out[t as usize] += 1;
}
"""
    out = np.zeros(8, "u4")
    with pytest.raises(fe.KernelPanic, match="attempt to divide by zero") as e:
        module(source).k[1, 8](out)
    assert e.value.thread == (0, 0, 0) and e.value.location.line == line_of(source, "a / b")
    assert np.array_equal(out, [0] + [100 // t + 2 for t in range(1, 8)])


def test_printf(capsys: pytest.CaptureFixture[str]) -> None:
    m = module("""
    #[kernel]
    pub fn hello(x: &[f32]) {
        let t = threadIdx_x();
        gpu_printf!("block {} thread {:3} x {:.2}\\n", blockIdx_x(), t, x[t as usize]);
    }
    """)
    m.hello[3, 4](np.array([0.5, 1.25, 2.0, 3.0], "f4"))
    xs = ("0.50", "1.25", "2.00", "3.00")
    assert capsys.readouterr().out == "".join(f"block {b} thread {t:3} x {xs[t]}\n" for b in range(3) for t in range(4))


def test_atomics_from_many_blocks() -> None:
    m = module("""
    #[kernel]
    pub fn count(x: &[u32], bins: &[atomic::DeviceAtomicU32]) {
        let i = (blockIdx_x() * blockDim_x() + threadIdx_x()) as usize;
        if i < x.len() {
            bins[x[i] as usize].fetch_add(1, atomic::AtomicOrdering::Relaxed);
        }
    }
    """)
    x = np.random.default_rng(0).integers(0, 16, 100_000, dtype="u4")
    bins = np.zeros(16, "u4")
    m.count[391, 256](x, bins)
    assert np.array_equal(bins, np.bincount(x, minlength=16))


def test_two_dimensional_blocks() -> None:
    m = module("""
    #[kernel]
    pub fn transpose(x: &[f32], out: &mut [f32], n: u32) {
        static mut TILE: SharedArray<f32, 256> = SharedArray::UNINIT;
        let (tx, ty) = (threadIdx_x(), threadIdx_y());
        let (bx, by) = (blockIdx_x() * 16, blockIdx_y() * 16);
        unsafe { TILE[(ty * 16 + tx) as usize] = x[((by + ty) * n + bx + tx) as usize]; }
        thread::sync_threads();
        out[((bx + ty) * n + by + tx) as usize] = unsafe { TILE[(tx * 16 + ty) as usize] };
    }
    """)
    x = np.random.rand(64, 64).astype("f4")
    out = np.zeros_like(x)
    m.transpose[(4, 4), (16, 16)](x.reshape(-1), out.reshape(-1), 64)
    assert np.array_equal(out, x.T)


def test_recursion_with_a_barrier_is_refused() -> None:
    m = module("""
    fn down(n: u32) { if n > 0 { thread::sync_threads(); down(n - 1); } }
    #[kernel]
    pub fn k(out: &mut [u32]) { down(3); out[0] = 1; }
    """)
    with pytest.raises(fe.UnsupportedError, match="recursive"):
        m.k[1, 32](np.zeros(1, "u4"))


def test_barrier_through_a_function_pointer_is_refused() -> None:
    m = module("""
    fn wait() { thread::sync_threads(); }
    #[kernel]
    pub fn k(out: &mut [u32]) {
        let table: [fn(); 1] = [wait];
        table[(out.len() - 1) % 1]();
        out[0] = 1;
    }
    """)
    with pytest.raises(fe.UnsupportedError, match="cannot wait for other threads"):
        m.k[1, 32](np.zeros(1, "u4"))


def test_values_in_memory_belong_to_each_thread() -> None:
    m = module("""
    #[kernel]
    pub fn k(mut a: [u32; 8], out: &mut [u32]) {
        let t = threadIdx_x() as usize;
        a[t % 8] += 100 + t as u32;
        thread::sync_threads();
        let mut s = 0;
        let mut i = 0;
        while i < 8 { s += a[i]; i += 1; }
        out[t] = s;
    }
    """)
    out = np.zeros(32, "u4")
    m.k[1, 32](np.arange(8, dtype="u4"), out)
    assert np.array_equal(out, 28 + 100 + np.arange(32))


def test_a_safe_elementwise_kernel_is_vectorised_and_right_on_ragged_sizes() -> None:
    """Bounds checks and all: the loop over the threads runs on packed registers where all indices are in bounds."""
    m = module("""
    #[kernel]
    pub fn saxpy(a: f32, x: &[f32], mut y: DisjointSlice<f32>) {
        let idx = thread::index_1d();
        let i = idx.get();
        if let Some(y) = y.get_mut(idx) { *y += a * x[i]; }
    }
    """)
    for n in (1, 255, 256, 257, 100_001):
        x, y = np.arange(n, dtype="f4"), np.ones(n, "f4")
        m.saxpy(2.0, x, y)
        assert np.array_equal(y, 1 + 2 * x)
    with pytest.raises(fe.KernelPanic, match="the len is 300 but the index is 300"):
        m.saxpy[2, 256](1.0, x[:300], np.ones(512, "f4"))
    y = np.ones(64, "f4")
    m.saxpy[1, (8, 8)](1.0, x, y)  # not along x: no thread has an index
    assert np.all(y == 1)
    asm = m._unit.emit("saxpy", {}, "asm", "cpu")
    assert re.search(r"v?mulps\s.*[xyz]mm|fmul\s+v\d+\.4s", asm)


def test_clock_halves() -> None:
    """`clock_hi()` is the upper half of `clock64()`, not a truncation of it."""
    m = module(
        "#[kernel] pub fn k(out: &mut [u64]) {"
        " out[0] = debug::clock64(); out[1] = debug::clock_hi() as u64; out[2] = debug::clock64(); }"
    )
    out = np.zeros(3, "u8")
    m.k[1, 1](out)
    before, high, after = (int(v) for v in out)
    assert before >> 32 <= high <= after >> 32


def test_short_launches_run_on_the_calling_thread() -> None:
    m = fe.rust("""
        use cuda_device::*;
        #[kernel]
        pub fn who(out: &mut [u32]) { out[0] = thread::smid() }
        #[kernel]
        pub fn long(n: u64, out: &mut [u32]) {
            let mut x = 1u64;
            for i in 0..n { x = x.wrapping_mul(6364136223846793005).wrapping_add(i ^ x >> 7) }
            out[0] = if x == 0 { 7 } else { thread::smid() };
        }
    """)
    out = np.zeros(1, "u4")
    m.who[1, 1](out)
    assert out[0] < 0xFFFF  # nothing is known of it yet: it runs where a Ctrl-C can leave it
    m.who[1, 1](out)
    assert out[0] == 0xFFFF
    for _ in range(2):
        m.long[1, 1](100_000_000, out)
        assert out[0] < 0xFFFF


def test_large_local_variables_keep_to_the_stacks_that_are_large() -> None:
    m = fe.rust("""
        use cuda_device::*;
        #[kernel]
        pub fn k(at: u32, out: &mut [u32]) {
            let mut local = [0u32; 3_000_000];
            local[at as usize] = 1;
            local[at as usize + 7] = 2;
            let slice: &[u32] = &local;
            out[0] = slice.iter().sum::<u32>() + thread::smid();
        }
    """)
    out = np.zeros(1, "u4")
    for at in (5, 6, 7):
        m.k[1, 1](at, out)
        assert 3 <= out[0] < 0xFFFF


@pytest.mark.parametrize("setting", ["on", "off"])
def test_a_launch_that_lasts_shows_how_far_it_is(
    setting: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    m = fe.rust("""
        use cuda_device::*;
        #[kernel]
        pub fn slow(out: &mut [u64]) {
            let mut x = 1u64;
            for i in 0..40_000_000 { x = x.wrapping_mul(6364136223846793005).wrapping_add(i ^ x >> 7) }
            out[blockIdx_x() as usize] = x;
        }
    """)
    monkeypatch.setenv("FERRULE_PROGRESS", setting)
    blocks = 40 * cpu_count()  # some seconds on any number of cores
    m.slow[blocks, 1](np.zeros(blocks, "u8"))
    shown = capsys.readouterr().err
    if setting == "off":
        assert shown == ""
    else:
        lines = [line for line in shown.split("\r") if line.strip()]
        assert lines and all(f" of {blocks:,} blocks begun, " in line for line in lines)
        begun = [int(line.split(":")[1].split()[0].replace(",", "")) for line in lines]
        assert begun == sorted(begun)
        assert shown.endswith("\r")
