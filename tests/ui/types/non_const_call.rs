use cuda_device::device;

struct Tile(usize);
impl Tile {
    fn new() -> Tile {
        Tile(4)
    }
    fn side(&self) -> usize {
        self.0
    }
    const fn area(&self) -> usize {
        self.side() * self.0 //~ ERROR E0015 cannot call non-const method `Tile::side` in constant functions
    }
}

trait Shape {
    fn rank() -> usize {
        2
    }
}
impl Shape for Tile {}

fn half(x: usize) -> usize {
    x / 2
}

const HALF: usize = half(8); //~ ERROR E0015 cannot call non-const function `half` in constants
const NEW: Tile = Tile::new(); //~ ERROR E0015 cannot call non-const associated function `Tile::new` in constants
static RANK: usize = Tile::rank(); //~ ERROR E0015 in statics
const LATER: fn(usize) -> usize = half;

const fn closure() -> usize {
    let _run_later = |x| half(x);
    Tile(3).area()
}

#[device]
fn f() -> usize {
    let a = [0u8; half(2)]; //~ ERROR E0015 cannot call non-const function `half` in constants
    a.len() + HALF + NEW.0 + RANK + LATER(2) + closure()
}

#[device]
fn block() -> usize {
    const { half(4) } //~ ERROR E0015 cannot call non-const function `half` in constants
}
