//! Memory: sizes, moves, bits.

use crate::intrinsics;
use crate::ops::{Deref, DerefMut};

pub use crate::intrinsics::transmute;

/// Size of `T` in bytes.
pub const fn size_of<T>() -> usize {
    intrinsics::size_of::<T>()
}

/// Alignment of `T` in bytes.
pub const fn align_of<T>() -> usize {
    intrinsics::align_of::<T>()
}

/// Size in bytes of the value behind a reference.
pub const fn size_of_val<T: ?Sized>(value: &T) -> usize {
    intrinsics::size_of_val(value)
}

/// Alignment in bytes of the value behind a reference.
pub const fn align_of_val<T>(_value: &T) -> usize {
    intrinsics::align_of::<T>()
}

/// Whether dropping a `T` runs code.
pub const fn needs_drop<T>() -> bool {
    intrinsics::needs_drop::<T>()
}

/// Ends the life of a value.
pub fn drop<T>(_x: T) {}

/// Ends the life of a value without dropping it.
pub const fn forget<T>(x: T) {
    let _ = ManuallyDrop::new(x);
}

/// Exchanges two values.
pub const fn swap<T>(x: &mut T, y: &mut T) {
    unsafe {
        let a = intrinsics::read(x as *const T);
        let b = intrinsics::read(y as *const T);
        intrinsics::write(x, b);
        intrinsics::write(y, a);
    }
}

/// Stores `src` and returns what was there.
pub const fn replace<T>(dest: &mut T, src: T) -> T {
    unsafe {
        let old = intrinsics::read(dest as *const T);
        intrinsics::write(dest, src);
        old
    }
}

/// Stores the default value and returns what was there.
pub fn take<T: Default>(dest: &mut T) -> T {
    replace(dest, T::default())
}

/// # Safety
/// The bits zero must be a valid `T`.
#[track_caller]
pub const unsafe fn zeroed<T>() -> T {
    unsafe { MaybeUninit::zeroed().assume_init() }
}

/// Reads a `U` from the bits of a `T`, without consuming it.
///
/// # Safety
/// `U` must not be larger than `T`, and its bits must be valid there.
pub const unsafe fn transmute_copy<T, U>(src: &T) -> U {
    unsafe { intrinsics::read_unaligned(src as *const T as *const U) }
}

/// Which variant of an enum a value is.
pub struct Discriminant<T>(isize, crate::marker::PhantomData<T>);

pub const fn discriminant<T>(v: &T) -> Discriminant<T> {
    Discriminant(intrinsics::discriminant_value(v), crate::marker::PhantomData)
}

impl<T> Clone for Discriminant<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Discriminant<T> {}
impl<T> PartialEq for Discriminant<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
impl<T> Eq for Discriminant<T> {}

/// A value that is not dropped at the end of its life.
#[lang = "manually_drop"]
#[repr(transparent)]
pub struct ManuallyDrop<T> {
    value: T,
}

impl<T> ManuallyDrop<T> {
    pub const fn new(value: T) -> ManuallyDrop<T> {
        ManuallyDrop { value }
    }

    pub const fn into_inner(slot: ManuallyDrop<T>) -> T {
        slot.value
    }

    /// # Safety
    /// The slot must not be used again.
    pub unsafe fn drop(slot: &mut ManuallyDrop<T>) {
        unsafe { crate::ptr::drop_in_place(&raw mut slot.value) }
    }

    /// # Safety
    /// The slot must not be used again.
    pub unsafe fn take(slot: &mut ManuallyDrop<T>) -> T {
        unsafe { intrinsics::read(&slot.value as *const T) }
    }
}
impl<T> Deref for ManuallyDrop<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}
impl<T> DerefMut for ManuallyDrop<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}
impl<T: Clone> Clone for ManuallyDrop<T> {
    fn clone(&self) -> Self {
        ManuallyDrop { value: self.value.clone() }
    }
}
impl<T: Copy> Copy for ManuallyDrop<T> {}
impl<T: Default> Default for ManuallyDrop<T> {
    fn default() -> Self {
        ManuallyDrop::new(T::default())
    }
}
impl<T: PartialEq> PartialEq for ManuallyDrop<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}
impl<T: Eq> Eq for ManuallyDrop<T> {}

