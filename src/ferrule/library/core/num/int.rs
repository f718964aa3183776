//! Methods of the integer types.
//!
//! In the bodies that signed and unsigned types share, comparisons such as `rhs < 0` are simply false for the unsigned.

use crate::intrinsics;

/// The panics of an overflow, with the words of the operators.
pub(super) mod overflow {
    macro_rules! panics {
        ($($name:ident $words:literal;)*) => {$(
            #[track_caller]
            #[cold]
            pub const fn $name() -> ! {
                panic!($words)
            }
        )*};
    }
    panics! {
        add "attempt to add with overflow";
        sub "attempt to subtract with overflow";
        mul "attempt to multiply with overflow";
        neg "attempt to negate with overflow";
        shl "attempt to shift left with overflow";
        shr "attempt to shift right with overflow";
    }
}

macro_rules! int {
    ($($t:ident $unsigned:ident $bits:literal $bytes:literal $min:expr, $max:expr;)*) => {$(
        impl $t {
            pub const BITS: u32 = $bits;
            pub const MIN: $t = $min;
            pub const MAX: $t = $max;

            pub const fn count_ones(self) -> u32 { intrinsics::ctpop(self) as u32 }
            pub const fn count_zeros(self) -> u32 { intrinsics::ctpop(!self) as u32 }
            pub const fn leading_zeros(self) -> u32 { intrinsics::ctlz(self) as u32 }
            pub const fn trailing_zeros(self) -> u32 { intrinsics::cttz(self) as u32 }
            pub const fn leading_ones(self) -> u32 { intrinsics::ctlz(!self) as u32 }
            pub const fn trailing_ones(self) -> u32 { intrinsics::cttz(!self) as u32 }
            pub const fn rotate_left(self, n: u32) -> $t { intrinsics::rotate_left(self, n as $t) }
            pub const fn rotate_right(self, n: u32) -> $t { intrinsics::rotate_right(self, n as $t) }
            pub const fn reverse_bits(self) -> $t { intrinsics::bitreverse(self) }
            pub const fn to_le(self) -> $t { self }
            pub const fn to_be(self) -> $t { self.swap_bytes() }
            pub const fn from_le(x: $t) -> $t { x }
            pub const fn from_be(x: $t) -> $t { x.swap_bytes() }
            pub const fn to_ne_bytes(self) -> [u8; $bytes] { unsafe { intrinsics::transmute::<$t, [u8; $bytes]>(self) } }
            pub const fn to_le_bytes(self) -> [u8; $bytes] { self.to_ne_bytes() }
            pub const fn to_be_bytes(self) -> [u8; $bytes] { self.swap_bytes().to_ne_bytes() }
            pub const fn from_ne_bytes(bytes: [u8; $bytes]) -> $t { unsafe { intrinsics::transmute::<[u8; $bytes], $t>(bytes) } }
            pub const fn from_le_bytes(bytes: [u8; $bytes]) -> $t { $t::from_ne_bytes(bytes) }
            pub const fn from_be_bytes(bytes: [u8; $bytes]) -> $t { $t::from_ne_bytes(bytes).swap_bytes() }

            pub const fn wrapping_add(self, rhs: $t) -> $t { intrinsics::wrapping_add(self, rhs) }
            pub const fn wrapping_sub(self, rhs: $t) -> $t { intrinsics::wrapping_sub(self, rhs) }
            pub const fn wrapping_mul(self, rhs: $t) -> $t { intrinsics::wrapping_mul(self, rhs) }
            pub const fn wrapping_neg(self) -> $t { intrinsics::wrapping_sub(0, self) }
            pub const fn wrapping_shl(self, rhs: u32) -> $t { self << (rhs & ($bits - 1)) }
            pub const fn wrapping_shr(self, rhs: u32) -> $t { self >> (rhs & ($bits - 1)) }
            pub const fn wrapping_div(self, rhs: $t) -> $t { if self.divides_badly(rhs) { self } else { self / rhs } }
            pub const fn wrapping_rem(self, rhs: $t) -> $t { if self.divides_badly(rhs) { 0 } else { self % rhs } }
            pub const unsafe fn unchecked_add(self, rhs: $t) -> $t { intrinsics::wrapping_add(self, rhs) }
            pub const unsafe fn unchecked_sub(self, rhs: $t) -> $t { intrinsics::wrapping_sub(self, rhs) }
            pub const unsafe fn unchecked_mul(self, rhs: $t) -> $t { intrinsics::wrapping_mul(self, rhs) }

            pub const fn overflowing_add(self, rhs: $t) -> ($t, bool) {
                let r = intrinsics::wrapping_add(self, rhs);
                (r, (r < self) != (rhs < 0))
            }
            pub const fn overflowing_sub(self, rhs: $t) -> ($t, bool) {
                let r = intrinsics::wrapping_sub(self, rhs);
                (r, (r > self) != (rhs < 0))
            }
            pub const fn overflowing_neg(self) -> ($t, bool) {
                (0 as $t).overflowing_sub(self)
            }
            pub const fn overflowing_shl(self, rhs: u32) -> ($t, bool) { (self.wrapping_shl(rhs), rhs >= $bits) }
            pub const fn overflowing_shr(self, rhs: u32) -> ($t, bool) { (self.wrapping_shr(rhs), rhs >= $bits) }
            pub const fn overflowing_pow(self, exp: u32) -> ($t, bool) {
                let mut base = self;
                let mut exp = exp;
                let mut acc: $t = 1;
                let mut overflow = false;
                loop {
                    if exp & 1 == 1 {
                        let (r, o) = acc.overflowing_mul(base);
                        acc = r;
                        overflow |= o;
                    }
                    exp >>= 1;
                    if exp == 0 {
                        return (acc, overflow);
                    }
                    let (r, o) = base.overflowing_mul(base);
                    base = r;
                    overflow |= o;
                }
            }

            pub const fn checked_add(self, rhs: $t) -> Option<$t> {
                let (r, o) = self.overflowing_add(rhs);
                if o { None } else { Some(r) }
            }
            pub const fn checked_sub(self, rhs: $t) -> Option<$t> {
                let (r, o) = self.overflowing_sub(rhs);
                if o { None } else { Some(r) }
            }
            pub const fn checked_mul(self, rhs: $t) -> Option<$t> {
                let (r, o) = self.overflowing_mul(rhs);
                if o { None } else { Some(r) }
            }
            pub const fn checked_neg(self) -> Option<$t> {
                let (r, o) = self.overflowing_neg();
                if o { None } else { Some(r) }
            }
            pub const fn checked_div(self, rhs: $t) -> Option<$t> {
                if rhs == 0 || self.divides_badly(rhs) { None } else { Some(self / rhs) }
            }
            pub const fn checked_rem(self, rhs: $t) -> Option<$t> {
                if rhs == 0 || self.divides_badly(rhs) { None } else { Some(self % rhs) }
            }
            pub const fn checked_shl(self, rhs: u32) -> Option<$t> { if rhs < $bits { Some(self << rhs) } else { None } }
            pub const fn checked_shr(self, rhs: u32) -> Option<$t> { if rhs < $bits { Some(self >> rhs) } else { None } }
            pub const fn checked_pow(self, exp: u32) -> Option<$t> {
                let (r, o) = self.overflowing_pow(exp);
                if o { None } else { Some(r) }
            }

            pub const fn saturating_add(self, rhs: $t) -> $t {
                let (r, o) = self.overflowing_add(rhs);
                if !o { r } else if rhs < 0 { $t::MIN } else { $t::MAX }
            }
            pub const fn saturating_sub(self, rhs: $t) -> $t {
                let (r, o) = self.overflowing_sub(rhs);
                if !o { r } else if rhs < 0 { $t::MAX } else { $t::MIN }
            }
            pub const fn saturating_mul(self, rhs: $t) -> $t {
                let (r, o) = self.overflowing_mul(rhs);
                if !o { r } else if (self < 0) == (rhs < 0) { $t::MAX } else { $t::MIN }
            }
            pub const fn saturating_pow(self, exp: u32) -> $t {
                let (r, o) = self.overflowing_pow(exp);
                if !o { r } else if self < 0 && exp & 1 == 1 { $t::MIN } else { $t::MAX }
            }

            pub const fn pow(self, exp: u32) -> $t {
                let mut base = self;
                let mut exp = exp;
                let mut acc: $t = 1;
                loop {
                    if exp & 1 == 1 {
                        acc = acc * base;
                    }
                    exp >>= 1;
                    if exp == 0 {
                        return acc;
                    }
                    base = base * base;
                }
            }
            pub const fn wrapping_pow(self, exp: u32) -> $t { self.overflowing_pow(exp).0 }
            pub const fn rem_euclid(self, rhs: $t) -> $t {
                let r = self % rhs;
                if r >= 0 { r } else if rhs < 0 { r.wrapping_sub(rhs) } else { r.wrapping_add(rhs) }
            }
            pub const fn div_euclid(self, rhs: $t) -> $t {
                let q = self / rhs;
                if self % rhs >= 0 { q } else if rhs > 0 { q - 1 } else { q + 1 }
            }
            pub const fn abs_diff(self, other: $t) -> $unsigned {
                if self < other {
                    intrinsics::wrapping_sub(other as $unsigned, self as $unsigned)
                } else {
                    intrinsics::wrapping_sub(self as $unsigned, other as $unsigned)
                }
            }
            pub const fn checked_ilog2(self) -> Option<u32> {
                if self <= 0 { None } else { Some($bits - 1 - self.leading_zeros()) }
            }
            #[track_caller]
            pub const fn ilog2(self) -> u32 {
                match self.checked_ilog2() {
                    Some(n) => n,
                    None => panic!("argument of integer logarithm must be positive"),
                }
            }
            #[track_caller]
            pub const fn ilog(self, base: $t) -> u32 {
                if self <= 0 {
                    panic!("argument of integer logarithm must be positive");
                }
                assert!(base >= 2, "base of integer logarithm must be at least 2");
                let mut n = 0;
                let mut rest = self;
                while rest >= base {
                    rest /= base;
                    n += 1;
                }
                n
            }
            #[track_caller]
            pub const fn ilog10(self) -> u32 { self.ilog(10) }
            #[track_caller]
            pub const fn isqrt(self) -> $t {
                if self < 0 {
                    panic!("argument of integer square root cannot be negative");
                }
                // One binary digit of the root at a time.
                let mut rest = self;
                let mut root: $t = 0;
                let mut bit: $t = if self == 0 { 0 } else { 1 << (self.ilog2() & !1) };
                while bit != 0 {
                    if rest >= root + bit {
                        rest -= root + bit;
                        root = (root >> 1) + bit;
                    } else {
                        root >>= 1;
                    }
                    bit >>= 2;
                }
                root
            }
            // Whether the quotient does not fit: MIN / -1.
            pub(super) const fn divides_badly(self, rhs: $t) -> bool {
                $t::MIN != 0 && self == $t::MIN && rhs == !0
            }
        }
    )*};
}
int! {
    u8 u8 8 1 0, !0;
    u16 u16 16 2 0, !0;
    u32 u32 32 4 0, !0;
    u64 u64 64 8 0, !0;
    u128 u128 128 16 0, !0;
    usize usize 64 8 0, !0;
    i8 u8 8 1 -1 << 7, !(-1 << 7);
    i16 u16 16 2 -1 << 15, !(-1 << 15);
    i32 u32 32 4 -1 << 31, !(-1 << 31);
    i64 u64 64 8 -1 << 63, !(-1 << 63);
    i128 u128 128 16 -1 << 127, !(-1 << 127);
    isize usize 64 8 -1 << 63, !(-1 << 63);
}

