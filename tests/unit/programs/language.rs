//! Functions over the whole language with their results under rustc 1.95 (release arithmetic).
#![allow(warnings)]
#[derive(Clone, Copy, PartialEq)]
pub enum Shape {
    Circle(u32),
    Rect { w: u32, h: u32 },
    Unit,
}
#[derive(Clone, Copy)]
pub struct P {
    x: i32,
    y: i32,
    z: i32,
}
impl P {
    fn sum(&self) -> i32 {
        self.x + self.y + self.z
    }
    fn bump(&mut self, d: i32) -> &mut i32 {
        self.x += d;
        &mut self.x
    }
}
fn area(s: &Shape) -> u32 {
    match s {
        Shape::Circle(r) => r * r * 3,
        Shape::Rect { w, h } => *w * *h,
        Shape::Unit => 1,
    }
}
/// = 121201
pub fn t01() -> u64 {
    let s = [Shape::Circle(2), Shape::Rect { w: 3, h: 4 }, Shape::Unit];
    let mut t = 0u64;
    for x in s.iter() {
        t = t * 100 + area(x) as u64;
    }
    t
}
/// = 21039
pub fn t02() -> u64 {
    let mut p = P { x: 1, y: 2, z: 3 };
    *p.bump(5) += 10;
    let q = P { y: 20, ..p };
    (p.sum() * 1000 + q.sum()) as u64
}
/// = 1176
pub fn t03() -> u64 {
    let mut acc = 0u64;
    'outer: for i in 0..10u64 {
        for j in 0..10u64 {
            if i * j == 42 {
                break 'outer;
            }
            if j > i {
                continue 'outer;
            }
            acc += i * 10 + j;
        }
    }
    acc
}
/// = 107
pub fn t04() -> u64 {
    let x = loop {
        break 7u64;
    };
    let y = 'a: {
        if x > 5 {
            break 'a 100;
        }
        200
    };
    x + y
}
fn classify(n: i32) -> u64 {
    match n {
        i32::MIN..=-1 => 1,
        0 => 2,
        1 | 3 | 5 => 3,
        2..=9 if n % 2 == 0 => 4,
        6..=20 => 5,
        x @ 21..=30 => x as u64,
        _ => 7,
    }
}
/// = 4954287032613579341
pub fn t05() -> u64 {
    let mut h = 0u64;
    for n in [-5, 0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 20, 21, 30, 31, 100] {
        h = h.wrapping_mul(31).wrapping_add(classify(n));
    }
    h
}
fn slices(s: &[u8]) -> u64 {
    match s {
        [] => 0,
        [a] => *a as u64,
        [a, b] if a > b => 1000 + *a as u64,
        [first, .., last] if first == last => 2000,
        [1, rest @ ..] => 3000 + rest.len() as u64,
        [_, mid @ .., 9] => 4000 + mid.len() as u64,
        [x, y, ..] => *x as u64 * 10 + *y as u64,
    }
}
/// = 15945562749861327
pub fn t06() -> u64 {
    let a = [1u8, 2, 3, 4, 9];
    let mut h = 0u64;
    for n in 0..6 {
        h = h.wrapping_mul(131).wrapping_add(slices(&a[..n]));
    }
    h = h.wrapping_mul(131).wrapping_add(slices(&[5, 4]));
    h = h.wrapping_mul(131).wrapping_add(slices(&[7, 4, 7]));
    h.wrapping_mul(131).wrapping_add(slices(&[7, 4, 9]))
}
/// = 30727
pub fn t07() -> u64 {
    let mut total = 0u32;
    let mut add = |x: u32| {
        total += x;
        total
    };
    let a = add(3);
    let b = add(4);
    let k = 10;
    let mul = move |x: u32| x * k;
    (a * 10000 + b * 100 + mul(2)) as u64 + total as u64
}
fn apply<F: Fn(u32) -> u32>(f: F, n: u32) -> u32 {
    f(n) + f(n + 1)
}
fn apply_mut(f: &mut impl FnMut(u32), n: u32) {
    for i in 0..n {
        f(i)
    }
}
fn apply_once<F: FnOnce() -> u64>(f: F) -> u64 {
    f()
}
fn dbl(x: u32) -> u32 {
    x * 2
}
/// = 14441
pub fn t08() -> u64 {
    let k = 5;
    let mut s = 0;
    apply_mut(&mut |i| s += i * k, 4);
    let fp: fn(u32) -> u32 = dbl;
    apply(|x| x + k, 1) as u64 * 1000
        + apply(dbl, 3) as u64 * 100
        + apply(fp, 1) as u64
        + s as u64
        + apply_once(|| k as u64)
}
/// = 32
pub fn t09() -> u64 {
    let o: Option<u32> = Some(4);
    let mut r = 0;
    if let Some(x) = o
        && x > 3
    {
        r += x;
    }
    let Some(y) = o else { return 99 };
    r += y;
    while let Some(z) = (if r < 20 { Some(r) } else { None }) {
        r += z;
    }
    r as u64
}
fn q(x: Option<u32>) -> Option<u32> {
    let y = x?;
    Some(y + 1)
}
fn rr(x: u32) -> Result<u32, u8> {
    if x > 10 { Err(3) } else { Ok(x) }
}
fn rq(x: u32) -> Result<u32, u8> {
    let a = rr(x)?;
    let b = rr(a * 2)?;
    Ok(a + b)
}
/// = 309407
pub fn t10() -> u64 {
    q(Some(3)).unwrap_or(0) as u64 * 100
        + q(None).unwrap_or(7) as u64
        + match rq(3) {
            Ok(v) => v as u64 * 1000,
            Err(e) => e as u64,
        }
        + match rq(6) {
            Ok(v) => v as u64,
            Err(e) => e as u64 * 100000,
        }
}
/// = 1874
pub fn t11() -> u64 {
    let mut a = [[0u32; 4]; 3];
    for i in 0..3 {
        for j in 0..4 {
            a[i][j] = (i * 4 + j) as u32;
        }
    }
    a[1][2] += 100;
    let [r0, r1, r2] = a;
    let (x, y) = (r0[3], r1[2]);
    let [p, .., s] = r2;
    (x + y * 10 + p * 100 + s) as u64
}
/// = 2147483540
pub fn t12() -> u64 {
    let x = 300i32 as u8 as u64;
    let y = -1i32 as u64;
    let z = 3.99f32 as i32 as u64;
    let w = f32::NAN as u32 as u64;
    let v = 1e20f32 as i32 as u64;
    let c = 'A' as u32 as u64;
    let b = true as u64;
    let n = -5i8 as i64 as u64;
    x ^ y ^ z ^ w ^ v ^ c ^ b ^ n
}
/// = 4599075938813271081
pub fn t13() -> u64 {
    let f = 0.1f32 + 0.2f32;
    let d = 0.1f64 + 0.2;
    let h = f.to_bits() as u64;
    h ^ d.to_bits() ^ ((f * 3.7 - 1.0) / 0.3).to_bits() as u64 ^ (1.0f32 / 3.0).sqrt().to_bits() as u64
}
#[repr(u8)]
#[derive(Clone, Copy)]
enum E {
    A = 3,
    B,
    C = 10,
}
/// = 30410
pub fn t14() -> u64 {
    (E::A as u8 as u64) * 10000 + (E::B as u32 as u64) * 100 + E::C as u64
}
struct Wrap<T>(T);
impl<T: Copy> core::ops::Deref for Wrap<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}
impl<T: Copy> core::ops::DerefMut for Wrap<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}
/// = 2103
pub fn t15() -> u64 {
    let mut w = Wrap(P { x: 1, y: 2, z: 3 });
    w.x += 10;
    w.y = 7;
    let s = w.sum();
    (s as u64) * 100 + (*w).z as u64
}
#[derive(Clone, Copy)]
struct V(f32, f32);
impl core::ops::Add for V {
    type Output = V;
    fn add(self, o: V) -> V {
        V(self.0 + o.0, self.1 + o.1)
    }
}
impl core::ops::AddAssign for V {
    fn add_assign(&mut self, o: V) {
        self.0 += o.0;
        self.1 += o.1;
    }
}
impl core::ops::Neg for V {
    type Output = V;
    fn neg(self) -> V {
        V(-self.0, -self.1)
    }
}
impl core::ops::Index<usize> for V {
    type Output = f32;
    fn index(&self, i: usize) -> &f32 {
        if i == 0 { &self.0 } else { &self.1 }
    }
}
impl core::ops::IndexMut<usize> for V {
    fn index_mut(&mut self, i: usize) -> &mut f32 {
        if i == 0 { &mut self.0 } else { &mut self.1 }
    }
}
/// = 13922878250172416000
pub fn t16() -> u64 {
    let mut v = V(1.0, 2.0) + V(0.5, 0.25);
    v += V(10.0, 20.0);
    let w = -v;
    v[1] = v[0] * 2.0;
    ((w.0.to_bits() as u64) << 32) ^ (w.1.to_bits() as u64) ^ ((v[1] + w[0]).to_bits() as u64)
}
fn or_bind(x: Result<u32, u32>, y: (u32, u32)) -> u32 {
    let (Ok(a) | Err(a)) = x;
    match (a, y) {
        (1, (b, _)) | (2, (_, b)) => b,
        (n @ (3 | 4), (p, q)) if p > q || q > 10 => n + p,
        (_, (0, z)) => z,
        _ => 77,
    }
}
/// = 3685377974280387973
pub fn t17() -> u64 {
    let mut h = 0u64;
    for i in 0..6u32 {
        for (p, q) in [(0, 1), (5, 3), (2, 11), (3, 4)] {
            h = h.wrapping_mul(33).wrapping_add(or_bind(if i % 2 == 0 { Ok(i) } else { Err(i) }, (p, q)) as u64);
        }
    }
    h
}
fn strs(s: &str) -> u64 {
    match s {
        "a" => 1,
        "bc" => 2,
        _ => 50,
    }
}
/// = 50201
pub fn t18() -> u64 {
    strs("a") + strs("bc") * 100 + strs("hello") * 1000
}
fn order(log: &mut u64, x: u64) -> u64 {
    *log = *log * 10 + x;
    x
}
/// = 12345026
pub fn t19() -> u64 {
    let mut l = 0;
    let mut a = [0u64; 8];
    a[order(&mut l, 3) as usize] = order(&mut l, 1) + order(&mut l, 2);
    let t = (order(&mut l, 4), order(&mut l, 5));
    let mut x = 5;
    let y =
        x + {
            x = 7;
            x
        } + x;
    l * 1000 + a[3] + t.0 + y
}
trait Tr {
    const K: u32;
    fn f(&self) -> u32;
    fn g(&self) -> u32 {
        self.f() * Self::K
    }
}
impl Tr for u32 {
    const K: u32 = 3;
    fn f(&self) -> u32 {
        *self + 1
    }
}
impl Tr for P {
    const K: u32 = 1 + 4;
    fn f(&self) -> u32 {
        self.sum() as u32
    }
    fn g(&self) -> u32 {
        1000 + Self::K
    }
}
fn gen_<T: Tr>(t: &T) -> u32 {
    t.f() + t.g() * 10 + T::K * 100
}
/// = 45510553
pub fn t20() -> u64 {
    gen_(&4u32) as u64 * 100000 + gen_(&P { x: 1, y: 1, z: 1 }) as u64
}
fn sumn<const N: usize>(a: [u32; N]) -> u32 {
    let mut s = 0;
    let mut i = 0;
    while i < N {
        s += a[i] * N as u32;
        i += 1
    }
    s
}
/// = 18100
pub fn t21() -> u64 {
    sumn([1, 2, 3]) as u64 * 1000 + sumn([4; 5]) as u64
}
/// = 8199032
pub fn t22() -> u64 {
    let v: u32 = (0..20u32).filter(|x| x % 3 == 0).map(|x| x * x).sum();
    let m = [3, 9, 2].iter().copied().max().unwrap_or(0);
    let z: u32 = [1u32, 2, 3].iter().zip([4u32, 5, 6].iter()).map(|(a, b)| a * b).fold(0, |a, b| a + b);
    v as u64 * 10000 + m as u64 * 1000 + z as u64
}
/// = 123589
pub fn t23() -> u64 {
    let mut a = [5, 3, 8, 1, 9, 2];
    let n = a.len();
    for i in 0..n {
        for j in 0..n - 1 - i {
            if a[j] > a[j + 1] {
                a.swap(j, j + 1);
            }
        }
    }
    let mut h = 0;
    for x in a {
        h = h * 10 + x;
    }
    h
}
const TABLE: [u32; 8] = {
    let mut t = [0; 8];
    let mut i = 0;
    while i < 8 {
        t[i] = (i * i) as u32;
        i += 1;
    }
    t
};
static ST: [u8; 3] = [7, 8, 9];
/// = 490903
pub fn t24() -> u64 {
    let r = &TABLE[2..5];
    TABLE[7] as u64 * 10000 + r[1] as u64 * 100 + r.len() as u64
}
/// = 12884902181
pub fn t25() -> u64 {
    let x = 5u32;
    let s = match x {
        n @ 0..=9 => {
            let n2 = n * 2;
            match n2 {
                10 => "ten",
                _ => "other",
            }
        }
        _ => "big",
    };
    (match s {
        "ten" => 3u64,
        _ => 5,
    }) + (x << 3) as u64
        + (x >> 1) as u64
        + (!x as u64 & 0xff)
        + (x ^ 3) as u64
        + (-7i32 / 2) as u32 as u64
        + (-7i32 % 3) as u32 as u64
        + (-8i32 >> 1) as u32 as u64
}
/// = 7
pub fn t26() -> u64 {
    let mut opt = Some(3u32);
    if let Some(ref mut x) = opt {
        *x += 4;
    }
    let t = opt.take();
    let u = opt.is_none();
    match (t, u) {
        (Some(a), true) => a as u64,
        _ => 0,
    }
}
/// = 553
pub fn t27() -> u64 {
    let mut s = [1u32, 2, 3, 4];
    {
        let (a, b) = s.split_at_mut(2);
        a[0] = b[1] * 10;
        b[0] += a[1];
    }
    for x in s.iter_mut() {
        *x += 1;
    }
    for c in s.chunks(2) {
        s_use(c);
    }
    s.iter().map(|&x| x as u64).sum::<u64>() * 10 + s.windows(2).count() as u64
}
fn s_use(c: &[u32]) -> u32 {
    c[0]
}
fn nested(x: Option<Option<(u8, bool)>>) -> u64 {
    match x {
        Some(Some((0..=9, true))) => 1,
        Some(Some((n, false))) if n > 5 => n as u64 + 100,
        Some(Some((_, b))) => 2 + b as u64 * 50,
        Some(None) => 4,
        None => 5,
    }
}
/// = 404056080805
pub fn t28() -> u64 {
    let mut h = 0u64;
    for x in [
        Some(Some((3, true))),
        Some(Some((10, true))),
        Some(Some((7, false))),
        Some(Some((2, false))),
        Some(None),
        None,
    ] {
        h = h * 200 + nested(x);
    }
    h
}
/// = 610
pub fn t29() -> u64 {
    fn fib(n: u32) -> u64 {
        if n < 2 { n as u64 } else { fib(n - 1) + fib(n - 2) }
    }
    fib(15)
}
/// = 42096
pub fn t30() -> u64 {
    let c1 = |a: u32| move |b: u32| a * 10 + b;
    let f = c1(4);
    let mut n = 0u32;
    let mut outer = || {
        let mut inner = || {
            n += 3;
            n
        };
        inner() + inner()
    };
    let r = outer();
    f(2) as u64 * 1000 + r as u64 * 10 + n as u64
}
/// = 341
pub fn t31() -> u64 {
    let t = ((1u8, 2u16), [3u32, 4]);
    let ((a, _), [_, d]) = t;
    let ref r = t.1;
    let &[e, _] = r;
    a as u64 + d as u64 * 10 + e as u64 * 100
}
union U {
    f: f32,
    u: u32,
}
/// = 2139688923
pub fn t32() -> u64 {
    let mut u = U { f: 1.5 };
    let a = unsafe { u.u };
    unsafe { u.u = 0x40490fdb };
    let b = unsafe { u.f };
    a as u64 ^ b.to_bits() as u64
}
/// = 3230
pub fn t33() -> u64 {
    let mut a = [1u32, 2, 3, 4];
    let p = a.as_mut_ptr();
    unsafe {
        *p.add(2) = 30;
        let q = p.add(1);
        *q += *p.add(2);
    }
    a[1] as u64 * 100 + a[2] as u64
}
/// = 78954184
pub fn t34() -> u64 {
    let b = b"xyz";
    let s = "h\u{e9}";
    let mut t = 0u64;
    for &c in b {
        t = t * 256 + c as u64;
    }
    t * 10
        + (match s {
            "h\u{e9}" => 3u64,
            _ => 5,
        })
        + match b {
            b"xyz" => 1,
            _ => 0,
        }
}
/// = 11
pub fn t35() -> u64 {
    let x = &&5u32;
    let y = *x;
    let z = if **x == *y && (**x > 3 || false) { 1 } else { 2 };
    let w = !(z == 1 && **x < 3);
    z as u64 + w as u64 * 10
}
/// = 903593545
pub fn t36() -> u64 {
    let v = u32::MAX.wrapping_add(3) as u64;
    let (s, o) = 200u8.overflowing_add(100);
    let c = 200u8.checked_add(100).is_none();
    let sat = 200u8.saturating_add(100);
    v + s as u64 * 10
        + o as u64 * 1000
        + c as u64 * 10000
        + sat as u64 * 100000
        + 0x12345678u32.rotate_left(8) as u64
        + 40u32.leading_zeros() as u64
        + 40u32.trailing_zeros() as u64
        + 255u16.count_ones() as u64
}
fn char_kind(c: char) -> u64 {
    match c {
        'a'..='z' => 1,
        'A' | 'B' => 2,
        '0'..='9' => c as u64,
        _ => 4,
    }
}
/// = 1205504
pub fn t37() -> u64 {
    char_kind('q') * 1000000 + char_kind('A') * 100000 + char_kind('7') * 100 + char_kind('Z')
}
fn floats(x: f32) -> u64 {
    match x {
        0.0 => 1,
        1.0..=2.0 => 2,
        f if f < 0.0 => 3,
        _ => 4,
    }
}
/// = 44321
pub fn t38() -> u64 {
    floats(0.0) + floats(1.5) * 10 + floats(-1.0) * 100 + floats(9.0) * 1000 + floats(f32::NAN) * 10000
}
/// = 406
pub fn t39() -> u64 {
    let a = if true { &[1u32, 2] } else { &[3u32, 4] };
    let b: &[u32] = &[a[0] + 4, 6];
    let c = {
        let d = &b[1];
        *d
    };
    (a.len() + b.len()) as u64 * 100 + c as u64
}
/// = 7
pub fn t40() -> u64 {
    let mut it = 0..5u32;
    let mut s = 0;
    loop {
        match it.next() {
            None => break s,
            Some(3) => continue,
            Some(x) => s += x as u64,
        }
    }
}
fn usz(x: usize) -> u64 {
    match x {
        0 => 1,
        usize::MAX => 2,
        1..=4 => 3,
        5.. => 4,
    }
}
/// = 4321
pub fn t41() -> u64 {
    usz(0) + usz(usize::MAX) * 10 + usz(3) * 100 + usz(77) * 1000
}
/// = 2195
pub fn t42() -> u64 {
    let mut x = (1u32, 2u32);
    let (a, b);
    (a, b) = (x.1, x.0);
    (x.0, _) = (9, 8);
    [x.1, _] = [5, 6];
    (a * 1000 + b * 100 + x.0 * 10 + x.1) as u64
}
/// = 20
pub fn t43() -> u64 {
    struct D;
    impl D {
        const N: u32 = 4;
        fn make<const M: usize>() -> [u32; M] {
            [Self::N; M]
        }
    }
    let a = D::make::<3>();
    a.iter().sum::<u32>() as u64 + ST[1] as u64
}

