//! Names that `#[derive(Hash)]` mentions.

/// A stream of bytes being hashed.
pub trait Hasher {
    fn finish(&self) -> u64;
    fn write(&mut self, bytes: &[u8]);
}

/// A type that can be hashed; on the device the trait is only a name.
pub trait Hash {
    fn hash<H: Hasher>(&self, _state: &mut H) {}
}

macro_rules! hash {
    ($($t:ty)*) => {$( impl Hash for $t {} )*};
}
hash! { () u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool char }
impl<T: Hash> Hash for [T] {}
impl<T: Hash, const N: usize> Hash for [T; N] {}
impl<T: Hash> Hash for Option<T> {}
impl<T: Hash + ?Sized> Hash for &T {}
impl<A: Hash, B: Hash> Hash for (A, B) {}
