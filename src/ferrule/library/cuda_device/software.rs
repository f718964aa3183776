//! Floats computed in integers: exactly, in every rounding mode and every format.  What intrinsics do where the machine
//! has no instruction for them; the CPU has only the mode to nearest and neither bf16 nor the 8 bit formats.  Not inlined:
//! they are large, and a kernel may have many.

/// Rounding modes: to nearest with ties to even, towards zero, down, up; to nearest with ties away from zero.
pub const RN: u32 = 0;
pub const RZ: u32 = 1;
pub const RM: u32 = 2;
pub const RP: u32 = 3;
pub const RNA: u32 = 4;

/// Modifiers, added up.  FTZ: subnormal operands and results count as zero.  SAT: the result is clamped to 0..=1, NaN to
/// 0.  RELU: negative results become 0.  SATFINITE: what is too large becomes the largest number.
pub const PLAIN: u32 = 0;
pub const FTZ: u32 = 1;
pub const SAT: u32 = 2;
pub const RELU: u32 = 4;
pub const SATFINITE: u32 = 8;
/// Modifiers of minimum and maximum.  NAN: NaN if an operand is.  XORSIGN_ABS: of the magnitudes, with the signs
/// multiplied.
pub const NAN: u32 = 16;
pub const XORSIGN_ABS: u32 = 32;

/// A format: bits of exponent and mantissa.  One without infinities has numbers where others have them.
pub struct Format {
    exponent: u32,
    mantissa: u32,
    infinities: bool,
}

pub const F64: Format = Format { exponent: 11, mantissa: 52, infinities: true };
pub const F32: Format = Format { exponent: 8, mantissa: 23, infinities: true };
pub const F16: Format = Format { exponent: 5, mantissa: 10, infinities: true };
pub const BF16: Format = Format { exponent: 8, mantissa: 7, infinities: true };
pub const TF32: Format = Format { exponent: 8, mantissa: 10, infinities: true };
pub const E4M3: Format = Format { exponent: 4, mantissa: 3, infinities: false };
pub const E5M2: Format = Format { exponent: 5, mantissa: 2, infinities: true };

crate::copy! { Format Exact }

impl Format {
    fn sign(self) -> u64 {
        1 << (self.exponent + self.mantissa)
    }
    /// CUDA's NaN: all bits but the sign.
    fn nan(self) -> u64 {
        self.sign() - 1
    }
    fn infinity(self) -> u64 {
        ((1 << self.exponent) - 1) << self.mantissa
    }
    fn largest(self) -> u64 {
        if self.infinities { self.infinity() - 1 } else { self.nan() - 1 }
    }
    fn bias(self) -> i32 {
        (1 << (self.exponent - 1)) - 1
    }
    fn one(self) -> u64 {
        (self.bias() as u64) << self.mantissa
    }
    fn is_nan(self, bits: u64) -> bool {
        let magnitude = bits & self.nan();
        if self.infinities { magnitude > self.infinity() } else { magnitude == self.nan() }
    }
    fn is_subnormal(self, bits: u64) -> bool {
        bits & self.infinity() == 0
    }
}

// Kinds of numbers.
const FINITE: u32 = 0;
const INFINITE: u32 = 1;
const NOT_A_NUMBER: u32 = 2;

/// A number as it is: mantissa * 2^exponent.  The lowest bit of a mantissa of more than 64 bits may stand for all below it.
struct Exact {
    kind: u32,
    negative: bool,
    mantissa: u128,
    exponent: i32,
}

impl Exact {
    fn nan() -> Exact {
        Exact { kind: NOT_A_NUMBER, negative: false, mantissa: 0, exponent: 0 }
    }
    fn infinity(negative: bool) -> Exact {
        Exact { kind: INFINITE, negative, mantissa: 0, exponent: 0 }
    }
    fn finite(negative: bool, mantissa: u128, exponent: i32) -> Exact {
        Exact { kind: FINITE, negative, mantissa, exponent }
    }
    fn is_zero(self) -> bool {
        self.kind == FINITE && self.mantissa == 0
    }
}

