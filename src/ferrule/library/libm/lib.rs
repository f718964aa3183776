//! Names of the crate `libm`, over the methods of floats: the same functions, within the bounds that those state.

macro_rules! functions {
    ($($f64:ident $f32:ident ($($arg:ident),*) = $method:ident;)*) => {$(
        pub fn $f64($($arg: f64),*) -> f64 {
            f64::$method($($arg),*)
        }
        pub fn $f32($($arg: f32),*) -> f32 {
            f32::$method($($arg),*)
        }
    )*};
}
functions! {
    sin sinf (x) = sin;
    cos cosf (x) = cos;
    tan tanf (x) = tan;
    asin asinf (x) = asin;
    acos acosf (x) = acos;
    atan atanf (x) = atan;
    sinh sinhf (x) = sinh;
    cosh coshf (x) = cosh;
    tanh tanhf (x) = tanh;
    asinh asinhf (x) = asinh;
    acosh acoshf (x) = acosh;
    atanh atanhf (x) = atanh;
    exp expf (x) = exp;
    exp2 exp2f (x) = exp2;
    sqrt sqrtf (x) = sqrt;
    cbrt cbrtf (x) = cbrt;
    log10 log10f (x) = log10;
    log2 log2f (x) = log2;
    floor floorf (x) = floor;
    ceil ceilf (x) = ceil;
    trunc truncf (x) = trunc;
    round roundf (x) = round;
    log logf (x) = ln;
    log1p log1pf (x) = ln_1p;
    expm1 expm1f (x) = exp_m1;
    fabs fabsf (x) = abs;
    rint rintf (x) = round_ties_even;
    roundeven roundevenf (x) = round_ties_even;
    atan2 atan2f (x, y) = atan2;
    pow powf (x, y) = powf;
    hypot hypotf (x, y) = hypot;
    copysign copysignf (x, y) = copysign;
    fmin fminf (x, y) = min;
    fmax fmaxf (x, y) = max;
    fma fmaf (x, y, z) = mul_add;
}

/// 10^x.
pub fn exp10(x: f64) -> f64 {
    f64::powf(10.0, x)
}
/// 10^x.
pub fn exp10f(x: f32) -> f32 {
    f32::powf(10.0, x)
}
/// The positive difference, or 0; NaN if either is.
pub fn fdim(x: f64, y: f64) -> f64 {
    if x <= y { 0.0 } else { x - y }
}
/// The positive difference, or 0; NaN if either is.
pub fn fdimf(x: f32, y: f32) -> f32 {
    if x <= y { 0.0 } else { x - y }
}
/// The remainder of x / y, with the sign of x.
pub fn fmod(x: f64, y: f64) -> f64 {
    x % y
}
/// The remainder of x / y, with the sign of x.
pub fn fmodf(x: f32, y: f32) -> f32 {
    x % y
}
/// Sine and cosine.
pub fn sincos(x: f64) -> (f64, f64) {
    x.sin_cos()
}
/// Sine and cosine.
pub fn sincosf(x: f32) -> (f32, f32) {
    x.sin_cos()
}
