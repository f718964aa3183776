//! Products of small matrices that lie in the registers of a warp's lanes.
//!
//! All 32 lanes execute each of these together.  Which lane holds which element is in PTX's manual; `mma_frag` has it for
//! accumulators.

/// Matrices of 8x8 16-bit elements from shared memory; lane i gives the address of row i, aligned to 16 bytes (sm_75).
/// With `_trans` each is transposed.
pub use crate::intrinsics::{
    ldmatrix_x1, ldmatrix_x1_trans, ldmatrix_x2, ldmatrix_x2_trans, ldmatrix_x4, ldmatrix_x4_trans,
};
/// Transposes a matrix of 8x8 16-bit elements (sm_75).
pub use crate::intrinsics::movmatrix_trans_b16;
/// `a * b + c`, from this lane's parts of the matrices (sm_80).
pub use crate::intrinsics::{
    mma_m8n8k4_f64, mma_m16n8k8_f32_tf32, mma_m16n8k16_f32_bf16, mma_m16n8k16_f32_f16, mma_m16n8k32_s32_s8,
};