macro_rules! swap_bytes {
    ($($t:ident)*) => {$( impl $t { pub const fn swap_bytes(self) -> $t { intrinsics::bswap(self) } } )*};
}
swap_bytes! { u16 u32 u64 u128 usize i16 i32 i64 i128 isize }

impl u8 {
    pub const fn swap_bytes(self) -> u8 {
        self
    }
    pub const fn is_ascii(&self) -> bool {
        *self < 128
    }
}
impl i8 {
    pub const fn swap_bytes(self) -> i8 {
        self
    }
}

// Products in a type of twice the width.
macro_rules! overflowing_mul {
    ($($t:ident $wide:ident;)*) => {$(
        impl $t {
            pub const fn overflowing_mul(self, rhs: $t) -> ($t, bool) {
                let wide = self as $wide * rhs as $wide;
                let r = wide as $t;
                (r, r as $wide != wide)
            }
        }
    )*};
}
overflowing_mul! {
    u8 u32; u16 u32; u32 u64; u64 u128; usize u128;
    i8 i32; i16 i32; i32 i64; i64 i128; isize i128;
}

impl u128 {
    pub const fn overflowing_mul(self, rhs: u128) -> (u128, bool) {
        let r = intrinsics::wrapping_mul(self, rhs);
        (r, self != 0 && r / self != rhs)
    }
}
impl i128 {
    pub const fn overflowing_mul(self, rhs: i128) -> (i128, bool) {
        let r = intrinsics::wrapping_mul(self, rhs);
        // -1 first: MIN / -1 does not fit.
        (r, if self == -1 { rhs == i128::MIN } else { self != 0 && r / self != rhs })
    }
}

