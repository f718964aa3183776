//! Arithmetic and bit operators.  On primitives the operators in the bodies are the compiler's own.

macro_rules! operator_traits {
    ($($lang:literal $Trait:ident $method:ident, $lang_assign:literal $TraitAssign:ident $method_assign:ident, $op:literal;)*) => {$(
        #[doc = $op]
        #[lang = $lang]
        pub trait $Trait<Rhs = Self> {
            type Output;
            fn $method(self, rhs: Rhs) -> Self::Output;
        }
        #[doc = $op]
        #[lang = $lang_assign]
        pub trait $TraitAssign<Rhs = Self> {
            fn $method_assign(&mut self, rhs: Rhs);
        }
    )*};
}
operator_traits! {
    "add" Add add, "add_assign" AddAssign add_assign, "`+`";
    "sub" Sub sub, "sub_assign" SubAssign sub_assign, "`-`";
    "mul" Mul mul, "mul_assign" MulAssign mul_assign, "`*`";
    "div" Div div, "div_assign" DivAssign div_assign, "`/`";
    "rem" Rem rem, "rem_assign" RemAssign rem_assign, "`%`";
    "bitand" BitAnd bitand, "bitand_assign" BitAndAssign bitand_assign, "`&`";
    "bitor" BitOr bitor, "bitor_assign" BitOrAssign bitor_assign, "`|`";
    "bitxor" BitXor bitxor, "bitxor_assign" BitXorAssign bitxor_assign, "`^`";
    "shl" Shl shl, "shl_assign" ShlAssign shl_assign, "`<<`";
    "shr" Shr shr, "shr_assign" ShrAssign shr_assign, "`>>`";
}

/// Unary `-`
#[lang = "neg"]
pub trait Neg {
    type Output;
    fn neg(self) -> Self::Output;
}

/// Unary `!`
#[lang = "not"]
pub trait Not {
    type Output;
    fn not(self) -> Self::Output;
}

macro_rules! binary {
    ($Trait:ident $method:ident $op:tt, $TraitAssign:ident $method_assign:ident $op_assign:tt: $($t:ty)*) => {$(
        impl $Trait for $t {
            type Output = $t;
            fn $method(self, rhs: $t) -> $t { self $op rhs }
        }
        impl<'a> $Trait<&'a $t> for $t {
            type Output = $t;
            fn $method(self, rhs: &'a $t) -> $t { self $op *rhs }
        }
        impl<'a> $Trait<$t> for &'a $t {
            type Output = $t;
            fn $method(self, rhs: $t) -> $t { *self $op rhs }
        }
        impl<'a, 'b> $Trait<&'a $t> for &'b $t {
            type Output = $t;
            fn $method(self, rhs: &'a $t) -> $t { *self $op *rhs }
        }
        impl $TraitAssign for $t {
            fn $method_assign(&mut self, rhs: $t) { *self $op_assign rhs }
        }
        impl<'a> $TraitAssign<&'a $t> for $t {
            fn $method_assign(&mut self, rhs: &'a $t) { *self $op_assign *rhs }
        }
    )*};
}
binary! { Add add +, AddAssign add_assign +=: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f16 f32 f64 }
binary! { Sub sub -, SubAssign sub_assign -=: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f16 f32 f64 }
binary! { Mul mul *, MulAssign mul_assign *=: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f16 f32 f64 }
binary! { Div div /, DivAssign div_assign /=: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f16 f32 f64 }
binary! { Rem rem %, RemAssign rem_assign %=: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f16 f32 f64 }
binary! { BitAnd bitand &, BitAndAssign bitand_assign &=: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool }
binary! { BitOr bitor |, BitOrAssign bitor_assign |=: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool }
binary! { BitXor bitxor ^, BitXorAssign bitxor_assign ^=: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool }

macro_rules! unary {
    ($Trait:ident $method:ident $op:tt: $($t:ty)*) => {$(
        impl $Trait for $t {
            type Output = $t;
            fn $method(self) -> $t { $op self }
        }
        impl<'a> $Trait for &'a $t {
            type Output = $t;
            fn $method(self) -> $t { $op *self }
        }
    )*};
}
unary! { Neg neg -: i8 i16 i32 i64 i128 isize f16 f32 f64 }
unary! { Not not !: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool }

// Of the many integer types that a shift amount may have, these are implemented as traits; the operators themselves are
// built into the compiler for all of them.
macro_rules! shift {
    ($rhs:ty: $($t:ty)*) => {$(
        impl Shl<$rhs> for $t {
            type Output = $t;
            fn shl(self, rhs: $rhs) -> $t { self << rhs }
        }
        impl Shr<$rhs> for $t {
            type Output = $t;
            fn shr(self, rhs: $rhs) -> $t { self >> rhs }
        }
        impl<'a> Shl<&'a $rhs> for $t {
            type Output = $t;
            fn shl(self, rhs: &'a $rhs) -> $t { self << *rhs }
        }
        impl<'a> Shr<&'a $rhs> for $t {
            type Output = $t;
            fn shr(self, rhs: &'a $rhs) -> $t { self >> *rhs }
        }
        impl ShlAssign<$rhs> for $t {
            fn shl_assign(&mut self, rhs: $rhs) { *self <<= rhs }
        }
        impl ShrAssign<$rhs> for $t {
            fn shr_assign(&mut self, rhs: $rhs) { *self >>= rhs }
        }
    )*};
}
shift! { u8: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
shift! { u16: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
shift! { u32: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
shift! { u64: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
shift! { usize: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
shift! { i32: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

macro_rules! shift_of_references {
    ($($t:ty)*) => {$(
        impl<'a, Rhs> Shl<Rhs> for &'a $t
        where
            $t: Shl<Rhs, Output = $t>,
        {
            type Output = $t;
            fn shl(self, rhs: Rhs) -> $t { Shl::shl(*self, rhs) }
        }
        impl<'a, Rhs> Shr<Rhs> for &'a $t
        where
            $t: Shr<Rhs, Output = $t>,
        {
            type Output = $t;
            fn shr(self, rhs: Rhs) -> $t { Shr::shr(*self, rhs) }
        }
    )*};
}
shift_of_references! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