#[inline(never)]
fn decode(bits: u64, f: Format, flags: u32) -> Exact {
    let negative = bits & f.sign() != 0;
    if f.is_nan(bits) {
        return Exact::nan();
    }
    let magnitude = bits & f.nan();
    if f.infinities && magnitude == f.infinity() {
        return Exact::infinity(negative);
    }
    let field = (magnitude >> f.mantissa) as i32;
    let fraction = magnitude & ((1 << f.mantissa) - 1);
    let least = 1 - f.bias() - f.mantissa as i32;
    if field != 0 {
        return Exact::finite(negative, (fraction | 1 << f.mantissa) as u128, least + field - 1);
    }
    let fraction = if flags & FTZ != 0 { 0 } else { fraction };
    Exact::finite(negative, fraction as u128, least)
}

#[inline(never)]
fn encode(x: Exact, f: Format, mode: u32, flags: u32) -> u64 {
    let mut bits = match x.kind {
        NOT_A_NUMBER => return if flags & SAT != 0 { 0 } else { f.nan() },
        INFINITE if flags & SATFINITE != 0 || !f.infinities => f.largest(),
        INFINITE => f.infinity(),
        _ => rounded(x, f, mode, flags),
    };
    if flags & FTZ != 0 && f.is_subnormal(bits) {
        bits = 0;
    }
    if x.negative && flags & (SAT | RELU) != 0 {
        return 0;
    }
    if flags & SAT != 0 && bits > f.one() {
        return f.one();
    }
    if x.negative { bits | f.sign() } else { bits }
}

/// The bits of the magnitude of a finite number.
fn rounded(x: Exact, f: Format, mode: u32, flags: u32) -> u64 {
    if x.mantissa == 0 {
        return 0;
    }
    let lowest = 1 - f.bias();
    let top = 127 - x.mantissa.leading_zeros() as i32 + x.exponent;
    let scale = if top > lowest { top } else { lowest };
    let unit = scale - f.mantissa as i32; // the place of the result's last bit
    let shift = unit - x.exponent;
    let (kept, up) = if shift <= 0 {
        (x.mantissa << -shift as u32, false)
    } else if shift > 127 {
        (0, mode == RP && !x.negative || mode == RM && x.negative)
    } else {
        let kept = x.mantissa >> shift as u32;
        let rest = x.mantissa & ((1 << shift as u32) - 1);
        let half = 1 << (shift - 1) as u32;
        let up = match mode {
            RN => rest > half || rest == half && kept & 1 != 0,
            RNA => rest >= half,
            RM => rest != 0 && x.negative,
            RP => rest != 0 && !x.negative,
            _ => false,
        };
        (kept, up)
    };
    if scale > f.bias() + 1 {
        return overflow(x, f, mode, flags);
    }
    // A carry into the exponent is what it should be; so is the step from subnormal to normal.
    let field = (scale - lowest) as u64;
    let bits = (field << f.mantissa) + kept as u64 + up as u64;
    if bits > f.largest() { overflow(x, f, mode, flags) } else { bits }
}

fn overflow(x: Exact, f: Format, mode: u32, flags: u32) -> u64 {
    let towards_zero = mode == RZ || mode == RM && !x.negative || mode == RP && x.negative;
    if towards_zero || flags & SATFINITE != 0 || !f.infinities { f.largest() } else { f.infinity() }
}

/// Shifts right; the lowest bit then says whether ones were lost.
fn shift_sticky(mantissa: u128, by: i32) -> u128 {
    if by <= 0 {
        mantissa
    } else if by > 127 {
        (mantissa != 0) as u128
    } else {
        let lost = mantissa & ((1 << by as u32) - 1);
        mantissa >> by as u32 | (lost != 0) as u128
    }
}

/// The same number with its highest bit at 125: two can be added, and a shift by one place loses nothing.
fn normal(x: Exact) -> Exact {
    let by = x.mantissa.leading_zeros() as i32 - 2;
    Exact { mantissa: x.mantissa << by as u32, exponent: x.exponent - by, ..x }
}