macro_rules! unsigned {
    ($($t:ident $signed:ident;)*) => {$(
        impl $t {
            pub const fn div_ceil(self, rhs: $t) -> $t {
                let q = self / rhs;
                if self % rhs > 0 { q + 1 } else { q }
            }
            pub const fn next_multiple_of(self, rhs: $t) -> $t {
                let r = self % rhs;
                if r == 0 { self } else { self + (rhs - r) }
            }
            pub const fn is_multiple_of(self, rhs: $t) -> bool {
                if rhs == 0 { self == 0 } else { self % rhs == 0 }
            }
            pub const fn is_power_of_two(self) -> bool { intrinsics::ctpop(self) == 1 }
            pub const fn next_power_of_two(self) -> $t {
                if self <= 1 { 1 } else { ($t::MAX >> (self - 1).leading_zeros()) + 1 }
            }
            pub const fn checked_next_power_of_two(self) -> Option<$t> {
                if self <= 1 { Some(1) } else { ($t::MAX >> (self - 1).leading_zeros()).checked_add(1) }
            }
            pub const fn cast_signed(self) -> $signed { self as $signed }
            pub const fn wrapping_add_signed(self, rhs: $signed) -> $t { intrinsics::wrapping_add(self, rhs as $t) }
            pub const fn overflowing_add_signed(self, rhs: $signed) -> ($t, bool) {
                let r = intrinsics::wrapping_add(self, rhs as $t);
                (r, (r < self) != (rhs < 0))
            }
            pub const fn checked_add_signed(self, rhs: $signed) -> Option<$t> {
                let (r, o) = self.overflowing_add_signed(rhs);
                if o { None } else { Some(r) }
            }
            pub const fn saturating_add_signed(self, rhs: $signed) -> $t {
                let (r, o) = self.overflowing_add_signed(rhs);
                if !o { r } else if rhs < 0 { 0 } else { $t::MAX }
            }
            pub const fn midpoint(self, rhs: $t) -> $t { (self & rhs) + ((self ^ rhs) >> 1) }
        }
    )*};
}
unsigned! { u8 i8; u16 i16; u32 i32; u64 i64; u128 i128; usize isize; }