#[repr(u8)]
#[derive(Clone, Copy)]
enum Shade { Dark = 3, Light = 200 }
#[derive(Clone, Copy)]
#[repr(C)]
struct Pixel { r: u8, g: u8, b: u16 }
union Word { whole: u32, bytes: [u8; 4], low: u16, pixel: Pixel }

const fn bits_of_enum() -> u64 {
    let a: u8 = unsafe { core::mem::transmute(Shade::Light) };
    let b: Shade = unsafe { core::mem::transmute(3u8) };
    let c: Option<Shade> = unsafe { core::mem::transmute(Some(Shade::Dark)) };
    a as u64 * 1000 + b as u64 * 10 + c.is_some() as u64
}
const fn structs_as_bytes() -> u64 {
    let p = Pixel { r: 1, g: 2, b: 0x0403 };
    let word: u32 = unsafe { core::mem::transmute(p) };
    let q: Pixel = unsafe { core::mem::transmute(word + 0x0001_0001) };
    word as u64 + (q.r as u64 + q.b as u64)
}
const fn fields_of_a_union() -> u64 {
    let mut w = Word { whole: 0x1234_5678 };
    unsafe {
        let first = w.bytes[0] as u64 + w.low as u64;
        w.bytes[3] = 0xFF;
        first + w.whole as u64 + w.pixel.b as u64
    }
}
const fn zeroed_memory() -> u64 {
    let z: (u32, [Pixel; 2], Option<&'static u8>) = unsafe { core::mem::MaybeUninit::zeroed().assume_init() };
    let mut a = [7u16; 4];
    unsafe { core::ptr::write_bytes((&raw mut a[1]), 0x21, 2) };
    z.0 as u64 + z.1[1].b as u64 + z.2.is_none() as u64 + a[0] as u64 + a[1] as u64 + a[2] as u64 + a[3] as u64
}
const fn pointers_survive() -> u64 {
    let text: &'static [u8; 3] = b"xyz";
    let pair: [&'static [u8; 3]; 2] = [text, b"abc"];
    let as_struct: (*const [u8; 3], *const [u8; 3]) = unsafe { core::mem::transmute(pair) };
    let some: Option<&'static [u8; 3]> = unsafe { core::mem::transmute(as_struct.1) };
    match some { Some(s) => s[1] as u64, None => 0 }
}
/// = 200031
pub fn t44() -> u64 {
    bits_of_enum()
}
/// = 67307015
pub fn t45() -> u64 {
    structs_as_bytes()
}
/// = 4281707676
pub fn t46() -> u64 {
    fields_of_a_union()
}
/// = 16977
pub fn t47() -> u64 {
    zeroed_memory()
}
/// = 98
pub fn t48() -> u64 {
    pointers_survive()
}
