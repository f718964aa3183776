//! Spans of time.  There is no clock here: `cuda_device` has the counters of the device.

use crate::cmp::Ordering;
use crate::iter::Sum;
use crate::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Sub, SubAssign};

const NANOS_PER_SEC: u32 = 1_000_000_000;

/// A number of nanoseconds that is not negative.
pub struct Duration {
    secs: u64,
    nanos: u32, // below NANOS_PER_SEC
}

/// A number of seconds was negative, too large or not a number.
pub struct TryFromFloatSecsError {
    negative: bool,
}

impl Duration {
    pub const ZERO: Duration = Duration { secs: 0, nanos: 0 };
    pub const MAX: Duration = Duration { secs: u64::MAX, nanos: NANOS_PER_SEC - 1 };

    #[track_caller]
    pub const fn new(secs: u64, nanos: u32) -> Duration {
        match secs.checked_add((nanos / NANOS_PER_SEC) as u64) {
            Some(secs) => Duration { secs, nanos: nanos % NANOS_PER_SEC },
            None => panic!("overflow in Duration::new"),
        }
    }
    pub const fn from_secs(secs: u64) -> Duration {
        Duration { secs, nanos: 0 }
    }
    pub const fn from_millis(millis: u64) -> Duration {
        Duration { secs: millis / 1000, nanos: (millis % 1000) as u32 * 1_000_000 }
    }
    pub const fn from_micros(micros: u64) -> Duration {
        Duration { secs: micros / 1_000_000, nanos: (micros % 1_000_000) as u32 * 1000 }
    }
    pub const fn from_nanos(nanos: u64) -> Duration {
        Duration { secs: nanos / NANOS_PER_SEC as u64, nanos: (nanos % NANOS_PER_SEC as u64) as u32 }
    }
    #[track_caller]
    pub const fn from_nanos_u128(nanos: u128) -> Duration {
        let secs = nanos / NANOS_PER_SEC as u128;
        if secs > u64::MAX as u128 {
            panic!("overflow in `Duration::from_nanos_u128`");
        }
        Duration { secs: secs as u64, nanos: (nanos % NANOS_PER_SEC as u128) as u32 }
    }
    #[track_caller]
    pub const fn from_mins(mins: u64) -> Duration {
        match mins.checked_mul(60) {
            Some(secs) => Duration::from_secs(secs),
            None => panic!("overflow in Duration::from_mins"),
        }
    }
    #[track_caller]
    pub const fn from_hours(hours: u64) -> Duration {
        match hours.checked_mul(3600) {
            Some(secs) => Duration::from_secs(secs),
            None => panic!("overflow in Duration::from_hours"),
        }
    }

    pub const fn is_zero(&self) -> bool {
        self.secs == 0 && self.nanos == 0
    }
    pub const fn as_secs(&self) -> u64 {
        self.secs
    }
    pub const fn subsec_millis(&self) -> u32 {
        self.nanos / 1_000_000
    }
    pub const fn subsec_micros(&self) -> u32 {
        self.nanos / 1000
    }
    pub const fn subsec_nanos(&self) -> u32 {
        self.nanos
    }
    pub const fn as_millis(&self) -> u128 {
        self.secs as u128 * 1000 + (self.nanos / 1_000_000) as u128
    }
    pub const fn as_micros(&self) -> u128 {
        self.secs as u128 * 1_000_000 + (self.nanos / 1000) as u128
    }
    pub const fn as_nanos(&self) -> u128 {
        self.secs as u128 * NANOS_PER_SEC as u128 + self.nanos as u128
    }
    pub const fn as_secs_f64(&self) -> f64 {
        self.secs as f64 + self.nanos as f64 / 1e9
    }
    pub const fn as_secs_f32(&self) -> f32 {
        self.secs as f32 + self.nanos as f32 / 1e9
    }

