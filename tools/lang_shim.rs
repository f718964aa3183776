// What rustc 1.95 needs of a `core` crate beyond what Ferrule's has: the library checker adds this file to the sources.
// Ferrule's compiler has these built in.

use crate::prelude::v1::*;

#[lang = "pointee_sized"]
pub trait PointeeSized {}
#[lang = "meta_sized"]
pub trait MetaSized: PointeeSized {}
#[lang = "tuple_trait"]
pub trait Tuple {}
#[lang = "freeze"]
unsafe auto trait Freeze {}
#[lang = "structural_peq"]
trait StructuralPartialEq {}
#[lang = "legacy_receiver"]
pub trait LegacyReceiver {}
impl<T: ?Sized> LegacyReceiver for &T {}
impl<T: ?Sized> LegacyReceiver for &mut T {}
#[lang = "unsize"]
trait Unsize<T: ?Sized> {}
#[lang = "coerce_unsized"]
trait CoerceUnsized<T> {}
impl<'a, T: ?Sized + Unsize<U>, U: ?Sized> CoerceUnsized<&'a U> for &'a T {}
impl<'a, T: ?Sized + Unsize<U>, U: ?Sized> CoerceUnsized<&'a mut U> for &'a mut T {}
impl<T: ?Sized + Unsize<U>, U: ?Sized> CoerceUnsized<*const U> for *const T {}
impl<T: ?Sized + Unsize<U>, U: ?Sized> CoerceUnsized<*mut U> for *mut T {}
#[lang = "drop_in_place"]
unsafe fn drop_in_place<T: PointeeSized>(_x: *mut T) {}
#[lang = "destruct"]
pub trait Destruct {}
#[lang = "discriminant_kind"]
pub trait DiscriminantKind {
    #[lang = "discriminant_type"]
    type Discriminant;
}
#[lang = "pointee_trait"]
pub trait Pointee {
    #[lang = "metadata_type"]
    type Metadata;
}
#[lang = "bikeshed_guaranteed_no_drop"]
trait BikeshedGuaranteedNoDrop {}
#[lang = "use_cloned"]
trait UseCloned: Clone {}

impl<T: ?Sized> Clone for &T {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: ?Sized> Copy for &T {}
impl<T: ?Sized> Clone for *const T {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: ?Sized> Copy for *const T {}
impl<T: ?Sized> Clone for *mut T {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: ?Sized> Copy for *mut T {}
impl Clone for ! {
    fn clone(&self) -> Self {
        *self
    }
}
impl Copy for ! {}
impl<T: Clone, const N: usize> Clone for [T; N] {
    fn clone(&self) -> Self {
        crate::array::from_fn(|i| self[i].clone())
    }
}
impl<T: Copy, const N: usize> Copy for [T; N] {}

#[lang = "panic_location"]
struct PanicLocation {
    _file: &'static str,
    _line: u32,
    _col: u32,
}
pub const fn panicked() -> ! {
    loop {}
}
#[lang = "panic"]
#[track_caller]
const fn panic(_msg: &'static str) -> ! {
    loop {}
}
#[lang = "panic_fmt"]
fn panic_fmt() -> ! {
    loop {}
}
#[lang = "panic_bounds_check"]
#[track_caller]
fn panic_bounds_check(_index: usize, _len: usize) -> ! {
    loop {}
}
macro_rules! panics {
    ($($name:literal $f:ident)*) => {$(
        #[lang = $name]
        #[track_caller]
        const fn $f() -> ! { loop {} }
    )*};
}
panics! {
    "panic_const_add_overflow" add "panic_const_sub_overflow" sub "panic_const_mul_overflow" mul
    "panic_const_div_overflow" div "panic_const_rem_overflow" rem "panic_const_neg_overflow" neg
    "panic_const_shl_overflow" shl "panic_const_shr_overflow" shr
    "panic_const_div_by_zero" div0 "panic_const_rem_by_zero" rem0
}

#[macro_export]
macro_rules! panic {
    ($($t:tt)*) => { $crate::lang_shim::panicked() };
}
#[macro_export]
macro_rules! assert {
    ($cond:expr $(, $($t:tt)*)?) => { if !$cond { $crate::lang_shim::panicked() } };
}
#[macro_export]
macro_rules! matches {
    ($e:expr, $($p:tt)*) => { match $e { $($p)* => true, _ => false } };
}
