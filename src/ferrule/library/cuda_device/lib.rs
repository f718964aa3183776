//! The device API: what a kernel can ask of the machine it runs on.  Names and signatures are those of cuda-oxide's
//! `cuda_device`.

pub mod intrinsics;

/// Types that are copied bit by bit.
macro_rules! copy {
    ($($Name:ident)*) => {$(
        impl Clone for $Name {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl Copy for $Name {}
    )*};
}
pub(crate) use copy;

pub mod atomic;
pub mod constant;
pub mod convert;
pub mod debug;
pub mod disjoint;
pub mod dotprod;
pub mod fence;
pub mod shared;
mod software;
pub mod thread;
pub mod warp;

/// Arithmetic on pairs of f16 in a word.
pub use intrinsics::f16x2;
/// Arithmetic on pairs of bf16 in a word.
pub use intrinsics::bf16x2;
/// Minimum and maximum of the bits of f16.
pub use intrinsics::f16;
/// Minimum and maximum of the bits of bf16.
pub use intrinsics::bf16;
/// Permutations of bytes.
pub use intrinsics::prmt;
/// Arithmetic with a rounding mode, and approximations.
pub use intrinsics::float;

pub use constant::{ConstantMemory, ConstantMemoryValue};
pub use disjoint::{DisjointSlice, SpaceLayout};
pub use fence::{threadfence, threadfence_block, threadfence_system};
pub use shared::{DynamicSharedArray, SharedArray};
pub use thread::*;

pub mod prelude {
    pub use crate::constant::ConstantMemory;
    pub use crate::disjoint::DisjointSlice;
    pub use crate::shared::{DynamicSharedArray, SharedArray};
    pub use crate::thread;
    pub use crate::warp;
}