    pub const fn abs_diff(self, other: Duration) -> Duration {
        match self.checked_sub(other) {
            Some(d) => d,
            None => other.saturating_sub(self),
        }
    }
    pub const fn checked_add(self, rhs: Duration) -> Option<Duration> {
        let nanos = self.nanos + rhs.nanos;
        let carry = nanos / NANOS_PER_SEC;
        let secs = match self.secs.checked_add(rhs.secs) {
            Some(secs) => secs,
            None => return None,
        };
        match secs.checked_add(carry as u64) {
            Some(secs) => Some(Duration { secs, nanos: nanos % NANOS_PER_SEC }),
            None => None,
        }
    }
    pub const fn saturating_add(self, rhs: Duration) -> Duration {
        match self.checked_add(rhs) {
            Some(d) => d,
            None => Duration::MAX,
        }
    }
    pub const fn checked_sub(self, rhs: Duration) -> Option<Duration> {
        let borrow = self.nanos < rhs.nanos;
        let secs = match self.secs.checked_sub(rhs.secs) {
            Some(secs) => secs,
            None => return None,
        };
        match secs.checked_sub(borrow as u64) {
            Some(secs) => {
                let lent = if borrow { NANOS_PER_SEC } else { 0 };
                Some(Duration { secs, nanos: self.nanos + lent - rhs.nanos })
            }
            None => None,
        }
    }
    pub const fn saturating_sub(self, rhs: Duration) -> Duration {
        match self.checked_sub(rhs) {
            Some(d) => d,
            None => Duration::ZERO,
        }
    }
    pub const fn checked_mul(self, rhs: u32) -> Option<Duration> {
        let nanos = self.nanos as u64 * rhs as u64;
        let carry = nanos / NANOS_PER_SEC as u64;
        let secs = match self.secs.checked_mul(rhs as u64) {
            Some(secs) => secs,
            None => return None,
        };
        match secs.checked_add(carry) {
            Some(secs) => Some(Duration { secs, nanos: (nanos % NANOS_PER_SEC as u64) as u32 }),
            None => None,
        }
    }
    pub const fn saturating_mul(self, rhs: u32) -> Duration {
        match self.checked_mul(rhs) {
            Some(d) => d,
            None => Duration::MAX,
        }
    }
    pub const fn checked_div(self, rhs: u32) -> Option<Duration> {
        if rhs == 0 {
            return None;
        }
        let rest = self.secs % rhs as u64 * NANOS_PER_SEC as u64 + self.nanos as u64;
        Some(Duration { secs: self.secs / rhs as u64, nanos: (rest / rhs as u64) as u32 })
    }

    #[track_caller]
    pub fn mul_f64(self, rhs: f64) -> Duration {
        Duration::from_secs_f64(rhs * self.as_secs_f64())
    }
    #[track_caller]
    pub fn mul_f32(self, rhs: f32) -> Duration {
        Duration::from_secs_f32(rhs * self.as_secs_f32())
    }
    #[track_caller]
    pub fn div_f64(self, rhs: f64) -> Duration {
        Duration::from_secs_f64(self.as_secs_f64() / rhs)
    }
    #[track_caller]
    pub fn div_f32(self, rhs: f32) -> Duration {
        Duration::from_secs_f32(self.as_secs_f32() / rhs)
    }
    pub const fn div_duration_f64(self, rhs: Duration) -> f64 {
        self.in_nanos_f64() / rhs.in_nanos_f64()
    }
    pub const fn div_duration_f32(self, rhs: Duration) -> f32 {
        self.in_nanos_f32() / rhs.in_nanos_f32()
    }
    const fn in_nanos_f64(self) -> f64 {
        self.secs as f64 * 1e9 + self.nanos as f64
    }
    const fn in_nanos_f32(self) -> f32 {
        self.secs as f32 * 1e9 + self.nanos as f32
    }
}

impl TryFromFloatSecsError {
    #[track_caller]
    const fn fail(&self) -> ! {
        if self.negative {
            panic!("cannot convert float seconds to Duration: value is negative")
        } else {
            panic!("cannot convert float seconds to Duration: value is either too big or NaN")
        }
    }
}

