//! Generated from the intrinsic tables by tools/gen_intrinsics.py; edit the tables, not this file.

/// Sum modulo 2^BITS.
#[ferrule::intrinsic]
pub const fn wrapping_add<T>(a: T, b: T) -> T;

/// Difference modulo 2^BITS.
#[ferrule::intrinsic]
pub const fn wrapping_sub<T>(a: T, b: T) -> T;

/// Product modulo 2^BITS.
#[ferrule::intrinsic]
pub const fn wrapping_mul<T>(a: T, b: T) -> T;

/// Number of one bits.
#[ferrule::intrinsic]
pub const fn ctpop<T>(x: T) -> T;

/// Number of leading zero bits; BITS for 0.
#[ferrule::intrinsic]
pub const fn ctlz<T>(x: T) -> T;

/// Number of trailing zero bits; BITS for 0.
#[ferrule::intrinsic]
pub const fn cttz<T>(x: T) -> T;

/// Bytes in reverse order; T has at least 16 bits.
#[ferrule::intrinsic]
pub const fn bswap<T>(x: T) -> T;

/// Bits in reverse order.
#[ferrule::intrinsic]
pub const fn bitreverse<T>(x: T) -> T;

/// Rotates left by n modulo BITS.
#[ferrule::intrinsic]
pub const fn rotate_left<T>(x: T, n: T) -> T;

/// Rotates right by n modulo BITS.
#[ferrule::intrinsic]
pub const fn rotate_right<T>(x: T, n: T) -> T;

/// Square root, correctly rounded.
#[ferrule::intrinsic]
pub fn sqrt<T>(x: T) -> T;

/// a * b + c with one rounding.
#[ferrule::intrinsic]
pub fn fma<T>(a: T, b: T, c: T) -> T;

/// Magnitude: the sign bit cleared.
#[ferrule::intrinsic]
pub const fn fabs<T>(x: T) -> T;

/// Magnitude of x, sign of the second operand.
#[ferrule::intrinsic]
pub const fn copysign<T>(x: T, sign: T) -> T;

/// Largest integer not above x.
#[ferrule::intrinsic]
pub const fn floor<T>(x: T) -> T;

/// Smallest integer not below x.
#[ferrule::intrinsic]
pub const fn ceil<T>(x: T) -> T;

/// Integer part.
#[ferrule::intrinsic]
pub const fn trunc<T>(x: T) -> T;

/// Nearest integer, ties to even.
#[ferrule::intrinsic]
pub const fn roundeven<T>(x: T) -> T;

/// The smaller operand; the other one if one is NaN.
#[ferrule::intrinsic]
pub const fn minnum<T>(a: T, b: T) -> T;

/// The larger operand; the other one if one is NaN.
#[ferrule::intrinsic]
pub const fn maxnum<T>(a: T, b: T) -> T;

/// Size of T in bytes.
#[ferrule::intrinsic]
pub const fn size_of<T>() -> usize;

/// Alignment of T in bytes.
#[ferrule::intrinsic]
pub const fn align_of<T>() -> usize;

/// Size in bytes of the value behind a reference, a slice included.
#[ferrule::intrinsic]
pub const fn size_of_val<T: ?Sized>(v: &T) -> usize;

/// Whether dropping a T runs code.
#[ferrule::intrinsic]
pub const fn needs_drop<T>() -> bool;

/// Whether there is a value of type T.
#[ferrule::intrinsic]
pub const fn is_inhabited<T>() -> bool;

/// The bits of x as a U; the sizes must be equal.
#[ferrule::intrinsic]
pub const unsafe fn transmute<T, U>(x: T) -> U;

/// The discriminant of an enum; 0 for other types.
#[ferrule::intrinsic]
pub const fn discriminant_value<T>(v: &T) -> isize;

/// A bitwise copy of the value at an aligned pointer, also where T is not Copy.
#[ferrule::intrinsic]
pub const unsafe fn read<T>(p: *const T) -> T;

