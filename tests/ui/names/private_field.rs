use cuda_device::device;

mod inner {
    pub struct Counter {
        value: u32,
    }

    impl Counter {
        pub fn new() -> Counter {
            Counter { value: 0 }
        }
    }
}

#[device]
fn f() -> u32 {
    inner::Counter::new().value //~ ERROR E0616 field `value` of struct `Counter` is private
}
