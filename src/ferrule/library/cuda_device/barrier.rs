//! Barriers in shared memory that count threads and bytes (mbarrier).

use core::marker::PhantomData;

use crate::intrinsics;

pub use crate::debug::nanosleep;
pub use crate::intrinsics::barrier::*;

/// The barrier's word: `static mut BAR: Barrier = Barrier::UNINIT;` lies in shared memory.
#[lang = "barrier"]
#[repr(C, align(8))]
pub struct Barrier {
    _state: u64,
}

crate::copy! { Barrier BarrierToken }

impl Barrier {
    pub const UNINIT: Self = Barrier { _state: 0 };
}

macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident($($arg:ident: $t:ty),*) $(-> $r:ty)?, $raw:ident;)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// `bar` must be a barrier in shared memory, initialised by a thread whose initialisation this one has seen.
        pub unsafe fn $name(bar: *const Barrier, $($arg: $t),*) $(-> $r)? {
            unsafe { intrinsics::$raw(bar as *const u8, $($arg),*) }
        }
    )*};
}
operations! {
    /// This thread has come; the token names the phase.
    mbarrier_arrive() -> u64, mbarrier_arrive_raw;
}

macro_rules! tests {
    ($($(#[$doc:meta])* $name:ident($arg:ident: $t:ty), $raw:ident;)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// As `mbarrier_arrive`.
        pub unsafe fn $name(bar: *const Barrier, $arg: $t) -> bool {
            unsafe { intrinsics::$raw(bar as *const u8, $arg) != 0 }
        }
    )*};
}
tests! {
    /// Whether the phase of the token is over.
    mbarrier_test_wait(token: u64), mbarrier_test_wait_raw;
    /// Whether the phase of the token is over; waits a while for it.
    mbarrier_try_wait(token: u64), mbarrier_try_wait_raw;
    /// Whether the phase of that parity is over; waits a while for it.
    mbarrier_try_wait_parity(parity: u32), mbarrier_try_wait_parity_raw;
    /// As `mbarrier_try_wait_parity`; sees what the cluster has written before.
    mbarrier_try_wait_parity_cluster(parity: u32), mbarrier_try_wait_parity_cluster_raw;
}

/// Starts a barrier of `expected_count` arrivals a phase.
///
/// # Safety
/// `bar` must lie in shared memory; one thread does it, and the others must not use it before they have synchronised.
pub unsafe fn mbarrier_init(bar: *mut Barrier, expected_count: u32) {
    unsafe { intrinsics::mbarrier_init_raw(bar as *const u8, expected_count) }
}

/// Ends the barrier: its memory can be used for something else.
///
/// # Safety
/// No thread may use it any more.
pub unsafe fn mbarrier_inval(bar: *mut Barrier) {
    unsafe { intrinsics::mbarrier_inval_raw(bar as *const u8) }
}

/// This thread has come, and the phase also waits for so many bytes.
///
/// # Safety
/// As `mbarrier_arrive`.
pub unsafe fn mbarrier_arrive_expect_tx(bar: *const Barrier, _tx_count: u32, bytes: u32) -> u64 {
    unsafe { intrinsics::mbarrier_arrive_expect_tx_raw(bar as *const u8, bytes) }
}

/// As `mbarrier_arrive_expect_tx`, at the scope of the cluster.
///
/// # Safety
/// `bar` points to an initialised barrier in shared memory.
pub unsafe fn mbarrier_arrive_expect_tx_cluster(bar: *const Barrier, _tx_count: u32, bytes: u32) -> u64 {
    unsafe { intrinsics::mbarrier_arrive_expect_tx_cluster_raw(bar as *const u64, bytes) }
}

/// This thread has come; its arrival must not be the one that ends the phase.
///
/// # Safety
/// As `mbarrier_arrive`.
pub unsafe fn mbarrier_arrive_no_complete(bar: *const Barrier) {
    unsafe { intrinsics::mbarrier_arrive_no_complete_raw(bar as *const u8, 1) };
}

/// Waits for the end of the phase of the token.
///
/// # Safety
/// As `mbarrier_arrive`.
pub unsafe fn mbarrier_wait(bar: *const Barrier, token: u64) {
    while !unsafe { mbarrier_test_wait(bar, token) } {}
}

/// # Safety
/// As `mbarrier_arrive`.
pub unsafe fn mbarrier_arrive_and_wait(bar: *const Barrier) {
    let token = unsafe { mbarrier_arrive(bar) };
    unsafe { mbarrier_wait(bar, token) }
}

/// A phase of a barrier.
pub struct BarrierToken(u64);

impl BarrierToken {
    pub const fn raw(self) -> u64 {
        self.0
    }

    pub const fn from_raw(raw: u64) -> Self {
        BarrierToken(raw)
    }
}

/// States of a `ManagedBarrier`.
pub struct Uninit;
pub struct Ready;
pub struct Invalidated;

/// What a `ManagedBarrier` is for.
pub struct TmaBarrier;
pub struct MmaBarrier;
pub struct GeneralBarrier;

/// A barrier whose type tells whether it is initialised.
pub struct ManagedBarrier<State, Kind, const ID: usize = 0> {
    ptr: *const Barrier,
    _state: PhantomData<State>,
    _kind: PhantomData<Kind>,
}

impl<State, Kind, const ID: usize> ManagedBarrier<State, Kind, ID> {
    fn at(ptr: *const Barrier) -> Self {
        ManagedBarrier { ptr, _state: PhantomData, _kind: PhantomData }
    }
}

impl<Kind, const ID: usize> ManagedBarrier<Uninit, Kind, ID> {
    pub fn from_static(ptr: *mut Barrier) -> Self {
        Self::at(ptr)
    }

    /// # Safety
    /// All threads of the block must call it, with the same count, and only once.
    pub unsafe fn init(self, count: u32) -> ManagedBarrier<Ready, Kind, ID> {
        unsafe { self.init_by(count, 0) }
    }

    /// # Safety
    /// As `init`; the thread of index `init_thread` along x does it.
    pub unsafe fn init_by(self, count: u32, init_thread: u32) -> ManagedBarrier<Ready, Kind, ID> {
        if crate::thread::threadIdx_x() == init_thread {
            unsafe {
                mbarrier_init(self.ptr as *mut Barrier, count);
                fence_proxy_async_shared_cta();
            }
        }
        crate::thread::sync_threads();
        ManagedBarrier::at(self.ptr)
    }
}

impl<Kind, const ID: usize> ManagedBarrier<Ready, Kind, ID> {
    pub fn as_ptr(&self) -> *const Barrier {
        self.ptr
    }

    pub fn arrive(&self) -> BarrierToken {
        BarrierToken(unsafe { mbarrier_arrive(self.ptr) })
    }

    pub fn arrive_expect_tx(&self, bytes: u32) -> BarrierToken {
        BarrierToken(unsafe { mbarrier_arrive_expect_tx(self.ptr, 1, bytes) })
    }

    pub fn wait(&self, token: BarrierToken) {
        unsafe { mbarrier_wait(self.ptr, token.0) }
    }

    pub fn try_wait(&self, token: BarrierToken) -> bool {
        unsafe { mbarrier_try_wait(self.ptr, token.0) }
    }

    pub fn test_wait(&self, token: BarrierToken) -> bool {
        unsafe { mbarrier_test_wait(self.ptr, token.0) }
    }

    pub fn try_wait_parity(&self, parity: u32) -> bool {
        unsafe { mbarrier_try_wait_parity(self.ptr, parity) }
    }

    /// # Safety
    /// All threads of the block must call it.
    pub unsafe fn inval(self) -> ManagedBarrier<Invalidated, Kind, ID> {
        unsafe { self.inval_by(0) }
    }

    /// # Safety
    /// As `inval`; the thread of index `inval_thread` along x does it.
    pub unsafe fn inval_by(self, inval_thread: u32) -> ManagedBarrier<Invalidated, Kind, ID> {
        crate::thread::sync_threads();
        if crate::thread::threadIdx_x() == inval_thread {
            unsafe { mbarrier_inval(self.ptr as *mut Barrier) }
        }
        crate::thread::sync_threads();
        ManagedBarrier::at(self.ptr)
    }
}

pub type TmaBarrierHandle<S> = ManagedBarrier<S, TmaBarrier, 0>;
pub type MmaBarrierHandle<S> = ManagedBarrier<S, MmaBarrier, 0>;
pub type TmaBarrier0<S> = ManagedBarrier<S, TmaBarrier, 0>;
pub type TmaBarrier1<S> = ManagedBarrier<S, TmaBarrier, 1>;
