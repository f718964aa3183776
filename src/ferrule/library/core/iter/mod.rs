//! Iterators.  They do not allocate, so there is no `collect`; everything else is as in Rust.

mod adapters;
mod range;
mod sources;
mod traits;

pub use adapters::{Chain, Cloned, Copied, Enumerate, Filter, FilterMap, FlatMap, Flatten, Fuse, Inspect, Map, MapWhile};
pub use adapters::{Peekable, Rev, Scan, Skip, SkipWhile, StepBy, Take, TakeWhile, Zip, zip};
pub use range::Step;
pub use sources::{Empty, FromFn, Once, Repeat, RepeatN, Successors, empty, from_fn, once, repeat, repeat_n, successors};
pub use traits::{DoubleEndedIterator, ExactSizeIterator, Extend, FromIterator, FusedIterator, IntoIterator, Iterator};
pub use traits::{Product, Sum};
