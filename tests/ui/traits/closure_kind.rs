use cuda_device::device;

#[device]
fn twice(f: impl Fn()) {
    f();
    f();
}

#[device]
fn f() {
    let mut count = 0;
    let step = |n: i32| count += n;
    twice(step); //~ ERROR E0593 closure is expected to take 0 arguments, but it takes 1 argument
}
