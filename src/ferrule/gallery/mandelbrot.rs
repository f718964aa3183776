//! The Mandelbrot set: complex numbers as a struct with operators, the fate of a point as an enum, colours by matching.

use core::ops::{Add, Mul};
use cuda_device::thread::Runtime2DIndex;
use cuda_device::{DisjointSlice, kernel, thread};

#[derive(Clone, Copy, PartialEq)]
pub struct Complex {
    re: f32,
    im: f32,
}

impl Complex {
    const ZERO: Complex = Complex { re: 0.0, im: 0.0 };

    fn norm_squared(self) -> f32 {
        self.re * self.re + self.im * self.im
    }
}

impl Add for Complex {
    type Output = Complex;

    fn add(self, other: Complex) -> Complex {
        Complex { re: self.re + other.re, im: self.im + other.im }
    }
}

impl Mul for Complex {
    type Output = Complex;

    fn mul(self, other: Complex) -> Complex {
        Complex { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }
}

/// What becomes of a point under `z -> z * z + c`.
pub enum Orbit {
    /// It stayed near the origin as long as we looked.
    Bounded,
    /// It left after so many steps and was then at this distance (squared).
    Escaped { steps: u32, norm_squared: f32 },
}

fn orbit(c: Complex, limit: u32) -> Orbit {
    let mut z = Complex::ZERO;
    for steps in 0..limit {
        let norm_squared = z.norm_squared();
        if norm_squared > 256.0 {
            return Orbit::Escaped { steps, norm_squared };
        }
        z = z * z + c;
    }
    Orbit::Bounded
}

/// A colour as the four bytes red, green, blue, alpha.
fn pack(r: f32, g: f32, b: f32) -> u32 {
    let byte = |v: f32| (v.clamp(0.0, 1.0) * 255.0 + 0.5) as u32;
    byte(r) | byte(g) << 8 | byte(b) << 16 | 0xff << 24
}

fn colour(orbit: Orbit) -> u32 {
    match orbit {
        Orbit::Bounded => pack(0.0, 0.0, 0.0),
        Orbit::Escaped { steps: 0..=4, .. } => pack(0.02, 0.02, 0.12),
        Orbit::Escaped { steps, norm_squared } => {
            // A smooth count: without it the picture has rings.
            let smooth = steps as f32 + 1.0 - (0.5 * norm_squared.ln()).log2();
            let t = (0.02 * smooth).fract();
            let wave = |phase: f32| 0.5 + 0.5 * (core::f32::consts::TAU * (t + phase)).cos();
            pack(wave(0.55), wave(0.45), wave(0.30))
        }
    }
}

/// Steps until each pixel's point escapes, `limit` where it does not. `(left, top)` is the corner, `scale` the side of a
/// pixel.
#[kernel]
pub fn escape_steps(left: f32, top: f32, scale: f32, limit: u32, mut steps: DisjointSlice<u32, Runtime2DIndex>) {
    if let Some(idx) = thread::index_2d_runtime(&steps) {
        let c = Complex { re: left + scale * idx.col() as f32, im: top - scale * idx.row() as f32 };
        if let Some(out) = steps.get_mut(idx) {
            *out = match orbit(c, limit) {
                Orbit::Bounded => limit,
                Orbit::Escaped { steps, .. } => steps,
            };
        }
    }
}

/// The picture: one packed colour a pixel.
#[kernel]
pub fn mandelbrot(left: f32, top: f32, scale: f32, limit: u32, mut pixels: DisjointSlice<u32, Runtime2DIndex>) {
    if let Some(idx) = thread::index_2d_runtime(&pixels) {
        let c = Complex { re: left + scale * idx.col() as f32, im: top - scale * idx.row() as f32 };
        if let Some(pixel) = pixels.get_mut(idx) {
            *pixel = colour(orbit(c, limit));
        }
    }
}