/// Stores v at an aligned pointer; the old value is not dropped.
#[ferrule::intrinsic]
pub const unsafe fn write<T>(p: *mut T, v: T);

/// As `read`, with an alignment of 1.
#[ferrule::intrinsic]
pub const unsafe fn read_unaligned<T>(p: *const T) -> T;

/// As `write`, with an alignment of 1.
#[ferrule::intrinsic]
pub const unsafe fn write_unaligned<T>(p: *mut T, v: T);

/// A load that is neither removed nor merged.
#[ferrule::intrinsic]
pub unsafe fn volatile_load<T>(p: *const T) -> T;

/// A store that is neither removed nor merged.
#[ferrule::intrinsic]
pub unsafe fn volatile_store<T>(p: *mut T, v: T);

/// Copies count elements between disjoint regions (memcpy).
#[ferrule::intrinsic]
pub const unsafe fn copy_nonoverlapping<T>(src: *const T, dst: *mut T, count: usize);

/// Copies count elements; the regions may overlap (memmove).
#[ferrule::intrinsic]
pub const unsafe fn copy<T>(src: *const T, dst: *mut T, count: usize);

/// Sets every byte of count elements (memset).
#[ferrule::intrinsic]
pub const unsafe fn write_bytes<T>(dst: *mut T, value: u8, count: usize);

/// p + n elements, inside one object (getelementptr inbounds).
#[ferrule::intrinsic]
pub const unsafe fn offset<T>(p: *const T, n: isize) -> *const T;

/// p + n elements, wrapping, anywhere.
#[ferrule::intrinsic]
pub const fn arith_offset<T>(p: *const T, n: isize) -> *const T;

/// Distance in elements of two pointers into one object.
#[ferrule::intrinsic]
pub const unsafe fn offset_from<T>(p: *const T, origin: *const T) -> isize;

/// The length in a slice pointer.
#[ferrule::intrinsic]
pub const fn slice_len<T>(s: *const [T]) -> usize;

/// A slice pointer from its parts.
#[ferrule::intrinsic]
pub const fn slice_from_raw_parts<T>(data: *const T, len: usize) -> *const [T];

/// Tells the optimiser that cond holds.
#[ferrule::intrinsic]
pub const unsafe fn assume(cond: bool);

/// Tells the optimiser that this is never reached.
#[ferrule::intrinsic]
pub const unsafe fn unreachable() -> !;

/// Ends execution at once: a trap on a GPU, a panic record on the CPU device.
#[ferrule::intrinsic]
pub fn abort() -> !;

/// cond, which is mostly true.
#[ferrule::intrinsic]
pub const fn likely(cond: bool) -> bool;

/// cond, which is mostly false.
#[ferrule::intrinsic]
pub const fn unlikely(cond: bool) -> bool;

/// x, but opaque to the optimiser.
#[ferrule::intrinsic]
pub fn black_box<T>(x: T) -> T;

/// Atomic load.
#[ferrule::intrinsic]
pub unsafe fn atomic_load<T, const ORDER: u32, const SCOPE: u32>(p: *const T) -> T;

/// Atomic store.
#[ferrule::intrinsic]
pub unsafe fn atomic_store<T, const ORDER: u32, const SCOPE: u32>(p: *mut T, v: T);

/// Atomic read-modify-write; the result is the old value.
#[ferrule::intrinsic]
pub unsafe fn atomic_rmw<T, const OP: u32, const ORDER: u32, const SCOPE: u32>(p: *mut T, v: T) -> T;

/// Atomic compare and exchange; the result is the value found (equal to `old` if the exchange took place).
#[ferrule::intrinsic]
pub unsafe fn atomic_cxchg<T, const ORDER: u32, const FAIL: u32, const SCOPE: u32>(p: *mut T, old: T, new: T) -> T;

/// Memory fence.
#[ferrule::intrinsic]
pub fn atomic_fence<const ORDER: u32, const SCOPE: u32>();
