//! Types that describe how a kernel is to be built: shapes, layouts, memories, scopes, tiles.  They hold nothing.

use core::marker::PhantomData;

/// Extents, known when compiling.
pub trait Shape: 'static {
    const RANK: u8;
    /// Those beyond the rank are 1.
    const EXTENTS: [usize; 3];
    /// None if it is beyond usize.
    const ELEMENTS: Option<usize>;
}

const fn product(extents: [usize; 3]) -> Option<usize> {
    match extents[0].checked_mul(extents[1]) {
        Some(area) => area.checked_mul(extents[2]),
        None => None,
    }
}

macro_rules! shapes {
    ($($Name:ident $rank:literal [$($D:ident)*] $extents:expr;)*) => {$(
        pub struct $Name<$(const $D: usize),*>;

        impl<$(const $D: usize),*> $Name<$($D),*> {
            $(pub const $D: usize = $D;)*
        }

        impl<$(const $D: usize),*> Shape for $Name<$($D),*> {
            const RANK: u8 = $rank;
            const EXTENTS: [usize; 3] = $extents;
            const ELEMENTS: Option<usize> = product($extents);
        }
    )*};
}
shapes! {
    Shape1 1 [D0] [D0, 1, 1];
    Shape2 2 [D0 D1] [D0, D1, 1];
    Shape3 3 [D0 D1 D2] [D0, D1, D2];
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $Trait:ident: $($Name:ident)*;)*) => {$(
        $(#[$doc])*
        pub trait $Trait: 'static {}
        $(
            pub struct $Name;
            impl $Trait for $Name {}
        )*
    )*};
}
kinds! {
    /// Order in memory.
    Layout: RowMajor ColumnMajor;
    /// Where a tile lies.
    MemorySpace: Global Shared Register TensorMemory;
    /// The threads that own something together.
    Scope: Thread Warp WarpGroup Block Cluster;
    /// Kinds of atoms, which libraries define.
    AtomKind: ;
}

/// A tile by its description.
pub struct Tile<S: Shape, L: Layout, M: MemorySpace, Q: Scope> {
    _description: PhantomData<(S, L, M, Q)>,
}

/// The parts of a tile's description.
pub trait TileSpec: 'static {
    type Shape: Shape;
    type Layout: Layout;
    type MemorySpace: MemorySpace;
    type Scope: Scope;
}

impl<S: Shape, L: Layout, M: MemorySpace, Q: Scope> TileSpec for Tile<S, L, M, Q> {
    type Shape = S;
    type Layout = L;
    type MemorySpace = M;
    type Scope = Q;
}

/// An operation that the threads of a scope do at once.
pub struct Atom<K: AtomKind, S: Shape, Q: Scope> {
    _description: PhantomData<(K, S, Q)>,
}

/// The parts of an atom's description.
pub trait AtomSpec: 'static {
    type Kind: AtomKind;
    type Shape: Shape;
    type Scope: Scope;
}

impl<K: AtomKind, S: Shape, Q: Scope> AtomSpec for Atom<K, S, Q> {
    type Kind = K;
    type Shape = S;
    type Scope = Q;
}

/// The name of a policy, unique within a namespace.
#[repr(C)]
pub struct PolicyId {
    namespace: u64,
    value: u64,
}

crate::copy! { PolicyId }

impl PartialEq for PolicyId {
    fn eq(&self, other: &PolicyId) -> bool {
        self.namespace == other.namespace && self.value == other.value
    }
}
impl Eq for PolicyId {}

impl PolicyId {
    pub const fn new(namespace: u64, value: u64) -> Self {
        PolicyId { namespace, value }
    }

    pub const fn namespace(self) -> u64 {
        self.namespace
    }

    pub const fn value(self) -> u64 {
        self.value
    }
}

/// A set of choices that a kernel is built with.
pub trait Policy: 'static {
    const ID: PolicyId;
}
