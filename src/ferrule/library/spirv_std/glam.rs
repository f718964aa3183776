//! The vectors that indices come as: components by name, arithmetic by component.

use core::ops::{Add, Div, Mul, Rem, Sub};

macro_rules! vector {
    ($Vector:ident, $new:ident: $($field:ident)*) => {
        #[repr(C)]
        pub struct $Vector {
            $(pub $field: u32,)*
        }

        impl Clone for $Vector {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl Copy for $Vector {}
        impl Default for $Vector {
            fn default() -> Self {
                $Vector::ZERO
            }
        }
        impl PartialEq for $Vector {
            fn eq(&self, other: &Self) -> bool {
                true $(&& self.$field == other.$field)*
            }
        }
        impl Eq for $Vector {}

        /// The vector with these components.
        pub const fn $new($($field: u32),*) -> $Vector {
            $Vector { $($field),* }
        }

        impl $Vector {
            pub const ZERO: $Vector = $Vector::splat(0);
            pub const ONE: $Vector = $Vector::splat(1);

            pub const fn new($($field: u32),*) -> Self {
                $new($($field),*)
            }
            pub const fn splat(v: u32) -> Self {
                $Vector { $($field: v),* }
            }
        }

        operator! { $Vector, Add, add: $($field)* }
        operator! { $Vector, Sub, sub: $($field)* }
        operator! { $Vector, Mul, mul: $($field)* }
        operator! { $Vector, Div, div: $($field)* }
        operator! { $Vector, Rem, rem: $($field)* }
    };
}
macro_rules! operator {
    ($Vector:ident, $Trait:ident, $method:ident: $($field:ident)*) => {
        impl $Trait for $Vector {
            type Output = $Vector;
            fn $method(self, other: $Vector) -> $Vector {
                $Vector { $($field: self.$field.$method(other.$field)),* }
            }
        }
        impl $Trait<u32> for $Vector {
            type Output = $Vector;
            fn $method(self, other: u32) -> $Vector {
                $Vector { $($field: self.$field.$method(other)),* }
            }
        }
    };
}
vector! { UVec2, uvec2: x y }
vector! { UVec3, uvec3: x y z }
