//! Gravity among all pairs of many bodies. A block stages the bodies tile by tile in shared memory, so that each is read
//! from global memory once a block instead of once a thread.

use core::ops::{Add, AddAssign, Mul, Sub};
use cuda_device::{DisjointSlice, SharedArray, device, kernel, launch_contract, sync_threads, thread};

/// Threads of a block, and bodies of a tile.
const BLOCK: usize = 128;
/// The square of a length below which the force no longer grows, or bodies that meet would be thrown out.
const SOFTENING: f32 = 2.5e-3;

#[derive(Clone, Copy)]
struct Vec3 {
    x: f32,
    y: f32,
    z: f32,
}

impl Vec3 {
    const ZERO: Vec3 = Vec3 { x: 0.0, y: 0.0, z: 0.0 };

    fn dot(self, other: Vec3) -> f32 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }
}

impl Add for Vec3 {
    type Output = Vec3;

    fn add(self, other: Vec3) -> Vec3 {
        Vec3 { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }
}

impl AddAssign for Vec3 {
    fn add_assign(&mut self, other: Vec3) {
        *self = *self + other;
    }
}

impl Sub for Vec3 {
    type Output = Vec3;

    fn sub(self, other: Vec3) -> Vec3 {
        Vec3 { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }
}

impl Mul<Vec3> for f32 {
    type Output = Vec3;

    fn mul(self, v: Vec3) -> Vec3 {
        Vec3 { x: self * v.x, y: self * v.y, z: self * v.z }
    }
}

impl From<[f32; 3]> for Vec3 {
    fn from([x, y, z]: [f32; 3]) -> Vec3 {
        Vec3 { x, y, z }
    }
}

impl From<Vec3> for [f32; 3] {
    fn from(v: Vec3) -> [f32; 3] {
        [v.x, v.y, v.z]
    }
}

#[derive(Clone, Copy)]
struct Body {
    position: Vec3,
    mass: f32,
}

impl Body {
    /// What fills the last tile: without mass it pulls nobody.
    const NONE: Body = Body { position: Vec3::ZERO, mass: 0.0 };

    /// The acceleration of something at `position` towards this body; none at its own place.
    fn pull(self, position: Vec3) -> Vec3 {
        let towards = self.position - position;
        let inverse = 1.0 / (towards.dot(towards) + SOFTENING).sqrt();
        self.mass * inverse * inverse * inverse * towards
    }
}

/// The acceleration at `position` by all bodies. All threads of the block come here together.
#[device]
fn acceleration(position: Vec3, masses: &[f32], positions: &[[f32; 3]]) -> Vec3 {
    static mut TILE: SharedArray<Body, BLOCK> = SharedArray::UNINIT;

    let tid = thread::threadIdx_x() as usize;
    let mut sum = Vec3::ZERO;
    for start in (0..positions.len()).step_by(BLOCK) {
        let body = match positions.get(start + tid) {
            Some(&position) => Body { position: position.into(), mass: masses[start + tid] },
            None => Body::NONE,
        };
        // SAFETY: each thread writes its own place; the barriers keep the writes of one step from the reads of another.
        unsafe { TILE[tid] = body };
        sync_threads();
        for k in 0..BLOCK {
            sum += unsafe { TILE[k] }.pull(position);
        }
        sync_threads();
    }
    sum
}

/// The acceleration of every body.
#[kernel]
#[launch_contract(domain = 1, block = (128, 1, 1))]
pub fn accelerations(masses: &[f32], positions: &[[f32; 3]], mut out: DisjointSlice<[f32; 3]>) {
    let idx = thread::index_1d();
    let position = positions.get(idx.get()).copied().unwrap_or([0.0; 3]);
    let a = acceleration(position.into(), masses, positions);
    if let Some(out) = out.get_mut(idx) {
        *out = a.into();
    }
}

/// One step of time `dt` (Euler and Cromer): the velocities change by the accelerations at `positions`, and `moved` becomes
/// the positions by the new velocities.
#[kernel]
#[launch_contract(domain = 1, block = (128, 1, 1))]
pub fn step(
    dt: f32,
    masses: &[f32],
    positions: &[[f32; 3]],
    mut velocities: DisjointSlice<[f32; 3]>,
    mut moved: DisjointSlice<[f32; 3]>,
) {
    let position = Vec3::from(positions.get(thread::index_1d().get()).copied().unwrap_or([0.0; 3]));
    let a = acceleration(position, masses, positions);
    if let (Some(velocity), Some(moved)) = (velocities.get_mut(thread::index_1d()), moved.get_mut(thread::index_1d())) {
        let v = Vec3::from(*velocity) + dt * a;
        *velocity = v.into();
        *moved = (position + dt * v).into();
    }
}