macro_rules! signed {
    ($($t:ident $unsigned:ident;)*) => {$(
        impl $t {
            pub const fn abs(self) -> $t { if self < 0 { -self } else { self } }
            pub const fn unsigned_abs(self) -> $unsigned { self.wrapping_abs() as $unsigned }
            pub const fn wrapping_abs(self) -> $t { if self < 0 { self.wrapping_neg() } else { self } }
            pub const fn checked_abs(self) -> Option<$t> { if self < 0 { self.checked_neg() } else { Some(self) } }
            pub const fn saturating_abs(self) -> $t { if self == $t::MIN { $t::MAX } else { self.wrapping_abs() } }
            pub const fn saturating_neg(self) -> $t { if self == $t::MIN { $t::MAX } else { self.wrapping_neg() } }
            pub const fn signum(self) -> $t { (self > 0) as $t - (self < 0) as $t }
            pub const fn is_positive(self) -> bool { self > 0 }
            pub const fn is_negative(self) -> bool { self < 0 }
            pub const fn cast_unsigned(self) -> $unsigned { self as $unsigned }
            pub const fn checked_add_unsigned(self, rhs: $unsigned) -> Option<$t> {
                let r = intrinsics::wrapping_add(self, rhs as $t);
                if r < self { None } else { Some(r) }
            }
            pub const fn checked_sub_unsigned(self, rhs: $unsigned) -> Option<$t> {
                let r = intrinsics::wrapping_sub(self, rhs as $t);
                if r > self { None } else { Some(r) }
            }
            pub const fn wrapping_add_unsigned(self, rhs: $unsigned) -> $t { intrinsics::wrapping_add(self, rhs as $t) }
        }
    )*};
}
signed! { i8 u8; i16 u16; i32 u32; i64 u64; i128 u128; isize usize; }
