//! Which thread this is, and indices that no two threads share.

use core::marker::PhantomData;

use crate::disjoint::DisjointSlice;
use crate::intrinsics;

macro_rules! registers {
    ($($(#[$doc:meta])* $name:ident = $intrinsic:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name() -> u32 {
            intrinsics::$intrinsic()
        }
    )*};
}
registers! {
    /// Index of the thread in its block along x.
    threadIdx_x = thread_idx_x;
    threadIdx_y = thread_idx_y;
    threadIdx_z = thread_idx_z;
    /// Index of the block in the grid along x.
    blockIdx_x = block_idx_x;
    blockIdx_y = block_idx_y;
    blockIdx_z = block_idx_z;
    /// Threads of a block along x.
    blockDim_x = block_dim_x;
    blockDim_y = block_dim_y;
    blockDim_z = block_dim_z;
    /// Blocks of the grid along x.
    gridDim_x = grid_dim_x;
    gridDim_y = grid_dim_y;
    gridDim_z = grid_dim_z;
    /// The multiprocessor that the thread runs on.
    smid = smid;
    /// Number of multiprocessor identifiers.
    nsmid = nsmid;
}

/// Number of the grid launch.
pub fn gridid() -> u64 {
    intrinsics::gridid()
}

/// Waits until every thread of the block has come here; memory written before is visible after.
pub fn sync_threads() {
    intrinsics::sync_threads()
}

/// One index per thread of a grid along x.
pub struct Index1D;
/// One index per thread of a grid along x and y, in rows of `S`.
pub struct Index2D<const S: usize>;
/// One (row, column) per thread of a grid along x and y; the length of a row comes with the slice.
pub struct Runtime2DIndex;
/// One index per warp of a grid along x.
pub struct WarpIndex;

/// What a `DisjointSlice` carries besides pointer and length: `()`, or the length of a row.
pub trait SpaceLayout {
    type Data: Copy;
}

/// Spaces whose raw index is a position in the slice.
pub trait FlatIndexSpace: SpaceLayout<Data = ()> {}

/// Spaces that give every thread an index without further arguments.
pub trait IndexFormula: FlatIndexSpace {
    #[doc(hidden)]
    fn __index<'kernel>() -> Option<ThreadIndex<'kernel, Self>>
    where
        Self: Sized;
}

impl SpaceLayout for Index1D {
    type Data = ();
}
impl FlatIndexSpace for Index1D {}
impl IndexFormula for Index1D {
    fn __index<'kernel>() -> Option<ThreadIndex<'kernel, Index1D>> {
        Some(index_1d())
    }
}
impl<const S: usize> SpaceLayout for Index2D<S> {
    type Data = ();
}
impl<const S: usize> FlatIndexSpace for Index2D<S> {}
impl<const S: usize> IndexFormula for Index2D<S> {
    fn __index<'kernel>() -> Option<ThreadIndex<'kernel, Index2D<S>>> {
        index_2d::<S>()
    }
}
impl SpaceLayout for WarpIndex {
    type Data = ();
}
impl FlatIndexSpace for WarpIndex {}
impl SpaceLayout for Runtime2DIndex {
    type Data = u32;
}

/// An index that only this thread has: the right to one element of every `DisjointSlice` of its space.  It can neither
/// be copied nor outlive the kernel, and only the functions of this module make one.
#[lang = "thread_index"]
pub struct ThreadIndex<'kernel, Space = Index1D> {
    raw: usize,
    _kernel: PhantomData<&'kernel mut ()>,
    _space: PhantomData<Space>,
}

impl<'kernel, Space> ThreadIndex<'kernel, Space> {
    fn new(raw: usize) -> Self {
        ThreadIndex { raw, _kernel: PhantomData, _space: PhantomData }
    }

    pub(crate) fn raw(&self) -> usize {
        self.raw
    }

    /// Whether the launch has the shape that this index needs.
    pub fn is_valid(&self) -> bool {
        self.raw != usize::MAX
    }
}

impl<'kernel, Space: FlatIndexSpace> ThreadIndex<'kernel, Space> {
    /// The index; usize::MAX, which is out of bounds of everything, if the launch has not the shape that it needs.
    pub fn get(&self) -> usize {
        self.raw
    }

    pub fn in_bounds(&self, len: usize) -> bool {
        self.raw < len
    }
}

impl<'kernel> ThreadIndex<'kernel, Runtime2DIndex> {
    pub fn row(&self) -> usize {
        self.raw >> 32
    }

    pub fn col(&self) -> usize {
        self.raw & 0xFFFF_FFFF
    }
}

// Whether blocks and grid extend along x only: then threads differ in their x index.
fn is_1d() -> bool {
    (blockDim_y() | blockDim_z() | gridDim_y() | gridDim_z()) == 1
}

/// The index of this thread along x.  Where the launch extends along y or z too, threads would share indices; then it is
/// not valid.
pub fn index_1d<'kernel>() -> ThreadIndex<'kernel, Index1D> {
    let i = blockIdx_x() as usize * blockDim_x() as usize + threadIdx_x() as usize;
    ThreadIndex::new(if is_1d() { i } else { usize::MAX })
}

/// The row of this thread: its index along y.
pub fn index_2d_row() -> usize {
    blockIdx_y() as usize * blockDim_y() as usize + threadIdx_y() as usize
}

