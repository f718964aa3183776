//! Views: one check of a whole tile, row or column, and then accesses without.

use core::marker::PhantomData;

use crate::disjoint::DisjointSlice;
use crate::thread::{Index1D, SpaceLayout, ThreadCoord2D32, ThreadIndex32, blockDim_x, gridDim_x};

/// Each thread has `N` elements that follow one another.
pub struct LinearTiles<const N: usize>;
/// Each thread has a tile of `ROWS` times `COLS`, in rows of `ROW_STRIDE`.
pub struct RowMajorTiles<const ROWS: usize, const COLS: usize, const ROW_STRIDE: usize>;
/// Each thread has a tile of `ROWS` times `COLS`; the length of a row comes with the slice.
pub struct RuntimeRowMajorTiles<const ROWS: usize, const COLS: usize>;

impl<const N: usize> SpaceLayout for LinearTiles<N> {
    type Data = ();
}
impl<const ROWS: usize, const COLS: usize, const ROW_STRIDE: usize> SpaceLayout for RowMajorTiles<ROWS, COLS, ROW_STRIDE> {
    type Data = ();
}
impl<const ROWS: usize, const COLS: usize> SpaceLayout for RuntimeRowMajorTiles<ROWS, COLS> {
    type Data = u32;
}

/// An index below `N`.
pub struct LocalIndex32<const N: usize> {
    raw: u32,
}

impl<const N: usize> Clone for LocalIndex32<N> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<const N: usize> Copy for LocalIndex32<N> {}

impl<const N: usize> LocalIndex32<N> {
    pub const fn new(raw: u32) -> Option<Self> {
        if (raw as usize) < N { Some(LocalIndex32 { raw }) } else { None }
    }

    pub const fn constant<const I: u32>() -> Self {
        const { assert!((I as usize) < N, "the index is beyond the end") };
        LocalIndex32 { raw: I }
    }

    pub const fn get(&self) -> u32 {
        self.raw
    }
}

/// An element that is there.
pub struct InBounds32<'a, T> {
    element: &'a T,
}

impl<'a, T> InBounds32<'a, T> {
    pub fn get(&self) -> &T {
        self.element
    }

    pub fn read(&self) -> T
    where
        T: Copy,
    {
        *self.element
    }
}

/// An element that is there, and this thread's.
pub struct InBoundsMut32<'a, T> {
    element: &'a mut T,
}

impl<'a, T> InBoundsMut32<'a, T> {
    pub fn get(&self) -> &T {
        self.element
    }

    pub fn get_mut(&mut self) -> &mut T {
        self.element
    }

    pub fn read(&self) -> T
    where
        T: Copy,
    {
        *self.element
    }

    pub fn write(&mut self, value: T) {
        *self.element = value;
    }
}

/// `N` elements to read.
pub struct StaticView32<'a, T, const N: usize> {
    start: *const T,
    _slice: PhantomData<&'a [T]>,
}

impl<'a, T, const N: usize> StaticView32<'a, T, N> {
    /// The first `N` elements; None if there are fewer.
    pub fn from_slice(slice: &'a [T]) -> Option<Self> {
        if slice.len() < N { None } else { Some(StaticView32 { start: slice.as_ptr(), _slice: PhantomData }) }
    }

    pub fn at(&self, index: LocalIndex32<N>) -> InBounds32<'_, T> {
        InBounds32 { element: unsafe { &*self.start.add(index.raw as usize) } }
    }

    pub fn at_const<const I: u32>(&self) -> InBounds32<'_, T> {
        self.at(LocalIndex32::<N>::constant::<I>())
    }

    pub const fn len(&self) -> u32 {
        N as u32
    }

    pub const fn is_empty(&self) -> bool {
        N == 0
    }
}

/// `N` elements of this thread.
pub struct StaticViewMut32<'a, T, const N: usize> {
    start: *mut T,
    _slice: PhantomData<&'a mut [T]>,
}

impl<'a, T, const N: usize> StaticViewMut32<'a, T, N> {
    /// The first `N` elements; None if there are fewer.
    pub fn from_slice(slice: &'a mut [T]) -> Option<Self> {
        if slice.len() < N { None } else { Some(StaticViewMut32 { start: slice.as_mut_ptr(), _slice: PhantomData }) }
    }

    pub fn at(&mut self, index: LocalIndex32<N>) -> InBoundsMut32<'_, T> {
        InBoundsMut32 { element: unsafe { &mut *self.start.add(index.raw as usize) } }
    }

    pub fn at_const<const I: u32>(&mut self) -> InBoundsMut32<'_, T> {
        self.at(LocalIndex32::<N>::constant::<I>())
    }

    pub const fn len(&self) -> u32 {
        N as u32
    }

    pub const fn is_empty(&self) -> bool {
        N == 0
    }
}