/// Memory for a `T` that may not be initialised.
#[lang = "maybe_uninit"]
#[repr(transparent)]
pub union MaybeUninit<T> {
    uninit: (),
    value: ManuallyDrop<T>,
}

/// Wrong code that makes a value of a type without values panics rather than go on with one.
#[track_caller]
const fn assert_inhabited<T>() {
    if !intrinsics::is_inhabited::<T>() {
        panic!("attempted to instantiate an uninhabited type");
    }
}

impl<T> MaybeUninit<T> {
    pub const fn new(value: T) -> MaybeUninit<T> {
        MaybeUninit { value: ManuallyDrop::new(value) }
    }

    pub const fn uninit() -> MaybeUninit<T> {
        MaybeUninit { uninit: () }
    }

    pub const fn zeroed() -> MaybeUninit<T> {
        let mut memory = MaybeUninit::<T>::uninit();
        unsafe { intrinsics::write_bytes(memory.as_mut_ptr(), 0, 1) };
        memory
    }

    pub const fn write(&mut self, value: T) -> &mut T {
        unsafe {
            intrinsics::write(self.as_mut_ptr(), value);
            &mut *self.as_mut_ptr()
        }
    }

    pub const fn as_ptr(&self) -> *const T {
        self as *const MaybeUninit<T> as *const T
    }

    pub const fn as_mut_ptr(&mut self) -> *mut T {
        self as *mut MaybeUninit<T> as *mut T
    }

    /// # Safety
    /// The value must have been initialised.
    #[track_caller]
    pub const unsafe fn assume_init(self) -> T {
        assert_inhabited::<T>();
        unsafe { ManuallyDrop::into_inner(self.value) }
    }

    /// # Safety
    /// The value must have been initialised.
    #[track_caller]
    pub const unsafe fn assume_init_read(&self) -> T {
        assert_inhabited::<T>();
        unsafe { intrinsics::read(self.as_ptr()) }
    }

    /// # Safety
    /// The value must have been initialised.
    pub const unsafe fn assume_init_ref(&self) -> &T {
        unsafe { &*self.as_ptr() }
    }

    /// # Safety
    /// The value must have been initialised.
    pub const unsafe fn assume_init_mut(&mut self) -> &mut T {
        unsafe { &mut *self.as_mut_ptr() }
    }
}
impl<T> MaybeUninit<T> {
    /// # Safety
    /// The value must have been initialised, and must not be used again.
    pub unsafe fn assume_init_drop(&mut self) {
        unsafe { crate::ptr::drop_in_place(self.as_mut_ptr()) }
    }
}

impl<T> [MaybeUninit<T>] {
    /// # Safety
    /// All elements must have been initialised.
    pub const unsafe fn assume_init_ref(&self) -> &[T] {
        unsafe { &*(self as *const [MaybeUninit<T>] as *const [T]) }
    }

    /// # Safety
    /// All elements must have been initialised.
    pub const unsafe fn assume_init_mut(&mut self) -> &mut [T] {
        unsafe { &mut *(self as *mut [MaybeUninit<T>] as *mut [T]) }
    }

    /// # Safety
    /// All elements must have been initialised, and must not be used again.
    pub unsafe fn assume_init_drop(&mut self) {
        unsafe { crate::ptr::drop_in_place(self as *mut [MaybeUninit<T>] as *mut [T]) }
    }

    #[track_caller]
    pub fn write_copy_of_slice(&mut self, src: &[T]) -> &mut [T]
    where
        T: Copy,
    {
        self.copy_from_slice(unsafe { &*(src as *const [T] as *const [MaybeUninit<T>]) });
        unsafe { self.assume_init_mut() }
    }

    #[track_caller]
    pub fn write_clone_of_slice(&mut self, src: &[T]) -> &mut [T]
    where
        T: Clone,
    {
        assert!(self.len() == src.len(), "destination and source slices have different lengths");
        for (x, y) in self.iter_mut().zip(src) {
            x.write(y.clone());
        }
        unsafe { self.assume_init_mut() }
    }
}

impl<T: Copy> Clone for MaybeUninit<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: Copy> Copy for MaybeUninit<T> {}
