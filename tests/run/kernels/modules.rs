//! Modules, visibility, `use` with renaming and globs, macros, nested functions, shadowing, host code left alone.

use cuda_device::{DisjointSlice, cuda_module, kernel, thread};

mod outer {
    pub mod inner {
        pub const STEP: i32 = 5;

        pub fn step(x: i32) -> i32 {
            x + super::offset() + STEP
        }
    }

    fn offset() -> i32 {
        2
    }

    pub use self::inner::step as advance;
}

use outer::inner::*;

macro_rules! sum {
    ($x:expr) => { $x };
    ($x:expr, $($rest:expr),+ $(,)?) => { $x + sum!($($rest),+) };
}

macro_rules! accessor {
    ($name:ident, $field:ident) => {
        fn $name(&self) -> i32 {
            self.$field
        }
    };
}

struct Config {
    depth: i32,
}

impl Config {
    accessor!(get_depth, depth);
}

#[cuda_module]
mod kernels {
    use super::*;

    #[kernel]
    pub fn modules(a: &[i32], mut out: DisjointSlice<i32>) {
        fn nested(x: i32) -> i32 {
            x * 2
        }

        let idx = thread::index_1d();
        let i = idx.get();
        if let Some(out) = out.get_mut(idx) {
            let x = a[i];
            let x = nested(x);
            let x = {
                let x = x + 1;
                outer::advance(x)
            };
            *out = sum!(x, step(1), Config { depth: 40 }.get_depth());
        }
    }
}

// Host code: it parses and is left alone.
async fn fetch(url: &str) -> Result<String, Box<dyn std::error::Error>> {
    let body = download(url).await?;
    println!("{} bytes", body.len());
    Ok(body)
}

async fn download(_: &str) -> Result<String, Box<dyn std::error::Error>> {
    Ok(String::new())
}

fn main() {
    let names: Vec<String> = std::env::args().skip(1).collect();
    let shapes: Vec<Box<dyn Fn(i32) -> i32>> = vec![Box::new(|x| x + 1)];
    for name in names.iter().filter(|n| !n.is_empty()) {
        println!("{name}: {}", shapes[0](name.len() as i32));
    }
    drop(fetch("nowhere"));
}