/// A tile of this thread, in rows of a length known when compiling.
pub struct StaticTileMut32<'a, T, const ROWS: usize, const COLS: usize, const ROW_STRIDE: usize> {
    start: *mut T,
    _slice: PhantomData<&'a mut [T]>,
}

impl<'a, T, const ROWS: usize, const COLS: usize, const ROW_STRIDE: usize>
    StaticTileMut32<'a, T, ROWS, COLS, ROW_STRIDE>
{
    pub fn at(&mut self, row: LocalIndex32<ROWS>, col: LocalIndex32<COLS>) -> InBoundsMut32<'_, T> {
        InBoundsMut32 { element: unsafe { &mut *self.start.add(row.raw as usize * ROW_STRIDE + col.raw as usize) } }
    }

    pub fn at_const<const ROW: u32, const COL: u32>(&mut self) -> InBoundsMut32<'_, T> {
        self.at(LocalIndex32::<ROWS>::constant::<ROW>(), LocalIndex32::<COLS>::constant::<COL>())
    }

    pub const fn rows(&self) -> u32 {
        ROWS as u32
    }

    pub const fn cols(&self) -> u32 {
        COLS as u32
    }
}

/// A tile of this thread, in rows of a length known at run time.
pub struct RuntimeTileMut32<'a, T, const ROWS: usize, const COLS: usize> {
    start: *mut T,
    stride: u32,
    _slice: PhantomData<&'a mut [T]>,
}

impl<'a, T, const ROWS: usize, const COLS: usize> RuntimeTileMut32<'a, T, ROWS, COLS> {
    pub fn at(&mut self, row: LocalIndex32<ROWS>, col: LocalIndex32<COLS>) -> InBoundsMut32<'_, T> {
        let offset = row.raw as usize * self.stride as usize + col.raw as usize;
        InBoundsMut32 { element: unsafe { &mut *self.start.add(offset) } }
    }

    pub fn at_const<const ROW: u32, const COL: u32>(&mut self) -> InBoundsMut32<'_, T> {
        self.at(LocalIndex32::<ROWS>::constant::<ROW>(), LocalIndex32::<COLS>::constant::<COL>())
    }

    pub const fn rows(&self) -> u32 {
        ROWS as u32
    }

    pub const fn cols(&self) -> u32 {
        COLS as u32
    }

    /// Elements of a row of the slice.
    pub const fn stride(&self) -> u32 {
        self.stride
    }
}

/// Elements of this thread, of a number known at run time.
pub struct RuntimeViewMut32<'a, T> {
    start: *mut T,
    len: u32,
    _slice: PhantomData<&'a mut [T]>,
}

impl<'a, T> RuntimeViewMut32<'a, T> {
    pub fn at(&mut self, index: u32) -> Option<InBoundsMut32<'_, T>> {
        if index < self.len {
            Some(InBoundsMut32 { element: unsafe { &mut *self.start.add(index as usize) } })
        } else {
            None
        }
    }

    pub const fn len(&self) -> u32 {
        self.len
    }

    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// `N` elements of this thread, or what the end of the slice has left of them.
pub enum ThreadRunMut32<'a, T, const N: usize> {
    Full(StaticViewMut32<'a, T, N>),
    Clipped(RuntimeViewMut32<'a, T>),
}

impl<'a, T, const N: usize> ThreadRunMut32<'a, T, N> {
    pub fn len(&self) -> u32 {
        match self {
            ThreadRunMut32::Full(_) => N as u32,
            ThreadRunMut32::Clipped(view) => view.len,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn is_clipped(&self) -> bool {
        match self {
            ThreadRunMut32::Full(_) => false,
            ThreadRunMut32::Clipped(_) => true,
        }
    }

    pub fn at(&mut self, index: u32) -> Option<InBoundsMut32<'_, T>> {
        match self {
            ThreadRunMut32::Full(view) => match LocalIndex32::<N>::new(index) {
                Some(i) => Some(view.at(i)),
                None => None,
            },
            ThreadRunMut32::Clipped(view) => view.at(index),
        }
    }
}

// The run number `tile` of a slice.
fn run<'a, T, const N: usize>(start: *mut T, len: usize, tile: u64) -> Option<ThreadRunMut32<'a, T, N>> {
    const { assert!(N > 0 && N <= 0xFFFF_FFFF, "a run has at least one element and at most u32::MAX") };
    let first = tile.checked_mul(N as u64)?;
    if first >= len as u64 {
        return None;
    }
    let at = unsafe { start.add(first as usize) };
    let left = len - first as usize;
    Some(if left >= N {
        ThreadRunMut32::Full(StaticViewMut32 { start: at, _slice: PhantomData })
    } else {
        ThreadRunMut32::Clipped(RuntimeViewMut32 { start: at, len: left as u32, _slice: PhantomData })
    })
}

impl<'a, T> DisjointSlice<'a, T, Index1D> {
    /// The element of this thread.
    pub fn element_thread32<'kernel>(&mut self, thread: ThreadIndex32<'kernel>) -> Option<InBoundsMut32<'_, T>> {
        let i = thread.get();
        if i == u32::MAX || i as usize >= self.len() {
            return None;
        }
        Some(InBoundsMut32 { element: unsafe { &mut *self.as_mut_ptr().add(i as usize) } })
    }
}

