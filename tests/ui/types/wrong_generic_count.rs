use cuda_device::device;

struct Pair<A, B>(A, B);

#[device]
fn f(p: Pair<i32>) {} //~ ERROR E0107 struct takes 2 generic arguments but 1 generic argument was supplied
