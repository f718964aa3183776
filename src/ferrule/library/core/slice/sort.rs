//! Sorting and selecting, without recursion and without memory beyond the slice.

use crate::cmp::Ordering;

// Runs of this length are sorted by insertion.
const RUN: usize = 16;

impl<T> [T] {
    pub fn sort(&mut self)
    where
        T: Ord,
    {
        self.sort_by(|a, b| a.cmp(b))
    }

    pub fn sort_by_key<K: Ord, F: FnMut(&T) -> K>(&mut self, f: F) {
        let mut f = f;
        self.sort_by(|a, b| f(a).cmp(&f(b)))
    }

    /// Merge sort in place: equal elements stay in order.
    pub fn sort_by<F: FnMut(&T, &T) -> Ordering>(&mut self, compare: F) {
        let mut less = less(compare);
        let n = self.len();
        let mut start = 0;
        while start < n {
            let end = n.min(start + RUN);
            insertion_sort(&mut self[start..end], &mut less);
            start = end;
        }
        let mut width = RUN;
        while width < n {
            let mut start = 0;
            while start + width < n {
                let end = n.min(start + 2 * width);
                merge(&mut self[start..end], width, &mut less);
                start = end;
            }
            width *= 2;
        }
    }

    pub fn sort_unstable(&mut self)
    where
        T: Ord,
    {
        self.sort_unstable_by(|a, b| a.cmp(b))
    }

    pub fn sort_unstable_by_key<K: Ord, F: FnMut(&T) -> K>(&mut self, f: F) {
        let mut f = f;
        self.sort_unstable_by(|a, b| f(a).cmp(&f(b)))
    }

    pub fn sort_unstable_by<F: FnMut(&T, &T) -> Ordering>(&mut self, compare: F) {
        heap_sort(self, &mut less(compare))
    }

    #[track_caller]
    pub fn select_nth_unstable(&mut self, index: usize) -> (&mut [T], &mut T, &mut [T])
    where
        T: Ord,
    {
        self.select_nth_unstable_by(index, |a, b| a.cmp(b))
    }

    #[track_caller]
    pub fn select_nth_unstable_by_key<K: Ord, F: FnMut(&T) -> K>(
        &mut self,
        index: usize,
        f: F,
    ) -> (&mut [T], &mut T, &mut [T]) {
        let mut f = f;
        self.select_nth_unstable_by(index, |a, b| f(a).cmp(&f(b)))
    }

    #[track_caller]
    pub fn select_nth_unstable_by<F: FnMut(&T, &T) -> Ordering>(
        &mut self,
        index: usize,
        compare: F,
    ) -> (&mut [T], &mut T, &mut [T]) {
        if index >= self.len() {
            panic!("partition_at_index index {} greater than length of slice {}", index, self.len());
        }
        select(self, index, &mut less(compare));
        let (left, rest) = self.split_at_mut(index);
        let (middle, right) = rest.split_at_mut(1);
        (left, &mut middle[0], right)
    }
}

fn less<T, F: FnMut(&T, &T) -> Ordering>(compare: F) -> impl FnMut(&T, &T) -> bool {
    let mut compare = compare;
    move |a: &T, b: &T| compare(a, b).is_lt()
}

fn insertion_sort<T, F: FnMut(&T, &T) -> bool>(v: &mut [T], less: &mut F) {
    let mut i = 1;
    while i < v.len() {
        let mut k = i;
        while k > 0 && less(&v[k], &v[k - 1]) {
            v.swap(k, k - 1);
            k -= 1;
        }
        i += 1;
    }
}

// Heap sort: n log n comparisons in every case.
fn heap_sort<T, F: FnMut(&T, &T) -> bool>(v: &mut [T], less: &mut F) {
    let n = v.len();
    let mut heap = n / 2; // elements from here on are roots of heaps
    let mut end = n; // elements from here on are sorted
    while end > 1 {
        if heap > 0 {
            heap -= 1;
        } else {
            end -= 1;
            v.swap(0, end);
        }
        let mut node = heap;
        loop {
            let mut child = 2 * node + 1;
            if child >= end {
                break;
            }
            if child + 1 < end && less(&v[child], &v[child + 1]) {
                child += 1;
            }
            if !less(&v[node], &v[child]) {
                break;
            }
            v.swap(node, child);
            node = child;
        }
    }
}

// Merges v[..mid] and v[mid..] in place by rotations (P. S. Kim and A. Kutzner, "Stable minimum storage merging by symmetric
// comparisons"): a rotation about the middle leaves two merges of half the size.  Ranges that wait are kept on a stack as
// deep as the size can be halved.
fn merge<T, F: FnMut(&T, &T) -> bool>(v: &mut [T], mid: usize, less: &mut F) {
    let mut waiting = [(0, 0, 0); 64];
    waiting[0] = (0, mid, v.len());
    let mut count = 1;
    while count > 0 {
        count -= 1;
        let (mut first, mut mid, mut last) = waiting[count];
        while first < mid && mid < last {
            let centre = first + (last - first) / 2;
            let sum = centre + mid;
            let (mut low, mut high) = if mid > centre { (sum - last, centre) } else { (first, mid) };
            while low < high {
                let probe = low + (high - low) / 2;
                if less(&v[sum - 1 - probe], &v[probe]) {
                    high = probe;
                } else {
                    low = probe + 1;
                }
            }
            let end = sum - low;
            if low < mid && mid < end {
                v[low..end].rotate_left(mid - low);
            }
            waiting[count] = (centre, end, last);
            count += 1;
            (mid, last) = (low, centre);
        }
    }
}

// Quickselect; a range that shrinks too slowly is sorted instead.
fn select<T, F: FnMut(&T, &T) -> bool>(v: &mut [T], index: usize, less: &mut F) {
    let (mut start, mut end) = (0, v.len());
    let mut patience = 2 * (64 - v.len().leading_zeros());
    while end - start > RUN {
        if patience == 0 {
            return heap_sort(&mut v[start..end], less);
        }
        patience -= 1;
        let middle = start + (end - start) / 2;
        if less(&v[middle], &v[start]) {
            v.swap(middle, start);
        }
        if less(&v[end - 1], &v[start]) {
            v.swap(end - 1, start);
        }
        if less(&v[end - 1], &v[middle]) {
            v.swap(end - 1, middle);
        }
        // The median of three as pivot, kept at the front while the others are exchanged.
        v.swap(start, middle);
        let mut i = start + 1;
        let mut k = end - 1;
        loop {
            while i <= k && less(&v[i], &v[start]) {
                i += 1;
            }
            while less(&v[start], &v[k]) {
                k -= 1;
            }
            if i >= k {
                break;
            }
            v.swap(i, k);
            i += 1;
            k -= 1;
        }
        v.swap(start, k);
        if index == k {
            return;
        }
        if index < k {
            end = k;
        } else {
            start = k + 1;
        }
    }
    insertion_sort(&mut v[start..end], less)
}