#[inline(never)]
fn add(a: Exact, b: Exact, mode: u32) -> Exact {
    if a.kind == NOT_A_NUMBER || b.kind == NOT_A_NUMBER {
        return Exact::nan();
    }
    if a.kind == INFINITE {
        return if b.kind == INFINITE && a.negative != b.negative { Exact::nan() } else { a };
    }
    if b.kind == INFINITE {
        return b;
    }
    if a.is_zero() && b.is_zero() {
        let negative = if a.negative == b.negative { a.negative } else { mode == RM };
        return Exact::finite(negative, 0, 0);
    }
    if a.is_zero() {
        return b;
    }
    if b.is_zero() {
        return a;
    }
    let (x, y) = (normal(a), normal(b));
    let (x, y) = if x.exponent >= y.exponent { (x, y) } else { (y, x) };
    let small = shift_sticky(y.mantissa, x.exponent - y.exponent);
    if x.negative == y.negative {
        return Exact::finite(x.negative, x.mantissa + small, x.exponent);
    }
    if x.mantissa == small {
        return Exact::finite(mode == RM, 0, 0);
    }
    if x.mantissa > small {
        Exact::finite(x.negative, x.mantissa - small, x.exponent)
    } else {
        Exact::finite(y.negative, small - x.mantissa, x.exponent)
    }
}

#[inline(never)]
fn mul(a: Exact, b: Exact) -> Exact {
    let negative = a.negative != b.negative;
    if a.kind == NOT_A_NUMBER || b.kind == NOT_A_NUMBER {
        return Exact::nan();
    }
    if a.kind == INFINITE || b.kind == INFINITE {
        return if a.is_zero() || b.is_zero() { Exact::nan() } else { Exact::infinity(negative) };
    }
    Exact::finite(negative, a.mantissa * b.mantissa, a.exponent + b.exponent)
}

#[inline(never)]
fn div(a: Exact, b: Exact) -> Exact {
    let negative = a.negative != b.negative;
    if a.kind == NOT_A_NUMBER || b.kind == NOT_A_NUMBER {
        return Exact::nan();
    }
    if a.kind == INFINITE {
        return if b.kind == INFINITE { Exact::nan() } else { Exact::infinity(negative) };
    }
    if b.kind == INFINITE || a.is_zero() && !b.is_zero() {
        return Exact::finite(negative, 0, 0);
    }
    if b.is_zero() {
        return if a.is_zero() { Exact::nan() } else { Exact::infinity(negative) };
    }
    // 73 bits of quotient and more: enough below the last place of every format.
    let x = normal(a);
    let quotient = x.mantissa / b.mantissa;
    let inexact = quotient * b.mantissa != x.mantissa;
    Exact::finite(negative, quotient | inexact as u128, x.exponent - b.exponent)
}

#[inline(never)]
fn sqrt(a: Exact) -> Exact {
    if a.kind == NOT_A_NUMBER || a.is_zero() {
        return a;
    }
    if a.negative {
        return Exact::nan();
    }
    if a.kind == INFINITE {
        return a;
    }
    let x = normal(a);
    let odd = x.exponent & 1;
    let square = x.mantissa << odd as u32;
    let mut root: u128 = 0;
    let mut bit: u128 = 1 << 63;
    while bit != 0 {
        let trial = root | bit;
        if trial * trial <= square {
            root = trial;
        }
        bit >>= 1;
    }
    let inexact = root * root != square;
    // Of 63 bits, so that a bit below it can say that the root is inexact.
    Exact::finite(false, root << 1 | inexact as u128, (x.exponent - odd) / 2 - 1)
}

/// The same number in another format.
pub fn convert(bits: u64, from: Format, to: Format, mode: u32, flags: u32) -> u64 {
    encode(decode(bits, from, flags), to, mode, flags)
}

pub fn add_bits(a: u64, b: u64, f: Format, mode: u32, flags: u32) -> u64 {
    encode(add(decode(a, f, flags), decode(b, f, flags), mode), f, mode, flags)
}

pub fn sub_bits(a: u64, b: u64, f: Format, mode: u32, flags: u32) -> u64 {
    add_bits(a, b ^ f.sign(), f, mode, flags)
}

pub fn mul_bits(a: u64, b: u64, f: Format, mode: u32, flags: u32) -> u64 {
    encode(mul(decode(a, f, flags), decode(b, f, flags)), f, mode, flags)
}

pub fn div_bits(a: u64, b: u64, f: Format, mode: u32, flags: u32) -> u64 {
    encode(div(decode(a, f, flags), decode(b, f, flags)), f, mode, flags)
}

