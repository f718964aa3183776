"""What the oracle test calls: a line an expression, by receiver.

The same text is compiled by Ferrule and by rustc.  The names in scope are those of the group: ``a`` and ``b`` are values of the
type ``T``, ``n`` is any u32 and ``s`` a small one.  A line ``condition => expression`` is evaluated only where the condition
holds: elsewhere the call panics, or is undefined.
"""

# Lists of expressions read better in long lines.
# ruff: noqa: E501

from __future__ import annotations

from typing import NamedTuple


class Group(NamedTuple):
    receivers: tuple[str, ...]  # rows of std_names.toml whose methods the lines call
    types: tuple[str, ...]  # what T is, one after the other
    lines: str
    setup: str = ""  # statements before each line's evaluation


ANY_INT = """
T::BITS; T::MIN; T::MAX; T::min_value(); T::max_value()
a.count_ones(); a.count_zeros(); a.leading_zeros(); a.trailing_zeros(); a.leading_ones(); a.trailing_ones()
a.rotate_left(n); a.rotate_right(n); a.reverse_bits(); a.swap_bytes()
a.to_le(); a.to_be(); T::from_le(a); T::from_be(a); a.to_ne_bytes(); a.to_le_bytes(); a.to_be_bytes()
T::from_ne_bytes(a.to_be_bytes()); T::from_le_bytes(a.to_be_bytes()); T::from_be_bytes(a.to_le_bytes())
a.wrapping_add(b); a.wrapping_sub(b); a.wrapping_mul(b); a.wrapping_neg(); a.wrapping_shl(n); a.wrapping_shr(n)
a.wrapping_pow(n % 300); b != 0 => a.wrapping_div(b); b != 0 => a.wrapping_rem(b)
b != 0 => a.wrapping_div_euclid(b); b != 0 => a.wrapping_rem_euclid(b)
a.overflowing_add(b); a.overflowing_sub(b); a.overflowing_mul(b); a.overflowing_neg(); a.overflowing_shl(n); a.overflowing_shr(n)
a.overflowing_pow(n % 300); b != 0 => a.overflowing_div(b); b != 0 => a.overflowing_rem(b)
b != 0 => a.overflowing_div_euclid(b); b != 0 => a.overflowing_rem_euclid(b)
a.checked_add(b); a.checked_sub(b); a.checked_mul(b); a.checked_neg(); a.checked_div(b); a.checked_rem(b)
a.checked_div_euclid(b); a.checked_rem_euclid(b); a.checked_shl(n); a.checked_shr(n); a.checked_pow(n % 300)
a.checked_ilog2(); a.checked_ilog10(); a.checked_ilog(b); a > 0 => a.ilog2(); a > 0 => a.ilog10(); a > 0 && b > 1 => a.ilog(b)
a.saturating_add(b); a.saturating_sub(b); a.saturating_mul(b); a.saturating_pow(n % 300); b != 0 => a.saturating_div(b)
a.unbounded_shl(n % 200); a.unbounded_shr(n % 200)
a.checked_add(b).is_some() => a.strict_add(b); a.checked_sub(b).is_some() => a.strict_sub(b); a.checked_mul(b).is_some() => a.strict_mul(b)
a.checked_neg().is_some() => a.strict_neg(); a.checked_div(b).is_some() => a.strict_div(b); a.checked_rem(b).is_some() => a.strict_rem(b)
a.checked_div(b).is_some() => a.strict_div_euclid(b); a.checked_rem(b).is_some() => a.strict_rem_euclid(b)
n < T::BITS => a.strict_shl(n); n < T::BITS => a.strict_shr(n); a.checked_pow(n % 9).is_some() => a.strict_pow(n % 9)
a.checked_add(b).is_some() => unsafe { a.unchecked_add(b) }; a.checked_sub(b).is_some() => unsafe { a.unchecked_sub(b) }
a.checked_mul(b).is_some() => unsafe { a.unchecked_mul(b) }; n < T::BITS => unsafe { a.unchecked_shl(n) }; n < T::BITS => unsafe { a.unchecked_shr(n) }
a.checked_div(b).is_some() => a.div_euclid(b); a.checked_rem(b).is_some() => a.rem_euclid(b); a.checked_pow(n % 9).is_some() => a.pow(n % 9)
a >= 0 => a.isqrt(); a.abs_diff(b); a.midpoint(b)
a.cmp(&b); a.partial_cmp(&b); a.min(b); a.max(b); a.clamp(a.min(b), a.max(b)); a < b; a <= b; a > b; a >= b; a == b; a != b
u8::try_from(a); i8::try_from(a); u16::try_from(a); i16::try_from(a); u32::try_from(a); i32::try_from(a); u64::try_from(a); i64::try_from(a)
u128::try_from(a); i128::try_from(a); usize::try_from(a); isize::try_from(a); a as f16; a as f32; a as f64; a as u8; a as i64; a as u128
T::from_str_radix(TEXTS[n as usize % TEXTS.len()], 10).map_err(|e| kind(&e)); T::from_str_radix(TEXTS[n as usize % TEXTS.len()], 16).map_err(|e| kind(&e))
T::from_str_radix(TEXTS[n as usize % TEXTS.len()], 2).ok(); T::from_str_radix(TEXTS[n as usize % TEXTS.len()], 36).ok(); TEXTS[n as usize % TEXTS.len()].parse::<T>().ok()
"""

# The types whose methods are written once with those of another width: what depends on the width.
OTHER_WIDTHS = """
T::BITS; T::MIN; T::MAX; a.leading_zeros(); a.reverse_bits(); a.swap_bytes(); a.to_be_bytes(); T::from_be_bytes(a.to_ne_bytes()); a.rotate_left(n)
a.overflowing_add(b); a.overflowing_mul(b); a.checked_pow(n % 20); a.saturating_sub(b); a.wrapping_shl(n); a.checked_shr(n); a.unbounded_shr(n % 100); a.checked_ilog2(); a.abs_diff(b); a.midpoint(b)
u8::try_from(a); i16::try_from(a); u16::try_from(a); isize::try_from(a); usize::try_from(a); u128::try_from(a); TEXTS[n as usize % TEXTS.len()].parse::<T>().ok()
"""

INT = """
a != T::MIN => a.abs(); a.wrapping_abs(); a.checked_abs(); a.overflowing_abs(); a.saturating_abs(); a.saturating_neg(); a.unsigned_abs()
a != T::MIN => a.strict_abs(); a.signum(); a.is_positive(); a.is_negative(); a.cast_unsigned(); a != T::MIN => unsafe { a.unchecked_neg() }
a.checked_add_unsigned(b as U); a.checked_sub_unsigned(b as U); a.wrapping_add_unsigned(b as U); a.wrapping_sub_unsigned(b as U)
a.overflowing_add_unsigned(b as U); a.overflowing_sub_unsigned(b as U); a.saturating_add_unsigned(b as U); a.saturating_sub_unsigned(b as U)
a.checked_add_unsigned(b as U).is_some() => a.strict_add_unsigned(b as U); a.checked_sub_unsigned(b as U).is_some() => a.strict_sub_unsigned(b as U)
a.checked_isqrt()
"""