impl<'a, T, const N: usize> DisjointSlice<'a, T, LinearTiles<N>> {
    /// The tile of this thread; None if it is not there as a whole.
    pub fn tile_thread32<'kernel>(&mut self, thread: ThreadIndex32<'kernel>) -> Option<StaticViewMut32<'_, T, N>> {
        match self.thread_run32(thread) {
            Some(ThreadRunMut32::Full(view)) => Some(view),
            _ => None,
        }
    }

    /// The tile of this thread, or what there is of it.
    pub fn thread_run32<'kernel>(&mut self, thread: ThreadIndex32<'kernel>) -> Option<ThreadRunMut32<'_, T, N>> {
        if thread.get() == u32::MAX {
            return None;
        }
        run(self.as_mut_ptr(), self.len(), thread.get() as u64)
    }

    /// The tile of this thread, and every one a whole grid further.
    pub fn grid_stride_runs32<'kernel>(&mut self, thread: ThreadIndex32<'kernel>) -> GridStrideRuns32<'_, 'a, T, N> {
        let period = blockDim_x() as u64 * gridDim_x() as u64;
        let next = if thread.get() == u32::MAX { u64::MAX } else { thread.get() as u64 };
        GridStrideRuns32 { slice: self, next, period }
    }
}

/// The tiles of a thread, a whole grid apart.
pub struct GridStrideRuns32<'slice, 'a, T, const N: usize> {
    slice: &'slice mut DisjointSlice<'a, T, LinearTiles<N>>,
    next: u64,
    period: u64,
}

impl<'slice, 'a, T, const N: usize> GridStrideRuns32<'slice, 'a, T, N> {
    pub fn next_run(&mut self) -> Option<ThreadRunMut32<'_, T, N>> {
        let tile = self.next;
        self.next = tile.checked_add(self.period)?;
        run(self.slice.as_mut_ptr(), self.slice.len(), tile)
    }

    /// Tiles from one to the next.
    pub const fn period(&self) -> u64 {
        self.period
    }
}

// Where the tile of a thread starts, if all of it lies in the slice and in its rows.
fn tile_start(coord: &ThreadCoord2D32<'_>, rows: usize, cols: usize, stride: usize, len: usize) -> Option<usize> {
    if coord.row() == u32::MAX || coord.col() == u32::MAX || rows == 0 || cols == 0 {
        return None;
    }
    let first_row = (coord.row() as usize).checked_mul(rows)?;
    let first_col = (coord.col() as usize).checked_mul(cols)?;
    if first_col.checked_add(cols)? > stride {
        return None;
    }
    let last_row = first_row.checked_add(rows - 1)?;
    let end = last_row.checked_mul(stride)?.checked_add(first_col + cols)?;
    if end > len { None } else { Some(first_row * stride + first_col) }
}

impl<'a, T, const ROWS: usize, const COLS: usize, const ROW_STRIDE: usize>
    DisjointSlice<'a, T, RowMajorTiles<ROWS, COLS, ROW_STRIDE>>
{
    /// The tile of this thread; None if it is not there as a whole.
    pub fn tile_2d32<'kernel>(
        &mut self,
        coord: ThreadCoord2D32<'kernel>,
    ) -> Option<StaticTileMut32<'_, T, ROWS, COLS, ROW_STRIDE>> {
        let start = tile_start(&coord, ROWS, COLS, ROW_STRIDE, self.len())?;
        Some(StaticTileMut32 { start: unsafe { self.as_mut_ptr().add(start) }, _slice: PhantomData })
    }
}

impl<'a, T, const ROWS: usize, const COLS: usize> DisjointSlice<'a, T, RuntimeRowMajorTiles<ROWS, COLS>> {
    /// Elements of a row.
    pub fn row_width(&self) -> u32 {
        self.__data()
    }

    /// The tile of this thread; None if it is not there as a whole.
    pub fn tile_2d32_rt<'kernel>(
        &mut self,
        coord: ThreadCoord2D32<'kernel>,
    ) -> Option<RuntimeTileMut32<'_, T, ROWS, COLS>> {
        let stride = self.row_width();
        let start = tile_start(&coord, ROWS, COLS, stride as usize, self.len())?;
        Some(RuntimeTileMut32 { start: unsafe { self.as_mut_ptr().add(start) }, stride, _slice: PhantomData })
    }
}

