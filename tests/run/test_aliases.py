"""Sources written for other projects' device crates: `cuda_std`, `spirv_std`, `libm`."""

from __future__ import annotations

import numpy as np
import pytest

import ferrule as fe


def test_a_kernel_for_cuda_std() -> None:
    m = fe.rust("""
        use core::mem::MaybeUninit;
        use cuda_std::prelude::*;

        /// Each block reverses its part of `a`.
        #[kernel]
        pub unsafe fn reverse(a: &[f32], out: *mut f32) {
            #[address_space(shared)]
            static mut TILE: [MaybeUninit<f32>; 64] = [const { MaybeUninit::uninit() }; 64];
            let (i, n) = (thread::thread_idx_x() as usize, thread::block_dim().x as usize);
            unsafe { TILE[i].write(a[thread::index_1d() as usize]) };
            thread::sync_threads();
            unsafe { *out.add(thread::index() as usize) = TILE[n - 1 - i].assume_init() };
        }

        #[kernel]
        pub unsafe fn place(out: *mut u32) {
            let at = thread::index_3d() + cuda_std::glam::uvec3(1, 2, 3) * 10;
            unsafe { *out.add(thread::index() as usize) = at.x + at.y * 1000 + at.z * 1_000_000 };
        }
    """)
    a = np.random.default_rng(1).standard_normal(256, "f4")
    out = np.full(256, np.nan, "f4")
    m.reverse[4, 64](a, out)
    assert np.array_equal(out, a.reshape(4, 64)[:, ::-1].ravel())
    grid, block = (2, 3, 2), (4, 2, 3)
    at = np.zeros(2 * 3 * 2 * 4 * 2 * 3, "u4")
    m.place[grid, block](at)
    x, y, z = (g * b for g, b in zip(grid, block))
    want = sorted(i + 10 + (j + 20) * 1000 + (k + 30) * 1_000_000 for i in range(x) for j in range(y) for k in range(z))
    assert sorted(at.tolist()) == want
    first = [i + 10 + (j + 20) * 1000 + (k + 30) * 1_000_000 for k in range(3) for j in range(2) for i in range(4)]
    assert at[:24].tolist() == first  # the first block, x fastest


SIDES = """
    #[cfg(target_arch = "spirv")]
    use spirv_std::{glam::UVec3, spirv};
    #[cfg(target_os = "cuda")]
    use cuda_std::{kernel, thread};

    fn double(data: &mut [u32], i: usize) { if i < data.len() { data[i] *= 2 } }

    #[cfg(target_arch = "spirv")]
    #[spirv(compute(threads(64)))]
    pub fn main(
        #[spirv(global_invocation_id)] id: UVec3,
        #[spirv(storage_buffer, descriptor_set = 0, binding = 0)] data: &mut [u32],
    ) {
        double(data, id.x as usize)MISTAKE
    }

    #[cfg(target_os = "cuda")]
    #[kernel]
    pub fn main(data: &mut [u32]) {
        double(data, thread::index_1d() as usize)
    }
"""


def test_both_sides_of_a_source_for_two_compilers() -> None:
    vulkan = ('target_arch="spirv"', 'target_os="unknown"')
    source = SIDES.replace("MISTAKE", "")
    assert fe.rust(source, cfg=vulkan).check() == []
    data = np.arange(10, dtype="u4")
    fe.rust(source).main[1, 16](data)
    assert data.tolist() == list(range(0, 20, 2))
    wrong = SIDES.replace("MISTAKE", " + 1")
    assert fe.rust(wrong).check() == []
    assert [d.code for d in fe.rust(wrong, cfg=vulkan).check()] == ["E0369"]


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_the_functions_of_libm(dtype: str) -> None:
    f = "f" if dtype == "f4" else ""
    unary = {
        "sin": np.sin, "cos": np.cos, "exp": np.exp, "log": np.log, "log1p": np.log1p, "expm1": np.expm1, "fabs": np.abs,
        "rint": np.rint, "sqrt": np.sqrt, "cbrt": np.cbrt, "tanh": np.tanh, "exp10": lambda x: 10.0**x,
    }  # fmt: skip
    binary = {
        "atan2": np.arctan2,
        "pow": np.power,
        "fmin": np.fmin,
        "fmod": np.fmod,
        "fdim": lambda x, y: np.maximum(x - y, 0),
    }
    calls = [f"libm::{n}{f}(x[i])" for n in unary] + [f"libm::{n}{f}(x[i], y[i])" for n in binary]
    calls += [f"libm::sincos{f}(x[i]).{k}" for k in (0, 1)] + [f"libm::fma{f}(x[i], y[i], 1.0)"]
    rust = {"f4": "f32", "f8": "f64"}[dtype]
    m = fe.rust(f"""
        use cuda_device::*;
        #[kernel]
        pub fn k(x: &[{rust}], y: &[{rust}], out: &mut [{rust}]) {{
            let i = threadIdx_x() as usize;
            let values = [{", ".join(calls)}];
            for (k, v) in values.into_iter().enumerate() {{
                out[k * x.len() + i] = v;
            }}
        }}
    """)
    rng = np.random.default_rng(2)
    x, y = rng.uniform(0.1, 3.0, (2, 32)).astype(dtype)
    out = np.full((len(calls), 32), np.nan, dtype)
    m.k[1, 32](x, y, out.reshape(-1))
    X, Y = x.astype("f8"), y.astype("f8")
    want = [g(X) for g in unary.values()] + [g(X, Y) for g in binary.values()]
    want += [np.sin(X), np.cos(X), X * Y + 1]
    assert np.allclose(out, want, rtol=1e-5 if dtype == "f4" else 1e-13, atol=0)
