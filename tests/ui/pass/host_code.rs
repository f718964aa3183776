use cuda_device::{DisjointSlice, kernel, thread};


#[kernel]
pub fn k(mut y: DisjointSlice<f32>) {
    if let Some(y) = y.get_mut(thread::index_1d()) {
        *y = 1.0;
    }
}

pub trait Service {
    fn call(&self, name: &str) -> Result<Vec<u8>, Box<dyn std::error::Error>>;
}

pub async fn serve(services: Vec<Box<dyn Service + Send>>) {
    for service in &services {
        match service.call("x") {
            Ok(bytes) => println!("{}", String::from_utf8_lossy(&bytes)),
            Err(error) => eprintln!("{error}"),
        }
    }
}

fn main() {
    let context = cuda_core::CudaContext::new(0).unwrap();
    tokio::runtime::Runtime::new().unwrap().block_on(serve(vec![]));
}
