//# moved_arm_types
pub fn entry() { let v = match 3 { 0 => 1u32, _ => 2u64 }; } //~ E0308
//# if_branches
pub fn entry() { let _ = if true { 1i32 } else { 2.0 }; } //~ E0308
//# missing_return_value
pub fn entry() { f(); }
fn f() -> u32 { 1; } //~ E0308
//# unit_from_if
pub fn entry() { let x: u32 = if true { 3 }; } //~ E0317
//# wrong_generic_argument
fn id<T: Copy>(v: T) -> T { v }
pub fn entry() { let _: u32 = id::<f32>(1.0); } //~ E0308
//# too_many_generic_arguments
fn id<T>(v: T) -> T { v }
pub fn entry() { id::<u32, u32>(1); } //~ E0107
//# const_argument_for_type
struct A<const N: usize>;
pub fn entry() { let _: A<u32> = A; } //~ E0747
//# type_argument_missing
struct W<T>(T);
fn f(_: W) {} //~ E0107
pub fn entry() { f(W(1)); }
//# uninferable_closure
pub fn entry() { let f = |x| x; } //~ E0282
//# closure_argument_type
pub fn entry() { let f = |x: u32| x + 1; f(1.5); } //~ E0308
//# closure_argument_count
pub fn entry() { let f = |x: u32| x; f(1, 2); } //~ E0057
//# fn_pointer_signature
fn a(x: u32) -> u32 { x }
pub fn entry() { let f: fn(u64) -> u64 = a; } //~ E0308
//# method_on_wrong_type
pub fn entry() { let x = 1u32; x.sqrt(); } //~ E0599
//# method_call_arguments
pub fn entry() { let x = 1u32.pow(2, 3); } //~ E0061
//# static_as_method
struct S;
impl S { fn new() -> S { S } }
pub fn entry() { S.new(); } //~ E0599
//# trait_not_in_scope
mod m { pub trait T { fn go(&self) {} } impl T for u32 {} }
pub fn entry() { 1u32.go(); } //~ E0599
//# ambiguous_method
trait A { fn go(&self) {} }
trait B { fn go(&self) {} }
impl A for u32 {}
impl B for u32 {}
pub fn entry() { 1u32.go(); } //~ E0034
//# missing_trait_items
trait A { fn a(&self); fn b(&self); }
struct S;
impl A for S { fn a(&self) {} } //~ E0046
pub fn entry() { S.a(); }
//# method_not_in_trait
trait A { fn a(&self) {} }
struct S;
impl A for S { fn z(&self) {} } //~ E0407
pub fn entry() { S.a(); }
//# associated_type_missing
trait A { type O; fn a(&self) -> Self::O; }
struct S;
impl A for S { fn a(&self) -> u32 { 1 } } //~ E0046
pub fn entry() { S.a(); }
//# associated_type_unknown
fn f<I: Iterator>(_: I::Thing) {} //~ E0220
pub fn entry() { f::<core::ops::Range<u32>>(1); }
//# associated_type_mismatch
fn f<I: Iterator<Item = u32>>(_: I) {}
pub fn entry() { f([1i64].into_iter()); } //~ E0271
//# bound_on_operator
fn add<T>(a: T, b: T) -> T { a + b } //~ E0369
pub fn entry() { add(1, 2); }
//# unary_operator
struct S;
pub fn entry() { let _ = -S; } //~ E0600
//# negate_unsigned
pub fn entry() { let x = 1u32; let y = -x; } //~ E0600
//# not_on_float
pub fn entry() { let _ = !1.5f32; } //~ E0600
//# index_by_signed
pub fn entry() { let a = [1, 2]; let i = 1i32; let _ = a[i]; } //~ E0277
//# index_of_scalar
pub fn entry() { let a = 1u32; let _ = a[0]; } //~ E0608
//# compare_different_integers
pub fn entry() { let (a, b) = (1u32, 1u64); let _ = a == b; } //~ E0308
//# shift_by_float
pub fn entry() { let _ = 1u32 << 2.0; } //~ E0277
//# bool_arithmetic
pub fn entry() { let _ = true + true; } //~ E0369
//# deref_of_scalar
pub fn entry() { let a = 1u32; let _ = *a; } //~ E0614
//# address_as_integer
pub fn entry() { let a = 1u32; let _ = &a as u64; } //~ E0606
//# cast_to_bool
pub fn entry() { let _ = 3u32 as bool; } //~ E0054
//# cast_to_char
pub fn entry() { let _ = 300u32 as char; } //~ E0604
//# cast_of_struct
struct S;
pub fn entry() { let _ = S as u32; } //~ E0605
//# assign_to_rvalue
pub fn entry() { 1 = 2; } //~ E0070
//# compound_assign_to_rvalue
pub fn entry() { 1 += 2; } //~ E0067
//# break_with_value_in_while
pub fn entry() { while true { break 5; } } //~ E0571
//# return_type_of_closure
pub fn entry() { let f = |x: u32| -> bool { x }; } //~ E0308
//# unsafe_call
unsafe fn danger() {}
pub fn entry() { danger(); } //~ E0133
//# raw_deref
pub fn entry() { let p = 8 as *const u32; let _ = *p; } //~ E0133
//# union_read
union U { a: u32, b: f32 }
pub fn entry() { let u = U { a: 1 }; let _ = u.b; } //~ E0133
//# union_two_fields
union U { a: u32, b: f32 }
pub fn entry() { let _ = U { a: 1, b: 2.0 }; } //~ E0784
//# static_mut
static mut N: u32 = 0;
pub fn entry() { N = 1; } //~ E0133
//# struct_missing_field
struct P { x: u32, y: u32 }
pub fn entry() { let _ = P { x: 1 }; } //~ E0063
//# struct_extra_field
struct P { x: u32 }
pub fn entry() { let _ = P { x: 1, z: 2 }; } //~ E0560
//# struct_field_twice
struct P { x: u32 }
pub fn entry() { let _ = P { x: 1, x: 2 }; } //~ E0062
//# tuple_struct_count
struct P(u32, u32);
pub fn entry() { let _ = P(1); } //~ E0061
//# enum_variant_kind
enum E { A(u32), B { x: u32 } }
pub fn entry() { let _ = E::B(1); } //~ E0533
//# enum_unknown_variant
enum E { A }
pub fn entry() { let _ = E::B; } //~ E0599
//# tuple_index
pub fn entry() { let t = (1, 2); let _ = t.2; } //~ E0609
//# private_field
mod m { pub struct S { x: u32 } impl S { pub fn new() -> S { S { x: 1 } } } }
pub fn entry() { let _ = m::S::new().x; } //~ E0616
//# private_constructor
mod m { pub struct S(u32); }
pub fn entry() { let _ = m::S(1); } //~ E0603
//# private_method
mod m { pub struct S; impl S { fn go(&self) {} } }
pub fn entry() { m::S.go(); } //~ E0624
//# match_not_exhaustive_tuple
pub fn entry() { match (true, false) { (true, _) => {} (_, true) => {} } } //~ E0004
//# match_not_exhaustive_slice
pub fn entry() { let a: &[u32] = &[1]; match a { [] => {} [_] => {} } } //~ E0004
//# match_guard_not_exhaustive
pub fn entry() { match Some(1) { Some(x) if x > 0 => {} None => {} } } //~ E0004
//# let_refutable
pub fn entry() { let Some(x) = Some(1); } //~ E0005
//# for_refutable
pub fn entry() { for Some(x) in [Some(1), None] {} } //~ E0005
//# or_pattern_bindings
pub fn entry() { match (1, 2) { (x, 1) | (1, y) => {} _ => {} } } //~ E0408 //~ E0408
//# range_pattern_reversed
pub fn entry() { match 3 { 5..=1 => {} _ => {} } } //~ E0030
//# pattern_of_another_type
pub fn entry() { match Some(1) { Ok(x) => {} _ => {} } } //~ E0308
//# pattern_tuple_length
pub fn entry() { let (a, b) = (1, 2, 3); } //~ E0308
//# slice_pattern_length
pub fn entry() { let [a, b] = [1, 2, 3]; } //~ E0527
//# pattern_binds_twice
pub fn entry() { let (a, a) = (1, 2); } //~ E0416
//# parameter_twice
fn f(a: u32, a: u32) {} //~ E0415
pub fn entry() { f(1, 2); }
//# unknown_lifetime
fn f(x: &'a u32) -> u32 { *x } //~ E0261
pub fn entry() { f(&1); }
//# missing_lifetime
fn f(x: &u32, y: &u32) -> &u32 { x } //~ E0106
pub fn entry() { f(&1, &2); }
//# lifetime_in_struct
struct S { x: &u32 } //~ E0106
pub fn entry() { let _ = S { x: &1 }; }
//# self_outside_impl
fn f() { self.x; } //~ E0424
pub fn entry() { f(); }
//# self_type_outside_impl
fn f() -> Self { 1 } //~ E0411
pub fn entry() { f(); }
//# recursive_type
struct L { next: Option<L> } //~ E0072
pub fn entry() { let _ = L { next: None }; }
//# const_overflow
const N: u8 = 200 + 100; //~ E0080
pub fn entry() { let _ = N; }
//# const_index
const A: [u32; 2] = [1, 2];
const B: u32 = A[5]; //~ E0080
pub fn entry() { let _ = B; }
//# const_division
const Z: u32 = 0;
const D: u32 = 5 / Z; //~ E0080
pub fn entry() { let _ = D; }
//# const_panic
const P: u32 = { if true { panic!("no") } 1 }; //~ E0080
pub fn entry() { let _ = P; }
//# const_calls_non_const
fn f() -> u32 { 1 }
const C: u32 = f(); //~ E0015
pub fn entry() { let _ = C; }
//# const_uses_local
pub fn entry() { let n = 3; let a = [0; n]; } //~ E0435
//# array_length_mismatch
pub fn entry() { let a: [u32; 3] = [1, 2]; } //~ E0308
//# generic_in_const
fn f<T>() -> usize { const N: usize = core::mem::size_of::<T>(); N } //~ E0401
pub fn entry() { f::<u32>(); }
//# inner_function_captures
pub fn entry() { let x = 1; fn g() -> u32 { x } g(); } //~ E0434
//# impl_twice
trait T {}
impl T for u32 {}
impl T for u32 {} //~ E0119
pub fn entry() { fn f<X: T>(_: X) {} f(1u32); }
//# duplicate_method
struct S;
impl S { fn a(&self) {} fn a(&self) {} } //~ E0592
pub fn entry() { S.a(); }
//# unconstrained_impl_parameter
struct S;
impl<T> S { fn a(&self) {} } //~ E0207
pub fn entry() { S.a(); } //~ E0282
//# foreign_impl
impl core::ops::Add<u32> for f32 { type Output = f32; fn add(self, o: u32) -> f32 { self } } //~ E0117
pub fn entry() { let _ = 1.0f32 + 1u32; }
//# copy_with_non_copy_field
#[derive(Clone)]
struct N;
#[derive(Clone, Copy)]
struct S { n: N } //~ E0204
pub fn entry() { let _ = S { n: N }; }
//# missing_super_trait
trait A {}
trait B: A {}
struct S;
impl B for S {} //~ E0277
pub fn entry() { fn f<X: B>(_: X) {} f(S); }
//# trait_method_signature
trait A { fn a(&self, x: u32); }
struct S;
impl A for S { fn a(&self, x: f32) {} } //~ E0053
pub fn entry() { S.a(1.0); } //~ E0308
//# trait_method_count
trait A { fn a(&self, x: u32); }
struct S;
impl A for S { fn a(&self) {} } //~ E0050
pub fn entry() { S.a(); } //~ E0061
//# trait_generics
trait A { fn a<T>(&self, x: T); }
struct S;
impl A for S { fn a(&self, x: u32) {} } //~ E0049
pub fn entry() { S.a(1); }
//# static_vs_method
trait A { fn a(&self); }
struct S;
impl A for S { fn a() {} } //~ E0186
pub fn entry() { S::a(); } //~ E0061
//# question_mark_in_unit
pub fn entry() { let x: u32 = Some(1)?; } //~ E0277
//# question_mark_error_type
fn f() -> Result<u32, u8> { let r: Result<u32, f32> = Ok(1); Ok(r?) } //~ E0277
pub fn entry() { let _ = f(); }
//# for_over_number
pub fn entry() { for i in 5 {} } //~ E0277
//# sum_of_wrong_type
pub fn entry() { let s: f32 = [1i32, 2].iter().sum(); } //~ E0277
//# call_a_number
pub fn entry() { let x = 1; x(); } //~ E0618
//# module_as_value
mod m {}
pub fn entry() { let _ = m; } //~ E0423
//# type_as_value
struct S { x: u32 }
pub fn entry() { let _ = S; } //~ E0423
//# value_as_type
const N: usize = 1;
pub fn entry() { let x: N = 1; } //~ E0573
//# trait_as_type
trait T {}
impl T for u32 {}
fn f(x: &T) {} //~ E0782
pub fn entry() { f(&1u32); }
//# use_of_missing_item
mod m { pub fn a() {} }
use m::b; //~ E0432
pub fn entry() { b(); }
//# private_import
mod m { fn a() {} }
use m::a; //~ E0603
pub fn entry() { a(); }
//# glob_conflict
mod a { pub fn f() {} }
mod b { pub fn f() {} }
use a::*;
use b::*;
pub fn entry() { f(); } //~ E0659
//# name_twice
fn f() {}
fn f() {} //~ E0428
pub fn entry() { f(); }
//# macro_no_rule
macro_rules! m { (a) => { 1 }; }
pub fn entry() { m!(b); } //~
//# macro_undefined
pub fn entry() { nothing!(); } //~
//# format_missing_argument
pub fn entry() { panic!("{} {}", 1); } //~
//# format_unused_argument
pub fn entry() { panic!("{}", 1, 2); } //~
//# unknown_attribute_cfg
#[cfg(foo bar)] //~
fn f() {}
pub fn entry() {}
//# literal_too_large
pub fn entry() { let x: u8 = 256; } //~
//# char_literal_long
pub fn entry() { let c = 'ab'; } //~
//# label_unknown
pub fn entry() { loop { break 'a; } } //~ E0426
//# continue_outside
pub fn entry() { continue; } //~ E0268
//# break_across_closure
pub fn entry() { loop { let f = || { break; }; } } //~ E0267
//# await_outside
fn f() {}
pub fn entry() { f().await; } //~ E0728
//# visibility_on_trait_item
trait T { pub fn a(&self); } //~ E0449
impl T for u32 { fn a(&self) {} }
pub fn entry() { 1u32.a(); }
//# enum_discriminant_twice
enum E { A = 1, B = 1 } //~ E0081
pub fn entry() { let _ = E::A as u32; }
//# repr_conflict
#[repr(u8, u16)] //~ E0566
enum E { A, B }
pub fn entry() { let _ = E::A as u32; }
//# transmute_size
pub fn entry() { let _: u64 = unsafe { core::mem::transmute(1u32) }; } //~ E0512
//# drop_called
struct S;
impl Drop for S { fn drop(&mut self) {} }
pub fn entry() { let mut s = S; s.drop(); } //~ E0040
//# default_not_last
struct S<T = u32, U>(T, U); //~
pub fn entry() { let _ = S(1, 2); }
//# const_param_type
struct S<const N: f32>; //~
pub fn entry() { let x: Option<S<1.0>> = None; }
//# unused_type_parameter
struct S<T>(u32); //~ E0392
pub fn entry() { let _: S<u32> = S::<u32>(1); }
//# turbofish_missing
pub fn entry() { let x = "1".len::<u32>(); } //~ E0107
//# size_not_known
fn f(x: [u32]) {} //~ E0277
pub fn entry() { if false { f(loop {}) } } //~ E0277
//# return_slice
fn f() -> [u32] { loop {} } //~ E0277
pub fn entry() { f(); } //~ E0277
//# const_block_asserts
pub fn entry() { const { assert!(1 > 3) }; } //~ E0080
//# const_block_asserts_of_a_value
const LANES: usize = 33;
pub fn entry() -> usize { const { assert!(LANES % 32 == 0) } LANES } //~ E0080
//# associated_constant_asserts
struct A<const N: usize>;
impl<const N: usize> A<N> { const OK: () = assert!(N > 3); } //~ E0080
pub fn entry() { A::<1>::OK; }
//# array_length_of_another_type
pub fn entry() { let x: [u8; true] = [1]; } //~ E0308
//# repeat_count_of_another_type
pub fn entry() { let x = [1u8; 'a']; } //~ E0308
//# const_argument_of_another_type
struct N<const N: usize>;
struct B<const X: bool>;
pub fn entry() {
    let m: N<{ true }> = N; //~ E0308
    let b: B<1> = B; //~ E0308
}
