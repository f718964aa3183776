//! Names that `#[derive(Debug)]` and host code mention.  Device code formats only in `panic!` and `gpu_printf!`, which the
//! compiler handles itself; so nothing here produces text.

use crate::marker::PhantomData;

/// The error of formatting.
pub struct Error;

pub type Result = crate::result::Result<(), Error>;

/// Where formatted text goes on the host.
pub struct Formatter<'a> {
    _marker: PhantomData<&'a mut ()>,
}

macro_rules! formatting_traits {
    ($($Trait:ident)*) => {$(
        pub trait $Trait {
            fn fmt(&self, _f: &mut Formatter<'_>) -> Result {
                Ok(())
            }
        }
    )*};
}
formatting_traits! { Debug Display LowerHex UpperHex Binary Octal LowerExp UpperExp Pointer }

macro_rules! printable {
    ($($t:ty)*) => {$( impl Debug for $t {} impl Display for $t {} )*};
}
printable! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f16 f32 f64 bool char str }
impl Debug for () {}
impl<T: Debug + ?Sized> Debug for &T {}
impl<T: Debug + ?Sized> Debug for &mut T {}
impl<T: Display + ?Sized> Display for &T {}
impl<T: ?Sized> Debug for *const T {}
impl<T: ?Sized> Debug for *mut T {}
impl<T: Debug> Debug for [T] {}
impl<T: Debug, const N: usize> Debug for [T; N] {}
impl<T: Debug> Debug for Option<T> {}
impl<T: Debug, E: Debug> Debug for crate::result::Result<T, E> {}
impl<T: ?Sized> Debug for PhantomData<T> {}
impl<A: Debug, B: Debug> Debug for (A, B) {}
impl<A: Debug, B: Debug, C: Debug> Debug for (A, B, C) {}
impl<A: Debug, B: Debug, C: Debug, D: Debug> Debug for (A, B, C, D) {}
impl Debug for Error {}
impl Debug for crate::cmp::Ordering {}
impl<T: Debug> Debug for crate::cmp::Reverse<T> {}
impl<T: Debug + Copy> Debug for crate::cell::Cell<T> {}
impl<T: Debug> Debug for crate::cell::RefCell<T> {}
