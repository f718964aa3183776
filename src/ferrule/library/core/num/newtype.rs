//! What `Wrapping` and `Saturating` have in common.

/// The traits that come from the wrapped integer, and the operators on references and the assigning ones, which come from the
/// operators on values.
macro_rules! newtype {
    ($W:ident; $($Trait:ident $method:ident $TraitAssign:ident $method_assign:ident;)*) => {
        impl<T: Clone> Clone for $W<T> {
            fn clone(&self) -> Self { $W(self.0.clone()) }
        }
        impl<T: Copy> Copy for $W<T> {}
        impl<T: PartialEq> PartialEq for $W<T> {
            fn eq(&self, other: &Self) -> bool { self.0 == other.0 }
        }
        impl<T: Eq> Eq for $W<T> {}
        impl<T: PartialOrd> PartialOrd for $W<T> {
            fn partial_cmp(&self, other: &Self) -> Option<crate::cmp::Ordering> { self.0.partial_cmp(&other.0) }
        }
        impl<T: Ord> Ord for $W<T> {
            fn cmp(&self, other: &Self) -> crate::cmp::Ordering { self.0.cmp(&other.0) }
        }
        impl<T: Default> Default for $W<T> {
            fn default() -> Self { $W(T::default()) }
        }
        impl<T: crate::hash::Hash> crate::hash::Hash for $W<T> {}
        impl<T: crate::fmt::Debug> crate::fmt::Debug for $W<T> {}
        impl<T: crate::fmt::Display> crate::fmt::Display for $W<T> {}

        impl<T: Copy> crate::ops::Not for &$W<T> where $W<T>: crate::ops::Not<Output = $W<T>> {
            type Output = $W<T>;
            fn not(self) -> $W<T> { !*self }
        }
        impl<T: Copy> crate::ops::Neg for &$W<T> where $W<T>: crate::ops::Neg<Output = $W<T>> {
            type Output = $W<T>;
            fn neg(self) -> $W<T> { -*self }
        }
        $(
            impl<'a, T: Copy> crate::ops::$Trait<&'a $W<T>> for $W<T> where $W<T>: crate::ops::$Trait<Output = $W<T>> {
                type Output = $W<T>;
                fn $method(self, rhs: &'a $W<T>) -> $W<T> { crate::ops::$Trait::$method(self, *rhs) }
            }
            impl<'a, T: Copy> crate::ops::$Trait<$W<T>> for &'a $W<T> where $W<T>: crate::ops::$Trait<Output = $W<T>> {
                type Output = $W<T>;
                fn $method(self, rhs: $W<T>) -> $W<T> { crate::ops::$Trait::$method(*self, rhs) }
            }
            impl<'a, 'b, T: Copy> crate::ops::$Trait<&'a $W<T>> for &'b $W<T> where $W<T>: crate::ops::$Trait<Output = $W<T>> {
                type Output = $W<T>;
                fn $method(self, rhs: &'a $W<T>) -> $W<T> { crate::ops::$Trait::$method(*self, *rhs) }
            }
            impl<T: Copy> crate::ops::$TraitAssign for $W<T> where $W<T>: crate::ops::$Trait<Output = $W<T>> {
                fn $method_assign(&mut self, rhs: Self) { *self = crate::ops::$Trait::$method(*self, rhs) }
            }
            impl<'a, T: Copy> crate::ops::$TraitAssign<&'a $W<T>> for $W<T> where $W<T>: crate::ops::$Trait<Output = $W<T>> {
                fn $method_assign(&mut self, rhs: &'a Self) { *self = crate::ops::$Trait::$method(*self, *rhs) }
            }
            impl<T: Copy> crate::ops::$TraitAssign<T> for $W<T> where $W<T>: crate::ops::$Trait<Output = $W<T>> {
                fn $method_assign(&mut self, rhs: T) { *self = crate::ops::$Trait::$method(*self, $W(rhs)) }
            }
        )*
    };
    ($W:ident) => {
        newtype! {
            $W;
            Add add AddAssign add_assign;
            Sub sub SubAssign sub_assign;
            Mul mul MulAssign mul_assign;
            Div div DivAssign div_assign;
            Rem rem RemAssign rem_assign;
            BitAnd bitand BitAndAssign bitand_assign;
            BitOr bitor BitOrAssign bitor_assign;
            BitXor bitxor BitXorAssign bitxor_assign;
        }
    };
}

// `|x, y| value` for each operator on values of a newtype around an integer.
macro_rules! newtype_operators {
    ($W:ident<$t:ident>: $($Trait:ident $method:ident |$x:ident, $y:ident| $value:expr;)*) => {$(
        impl crate::ops::$Trait for $W<$t> {
            type Output = Self;
            fn $method(self, rhs: Self) -> Self {
                let ($x, $y) = (self.0, rhs.0);
                $W($value)
            }
        }
    )*};
}