UINT = """
b != 0 => a.div_ceil(b); a.checked_next_multiple_of(b); a.checked_next_multiple_of(b).is_some() => a.next_multiple_of(b); a.is_multiple_of(b)
a.is_power_of_two(); a.checked_next_power_of_two(); a.checked_next_power_of_two().is_some() => a.next_power_of_two(); a.cast_signed()
a.checked_add_signed(b as U); a.checked_sub_signed(b as U); a.wrapping_add_signed(b as U); a.wrapping_sub_signed(b as U)
a.overflowing_add_signed(b as U); a.overflowing_sub_signed(b as U); a.saturating_add_signed(b as U); a.saturating_sub_signed(b as U)
a.checked_add_signed(b as U).is_some() => a.strict_add_signed(b as U); a.checked_sub_signed(b as U).is_some() => a.strict_sub_signed(b as U)
a.checked_signed_diff(b); a.carrying_add(b, n % 2 == 0); a.borrowing_sub(b, n % 2 == 0); a.carrying_mul(b, n as T); a.carrying_mul_add(b, n as T, a)
"""

ASCII = """
a.is_ascii(); a.is_ascii_alphabetic(); a.is_ascii_lowercase(); a.is_ascii_uppercase(); a.is_ascii_digit(); a.is_ascii_alphanumeric()
a.is_ascii_whitespace(); a.is_ascii_hexdigit(); a.is_ascii_punctuation(); a.is_ascii_graphic(); a.is_ascii_control()
a.to_ascii_lowercase(); a.to_ascii_uppercase(); a.eq_ignore_ascii_case(&b); { let mut c = a; c.make_ascii_lowercase(); c }; { let mut c = a; c.make_ascii_uppercase(); c }
"""

CHAR = """
char::from_u32(n); char::from_u32(n >> 11); char::from_digit(n % 40, 36); a.is_digit(16); a.to_digit(36); a.to_digit(2); unsafe { char::from_u32_unchecked(a as u32) }
a.len_utf8(); a.len_utf16(); { let mut c = [0u8; 4]; a.encode_utf8(&mut c).len() + c[3] as usize }; { let mut c = [0u8; 4]; a.encode_utf8(&mut c); c }
{ let mut c = [0u16; 2]; a.encode_utf16(&mut c); c }; a.is_whitespace(); a.is_control(); a.cmp(&b); u8::try_from(a).ok(); u16::try_from(a).ok(); char::try_from(n >> 11).ok()
"""

FLOAT = """
a.to_bits(); T::from_bits(a.to_bits()); a.to_ne_bytes(); a.to_le_bytes(); a.to_be_bytes(); T::from_ne_bytes(a.to_le_bytes()); T::from_le_bytes(a.to_le_bytes()); T::from_be_bytes(a.to_be_bytes())
a.is_nan(); a.is_infinite(); a.is_finite(); a.is_subnormal(); a.is_normal(); a.classify() as u8; a.is_sign_negative(); a.is_sign_positive()
a.abs(); a.copysign(b); a.signum(); a.recip(); a.floor(); a.ceil(); a.trunc(); a.round(); a.round_ties_even(); a.fract()
a != b || a.is_nan() => a.min(b); a != b || a.is_nan() => a.max(b); b <= b => a.clamp(-b.abs(), b.abs()); a.midpoint(b); a.mul_add(b, a); a.sqrt()
a.total_cmp(&b); a.next_up(); a.next_down(); a.to_degrees(); a.to_radians(); a.rem_euclid(b); a.div_euclid(b)
a.abs() < 1e4 => unsafe { a.to_int_unchecked::<i32>() }; a.partial_cmp(&b); a < b; a <= b; a > b; a >= b; a == b; a + b; a - b; a * b; a / b; a % b; -a
a as i8; a as u8; a as i16; a as u32; a as i32; a as i64; a as u64; a as u128; a as i128; a as f32; a as f64
T::EPSILON; T::MIN; T::MAX; T::MIN_POSITIVE; T::INFINITY; T::NEG_INFINITY; T::DIGITS; T::MANTISSA_DIGITS; T::MIN_EXP; T::MAX_EXP; T::MIN_10_EXP; T::MAX_10_EXP; T::RADIX
"""

