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

pub mod access;
pub mod async_copy;
pub mod atomic;
pub mod barrier;
pub mod clc;
pub mod cluster;
pub mod config;
pub mod constant;
pub mod convert;
pub mod cooperative_groups;
pub mod cusimd;
pub mod debug;
pub mod disjoint;
pub mod dotprod;
pub mod fence;
pub mod grid;
pub mod mma_frag;
pub mod shared;
mod software;
pub mod swizzle;
pub mod thread;
pub mod tma;
pub mod uniform;
pub mod vector;
pub mod view;
pub mod warp;
pub mod wgmma;
pub mod wmma;

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

pub use barrier::{
    Barrier, BarrierToken, GeneralBarrier, Invalidated, ManagedBarrier, MmaBarrier, MmaBarrierHandle, Ready, TmaBarrier,
    TmaBarrier0, TmaBarrier1, TmaBarrierHandle, Uninit,
};
pub use constant::{ConstantMemory, ConstantMemoryValue};
pub use cusimd::{CuSimd, Float2, Float4, TmemRegs4, TmemRegs32};
pub use disjoint::{DisjointSlice, SpaceLayout};
pub use fence::{threadfence, threadfence_block, threadfence_system};
pub use shared::{DynamicSharedArray, SharedArray};
pub use thread::*;
pub use tma::TmaDescriptor;
pub use uniform::Uniform;
pub use view::*;

pub mod prelude {
    pub use crate::constant::ConstantMemory;
    pub use crate::disjoint::DisjointSlice;
    pub use crate::shared::{DynamicSharedArray, SharedArray};
    pub use crate::thread;
    pub use crate::warp;
}
