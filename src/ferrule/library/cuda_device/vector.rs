//! Vectors aligned to their size: one is loaded and stored with one instruction.

use core::mem::{align_of, size_of};

/// An array of `LANES` elements with nothing else in it, aligned as its loads need.
///
/// # Safety
/// That must be so.
pub unsafe trait Vector: Copy {
    type Elem: Copy;
    const LANES: usize;
}

macro_rules! vectors {
    ($($Name:ident [$t:ty; $lanes:literal] $align:literal;)*) => {$(
        #[repr(C, align($align))]
        pub struct $Name(pub [$t; $lanes]);

        crate::copy! { $Name }

        impl PartialEq for $Name {
            fn eq(&self, other: &Self) -> bool {
                self.0 == other.0
            }
        }

        unsafe impl Vector for $Name {
            type Elem = $t;
            const LANES: usize = $lanes;
        }

        impl $Name {
            pub const fn new(lanes: [$t; $lanes]) -> Self {
                $Name(lanes)
            }

            /// The same value in every lane.
            pub const fn splat(value: $t) -> Self {
                $Name([value; $lanes])
            }

            pub const fn to_array(self) -> [$t; $lanes] {
                self.0
            }

            pub fn as_slice(&self) -> &[$t] {
                &self.0
            }

            pub fn as_mut_slice(&mut self) -> &mut [$t] {
                &mut self.0
            }
        }
    )*};
}
vectors! {
    F32x2 [f32; 2] 8;
    F32x4 [f32; 4] 16;
    F64x2 [f64; 2] 16;
    U32x2 [u32; 2] 8;
    U32x4 [u32; 4] 16;
    U16x4 [u16; 4] 8;
    U16x8 [u16; 8] 16;
}

/// Whether the slice is a whole number of vectors and starts where one may.
pub fn is_viewable<V: Vector>(slice: &[V::Elem]) -> bool {
    const { assert!(size_of::<V>() == V::LANES * size_of::<V::Elem>(), "the vector is not just its elements") };
    slice.is_empty()
        || V::LANES != 0 && slice.len() % V::LANES == 0 && slice.as_ptr() as usize % align_of::<V>() == 0
}

/// The slice as vectors; None if it is not a whole number of them or is not aligned to them.
pub fn as_vectors<V: Vector>(slice: &[V::Elem]) -> Option<&[V]> {
    if !is_viewable::<V>(slice) {
        return None;
    }
    let count = if slice.is_empty() { 0 } else { slice.len() / V::LANES };
    Some(unsafe { core::slice::from_raw_parts(slice.as_ptr() as *const V, count) })
}

pub fn as_vectors_mut<V: Vector>(slice: &mut [V::Elem]) -> Option<&mut [V]> {
    if !is_viewable::<V>(slice) {
        return None;
    }
    let count = if slice.is_empty() { 0 } else { slice.len() / V::LANES };
    Some(unsafe { core::slice::from_raw_parts_mut(slice.as_mut_ptr() as *mut V, count) })
}