pub fn fma_bits(a: u64, b: u64, c: u64, f: Format, mode: u32, flags: u32) -> u64 {
    let product = mul(decode(a, f, flags), decode(b, f, flags));
    encode(add(product, decode(c, f, flags), mode), f, mode, flags)
}

pub fn sqrt_bits(a: u64, f: Format, mode: u32, flags: u32) -> u64 {
    encode(sqrt(decode(a, f, flags)), f, mode, flags)
}

/// Minimum or maximum; -0 is below +0.
#[inline(never)]
fn extremum(a: u64, b: u64, f: Format, flags: u32, largest: bool) -> u64 {
    let flush = |x: u64| if flags & FTZ != 0 && f.is_subnormal(x) { x & f.sign() } else { x };
    let (mut a, mut b) = (flush(a), flush(b));
    let sign = (a ^ b) & f.sign();
    if flags & XORSIGN_ABS != 0 {
        a &= f.nan();
        b &= f.nan();
    }
    let (nan_a, nan_b) = (f.is_nan(a), f.is_nan(b));
    if nan_a && nan_b || flags & NAN != 0 && (nan_a || nan_b) {
        return f.nan();
    }
    let chosen = if nan_a {
        b
    } else if nan_b {
        a
    } else if (order(a, f) < order(b, f)) == largest {
        b
    } else {
        a
    };
    if flags & XORSIGN_ABS != 0 { chosen | sign } else { chosen }
}

/// A number that grows with the float.
fn order(bits: u64, f: Format) -> i64 {
    let magnitude = (bits & f.nan()) as i64;
    if bits & f.sign() != 0 { -1 - magnitude } else { magnitude }
}

pub fn min_bits(a: u64, b: u64, f: Format, flags: u32) -> u64 {
    extremum(a, b, f, flags, false)
}

pub fn max_bits(a: u64, b: u64, f: Format, flags: u32) -> u64 {
    extremum(a, b, f, flags, true)
}

pub fn abs_bits(a: u64, f: Format) -> u64 {
    if f.is_nan(a) { f.nan() } else { a & f.nan() }
}

pub fn neg_bits(a: u64, f: Format) -> u64 {
    if f.is_nan(a) { f.nan() } else { a ^ f.sign() }
}

/// `f` of the lower and of the upper halves.
pub fn halves1(a: u32, f: impl Fn(u64) -> u64) -> u32 {
    f(a as u64 & 0xFFFF) as u32 | (f(a as u64 >> 16) as u32) << 16
}

pub fn halves2(a: u32, b: u32, f: impl Fn(u64, u64) -> u64) -> u32 {
    f(a as u64 & 0xFFFF, b as u64 & 0xFFFF) as u32 | (f(a as u64 >> 16, b as u64 >> 16) as u32) << 16
}

pub fn halves3(a: u32, b: u32, c: u32, f: impl Fn(u64, u64, u64) -> u64) -> u32 {
    f(a as u64 & 0xFFFF, b as u64 & 0xFFFF, c as u64 & 0xFFFF) as u32
        | (f(a as u64 >> 16, b as u64 >> 16, c as u64 >> 16) as u32) << 16
}

/// Two numbers in the halves of a word, or in the bytes of half of one.
pub fn pack(low: f32, high: f32, to: Format, mode: u32, flags: u32) -> u32 {
    let one = |x: f32| convert(x.to_bits() as u64, F32, to, mode, flags) as u32;
    one(low) | one(high) << (1 + to.exponent + to.mantissa)
}

/// The halves of a word as bytes.
pub fn narrow(packed: u32, to: Format, flags: u32) -> u16 {
    let one = |half: u32| convert(half as u64, F16, to, RN, flags) as u16;
    one(packed & 0xFFFF) | one(packed >> 16) << 8
}

/// Two bytes as the halves of a word.
pub fn widen(packed: u16, from: Format, flags: u32) -> u32 {
    let one = |byte: u16| convert(byte as u64, from, F16, RN, flags) as u32;
    one(packed & 0xFF) | one(packed >> 8) << 16
}

/// The upper bits of a word.
pub fn tf32(x: f32, mode: u32, flags: u32) -> u32 {
    let bits = convert(x.to_bits() as u64, F32, TF32, mode, flags);
    if TF32.is_nan(bits) { 0x7FFF_FFFF } else { (bits as u32) << 13 }
}
