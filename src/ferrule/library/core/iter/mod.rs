//! Iterators.  They do not allocate, so what `collect` makes is `()` or a failure; everything else is as in Rust.

mod adapters;
mod collect;
mod range;
mod sources;
mod traits;

pub use adapters::{Chain, Cloned, Copied, Cycle, Enumerate, Filter, FilterMap, FlatMap, Flatten, Fuse, Inspect, Map};
pub use adapters::{MapWhile, Peekable, Rev, Scan, Skip, SkipWhile, StepBy, Take, TakeWhile, Zip};
pub use adapters::{chain, zip};
pub use range::Step;
pub use sources::{Empty, FromFn, Once, OnceWith, Repeat, RepeatN, RepeatWith, Successors};
pub use sources::{empty, from_fn, once, once_with, repeat, repeat_n, repeat_with, successors};
pub use traits::{DoubleEndedIterator, ExactSizeIterator, Extend, FromIterator, FusedIterator, IntoIterator, Iterator};
pub use traits::{Product, Sum};
