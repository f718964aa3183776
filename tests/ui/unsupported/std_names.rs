use cuda_device::{DisjointSlice, kernel, thread};

fn on_text(s: &str) -> bool {
    s.starts_with("a") //~ ERROR G0008 `starts_with` of `str`
}

fn on_slice(x: &[f32]) -> f32 {
    let parts = x.rchunks(2); //~ ERROR G0008 `rchunks` of `[f32]`
    let owned = x.to_vec(); //~ ERROR G0008 `to_vec` of `[f32]`
    x[0]
}

fn on_iterator(x: &[f32]) -> f32 {
    let values: [f32; 2] = x.iter().map(|v| v * 2.0).collect(); //~ ERROR G0008 `Iterator::collect`
    values[0]
}

fn on_numbers(n: u32) -> u32 {
    let text = n.to_string(); //~ ERROR G0008 `to_string`
    u32::from_str_radix("7f", 16).unwrap() //~ ERROR G0008 `from_str_radix` of `u32`
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
