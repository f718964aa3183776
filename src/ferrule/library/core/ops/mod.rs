//! Overloadable operators.

mod arith;
mod control;
mod function;
mod index;
mod range;

pub use arith::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Sub, SubAssign};
pub use arith::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, ShlAssign, Shr, ShrAssign};
pub use control::{ControlFlow, FromResidual, Try};
pub use function::{Fn, FnMut, FnOnce};
pub use index::{Deref, DerefMut, Drop, Index, IndexMut};
pub use range::{Bound, Range, RangeBounds, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
