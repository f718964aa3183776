//! A hash map in global memory that all threads fill at once: open addressing, with compare-and-swap to claim a place.

use cuda_device::atomic::{AtomicOrdering::Relaxed, DeviceAtomicU32};
use cuda_device::{DisjointSlice, kernel, thread};

/// The key of a free place. It cannot be a key of the map.
const FREE: u32 = u32::MAX;

/// A map from keys to how often they were counted. The number of places is a power of two.
struct CountMap<'a> {
    keys: &'a [DeviceAtomicU32],
    counts: &'a [DeviceAtomicU32],
}

#[derive(Clone, Copy, PartialEq)]
struct Full;

impl CountMap<'_> {
    /// The places where `key` may be, in the order in which they are tried.
    fn places(&self, key: u32) -> impl Iterator<Item = usize> {
        let mask = self.keys.len() - 1;
        // Multiplication by an odd number spreads keys that are close together.
        let first = (key.wrapping_mul(0x9E37_79B1) >> 8) as usize;
        (first..first + self.keys.len()).map(move |place| place & mask)
    }

    /// Counts `key` once more.
    fn count(&self, key: u32) -> Result<(), Full> {
        for place in self.places(key) {
            match self.keys[place].compare_exchange(FREE, key, Relaxed, Relaxed) {
                // Ours now, or it was so before. Whoever claims a place, its count began at zero.
                Ok(_) => {}
                Err(holder) if holder == key => {}
                Err(_) => continue,
            }
            self.counts[place].fetch_add(1, Relaxed);
            return Ok(());
        }
        Err(Full)
    }

    fn get(&self, key: u32) -> Option<u32> {
        for place in self.places(key) {
            match self.keys[place].load(Relaxed) {
                FREE => return None,
                holder if holder == key => return Some(self.counts[place].load(Relaxed)),
                _ => {}
            }
        }
        None
    }
}

/// Counts every key of `words`.
#[kernel]
pub fn count(words: &[u32], keys: &[DeviceAtomicU32], counts: &[DeviceAtomicU32]) {
    let map = CountMap { keys, counts };
    if let Some(&word) = words.get(thread::index_1d().get()) {
        assert!(word != FREE, "a key of the map is that of free places");
        assert!(map.count(word).is_ok(), "the map is full");
    }
}

/// Looks up how often each of `words` was counted.
#[kernel]
pub fn find(words: &[u32], keys: &[DeviceAtomicU32], counts: &[DeviceAtomicU32], mut found: DisjointSlice<u32>) {
    let map = CountMap { keys, counts };
    let idx = thread::index_1d();
    let i = idx.get();
    if let Some(found) = found.get_mut(idx) {
        *found = map.get(words[i]).unwrap_or(0);
    }
}
