use cuda_device::device;

struct Pair(i32, i32);

#[device]
fn f(p: Pair) -> i32 {
    let Pair(a) = p; //~ ERROR E0023 this pattern has 1 field, but the corresponding tuple struct has 2 fields
    a
}
