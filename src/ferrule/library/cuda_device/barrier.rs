//! Barriers in shared memory that threads, and the units that copy and multiply, arrive at (sm_80; sm_90 for those that count
//! bytes).
//!
//! A barrier goes through phases: one ends, and the next begins, when as many have arrived as `mbarrier_init` was told and
//! all announced bytes have come.

use core::marker::PhantomData;

use crate::intrinsics;

/// A barrier: `static mut BAR: Barrier = Barrier::UNINIT;` lies in the block's shared memory.
#[lang = "barrier"]
#[repr(C, align(8))]
pub struct Barrier {
    state: u64,
}

impl Barrier {
    /// To be initialised by `mbarrier_init`: each block starts with what was there.
    pub const UNINIT: Self = Barrier { state: 0 };
}

crate::copy! { Barrier }

/// Makes the memory a barrier whose phases end when `expected_count` have arrived.
///
/// # Safety
/// `bar` points into shared memory that is no barrier now; one thread does this, and others wait for it.
pub unsafe fn mbarrier_init(bar: *mut Barrier, expected_count: u32) {
    unsafe { intrinsics::mbarrier_init(bar as *mut u64, expected_count) }
}

/// Makes the memory free for other use.
///
/// # Safety
/// `bar` points to an initialised barrier that nobody uses any more.
pub unsafe fn mbarrier_inval(bar: *mut Barrier) {
    unsafe { intrinsics::mbarrier_inval(bar as *mut u64) }
}

macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident($($arg:ident: $t:ty),*) -> $out:ty;)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// `bar` points to an initialised barrier in shared memory; a phase is waited for while it lasts or right after it.
        pub unsafe fn $name(bar: *const Barrier, $($arg: $t),*) -> $out {
            unsafe { intrinsics::$name(bar as *const u64, $($arg),*) }
        }
    )*};
}
operations! {
    /// Arrives; the result names the phase that this counts for.
    mbarrier_arrive() -> u64;
    /// Whether the phase of `token` has ended.
    mbarrier_test_wait(token: u64) -> bool;
    /// Whether the phase of `token` has ended; may sleep until then for a while.
    mbarrier_try_wait(token: u64) -> bool;
    /// Whether the last or the current phase, of this parity, has ended; may sleep until then for a while.
    mbarrier_try_wait_parity(parity: u32) -> bool;
    /// The same; what other blocks of the cluster wrote before they arrived is visible after.
    mbarrier_try_wait_parity_cluster(parity: u32) -> bool;
}

/// Arrives in a phase that this does not end.
///
/// # Safety
/// `bar` points to an initialised barrier in shared memory that others have still to arrive at.
pub unsafe fn mbarrier_arrive_no_complete(bar: *const Barrier) {
    unsafe { intrinsics::mbarrier_arrive_no_complete(bar as *const u64) };
}

/// Arrives, and lets the phase wait for `bytes` more; the result names the phase.  It is always one arrival, whatever
/// `tx_count` says.
///
/// # Safety
/// `bar` points to an initialised barrier in shared memory.
pub unsafe fn mbarrier_arrive_expect_tx(bar: *const Barrier, tx_count: u32, bytes: u32) -> u64 {
    let _ = tx_count;
    unsafe { intrinsics::mbarrier_arrive_expect_tx(bar as *const u64, bytes) }
}

/// The same at the scope of the cluster.
///
/// # Safety
/// `bar` points to an initialised barrier in shared memory.
pub unsafe fn mbarrier_arrive_expect_tx_cluster(bar: *const Barrier, tx_count: u32, bytes: u32) -> u64 {
    let _ = tx_count;
    unsafe { intrinsics::mbarrier_arrive_expect_tx_cluster(bar as *const u64, bytes) }
}

/// Arrives at a barrier of another block of the cluster, by its address in shared memory:
/// `cvta_generic_to_shared_offset(map_shared_rank(&raw const BAR, rank) as *const u8)`.
///
/// # Safety
/// An initialised barrier lies there, and its block runs.
pub unsafe fn mbarrier_arrive_cluster(remote_bar_addr: u64) {
    unsafe { intrinsics::mbarrier_arrive_cluster(remote_bar_addr) }
}

/// Waits until the phase of `token` has ended.
///
/// # Safety
/// As for `mbarrier_test_wait`, which sm_80 has.
pub unsafe fn mbarrier_wait(bar: *const Barrier, token: u64) {
    while !unsafe { mbarrier_test_wait(bar, token) } {}
}

/// Arrives and waits until the phase has ended.
///
/// # Safety
/// `bar` points to an initialised barrier in shared memory.
pub unsafe fn mbarrier_arrive_and_wait(bar: *const Barrier) {
    unsafe { mbarrier_wait(bar, mbarrier_arrive(bar)) }
}

