use cuda_device::device;

struct List { //~ ERROR E0072 recursive type `List` has infinite size
    head: i32,
    tail: Option<List>,
}

#[device]
fn f(l: List) {}
