//! Names of rust-gpu's `spirv_std`, for sources that have a side for it: indices as vectors, barriers.

pub mod glam;

/// Barriers and indices.
pub mod arch {
    use cuda_device::{fence, thread};

    /// Waits until every invocation of the workgroup has come here; shared memory written before is visible after.
    pub fn workgroup_memory_barrier_with_group_sync() {
        thread::sync_threads()
    }
    /// Orders accesses to shared memory.
    pub fn workgroup_memory_barrier() {
        fence::threadfence_block()
    }
    /// Orders accesses to all memory of the device.
    pub fn all_memory_barrier() {
        fence::threadfence()
    }
}

/// What rust-gpu takes the mathematical methods of floats from; here they are the types' own.
pub mod num_traits {
    pub trait Float {}
    impl Float for f32 {}
    impl Float for f64 {}
}
