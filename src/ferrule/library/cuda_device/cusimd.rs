//! Short arrays of numbers with the names of their parts, as CUDA's `float4`.

use core::ops::Index;

/// Numbers that such an array may have.
pub trait SimdElement: Copy + Sized {}

macro_rules! elements {
    ($($t:ty)*) => {$( impl SimdElement for $t {} )*};
}
elements! { f32 f64 u32 i32 u64 i64 u16 i16 }

#[repr(C)]
pub struct CuSimd<T: SimdElement, const N: usize> {
    data: [T; N],
}

impl<T: SimdElement, const N: usize> Clone for CuSimd<T, N> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: SimdElement, const N: usize> Copy for CuSimd<T, N> {}

impl<T: SimdElement, const N: usize> CuSimd<T, N> {
    pub const fn new(data: [T; N]) -> Self {
        CuSimd { data }
    }

    /// The element whose number is known when compiling.
    pub const fn get<const I: usize>(&self) -> T {
        const { assert!(I < N, "the index is beyond the end") };
        self.data[I]
    }

    #[track_caller]
    pub fn at(&self, i: usize) -> T {
        self.data[i]
    }

    pub const fn to_array(self) -> [T; N] {
        self.data
    }

    pub const fn len(&self) -> usize {
        N
    }

    pub const fn is_empty(&self) -> bool {
        N == 0
    }
}

impl<T: SimdElement, const N: usize> Index<usize> for CuSimd<T, N> {
    type Output = T;

    #[track_caller]
    fn index(&self, i: usize) -> &T {
        &self.data[i]
    }
}

impl<T: SimdElement> CuSimd<T, 2> {
    pub const fn x(&self) -> T {
        self.data[0]
    }

    pub const fn y(&self) -> T {
        self.data[1]
    }

    pub const fn xy(self) -> (T, T) {
        (self.data[0], self.data[1])
    }
}

impl<T: SimdElement> CuSimd<T, 4> {
    pub const fn x(&self) -> T {
        self.data[0]
    }

    pub const fn y(&self) -> T {
        self.data[1]
    }

    pub const fn z(&self) -> T {
        self.data[2]
    }

    pub const fn w(&self) -> T {
        self.data[3]
    }

    pub const fn xyzw(self) -> (T, T, T, T) {
        (self.data[0], self.data[1], self.data[2], self.data[3])
    }

    pub const fn lo(&self) -> CuSimd<T, 2> {
        CuSimd { data: [self.data[0], self.data[1]] }
    }

    pub const fn hi(&self) -> CuSimd<T, 2> {
        CuSimd { data: [self.data[2], self.data[3]] }
    }
}

impl<T: SimdElement + Default, const N: usize> Default for CuSimd<T, N> {
    fn default() -> Self {
        CuSimd { data: core::array::from_fn(|_| T::default()) }
    }
}

impl<T: SimdElement + PartialEq, const N: usize> PartialEq for CuSimd<T, N> {
    fn eq(&self, other: &Self) -> bool {
        self.data == other.data
    }
}
impl<T: SimdElement + Eq, const N: usize> Eq for CuSimd<T, N> {}

pub type Float2 = CuSimd<f32, 2>;
pub type Float4 = CuSimd<f32, 4>;
pub type Double2 = CuSimd<f64, 2>;
pub type Int2 = CuSimd<i32, 2>;
pub type Int4 = CuSimd<i32, 4>;
pub type Uint2 = CuSimd<u32, 2>;
pub type Uint4 = CuSimd<u32, 4>;
pub type TmemRegs4 = CuSimd<f32, 4>;
pub type TmemRegs8 = CuSimd<f32, 8>;
pub type TmemRegs16 = CuSimd<f32, 16>;
pub type TmemRegs32 = CuSimd<f32, 32>;
