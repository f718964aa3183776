//! Default values.

/// A type with a natural first value.
pub trait Default: Sized {
    fn default() -> Self;
}

macro_rules! default {
    ($($value:expr => $($t:ty)*;)*) => {$($( impl Default for $t { fn default() -> $t { $value } } )*)*};
}
default! {
    0 => u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize;
    0.0 => f16 f32 f64;
    false => bool;
    '\0' => char;
    () => ();
}

impl<'a, T> Default for &'a [T] {
    fn default() -> &'a [T] {
        &[]
    }
}