/// The column of this thread: its index along x.
pub fn index_2d_col() -> usize {
    blockIdx_x() as usize * blockDim_x() as usize + threadIdx_x() as usize
}

/// The index of this thread in rows of `S`; None for threads beyond the end of a row, and if the launch extends along z.
pub fn index_2d<'kernel, const S: usize>() -> Option<ThreadIndex<'kernel, Index2D<S>>> {
    let (row, col) = (index_2d_row(), index_2d_col());
    if col >= S || blockDim_z() != 1 || gridDim_z() != 1 {
        return None;
    }
    match row.checked_mul(S) {
        Some(start) => match start.checked_add(col) {
            Some(i) => Some(ThreadIndex::new(i)),
            None => None,
        },
        None => None,
    }
}

/// The (row, column) of this thread in `slice`; None for threads beyond the end of a row, and if the launch extends along z.
pub fn index_2d_runtime<'kernel, 'a, T>(
    slice: &DisjointSlice<'a, T, Runtime2DIndex>,
) -> Option<ThreadIndex<'kernel, Runtime2DIndex>> {
    let (row, col) = (index_2d_row(), index_2d_col());
    if col >= slice.row_width() as usize || row >= 0xFFFF_FFFF || blockDim_z() != 1 || gridDim_z() != 1 {
        return None;
    }
    Some(ThreadIndex::new(row << 32 | col))
}

/// The index of this thread's warp, for the first lane of the warp only.
pub fn warp_index<'kernel>() -> Option<ThreadIndex<'kernel, WarpIndex>> {
    if threadIdx_x() & 31 != 0 || !is_1d() {
        return None;
    }
    let warps_per_block = (blockDim_x() + 31) >> 5;
    Some(ThreadIndex::new(blockIdx_x() as usize * warps_per_block as usize + (threadIdx_x() >> 5) as usize))
}

/// What the launch contract of a kernel promises, as types; `#[kernel(launch_context = name)]` brings one into scope.
pub struct LaunchContext<'kernel, Domain, Coordinates> {
    _kernel: PhantomData<&'kernel ()>,
    _domain: PhantomData<Domain>,
    _coordinates: PhantomData<Coordinates>,
}

impl<'kernel, Domain, Coordinates> Clone for LaunchContext<'kernel, Domain, Coordinates> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<'kernel, Domain, Coordinates> Copy for LaunchContext<'kernel, Domain, Coordinates> {}

#[doc(hidden)]
pub mod __internal {
    use super::{LaunchContext, PhantomData};

    pub struct UnknownDomain;
    pub struct Domain1;
    pub struct Domain2;
    pub struct Domain3;
    pub struct NativeCoordinates;
    pub struct U32Coordinates;

    macro_rules! contexts {
        ($($name:ident $Domain:ident $Coordinates:ident;)*) => {$(
            pub fn $name<'kernel>() -> LaunchContext<'kernel, $Domain, $Coordinates> {
                LaunchContext { _kernel: PhantomData, _domain: PhantomData, _coordinates: PhantomData }
            }
        )*};
    }
    contexts! {
        launch_context_any_native UnknownDomain NativeCoordinates;
        launch_context_any_u32 UnknownDomain U32Coordinates;
        launch_context_1_native Domain1 NativeCoordinates;
        launch_context_1_u32 Domain1 U32Coordinates;
        launch_context_2_native Domain2 NativeCoordinates;
        launch_context_2_u32 Domain2 U32Coordinates;
        launch_context_3_native Domain3 NativeCoordinates;
        launch_context_3_u32 Domain3 U32Coordinates;
    }
}

/// Index of this thread along x, in 32 bits: the right to one element or tile.  Made where the contract says that the launch
/// has one dimension and `coordinates = u32`.
pub struct ThreadIndex32<'kernel> {
    raw: u32,
    _kernel: PhantomData<&'kernel mut ()>,
}

impl<'kernel> ThreadIndex32<'kernel> {
    /// The index; u32::MAX, which gives the right to nothing, if the launch has another shape.
    pub fn get(&self) -> u32 {
        self.raw
    }
}

/// Row and column of this thread in 32 bits: the right to one tile.
pub struct ThreadCoord2D32<'kernel> {
    row: u32,
    col: u32,
    _kernel: PhantomData<&'kernel mut ()>,
}

impl<'kernel> ThreadCoord2D32<'kernel> {
    pub fn row(&self) -> u32 {
        self.row
    }

    pub fn col(&self) -> u32 {
        self.col
    }
}

// Launches are checked on the host only for what `block` says, so here for the rest.
fn narrow(i: usize, valid: bool) -> u32 {
    if valid && i < 0xFFFF_FFFF { i as u32 } else { u32::MAX }
}

pub fn index_1d_u32<'kernel>(
    _context: LaunchContext<'kernel, __internal::Domain1, __internal::U32Coordinates>,
) -> ThreadIndex32<'kernel> {
    ThreadIndex32 { raw: narrow(index_1d().raw, true), _kernel: PhantomData }
}

pub fn coord_2d_u32<'kernel>(
    _context: LaunchContext<'kernel, __internal::Domain2, __internal::U32Coordinates>,
) -> ThreadCoord2D32<'kernel> {
    let flat = blockDim_z() == 1 && gridDim_z() == 1;
    ThreadCoord2D32 { row: narrow(index_2d_row(), flat), col: narrow(index_2d_col(), flat), _kernel: PhantomData }
}
