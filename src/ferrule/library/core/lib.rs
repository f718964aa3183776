//! Ferrule's `core`: the part of the Rust standard library that kernels use, with Rust's names and meaning.
//!
//! It is ordinary Rust, checked by rustc as a `no_core` crate (tools/check_library.py) and compiled by Ferrule's own
//! front end.  What Rust cannot say is in `intrinsics`.  Bodies are short: they are inlined into kernels.

pub mod intrinsics;

pub mod marker;
pub mod ops;
pub mod cmp;
pub mod clone;
pub mod default;
pub mod convert;
pub mod option;
pub mod result;
pub mod borrow;
pub mod fmt;
pub mod hash;

pub mod mem;
pub mod ptr;
pub mod cell;
pub mod hint;
pub mod sync;
pub mod time;

pub mod num;
pub mod char;
pub mod str;
pub mod iter;
pub mod slice;
pub mod array;
mod bool;
mod tuple;

#[path = "num/f16.rs"]
pub mod f16;
#[path = "num/f32.rs"]
pub mod f32;
#[path = "num/f64.rs"]
pub mod f64;

// The modules that held the limits of integers before the types did.
macro_rules! limits {
    ($($int:ident)*) => {$(
        pub mod $int {
            pub const MIN: $int = $int::MIN;
            pub const MAX: $int = $int::MAX;
        }
    )*};
}
limits! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

pub mod prelude;
#[prelude_import]
use prelude::v1::*;
