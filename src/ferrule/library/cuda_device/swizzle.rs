//! Layouts of shared memory without bank conflicts, and how to count the conflicts of a layout.  All of it runs at compile time
//! too: `const { assert!(conflict_degree(&column_offsets(32, 0), 4) == 32) }`.

pub const BANKS: usize = 32;
pub const BANK_WIDTH_BYTES: usize = 4;
pub const WARP_LANES: usize = 32;

/// Exclusive or of the `B` bits of an offset from bit `M + S` with those from bit `M`.
pub struct Swizzle<const B: usize, const M: usize, const S: usize>;

impl<const B: usize, const M: usize, const S: usize> Swizzle<B, M, S> {
    pub const BITS: usize = B;
    pub const SPREAD: usize = 1 << B;

    const MASK: usize = {
        assert!(S >= B, "the bits that are mixed in must not overlap those they are mixed into");
        Self::SPREAD - 1
    };

    pub const fn apply(offset: usize) -> usize {
        offset ^ ((offset >> (M + S) & Self::MASK) << M)
    }

    /// The offset that `apply` moved there: the bits mixed in did not change, so the same again.
    pub const fn undo(offset: usize) -> usize {
        Self::apply(offset)
    }
}

/// The bank of an element.
pub const fn bank_of(elem_offset: usize, elem_size: usize) -> usize {
    elem_offset * elem_size / BANK_WIDTH_BYTES % BANKS
}

/// Different words that the lanes touch in a bank.  Elements wider than a bank are counted by their first word.
const fn words_in_bank(offsets: &[usize; WARP_LANES], elem_size: usize, bank: usize) -> usize {
    let mut count = 0;
    let mut i = 0;
    while i < WARP_LANES {
        let word = offsets[i] * elem_size / BANK_WIDTH_BYTES;
        if word % BANKS == bank {
            let mut seen = false;
            let mut j = 0;
            while j < i {
                if offsets[j] * elem_size / BANK_WIDTH_BYTES == word {
                    seen = true;
                }
                j += 1;
            }
            if !seen {
                count += 1;
            }
        }
        i += 1;
    }
    count
}

/// How many times the access of a warp is repeated: the most words that it needs of one bank.  1 is free of conflicts.
pub const fn conflict_degree(offsets: &[usize; WARP_LANES], elem_size: usize) -> usize {
    let mut most = 0;
    let mut bank = 0;
    while bank < BANKS {
        let words = words_in_bank(offsets, elem_size, bank);
        if words > most {
            most = words;
        }
        bank += 1;
    }
    most
}

/// The number of banks that the access of a warp touches.
pub const fn banks_used(offsets: &[usize; WARP_LANES], elem_size: usize) -> usize {
    let mut count = 0;
    let mut bank = 0;
    while bank < BANKS {
        if words_in_bank(offsets, elem_size, bank) > 0 {
            count += 1;
        }
        bank += 1;
    }
    count
}

/// Offsets of a warp that reads down a column.
pub const fn column_offsets(row_stride_elems: usize, col: usize) -> [usize; WARP_LANES] {
    let mut out = [0; WARP_LANES];
    let mut i = 0;
    while i < WARP_LANES {
        out[i] = i * row_stride_elems + col;
        i += 1;
    }
    out
}

/// Offsets of a warp that reads along a row.
pub const fn row_offsets(row: usize, row_stride_elems: usize) -> [usize; WARP_LANES] {
    let mut out = [0; WARP_LANES];
    let mut i = 0;
    while i < WARP_LANES {
        out[i] = row * row_stride_elems + i;
        i += 1;
    }
    out
}