WRAPPER = """
a + b; a - b; a * b; a & b; a | b; a ^ b; !a; a.reverse_bits(); { let mut c = a; c += b; c -= a.0; c *= b; c &= b; c |= a; c ^= b.0; c }
a == b; a < b; a.cmp(&b); &a + b; a - &b; &a * &b
"""
GROUPS: dict[str, Group] = {
    "int": Group(("int",), ("i32", "i128"), ANY_INT + INT),
    "uint": Group(("uint",), ("u8", "u64", "u128"), ANY_INT + UINT),
    "other_widths": Group((), ("i8", "i16", "i64", "isize", "u16", "u32", "usize"), OTHER_WIDTHS),
    "byte": Group(("uint",), ("u8",), ASCII),
    "char": Group(("char",), ("char",), ASCII + CHAR),
    "float": Group(("float",), ("f32", "f64"), FLOAT + "a.abs_sub(b)"),
    "half": Group((), ("f16",), FLOAT),
    "wrapping": Group(
        ("Wrapping",), ("u8", "i16", "u32", "i64", "u128"),
        WRAPPER + "b.0 != 0 => a / b; b.0 != 0 => a % b; -a; [a, b, a].iter().sum::<W>(); [a, b].into_iter().product::<W>(); a << (n as usize); a >> (n as usize); { let mut c = a; c <<= s; c >>= 1; c }",
        "type W = Wrapping<T>; let (a, b) = (Wrapping(a), Wrapping(b));",
    ),
    "saturating": Group(
        ("Saturating",), ("u8", "u32", "u64"),
        WRAPPER + """
        b.0 != 0 => a / b; b.0 != 0 => a % b; W::MIN; W::MAX; W::BITS; a.count_ones(); a.count_zeros(); a.leading_zeros(); a.trailing_zeros()
        a.rotate_left(n); a.rotate_right(n); a.swap_bytes(); W::from_be(a); W::from_le(a); a.to_be(); a.to_le(); a.pow(n % 20); a.is_power_of_two()
        """,
        "type W = Saturating<T>; let (a, b) = (Saturating(a), Saturating(b));",
    ),
    "saturating_signed": Group(
        ("Saturating",), ("i8", "i32", "i64"),
        WRAPPER + "b.0 != 0 => a / b; b.0 != 0 && b.0 != -1 => a % b; -a; a.abs(); a.signum(); a.is_positive(); a.is_negative(); a.pow(n % 20)",
        "type W = Saturating<T>; let (a, b) = (Saturating(a), Saturating(b));",
    ),
    "nonzero": Group(
        ("NonZero",), ("u8", "u32", "u64", "u128"),
        """
        NonZero::new(n as T); a.get(); a.leading_zeros(); a.trailing_zeros(); a.count_ones(); a.checked_mul(b); a.saturating_mul(b); a.checked_pow(n % 20); a.saturating_pow(n % 20)
        a.checked_add(b.get()); a.saturating_add(b.get()); a.checked_next_power_of_two(); a.ilog2(); a.ilog10(); a.midpoint(b); a.is_power_of_two(); a.isqrt(); a.div_ceil(b); a.cast_signed()
        a | b; a | b.get(); n as T / a; n as T % a; a.cmp(&b); unsafe { NonZero::<T>::new_unchecked(b.get()) }; size_of::<Option<NonZero<T>>>(); NonZero::try_from(n as T).ok(); "12".parse::<NonZero<T>>().ok(); "0".parse::<NonZero<T>>().map_err(|e| kind(&e))
        NonZero::<T>::MIN; NonZero::<T>::MAX; NonZero::<T>::BITS; { let mut c = [Some(a), None, NonZero::new(n as T)]; c.swap(0, 1); c }
        """,
        "let (a, b) = (NonZero::new(a | 1).unwrap(), NonZero::new(b | 2).unwrap());",
    ),
    "nonzero_signed": Group(
        ("NonZero",), ("i16", "i32", "i64"),
        """
        NonZero::new(n as T); a.checked_abs(); a.overflowing_abs(); a.saturating_abs(); a.wrapping_abs(); a.unsigned_abs(); a.is_positive(); a.is_negative(); a.get() != T::MIN => a.abs()
        a.checked_neg(); a.overflowing_neg(); a.saturating_neg(); a.wrapping_neg(); a.cast_unsigned(); a.get() != T::MIN => -a; a.checked_mul(b); a.cmp(&b)
        """,
        "let (a, b) = (NonZero::new(a | 1).unwrap(), NonZero::new(b | 2).unwrap());",
    ),
    "option": Group(
        ("Option", "bool"), ("i32",),
        """
        o.is_some(); o.is_none(); o.is_some_and(|x| x > 3); o.is_none_or(|x| x > 3); o.as_ref(); { let mut q = o; if let Some(x) = q.as_mut() { *x ^= 5; } q }; o.is_some() => o.expect("no"); o.is_some() => o.unwrap()
        o.unwrap_or(7); o.unwrap_or_else(|| 8); o.unwrap_or_default(); o.is_some() => unsafe { o.unwrap_unchecked() }; o.map(|x| x ^ 1); { let mut k = 0; let q = o.inspect(|x| k = **&x); (k, q) }; o.map_or(1, |x| x | 1); o.map_or_else(|| 2, |x| x | 2)
        o.ok_or(3); o.ok_or_else(|| 4); Some(&a).as_deref(); { let mut c = a; let mut q = Some(&mut c); *q.as_deref_mut().unwrap() ^= 3; c }; o.iter().count(); { let mut q = o; for x in q.iter_mut() { *x ^= 9; } q }; o.as_slice().len(); { let mut q = o; q.as_mut_slice().fill(4); q }
        o.and(p); o.and_then(|x| if x > 0 { Some(x) } else { None }); o.filter(|x| x % 2 == 0); o.or(p); o.or_else(|| p); o.xor(p); { let mut q = o; *q.insert(5) ^= 1; q }; { let mut q = o; *q.get_or_insert(5) ^= 1; q }; { let mut q = o; *q.get_or_insert_with(|| 6) ^= 1; q }; { let mut q = o; *q.get_or_insert_default() ^= 1; q }
        { let mut q = o; (q.take(), q) }; { let mut q = o; (q.take_if(|x| *x > 0), q) }; { let mut q = o; (q.replace(3), q) }; o.zip(p); o.zip(p).unzip(); o.as_ref().copied(); o.as_ref().cloned(); { let mut q = o; q.as_mut().copied() }; Some(o).flatten(); o.map(|x| if x > 0 { Ok(x) } else { Err(1u8) }).transpose()
        o.cmp(&p); o.partial_cmp(&p); o == p; o.into_iter().chain(p).sum::<i32>(); (a > b).then_some(a); (a > b).then(|| b); (a > b).cmp(&(b > 0))
        """,
        "let (a, b) = (a >> 3, b >> 3); let o = if n % 3 == 0 { None } else { Some(a) }; let p = if n % 2 == 0 { None } else { Some(b) };",
    ),
    "result": Group(
        ("Result",), ("i32",),
        """
        r.is_ok(); r.is_err(); r.is_ok_and(|x| x > 3); r.is_err_and(|x| x > 3); r.ok(); r.err(); r.as_ref().ok(); { let mut q = r; if let Ok(x) = q.as_mut() { *x ^= 5; } q }; r.map(|x| x ^ 1); r.map_or(1, |x| x | 1); r.map_or_else(|e| e as i32, |x| x | 2); r.map_err(|e| e ^ 7)
        { let mut k = 0; let q = r.inspect(|x| k = *x); (k, q) }; { let mut k = 0; let q = r.inspect_err(|x| k = *x); (k, q) }; r.iter().count(); { let mut q = r; for x in q.iter_mut() { *x ^= 9; } q }; r.and(q); r.and_then(|x| if x > 0 { Ok(x) } else { Err(9) }); r.or(q); r.or_else(|e| if e > 9 { Ok(1) } else { Err(e) })
        r.unwrap_or(7); r.unwrap_or_else(|e| e as i32); r.unwrap_or_default(); r.is_ok() => r.expect("no"); r.is_ok() => r.unwrap(); r.is_err() => r.unwrap_err(); r.is_err() => r.expect_err("no"); r.is_ok() => unsafe { r.unwrap_unchecked() }; r.is_err() => unsafe { r.unwrap_err_unchecked() }
        r.as_ref().copied().is_ok(); r.as_ref().cloned().is_ok(); Ok::<_, u32>(r).flatten(); r.map(|x| if x > 0 { Some(x) } else { None }).transpose(); r.as_ref().map(|x| x).ok(); Ok::<&i32, u8>(&a).as_deref().ok(); { let mut c = a; let mut q = Ok::<&mut i32, u8>(&mut c); if let Ok(x) = q.as_deref_mut() { *x ^= 6; } c }
        r.cmp(&q); r == q; r.partial_cmp(&q); r.into_iter().sum::<i32>()
        """,
        "let r: Result<i32, u32> = if n % 3 == 0 { Err(n) } else { Ok(a >> 2) }; let q: Result<i32, u32> = if n % 2 == 0 { Err(n ^ 3) } else { Ok(b >> 2) };",
    ),
    "ordering": Group(
        ("Ordering", "Reverse", "Ord", "PartialOrd", "ControlFlow", "Bound"), ("i8",),
        """
        o.is_eq(); o.is_ne(); o.is_lt(); o.is_gt(); o.is_le(); o.is_ge(); o.reverse(); o.then(p); o.then_with(|| p); o.cmp(&p); core::cmp::Reverse(a).cmp(&core::cmp::Reverse(b)); core::cmp::Reverse(a) < core::cmp::Reverse(b); core::cmp::min_by(a, b, |x, y| y.cmp(x)); core::cmp::max_by(a, b, |x, y| y.cmp(x)); a.max(b); a.min(b); a.clamp(-3, 9)
        a.lt(&b); a.le(&b); a.gt(&b); a.ge(&b); a.partial_cmp(&b); a.cmp(&b)
        c.is_break(); c.is_continue(); c.break_value(); c.continue_value(); c.map_break(|x| x ^ 1).break_value(); c.map_continue(|x| x ^ 1).continue_value()
        bound(core::ops::Bound::Included(a)); bound(core::ops::Bound::Included(a).map(|x| x ^ 1)); bound(core::ops::Bound::Excluded(&a).cloned()); bound(core::ops::Bound::Excluded(a).as_ref().map(|x| *x)); (core::ops::Bound::Excluded(a), core::ops::Bound::<i8>::Unbounded).contains(&b)
        """,
        "use core::ops::{ControlFlow, RangeBounds}; let o = a.cmp(&b); let p = (a as i32).cmp(&(n as i32)); let c: ControlFlow<i8, i8> = if n % 2 == 0 { ControlFlow::Break(a) } else { ControlFlow::Continue(b) };",
    ),
    "range": Group(
        ("Range", "RangeFrom", "RangeTo", "RangeInclusive", "RangeToInclusive", "ExactSizeIterator"), ("i32",),
        """
        (a..b).contains(&m); (a..b).is_empty(); (a..).contains(&m); (..b).contains(&m); (a..=b).contains(&m); (a..=b).is_empty(); *(a..=b).start(); *(a..=b).end(); (a..=b).into_inner(); RangeInclusive::new(a, b).count(); (..=b).contains(&m); (0..s).len()
        (a..b).step_by(3).rev().sum::<i32>(); (a..=b).rev().step_by(2).sum::<i32>(); ('a'..='e').nth(s % 7); (a..b).nth(s); (a..b).nth_back(s); (0..s as u8).step_by(3).rev().fold(0u32, |x, y| x * 5 + y as u32); (a..b).size_hint()
        """,
        "use core::ops::RangeInclusive; let (a, b, m) = (a % 20, b % 40, n as i32 % 30);",
    ),
    "iterator": Group(
        ("Iterator", "DoubleEndedIterator", "Peekable"), ("i32",),
        """
        x.iter().cycle().take(17).fold(0, |k, v| k * 3 ^ v); x.iter().map(|v| if *v > b { None } else { Some(()) }).collect::<Option<()>>().is_some(); x.iter().map(|v| if *v > b { Err(*v) } else { Ok(()) }).collect::<Result<(), i32>>(); x.iter().map(|_| ()).collect::<()>() == (); x.iter().map(|_| ((), ())).unzip::<(), (), (), ()>() == ((), ()); x.iter().map(|_| ()).partition::<(), _>(|_| true) == ((), ())
        x.iter().eq(y.iter()); x.iter().ne(y.iter()); x.iter().lt(y.iter()); x.iter().le(y.iter()); x.iter().gt(y.iter()); x.iter().ge(y.iter()); x.iter().cmp(y.iter()); x.iter().partial_cmp(y.iter()); x.iter().is_sorted(); x.iter().is_sorted_by(|a, b| a >= b); x.iter().is_sorted_by_key(|v| *v / 8)
        x.iter().try_rfold(0i32, |k, v| k.checked_add(v << 20)); x.iter().rfold(1, |k, v| k * 3 ^ v); x.iter().rfind(|v| **v < b); x.iter().nth_back(s); { let mut i = x.iter(); (i.next_back(), i.next(), i.len()) }
        x.iter().map(|v| if *v > b { None } else { Some(*v) }).sum::<Option<i32>>(); x.iter().map(|v| if *v > b { Err(*v) } else { Ok(*v % 7) }).product::<Result<i32, i32>>()
        { let mut i = x.iter().copied().peekable(); (i.next_if_eq(&a), i.next_if(|v| *v > 5), i.peek().copied(), i.next_if_map(|v| if v > b { Ok(v) } else { Err(v) }), { if let Some(v) = i.peek_mut() { *v ^= 1; } }.eq(&()), i.next_if_map_mut(|v| { *v += 1; if *v > 9 { Some(*v) } else { None } }), i.next(), i.size_hint()).digest() }
        x.iter().all(|v| *v > 2); x.iter().any(|v| *v == b); x.iter().chain(&y).fold(0, |k, v| k * 3 ^ v); x.iter().cloned().sum::<i32>(); x.iter().copied().product::<i32>(); x.iter().count(); x.iter().enumerate().fold(0, |k, (i, v)| k * 3 ^ v ^ i as i32); x.iter().filter(|v| **v > b).count(); x.iter().filter_map(|v| if *v > b { Some(v ^ 1) } else { None }).fold(0, |k, v| k * 5 ^ v)
        x.iter().find(|v| **v > b); x.iter().find_map(|v| if *v > b { Some(v ^ 1) } else { None }); x.iter().flat_map(|v| 0..*v % 4).fold(0, |k, v| k * 3 ^ v); x.chunks(3).flatten().fold(0, |k, v| k * 3 ^ v); x.iter().fuse().last(); { let mut k = 0; x.iter().for_each(|v| k = k * 3 ^ v); k }; { let mut k = 0; x.iter().inspect(|v| k ^= **v).count(); k }; x.iter().last()
        x.iter().map(|v| v ^ 3).map_while(|v| if v < b { Some(v) } else { None }).count(); x.iter().max(); x.iter().min(); x.iter().max_by(|a, b| (*a % 5).cmp(&(*b % 5))); x.iter().min_by(|a, b| (*a % 5).cmp(&(*b % 5))); x.iter().max_by_key(|v| *v % 5); x.iter().min_by_key(|v| *v % 5); x.iter().nth(s); x.iter().position(|v| *v == b); x.iter().rposition(|v| *v == b); x.iter().copied().reduce(|a, b| a * 3 ^ b); x.iter().rev().fold(0, |k, v| k * 3 ^ v)
        x.iter().scan(1, |k, v| { *k = *k * 3 ^ v; Some(*k) }).last(); x.iter().size_hint(); x.iter().skip(s).count(); x.iter().skip_while(|v| **v > b).count(); x.iter().step_by(s % 4 + 1).fold(0, |k, v| k * 3 ^ v); x.iter().take(s).sum::<i32>(); x.iter().take_while(|v| **v > b).count(); x.iter().try_fold(0i32, |k, v| k.checked_add(v << 20)); x.iter().try_for_each(|v| if *v > b { Err(*v) } else { Ok(()) }); x.iter().zip(y.iter()).fold(0, |k, (v, w)| k * 3 ^ v * w); { let mut i = x.iter(); i.by_ref().take(2).count() + i.len() }
        core::iter::once_with(|| a).chain(core::iter::once(b)).chain(core::iter::empty()).sum::<i32>(); core::iter::repeat_with(|| b).take(3).sum::<i32>(); core::iter::repeat_n(b, 3).sum::<i32>(); core::iter::repeat(b).take(2).sum::<i32>(); { let mut k = 0; core::iter::from_fn(|| { k += 1; if k < 5 { Some(k) } else { None } }).sum::<i32>() }; core::iter::successors(Some(1), |v| if *v < b { Some(v * 2) } else { None }).count(); core::iter::zip(x, y).count(); x.iter().skip(1).step_by(3).rev().fold(0, |k, v| k * 3 ^ v); (0..17).skip(1).step_by(3).size_hint()
        """,
        "let x = [a % 16, b % 16, n as i32 % 16, 5, a % 7, 9, b % 3, 11]; let y = [a % 16, b % 16, (n >> 4) as i32 % 16, 5, 3]; let b = b % 16; let a = a % 16;",
    ),
    "slice": Group(
        ("slice", "array", "Chunks", "ChunksExact"), ("i32",),
        """
        x.len(); x.is_empty(); x.first(); x.last(); { let mut z = x; *z.first_mut().unwrap() ^= 1; *z.last_mut().unwrap() ^= 2; z }; x.split_first(); x.split_last(); { let mut z = x; *z.split_first_mut().unwrap().0 ^= 1; z.split_last_mut().unwrap().1[1] ^= 4; z }; x.get(s); x.get(s..); x.get(..s); x.get(2..=s); { let mut z = x; if let Some(v) = z.get_mut(s) { *v = 1; } z }; unsafe { *x.get_unchecked(s % 8) }; { let mut z = x; unsafe { *z.get_unchecked_mut(s % 8) = 3 }; z }; unsafe { *x.as_ptr().add(2) }; { let mut z = x; unsafe { *z.as_mut_ptr().add(2) = 3 }; z }
        { let mut z = x; z.swap(1, 6); z }; { let mut z = x; z.reverse(); z }; { let mut z = x; z.rotate_left(s % 9); z }; { let mut z = x; z.rotate_right(s % 9); z }; { let mut z = x; z.fill(b); z }; { let mut z = x; let mut k = 0; z.fill_with(|| { k += 2; k }); z }; { let mut z = x; z.copy_within(s % 8.., 0); z }; { let mut z = x; z.copy_within(..3, s % 6); z }; { let mut z = [0; 8]; z.copy_from_slice(&x); z.clone_from_slice(&x); z }; { let (mut z, mut w) = (x, [4; 8]); z.swap_with_slice(&mut w); (z, w) }
        x.iter().digest_all(); { let mut z = x; for v in z.iter_mut() { *v ^= 1; } z }; x.windows(3).map(|w| w[0] * w[2]).digest_all(); x.array_windows::<3>().map(|w| w[0] * w[2]).digest_all(); x.chunks(s % 4 + 1).digest_all(); x.chunks(3).rev().digest_all(); x.chunks_exact(3).digest_all(); x.chunks_exact(3).remainder(); x.rchunks(s % 4 + 1).digest_all(); x.rchunks(3).rev().digest_all(); x.rchunks_exact(3).digest_all(); x.rchunks_exact(3).remainder()
        { let mut z = x; for c in z.chunks_mut(3) { c.reverse(); } z }; { let mut z = x; for c in z.chunks_exact_mut(3) { c.reverse(); } z }; { let mut z = x; for c in z.rchunks_mut(3) { c.reverse(); } z }; { let mut z = x; for c in z.rchunks_exact_mut(3) { c.reverse(); } z }; x.split_at(s % 9); x.split_at_checked(s); { let mut z = x; z.split_at_mut(3).1[0] = 1; z }; { let mut z = x; if let Some((p, _)) = z.split_at_mut_checked(s) { p.reverse(); } z }; unsafe { x.split_at_unchecked(s % 9) }; { let mut z = x; unsafe { z.split_at_mut_unchecked(s % 9).1.reverse() }; z }
        x.as_chunks::<3>(); x.as_rchunks::<3>(); { let mut z = x; z.as_chunks_mut::<3>().0.reverse(); z }; { let mut z = x; z.as_rchunks_mut::<3>().1.reverse(); z }; unsafe { x.as_chunks_unchecked::<2>() }; { let mut z = x; unsafe { z.as_chunks_unchecked_mut::<2>().reverse() }; z }; x[..s % 9].as_array::<4>(); { let mut z = x; if let Some(c) = z[..s % 9].as_mut_array::<4>() { c[1] = 3; } z }; x[..s % 9].first_chunk::<3>(); x[..s % 9].last_chunk::<3>(); x[..s % 9].split_first_chunk::<3>(); x[..s % 9].split_last_chunk::<3>()
        { let mut z = x; z.first_chunk_mut::<3>().unwrap().reverse(); z.last_chunk_mut::<4>().unwrap().reverse(); z.split_first_chunk_mut::<2>().unwrap().1.reverse(); z.split_last_chunk_mut::<2>().unwrap().0.reverse(); z }; x.contains(&b); x.starts_with(&[a % 16]); x.ends_with(&[11]); x.strip_prefix(&[a % 16, b]); x.strip_suffix(&[11]); [1, 3, 4, 8, 9, 11].binary_search(&b); [1, 3, 4, 8, 9, 11].binary_search_by(|v| v.cmp(&b)); [1, 3, 4, 8, 9, 11].binary_search_by_key(&b, |v| *v); [1, 3, 4, 8, 9, 11].partition_point(|v| *v < b)
        x.is_sorted(); x.is_sorted_by(|p, q| p >= q); x.is_sorted_by_key(|v| *v / 8); { let mut z = x; z.sort(); z }; { let mut z = x; z.sort_by(|p, q| (q % 5).cmp(&(p % 5))); z }; { let mut z = x; z.sort_by_key(|v| v % 3); z }; { let mut z = big; z.sort_by_key(|v| v % 11); z }; { let mut z = big; z.sort_unstable(); z }; { let mut z = x; z.sort_unstable_by(|p, q| q.cmp(p)); z }; { let mut z = x; z.sort_unstable_by_key(|v| -v); z }; { let mut z = big; *z.select_nth_unstable(s % 64).1 }; { let mut z = big; *z.select_nth_unstable_by(s % 64, |p, q| q.cmp(p)).1 }; { let mut z = big; *z.select_nth_unstable_by_key(s % 64, |v| -v).1 }
        x.split(|v| v % 3 == 0).digest_all(); x.split(|v| v % 3 == 0).rev().digest_all(); x.rsplit(|v| v % 3 == 0).digest_all(); x.splitn(3, |v| v % 3 == 0).digest_all(); x.rsplitn(3, |v| v % 3 == 0).digest_all(); x.split_inclusive(|v| v % 3 == 0).digest_all(); x.split_inclusive(|v| v % 3 == 0).rev().digest_all(); x.chunk_by(|p, q| p <= q).digest_all(); x.chunk_by(|p, q| p <= q).rev().digest_all()
        { let mut z = x; for p in z.split_mut(|v| v % 3 == 0) { p.reverse(); } z }; { let mut z = x; for p in z.rsplit_mut(|v| v % 3 == 0) { p.fill(p.len() as i32); } z }; { let mut z = x; for p in z.splitn_mut(2, |v| v % 3 == 0) { p.reverse(); } z }; { let mut z = x; for p in z.rsplitn_mut(2, |v| v % 3 == 0) { p.reverse(); } z }; { let mut z = x; for p in z.split_inclusive_mut(|v| v % 3 == 0) { p.reverse(); } z }; { let mut z = x; for p in z.chunk_by_mut(|p, q| p <= q) { p.reverse(); } z }
        { let mut z = x; if let Ok([p, q]) = z.get_disjoint_mut([s, 2]) { core::mem::swap(p, q); } z }; { let mut z = x; unsafe { let [p, q] = z.get_disjoint_unchecked_mut([1, 2]); core::mem::swap(p, q); } z }; x.element_offset(&x[s % 8]); unsafe { let (p, q, r) = x.align_to::<u8>(); p.len() * 100 + q.len() + r.len() }; { let mut z = x; unsafe { z.align_to_mut::<u8>().1[5] ^= 7; } z }; { let r = x.as_ptr_range(); unsafe { r.end.offset_from(r.start) } }; { let mut z = x; let r = z.as_mut_ptr_range(); unsafe { r.end.offset_from(r.start) } }
        { let mut z = &x[..]; (z.split_off(..s), z.split_off(5..), z.split_off(..=1), z.split_off_first(), z.split_off_last(), z.len()) }; { let mut w = x; let mut z = &mut w[..]; (z.split_off_mut(..s).map(|v| v.len()), z.split_off_first_mut().map(|v| *v), z.split_off_last_mut().map(|v| *v), z.len()) }; x == y; x.cmp(&y); x < y; [x, y].as_flattened(); { let mut z = [x, y]; z.as_flattened_mut().reverse(); z }
        { let z = x.map(|v| v as u8); (z.is_ascii(), z.eq_ignore_ascii_case(b"abcdefgh"), z.trim_ascii(), z.trim_ascii_start(), z.trim_ascii_end()).digest() }; { let mut z = *b"aBc xYz!"; z.make_ascii_uppercase(); z }; { let mut z = *b"aBc xYz!"; z.make_ascii_lowercase(); z }; x.as_slice(); { let mut z = x; z.as_mut_slice().reverse(); z }; x.each_ref().map(|v| *v); { let mut z = x; z.each_mut().map(|v| *v ^= 1); z }; x.map(|v| v * 2); core::array::from_fn::<i32, 4, _>(|i| i as i32 * b); <[i32; 2]>::try_from(&x[..s % 4]).ok()
        { use core::mem::MaybeUninit; let mut z = [MaybeUninit::<i32>::uninit(); 8]; z.write_copy_of_slice(&x); z.write_clone_of_slice(&x); unsafe { z.assume_init_mut()[1] ^= 1; let k = z.assume_init_ref()[1]; z.assume_init_drop(); k } }
        """,
        "let x = [a % 16, b % 16, n as i32 % 16, 5, a % 7, 9, b % 3, 11]; let y = [a % 16, b % 16, (n >> 4) as i32 % 16, 5, 3, 1, 2, 3]; let b = b % 16; let mut big = [0i32; 64]; for i in 0..64 { big[i] = (a.wrapping_mul(i as i32 * 2 + 1) ^ n as i32) >> 7; }",
    ),
    "str": Group(
        ("str",), ("u32",),
        """
        t.len(); t.is_empty(); t.as_bytes(); t.bytes().count(); t.chars().digest_all(); t.chars().rev().digest_all(); t.char_indices().digest_all(); t.char_indices().rev().digest_all(); t.encode_utf16().digest_all(); t.is_char_boundary(s); t.floor_char_boundary(s); t.ceil_char_boundary(s); t.get(s..); t.get(..s); t.get(1..s); t.split_at_checked(s); t.is_char_boundary(s) => t.split_at(s); !t.is_empty() => unsafe { *t.as_ptr() ^ 1 }
        t.is_char_boundary(s) => unsafe { t.get_unchecked(s..) }; t.is_ascii(); t.eq_ignore_ascii_case(v); t.contains(v); t.contains('a'); t.starts_with(v); t.starts_with(|c: char| c == 'a'); t.ends_with(v); t.ends_with('b'); t.find(v); t.find('b'); t.find(['x', 'b']); t.find(char::is_whitespace); t.rfind(v); t.rfind('a'); t.matches(v).count(); t.matches('a').count(); t.rmatches(v).count(); t.match_indices(v).digest_all(); t.rmatch_indices(v).digest_all(); t.match_indices('a').rev().digest_all()
        t.split(v).digest_all(); t.split(' ').digest_all(); t.split(' ').rev().digest_all(); t.rsplit(v).digest_all(); t.rsplit('a').digest_all(); t.split_inclusive(v).digest_all(); t.split_inclusive('a').rev().digest_all(); t.split_terminator(v).digest_all(); t.split_terminator('a').rev().digest_all(); t.rsplit_terminator(v).digest_all(); t.splitn(2, v).digest_all(); t.splitn(s, 'a').digest_all(); t.rsplitn(2, v).digest_all(); t.rsplitn(s, 'a').digest_all(); t.split_once(v); t.rsplit_once(v); t.split_whitespace().digest_all(); t.split_whitespace().rev().digest_all(); t.split_ascii_whitespace().digest_all(); t.lines().digest_all(); t.lines().rev().digest_all()
        t.strip_prefix(v); t.strip_suffix(v); t.strip_prefix('a'); t.trim(); t.trim_start(); t.trim_end(); t.trim_left(); t.trim_right(); t.trim_matches('a'); t.trim_matches(['a', ' ']); t.trim_start_matches('a'); v != "" => t.trim_start_matches(v); v != "" => t.trim_end_matches(v); t.trim_left_matches('a'); t.trim_right_matches('a'); t.trim_ascii(); t.trim_ascii_start(); t.trim_ascii_end(); t.cmp(v); t == v; t.parse::<i64>().ok(); t.parse::<bool>().ok(); t.parse::<char>().ok()
        { let z = [a as u8, b as u8 | 0x80, n as u8, 0x9F, 0xE2, 0x82, 0xAC]; core::str::from_utf8(&z[s % 8..]).map_err(|e| (e.valid_up_to(), e.error_len())).digest() }; str::from_utf8(t.as_bytes()).ok(); unsafe { str::from_utf8_unchecked(t.as_bytes()) }
        { let mut z = *b"aBc \\xC3\\xA9x"; let w = str::from_utf8_mut(&mut z).unwrap(); w.make_ascii_uppercase(); w.len() + w.split_at_mut(4).1.len() }; { let mut z = *b"aBc xyz"; let w = unsafe { str::from_utf8_unchecked_mut(&mut z) }; w.make_ascii_lowercase(); unsafe { w.as_bytes_mut()[0] = 98; *w.as_mut_ptr().add(1) = 99; } if let Some(q) = w.get_mut(2..4) { q.make_ascii_uppercase(); } unsafe { w.get_unchecked_mut(5..).make_ascii_uppercase(); } if let Some((p, _)) = w.split_at_mut_checked(s) { p.make_ascii_uppercase(); } z }
        """,
        "let t = TEXTS[n as usize % TEXTS.len()]; let v = TEXTS[a as usize % TEXTS.len()];",
    ),
    "cells": Group(
        ("Cell", "UnsafeCell", "RefCell", "MaybeUninit", "ManuallyDrop", "AtomicBool", "AtomicI32", "AtomicU32", "AtomicI64", "AtomicU64"), ("u32",),
        """
        { let c = Cell::new(a); let d = Cell::new(b); c.set(b ^ 1); let k = c.replace(7); c.swap(&d); c.update(|x| x ^ 3); (k, c.get(), d.take(), d.into_inner(), unsafe { *c.as_ptr() }) }; { let mut c = Cell::new(a); *c.get_mut() ^= 1; c.get() }; { let mut z = [a, b]; let c = Cell::from_mut(&mut z); c.as_array_of_cells()[1].set(4); z }; { let mut z = [a, b]; let c = Cell::from_mut(&mut z[..]); c.as_slice_of_cells()[1].set(5); z }
        { let mut c = UnsafeCell::new(a); *c.get_mut() ^= 1; unsafe { *c.get() ^= 2; *UnsafeCell::raw_get(&raw const c) ^= 4; } c.into_inner() }; { let mut z = a; *UnsafeCell::from_mut(&mut z).get_mut() ^= 9; z }
        { let c = RefCell::new(a); let d = RefCell::new(b); *c.borrow_mut() ^= 5; let k = (*c.borrow(), c.try_borrow_mut().is_ok()); let h = c.borrow(); let l = (c.try_borrow_mut().is_err(), c.try_borrow().is_ok(), unsafe { c.try_borrow_unguarded().is_ok() }); drop(h); c.swap(&d); (k, l, c.replace(8), c.replace_with(|x| *x ^ 1), c.take(), unsafe { *d.as_ptr() }, d.into_inner()).digest() }; { let mut c = RefCell::new(a); *c.get_mut() ^= 1; c == RefCell::new(a) }
        { let mut c = MaybeUninit::new(a); unsafe { *c.assume_init_mut() ^= 1; let k = (*c.assume_init_ref(), c.assume_init_read(), *c.as_ptr(), *c.as_mut_ptr()); c.write(b); (k, c.assume_init()) } }; unsafe { MaybeUninit::<u32>::zeroed().assume_init() }; { let mut c = MaybeUninit::<u32>::uninit(); c.write(3); unsafe { c.assume_init_drop(); } 1u8 }
        { let mut c = ManuallyDrop::new(a); *c ^= 1; let k = unsafe { ManuallyDrop::take(&mut c) }; (k, ManuallyDrop::into_inner(c)) }; { let mut c = ManuallyDrop::new(a); unsafe { ManuallyDrop::drop(&mut c) }; 2u8 }
        { let mut c = AtomicBool::new(n % 2 == 0); let k = (c.fetch_and(a % 2 == 0, R), c.fetch_or(b % 2 == 0, R), c.fetch_xor(a % 3 == 0, R), c.fetch_nand(b % 3 == 0, R), c.fetch_not(R), c.swap(a % 5 == 0, R), c.load(R)); let l = (c.compare_exchange(true, false, R, R), c.compare_exchange_weak(false, true, R, R), c.compare_and_swap(true, false, R), c.update(R, R, |x| !x), c.try_update(R, R, |x| if x { Some(false) } else { None }), c.fetch_update(R, R, |x| Some(!x))); c.store(a % 7 == 0, R); *c.get_mut() ^= true; (k, l, unsafe { *c.as_ptr() }, unsafe { AtomicBool::from_ptr(c.as_ptr()).load(R) }, c.into_inner()).digest() }
        atomics!(AtomicU8, u8); atomics!(AtomicI8, i8); atomics!(AtomicU16, u16); atomics!(AtomicI16, i16); atomics!(AtomicU32, u32); atomics!(AtomicI32, i32); atomics!(AtomicU64, u64); atomics!(AtomicI64, i64); atomics!(AtomicUsize, usize); atomics!(AtomicIsize, isize)
        """,
        "use core::cell::*; use core::mem::*; use core::sync::atomic::*; const R: core::sync::atomic::Ordering = core::sync::atomic::Ordering::SeqCst;",
    ),
    "pointers": Group(
        ("pointer", "NonNull"), ("u32",),
        """
        p.is_null(); unsafe { *p.cast::<u8>() }; p.addr() % 4; p.expose_provenance() % 4; p.is_aligned(); unsafe { *p.offset(1) }; unsafe { *p.add(2) }; unsafe { *p.add(3).sub(2) }; unsafe { p.byte_add(4).read() }; unsafe { p.add(2).byte_sub(4).read() }; unsafe { p.byte_offset(8).read() }; unsafe { *p.wrapping_offset(1) }; unsafe { *p.wrapping_add(1) }; unsafe { *p.wrapping_add(3).wrapping_sub(1) }; unsafe { p.wrapping_byte_add(4).read() }; unsafe { p.wrapping_byte_add(8).wrapping_byte_sub(4).read() }; unsafe { p.wrapping_byte_offset(8).read() }
        unsafe { p.add(3).offset_from(p) }; unsafe { p.add(3).offset_from_unsigned(p) }; unsafe { p.add(3).byte_offset_from(p) }; unsafe { p.add(3).byte_offset_from_unsigned(p) }; unsafe { p.read_volatile() }; unsafe { p.cast::<u8>().add(1).cast::<u32>().read_unaligned() }; unsafe { p.as_ref().is_some() }; unsafe { *p.as_ref_unchecked() }; p.align_offset(16) < 4; p.cast::<u8>().wrapping_add(1).align_offset(4); unsafe { *p.cast_mut() }; p.map_addr(|x| x + 4).addr() - p.addr(); p.with_addr(12).addr()
        { let mut z = x; let q = z.as_mut_ptr(); unsafe { q.write(5); q.add(1).write_volatile(6); q.add(2).write_unaligned(7); q.add(3).write_bytes(3, 1); z } }; { let mut z = x; let q = z.as_mut_ptr(); unsafe { q.copy_from(p.add(1), 2); q.add(2).copy_from_nonoverlapping(p, 2); p.copy_to(q.add(1), 2); p.copy_to_nonoverlapping(q.add(3), 1); (q.replace(9), z) } }; { let mut z = x; let q = z.as_mut_ptr(); unsafe { q.swap(q.add(2)); q.add(1).drop_in_place(); *q.as_mut().unwrap() ^= 1; *q.as_mut_unchecked() ^= 2; (*q.cast_const(), z) } }
        { let q = core::ptr::slice_from_raw_parts(p, s); (q.len(), q.is_empty(), q.as_array::<4>().is_some()) }; { let mut z = x; let q = core::ptr::slice_from_raw_parts_mut(z.as_mut_ptr(), s); (q.len(), q.is_empty(), q.as_mut_array::<4>().is_some()) }; { fn f(x: u32) -> u32 { x } core::ptr::fn_addr_eq(f as fn(u32) -> u32, f as fn(u32) -> u32) }; core::ptr::addr_eq(p, p.cast::<u8>()); core::ptr::eq(p, p.wrapping_add(1)); core::ptr::null::<u32>().is_null()
        unsafe { let q = NonNull::new(p as *mut u32).unwrap(); (*q.as_ref(), *q.add(1).as_ptr(), q.add(3).sub(1).read(), q.offset(1).read(), q.byte_add(4).read(), q.add(2).byte_sub(4).read(), q.byte_offset(4).read(), q.read_volatile(), q.cast::<u8>().read(), q.cast::<u8>().add(1).cast::<u32>().read_unaligned(), q.add(2).offset_from(q), q.add(2).offset_from_unsigned(q)).digest() }; unsafe { let q = NonNull::from_ref(&x[0]); (q.add(2).byte_offset_from(q), q.add(2).byte_offset_from_unsigned(q), q.is_aligned(), q.align_offset(4), q.addr().get() % 4, q.expose_provenance().get() % 4, q.map_addr(|v| v).addr() == q.addr(), q.with_addr(q.addr()) == q, NonNull::<u32>::with_exposed_provenance(q.addr()) == q, NonNull::<u32>::without_provenance(q.addr()) == q, NonNull::<u64>::dangling().addr().get()).digest() }
        unsafe { let mut z = x; let mut q = NonNull::from_mut(&mut z[0]); q.write(4); q.add(1).write_volatile(5); q.add(2).write_unaligned(6); q.add(3).write_bytes(1, 1); q.copy_from(q.add(1), 1); q.copy_from_nonoverlapping(q.add(2), 1); q.copy_to(q.add(1), 1); q.copy_to_nonoverlapping(q.add(3), 1); q.swap(q.add(2)); q.add(1).drop_in_place(); *q.as_mut() ^= 8; (q.replace(3), z) }; { let q = NonNull::slice_from_raw_parts(NonNull::from_ref(&x[0]), s); (q.len(), q.is_empty(), size_of::<Option<NonNull<u32>>>()) }; unsafe { NonNull::new_unchecked(p as *mut u32).read() }
        """,
        "use core::ptr::NonNull; let x = [a, b, n, a ^ b]; let p = x.as_ptr();",
    ),
    "duration": Group(
        ("Duration",), ("u64",),
        """
        d.is_zero(); d.as_secs(); d.subsec_millis(); d.subsec_micros(); d.subsec_nanos(); d.as_millis(); d.as_micros(); d.as_nanos(); d.as_secs_f64(); d.as_secs_f32(); d.abs_diff(e); d.checked_add(e); d.checked_sub(e); d.checked_mul(n); d.checked_div(n); d.saturating_add(e); d.saturating_sub(e); d.saturating_mul(n); d.div_duration_f64(e); d.div_duration_f32(e); d.cmp(&e)
        Duration::from_secs(a); Duration::from_millis(a); Duration::from_micros(a); Duration::from_nanos(a); Duration::from_nanos_u128(a as u128 * 77); Duration::from_mins(a >> 9); Duration::from_hours(a >> 13); Duration::new(a >> 3, n); n != 0 => d / n; d.saturating_mul(2) == d + d => d + d; d.saturating_mul(1) - Duration::ZERO
        Duration::try_from_secs_f64(f64::from_bits(a)).ok(); Duration::try_from_secs_f32(f32::from_bits(n)).ok(); Duration::try_from_secs_f64(a as f64 / 1e10).ok(); Duration::try_from_secs_f32(n as f32 / 1e7).ok(); Duration::from_secs_f64(n as f64 / 1e7); Duration::from_secs_f32(n as f32 / 1e7); g.mul_f64(1.37); g.mul_f32(1.37); g.div_f64(1.37); g.div_f32(1.37)
        """,
        "use core::time::Duration; let d = Duration::new(a >> 2, n); let e = Duration::new(b >> 40, n / 3); let g = Duration::new(b >> 40, n / 7);",
    ),
}  # fmt: skip

