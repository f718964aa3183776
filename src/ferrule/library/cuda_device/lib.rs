//! The device API: what a kernel can ask of the machine it runs on.  Names and signatures are those of cuda-oxide's
//! `cuda_device`.

pub mod intrinsics;

pub mod atomic;
pub mod constant;
pub mod debug;
pub mod disjoint;
pub mod fence;
pub mod shared;
pub mod thread;
pub mod warp;

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