// Seconds as whole ones and nanoseconds, rounded to nearest with ties to even: the fraction's bits times 10^9, shifted.
macro_rules! from_float {
    ($try_from:ident $from:ident $t:ident $bits:ident $mantissa_bits:literal $bias:literal) => {
        impl Duration {
            pub const fn $try_from(secs: $t) -> Result<Duration, TryFromFloatSecsError> {
                if secs < 0.0 {
                    return Err(TryFromFloatSecsError { negative: true });
                }
                let bits = secs.to_bits();
                let mantissa = (bits & ((1 << $mantissa_bits) - 1)) as u128 | 1 << $mantissa_bits;
                let exponent = (secs.abs().to_bits() >> $mantissa_bits) as i32 - $bias;
                if exponent >= 64 {
                    return Err(TryFromFloatSecsError { negative: false });
                }
                if exponent < -31 {
                    // Less than half a nanosecond; also zero of either sign.
                    return Ok(Duration::ZERO);
                }
                // The value is mantissa / 2^scale.
                let scale = $mantissa_bits - exponent;
                if scale <= 0 {
                    return Ok(Duration::from_secs((mantissa << -scale) as u64));
                }
                let secs = mantissa >> scale;
                let fraction = (mantissa & ((1 << scale) - 1)) * NANOS_PER_SEC as u128;
                let nanos = fraction >> scale;
                let rest = fraction & ((1 << scale) - 1);
                let half = 1 << (scale - 1);
                let up = rest > half || rest == half && nanos & 1 == 1;
                let nanos = nanos as u32 + up as u32;
                match (secs as u64).checked_add((nanos / NANOS_PER_SEC) as u64) {
                    Some(secs) => Ok(Duration { secs, nanos: nanos % NANOS_PER_SEC }),
                    None => Err(TryFromFloatSecsError { negative: false }),
                }
            }

            #[track_caller]
            pub fn $from(secs: $t) -> Duration {
                match Duration::$try_from(secs) {
                    Ok(d) => d,
                    Err(e) => e.fail(),
                }
            }
        }
    };
}
from_float! { try_from_secs_f64 from_secs_f64 f64 u64 52 1023 }
from_float! { try_from_secs_f32 from_secs_f32 f32 u32 23 127 }

impl Clone for Duration {
    fn clone(&self) -> Self {
        *self
    }
}
impl Copy for Duration {}
impl Default for Duration {
    fn default() -> Self {
        Duration::ZERO
    }
}
impl PartialEq for Duration {
    fn eq(&self, other: &Self) -> bool {
        self.secs == other.secs && self.nanos == other.nanos
    }
}
impl Eq for Duration {}
impl PartialOrd for Duration {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Duration {
    fn cmp(&self, other: &Self) -> Ordering {
        self.secs.cmp(&other.secs).then(self.nanos.cmp(&other.nanos))
    }
}
impl crate::hash::Hash for Duration {}
impl crate::fmt::Debug for Duration {}
impl Clone for TryFromFloatSecsError {
    fn clone(&self) -> Self {
        TryFromFloatSecsError { negative: self.negative }
    }
}
impl PartialEq for TryFromFloatSecsError {
    fn eq(&self, other: &Self) -> bool {
        self.negative == other.negative
    }
}
impl Eq for TryFromFloatSecsError {}
impl crate::fmt::Debug for TryFromFloatSecsError {}

macro_rules! operators {
    ($($Trait:ident $method:ident $TraitAssign:ident $method_assign:ident $Rhs:ty, $checked:ident $words:literal;)*) => {$(
        impl $Trait<$Rhs> for Duration {
            type Output = Duration;

            #[track_caller]
            fn $method(self, rhs: $Rhs) -> Duration {
                match self.$checked(rhs) {
                    Some(d) => d,
                    None => panic!($words),
                }
            }
        }
        impl $TraitAssign<$Rhs> for Duration {
            #[track_caller]
            fn $method_assign(&mut self, rhs: $Rhs) {
                *self = $Trait::$method(*self, rhs)
            }
        }
    )*};
}
operators! {
    Add add AddAssign add_assign Duration, checked_add "overflow when adding durations";
    Sub sub SubAssign sub_assign Duration, checked_sub "overflow when subtracting durations";
    Mul mul MulAssign mul_assign u32, checked_mul "overflow when multiplying duration by scalar";
    Div div DivAssign div_assign u32, checked_div "divide by zero error when dividing duration by scalar";
}
impl Mul<Duration> for u32 {
    type Output = Duration;

    #[track_caller]
    fn mul(self, rhs: Duration) -> Duration {
        rhs * self
    }
}
impl Sum for Duration {
    fn sum<I: Iterator<Item = Duration>>(iter: I) -> Duration {
        iter.fold(Duration::ZERO, |a, b| a + b)
    }
}
impl<'a> Sum<&'a Duration> for Duration {
    fn sum<I: Iterator<Item = &'a Duration>>(iter: I) -> Duration {
        iter.fold(Duration::ZERO, |a, b| a + *b)
    }
}
