//! Values that are the same in every thread of the launch.

/// A parameter of a kernel that the host passes as a plain `T`, or what the launch says of itself.
#[lang = "uniform"]
#[repr(transparent)]
pub struct Uniform<T> {
    value: T,
}

impl<T: Copy> Clone for Uniform<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: Copy> Copy for Uniform<T> {}

impl<T> Uniform<T> {
    /// # Safety
    /// Every thread of the launch must make it of the same value.
    pub const unsafe fn new_unchecked(value: T) -> Self {
        Uniform { value }
    }

    pub const fn get(&self) -> T
    where
        T: Copy,
    {
        self.value
    }
}

macro_rules! operations {
    ($($name:ident)*) => {
        impl Uniform<u32> {
            $(
                pub fn $name(self, other: Self) -> Self {
                    Uniform { value: self.value.$name(other.value) }
                }
            )*

            pub const fn wrapping_mul_const<const C: u32>(self) -> Self {
                Uniform { value: self.value.wrapping_mul(C) }
            }

            pub const fn wrapping_add_const<const C: u32>(self) -> Self {
                Uniform { value: self.value.wrapping_add(C) }
            }
        }
    };
}
operations! { wrapping_add wrapping_sub wrapping_mul saturating_add saturating_sub saturating_mul }

macro_rules! dimensions {
    ($($name:ident = $source:ident;)*) => {$(
        pub fn $name() -> Uniform<u32> {
            Uniform { value: crate::thread::$source() }
        }
    )*};
}
dimensions! {
    block_dim_x = blockDim_x;
    block_dim_y = blockDim_y;
    block_dim_z = blockDim_z;
    grid_dim_x = gridDim_x;
    grid_dim_y = gridDim_y;
    grid_dim_z = gridDim_z;
}
