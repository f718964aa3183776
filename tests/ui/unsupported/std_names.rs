use cuda_device::{DisjointSlice, kernel, thread};

fn on_text(s: &str) -> bool {
    s.to_uppercase(); //~ ERROR G0008 `to_uppercase` of `str`
    s.starts_with("a")
}

fn on_slice(x: &[f32]) -> f32 {
    let parts = x.repeat(2); //~ ERROR G0008 `repeat` of `[f32]`
    let owned = x.to_vec(); //~ ERROR G0008 `to_vec` of `[f32]`
    x[0]
}

fn on_iterator(x: &[f32]) -> f32 {
    // Rust cannot collect into an array either.
    let values: [f32; 2] = x.iter().map(|v| v * 2.0).collect(); //~ ERROR E0277 `[f32; 2]: FromIterator<f32>` is not satisfied
    values[0]
}

fn on_numbers(n: u32) -> u32 {
    let text = n.to_string(); //~ ERROR G0008 `to_string`
    let shown = (n as u8).escape_ascii(); //~ ERROR G0008 `escape_ascii` of `u8`
    n
}

fn not_in_std(n: u32, x: &[f32]) -> u32 {
    x.to_vector(); //~ ERROR E0599 `to_vector`
    n.wrapping_cube() //~ ERROR E0599 `wrapping_cube`
}

#[kernel]
pub fn k(x: &[f32], mut y: DisjointSlice<f32>) {
    if let Some(y) = y.get_mut(thread::index_1d()) {
        if on_text("b") {
            *y = on_slice(x) + on_iterator(x);
        } else {
            *y = on_numbers(1) as f32 + not_in_std(1, x) as f32;
        }
    }
}
