//! Slices that all threads write, each its own elements.

use core::marker::PhantomData;
use core::ptr::__not_null;

use crate::thread::{FlatIndexSpace, Index1D, IndexFormula, Runtime2DIndex, ThreadIndex};

pub use crate::thread::SpaceLayout;

/// A slice in which every thread may write the elements that its index gives it, and no others.
///
/// In memory: pointer, length in elements, and for spaces with rows of a length known at run time that length as u32.
#[lang = "disjoint_slice"]
#[repr(C)]
pub struct DisjointSlice<'a, T, Space: SpaceLayout = Index1D> {
    ptr: *mut T,
    len: usize,
    data: Space::Data,
    _marker: PhantomData<&'a mut [T]>,
}

impl<'a, T, Space: SpaceLayout> DisjointSlice<'a, T, Space> {
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(crate) fn __data(&self) -> Space::Data {
        self.data
    }

    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.ptr
    }

    /// # Safety
    /// `index` must be within bounds, and no other thread may access that element meanwhile.
    pub unsafe fn get_unchecked_mut(&mut self, index: usize) -> &mut T {
        unsafe { &mut *self.ptr.add(index) }
    }

    /// # Safety
    /// `ptr` must be valid for reads and writes of `len` elements for all of `'a`, and every thread must make the same slice.
    pub unsafe fn from_raw_parts_with_space(ptr: *mut T, len: usize, data: Space::Data) -> Self {
        DisjointSlice { ptr, len, data, _marker: PhantomData }
    }
}

impl<'a, T, Space: SpaceLayout<Data = ()>> DisjointSlice<'a, T, Space> {
    /// # Safety
    /// `ptr` must be valid for reads and writes of `len` elements for all of `'a`, and every thread must make the same slice.
    pub unsafe fn from_raw_parts(ptr: *mut T, len: usize) -> Self {
        DisjointSlice { ptr, len, data: (), _marker: PhantomData }
    }

    /// # Safety
    /// Every thread must make the same slice.
    pub unsafe fn from_mut_slice(slice: &'a mut [T]) -> Self {
        DisjointSlice { ptr: slice.as_mut_ptr(), len: slice.len(), data: (), _marker: PhantomData }
    }
}

impl<'a, T, Space: FlatIndexSpace> DisjointSlice<'a, T, Space> {
    /// The element of this thread, if there is one.
    pub fn get_mut<'kernel>(&mut self, idx: ThreadIndex<'kernel, Space>) -> Option<&mut T> {
        let i = idx.raw();
        let p = unsafe { __not_null(self.ptr) };
        if i < self.len { unsafe { Some(&mut *p.add(i)) } } else { None }
    }
}

impl<'a, T, Space: IndexFormula> DisjointSlice<'a, T, Space> {
    /// The element of this thread and its index, if there is one.
    pub fn get_mut_indexed<'kernel>(&mut self) -> Option<(&mut T, ThreadIndex<'kernel, Space>)> {
        let idx = Space::__index()?;
        let i = idx.raw();
        let p = unsafe { __not_null(self.ptr) };
        if i < self.len { unsafe { Some((&mut *p.add(i), idx)) } } else { None }
    }
}

impl<'a, T> DisjointSlice<'a, T, Runtime2DIndex> {
    /// Elements of a row.
    pub fn row_width(&self) -> u32 {
        self.data
    }

    /// The element of this thread, if there is one.
    pub fn get_mut<'kernel>(&mut self, idx: ThreadIndex<'kernel, Runtime2DIndex>) -> Option<&mut T> {
        let width = self.data as usize;
        if idx.col() >= width {
            return None;
        }
        // Below 2^64: both factors are below 2^32.
        let i = idx.row() * width + idx.col();
        let p = unsafe { __not_null(self.ptr) };
        if i < self.len { unsafe { Some(&mut *p.add(i)) } } else { None }
    }
}
