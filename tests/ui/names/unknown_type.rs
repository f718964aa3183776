use cuda_device::device;

struct Ray {
    origin: Vec3, //~ ERROR E0425 cannot find type `Vec3` in this scope
}

#[device]
fn f(ray: Ray) {}
