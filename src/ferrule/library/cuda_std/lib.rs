//! Names of Rust-CUDA's `cuda_std`, over the device API, so that its kernels compile as they are.
//!
//! `#[address_space(shared)] static mut` becomes shared memory; `#[kernel]` is the same attribute.

pub use spirv_std::glam;

pub mod thread;
pub mod warp;

/// What Rust-CUDA takes the mathematical methods of floats from; here they are the types' own.
pub trait GpuFloat {}
impl GpuFloat for f32 {}
impl GpuFloat for f64 {}

pub mod prelude {
    pub use crate::{GpuFloat, address_space, externally_visible, kernel, thread};
}