/// Makes what this thread wrote to shared memory, barriers included, visible to copies by the TMA unit and to wgmma (sm_90).
pub use crate::intrinsics::fence_proxy_async_shared_cta;
/// Makes initialised barriers visible to the cluster (sm_90).
pub use crate::intrinsics::fence_mbarrier_init_release_cluster;
/// Orders what such units wrote to the cluster's shared memory before what this thread does next (sm_100).
pub use crate::intrinsics::fence_proxy_async_generic_acquire_shared_cluster_cluster;
/// Orders what this thread wrote to the block's shared memory before what such units do next (sm_100).
pub use crate::intrinsics::fence_proxy_async_generic_release_shared_cta_cluster;

/// Sleeps for about so many nanoseconds.
///
/// # Safety
/// None is needed; the name keeps its signature.
pub unsafe fn nanosleep(ns: u32) {
    intrinsics::nanosleep(ns)
}

/// State of a `ManagedBarrier`: not yet initialised.
pub struct Uninit;
/// State of a `ManagedBarrier`: in use.
pub struct Ready;
/// State of a `ManagedBarrier`: its memory is free.
pub struct Invalidated;

/// Kind of a `ManagedBarrier`: for copies by the TMA unit.
pub struct TmaBarrier;
/// Kind of a `ManagedBarrier`: for products of matrices.
pub struct MmaBarrier;
/// Kind of a `ManagedBarrier`: for threads.
pub struct GeneralBarrier;

/// Names the phase of a barrier.
#[repr(transparent)]
pub struct BarrierToken(u64);

crate::copy! { BarrierToken }

impl BarrierToken {
    pub const fn raw(self) -> u64 {
        self.0
    }

    pub const fn from_raw(raw: u64) -> Self {
        BarrierToken(raw)
    }
}

/// A barrier whose type says whether it is initialised, and what it is for; `ID` tells several of a kind apart.
pub struct ManagedBarrier<State, Kind, const ID: usize = 0> {
    ptr: *const Barrier,
    state: PhantomData<State>,
    kind: PhantomData<Kind>,
}

unsafe impl<State, Kind, const ID: usize> Send for ManagedBarrier<State, Kind, ID> {}

pub type TmaBarrierHandle<S> = ManagedBarrier<S, TmaBarrier, 0>;
pub type MmaBarrierHandle<S> = ManagedBarrier<S, MmaBarrier, 0>;
pub type TmaBarrier0<S> = ManagedBarrier<S, TmaBarrier, 0>;
pub type TmaBarrier1<S> = ManagedBarrier<S, TmaBarrier, 1>;

impl<State, Kind, const ID: usize> ManagedBarrier<State, Kind, ID> {
    const fn at(ptr: *const Barrier) -> Self {
        ManagedBarrier { ptr, state: PhantomData, kind: PhantomData }
    }
}

impl<Kind, const ID: usize> ManagedBarrier<Uninit, Kind, ID> {
    pub fn from_static(ptr: *mut Barrier) -> Self {
        Self::at(ptr)
    }

    /// Initialises the barrier by thread 0; the block waits for that.
    ///
    /// # Safety
    /// The pointer leads to a `static` barrier; all threads of the block come here.
    pub unsafe fn init(self, count: u32) -> ManagedBarrier<Ready, Kind, ID> {
        unsafe { self.init_by(count, 0) }
    }

    /// Initialises the barrier by the thread with this `threadIdx.x`; the block waits for that.
    ///
    /// # Safety
    /// As for `init`; one thread has that index.
    pub unsafe fn init_by(self, count: u32, init_thread: u32) -> ManagedBarrier<Ready, Kind, ID> {
        if intrinsics::thread_idx_x() == init_thread {
            unsafe {
                mbarrier_init(self.ptr as *mut Barrier, count);
                fence_proxy_async_shared_cta();
            }
        }
        intrinsics::sync_threads();
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

    /// Arrives, and lets the phase wait for `bytes` more.
    pub fn arrive_expect_tx(&self, bytes: u32) -> BarrierToken {
        BarrierToken(unsafe { mbarrier_arrive_expect_tx(self.ptr, 1, bytes) })
    }

    /// Waits until the phase has ended.
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

    /// Frees the memory by thread 0, after all threads of the block have come here.
    ///
    /// # Safety
    /// All threads of the block come here, and nobody else uses the barrier.
    pub unsafe fn inval(self) -> ManagedBarrier<Invalidated, Kind, ID> {
        unsafe { self.inval_by(0) }
    }

    /// Frees the memory by the thread with this `threadIdx.x`.
    ///
    /// # Safety
    /// As for `inval`; one thread has that index.
    pub unsafe fn inval_by(self, inval_thread: u32) -> ManagedBarrier<Invalidated, Kind, ID> {
        intrinsics::sync_threads();
        if intrinsics::thread_idx_x() == inval_thread {
            unsafe { mbarrier_inval(self.ptr as *mut Barrier) };
        }
        intrinsics::sync_threads();
        ManagedBarrier::at(self.ptr)
    }
}