/// A slice as rows of `stride` elements, to read.
pub struct MatrixView32<'a, T> {
    start: *const T,
    len: usize,
    stride: u32,
    _slice: PhantomData<&'a [T]>,
}

impl<'a, T> MatrixView32<'a, T> {
    pub fn new(slice: &'a [T], stride: u32) -> Self {
        MatrixView32 { start: slice.as_ptr(), len: slice.len(), stride, _slice: PhantomData }
    }

    /// The first `cols` elements of a row; None if they are not all there.
    pub fn row(&self, row: u32, cols: u32) -> Option<RowView32<'a, T>> {
        let first = row as u64 * self.stride as u64;
        if cols == 0 || cols > self.stride || first + cols as u64 > self.len as u64 {
            return None;
        }
        Some(RowView32 { start: unsafe { self.start.add(first as usize) }, len: cols, _slice: PhantomData })
    }

    /// The first `rows` elements of a column; None if they are not all there.
    pub fn col(&self, col: u32, rows: u32) -> Option<ColView32<'a, T>> {
        if rows == 0 || col >= self.stride || (rows - 1) as u64 * self.stride as u64 + col as u64 >= self.len as u64 {
            return None;
        }
        let start = unsafe { self.start.add(col as usize) };
        Some(ColView32 { start, len: rows, stride: self.stride, _slice: PhantomData })
    }

    pub const fn stride(&self) -> u32 {
        self.stride
    }

    pub const fn len(&self) -> usize {
        self.len
    }

    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// Elements of a row, to read.
pub struct RowView32<'a, T> {
    start: *const T,
    len: u32,
    _slice: PhantomData<&'a [T]>,
}

impl<'a, T> RowView32<'a, T> {
    pub const fn empty() -> Self {
        RowView32 { start: core::ptr::null(), len: 0, _slice: PhantomData }
    }

    pub fn get(&self, i: u32) -> Option<T>
    where
        T: Copy,
    {
        if i < self.len { Some(unsafe { *self.start.add(i as usize) }) } else { None }
    }

    pub fn iter(&self) -> RowViewIter32<'a, T> {
        RowViewIter32 { view: *self, next: 0 }
    }

    /// Pairs with the elements of a column; None if there is not the same number of them.
    pub fn zip_exact(self, col: ColView32<'a, T>) -> Option<ZipView32<'a, T>> {
        if self.len == col.len { Some(ZipView32 { row: self, col, next: 0 }) } else { None }
    }

    pub const fn len(&self) -> u32 {
        self.len
    }

    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// Elements of a column, to read.
pub struct ColView32<'a, T> {
    start: *const T,
    len: u32,
    stride: u32,
    _slice: PhantomData<&'a [T]>,
}

impl<'a, T> ColView32<'a, T> {
    pub const fn empty() -> Self {
        ColView32 { start: core::ptr::null(), len: 0, stride: 0, _slice: PhantomData }
    }

    pub fn get(&self, i: u32) -> Option<T>
    where
        T: Copy,
    {
        if i < self.len { Some(unsafe { *self.start.add(i as usize * self.stride as usize) }) } else { None }
    }

    pub fn iter(&self) -> ColViewIter32<'a, T> {
        ColViewIter32 { view: *self, next: 0 }
    }

    pub const fn len(&self) -> u32 {
        self.len
    }

    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub const fn stride(&self) -> u32 {
        self.stride
    }
}

macro_rules! copy_views {
    ($($View:ident)*) => {$(
        impl<'a, T> Clone for $View<'a, T> {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<'a, T> Copy for $View<'a, T> {}
    )*};
}
copy_views! { MatrixView32 RowView32 ColView32 }

pub struct RowViewIter32<'a, T> {
    view: RowView32<'a, T>,
    next: u32,
}

pub struct ColViewIter32<'a, T> {
    view: ColView32<'a, T>,
    next: u32,
}

macro_rules! iterators {
    ($($Iter:ident)*) => {$(
        impl<'a, T: Copy> Iterator for $Iter<'a, T> {
            type Item = T;

            fn next(&mut self) -> Option<T> {
                let found = self.view.get(self.next)?;
                self.next += 1;
                Some(found)
            }
        }
    )*};
}
iterators! { RowViewIter32 ColViewIter32 }

/// The pairs of a row and a column of the same length.
pub struct ZipView32<'a, T> {
    row: RowView32<'a, T>,
    col: ColView32<'a, T>,
    next: u32,
}

impl<'a, T: Copy> Iterator for ZipView32<'a, T> {
    type Item = (T, T);

    fn next(&mut self) -> Option<(T, T)> {
        let i = self.next as usize;
        if self.next >= self.row.len {
            return None;
        }
        self.next += 1;
        unsafe { Some((*self.row.start.add(i), *self.col.start.add(i * self.col.stride as usize))) }
    }
}