# Calls that must panic, each on its own.
PANICS = """
i32::MAX.strict_add(black_box(1)); u8::MIN.strict_sub(black_box(1)); i64::MAX.strict_mul(black_box(2)); i8::MIN.strict_neg(); 1u32.strict_shl(black_box(32)); 1i16.strict_shr(black_box(16)); 10u8.strict_pow(black_box(3))
i32::MIN.strict_div(black_box(-1)); i32::MIN.strict_rem(black_box(-1)); 1u32.strict_div_euclid(black_box(0)); i16::MIN.strict_rem_euclid(black_box(-1)); i32::MIN.strict_abs(); 1i8.strict_add_unsigned(black_box(255)); 1u8.strict_sub_signed(black_box(2)); i128::MIN.wrapping_div(black_box(0))
0u32.ilog2(); 5u32.ilog(black_box(1)); u8::from_str_radix("1", black_box(37)).is_ok(); [1, 2].chunks(black_box(0)).count(); [1, 2].split_at(black_box(3)).0.len(); { let mut z = [1, 2, 3]; z.copy_within(1.., black_box(2)); z }; "ab".split_at(black_box(3)).0.len(); &"\\u{e9}"[black_box(1)..] == ""
{ let c = core::cell::RefCell::new(1); let h = c.borrow(); *c.borrow_mut() = *h; }; Option::<u8>::None.unwrap(); Err::<u8, u8>(1).unwrap(); Ok::<u8, u8>(1).unwrap_err(); core::time::Duration::ZERO - core::time::Duration::from_secs(black_box(1)) == core::time::Duration::ZERO; [3, 1].select_nth_unstable(black_box(2)).0.len(); 'a'.to_digit(black_box(37)).is_some()
"""
