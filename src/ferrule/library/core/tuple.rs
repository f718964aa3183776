//! Trait implementations of tuples.  (Clone and Copy are the compiler's.)

use crate::cmp::Ordering;

macro_rules! tuple {
    ($($T:ident $i:tt),* ; $L:ident $last:tt) => {
        impl<$($T: PartialEq,)* $L: PartialEq> PartialEq for ($($T,)* $L,) {
            fn eq(&self, other: &Self) -> bool {
                $( self.$i == other.$i && )* self.$last == other.$last
            }
        }
        impl<$($T: Eq,)* $L: Eq> Eq for ($($T,)* $L,) {}
        impl<$($T: PartialOrd,)* $L: PartialOrd> PartialOrd for ($($T,)* $L,) {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                $(
                    match self.$i.partial_cmp(&other.$i) {
                        Some(Ordering::Equal) => {}
                        unequal => return unequal,
                    }
                )*
                self.$last.partial_cmp(&other.$last)
            }
        }
        impl<$($T: Ord,)* $L: Ord> Ord for ($($T,)* $L,) {
            fn cmp(&self, other: &Self) -> Ordering {
                $(
                    match self.$i.cmp(&other.$i) {
                        Ordering::Equal => {}
                        unequal => return unequal,
                    }
                )*
                self.$last.cmp(&other.$last)
            }
        }
        impl<$($T: Default,)* $L: Default> Default for ($($T,)* $L,) {
            fn default() -> Self {
                ($($T::default(),)* $L::default(),)
            }
        }
    };
}
tuple! { ; A 0 }
tuple! { A 0 ; B 1 }
tuple! { A 0, B 1 ; C 2 }
tuple! { A 0, B 1, C 2 ; D 3 }
tuple! { A 0, B 1, C 2, D 3 ; E 4 }
tuple! { A 0, B 1, C 2, D 3, E 4 ; F 5 }
