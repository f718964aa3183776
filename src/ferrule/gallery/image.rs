//! Filters for grey images: a Gaussian blur as two passes over lines, and the edges by Sobel's operator.

use cuda_device::thread::Runtime2DIndex;
use cuda_device::{DisjointSlice, kernel, thread};

/// A view of a row-major image; outside it the nearest pixel counts.
struct Image<'a> {
    pixels: &'a [f32],
    width: usize,
}

impl<'a> Image<'a> {
    fn new(pixels: &'a [f32], width: u32) -> Self {
        Image { pixels, width: width as usize }
    }

    fn height(&self) -> usize {
        self.pixels.len() / self.width
    }

    fn at(&self, row: i32, col: i32) -> f32 {
        let row = row.clamp(0, self.height() as i32 - 1) as usize;
        let col = col.clamp(0, self.width as i32 - 1) as usize;
        self.pixels[row * self.width + col]
    }
}

/// Weighs the neighbours that `at` gives for the offsets `-radius ..= radius`.
fn convolve(weights: &[f32], at: impl Fn(i32) -> f32) -> f32 {
    let radius = (weights.len() / 2) as i32;
    weights.iter().enumerate().map(|(i, w)| w * at(i as i32 - radius)).sum()
}

/// Blurs along the rows. `weights` has an odd length.
#[kernel]
pub fn blur_rows(weights: &[f32], image: &[f32], mut out: DisjointSlice<f32, Runtime2DIndex>) {
    let image = Image::new(image, out.row_width());
    if let Some(idx) = thread::index_2d_runtime(&out) {
        let (row, col) = (idx.row() as i32, idx.col() as i32);
        if let Some(out) = out.get_mut(idx) {
            *out = convolve(weights, |d| image.at(row, col + d));
        }
    }
}

/// Blurs along the columns.
#[kernel]
pub fn blur_columns(weights: &[f32], image: &[f32], mut out: DisjointSlice<f32, Runtime2DIndex>) {
    let image = Image::new(image, out.row_width());
    if let Some(idx) = thread::index_2d_runtime(&out) {
        let (row, col) = (idx.row() as i32, idx.col() as i32);
        if let Some(out) = out.get_mut(idx) {
            *out = convolve(weights, |d| image.at(row + d, col));
        }
    }
}

/// The length of the gradient.
#[kernel]
pub fn sobel(image: &[f32], mut out: DisjointSlice<f32, Runtime2DIndex>) {
    let image = Image::new(image, out.row_width());
    if let Some(idx) = thread::index_2d_runtime(&out) {
        let (row, col) = (idx.row() as i32, idx.col() as i32);
        if let Some(out) = out.get_mut(idx) {
            let at = |dr: i32, dc: i32| image.at(row + dr, col + dc);
            let gx = at(-1, 1) + 2.0 * at(0, 1) + at(1, 1) - at(-1, -1) - 2.0 * at(0, -1) - at(1, -1);
            let gy = at(1, -1) + 2.0 * at(1, 0) + at(1, 1) - at(-1, -1) - 2.0 * at(-1, 0) - at(-1, 1);
            *out = (gx * gx + gy * gy).sqrt();
        }
    }
}
