"""Pointers into statics and into constants, as initialisers of other statics and constants."""

from __future__ import annotations

import numpy as np
import pytest

import ferrule as fe

SOURCE = """
use core::sync::atomic::{AtomicU32, Ordering};
use cuda_device::kernel;

struct P { a: u8, b: (u16, [u32; 3]) }

static TABLE: [[u32; 2]; 4] = [[1, 2], [3, 4], [5, 6], [7, 8]];
const PAIR: &[u32] = &TABLE[2];
const ONE: &u32 = &TABLE[2][1];
static INNER: &u32 = &TABLE[3][1];
static STRUCT: P = P { a: 1, b: (2, [3, 4, 5]) };
const FIELD: &u32 = &STRUCT.b.1[2];
const WHOLE: P = P { a: 6, b: (7, [8, 9, 10]) };
const IN_CONST: &[u32] = &WHOLE.b.1;
const IN_ANONYMOUS: &u32 = &P { a: 6, b: (7, [8, 9, 11]) }.b.1[2];
static COUNTS: [AtomicU32; 2] = [AtomicU32::new(0), AtomicU32::new(40)];
static SECOND: &AtomicU32 = &COUNTS[1];
static mut STATE: [u32; 3] = [1, 2, 3];
const LAST: *mut u32 = unsafe { &raw mut STATE[2] };
static BYTES: [u8; 4] = *b"abcd";
const TAIL: &[u8] = BYTES.split_at(1).1;
const COPY: [u8; 4] = *b"efgh";
struct Ring { next: &'static Ring, id: u32 }
static RING: Ring = Ring { next: &RING, id: 12 };
const AFTER: *const [u32; 2] = unsafe { (&raw const TABLE as *const [u32; 2]).add(3) };

#[kernel]
pub unsafe fn values(out: *mut u32) {
    let end = unsafe { *AFTER };
    let found = [
        PAIR[0], PAIR.len() as u32, *ONE, *INNER, *FIELD, IN_CONST[1], *IN_ANONYMOUS, RING.next.next.id, end[1],
        TAIL[2] as u32, TAIL.len() as u32, BYTES[0] as u32, COPY[3] as u32,
    ];
    let mut i = 0;
    while i < found.len() {
        unsafe { *out.add(i) = found[i] };
        i += 1;
    }
}

#[kernel]
pub unsafe fn identity(out: *mut u32) {
    unsafe {
        COUNTS[1].fetch_add(2, Ordering::Relaxed);
        *out = SECOND.load(Ordering::Relaxed);
        STATE[2] = 50;
        *out.add(1) = *LAST;
        *out.add(2) = core::ptr::eq(ONE, &TABLE[2][1]) as u32;
        *out.add(3) = core::ptr::eq(TAIL.as_ptr(), &BYTES[1]) as u32;
    }
}
"""


def test_pointers_into_statics_and_constants_reach_their_part() -> None:
    out = np.zeros(13, "u4")
    fe.rust(SOURCE).values[1, 1](out)
    assert out.tolist() == [5, 2, 6, 8, 5, 9, 11, 12, 8, ord("d"), 3, ord("a"), ord("h")]


def test_a_pointer_into_a_static_is_its_address_not_a_copy() -> None:
    out = np.zeros(4, "u4")
    fe.rust(SOURCE).identity[1, 1](out)
    assert out.tolist() == [42, 50, 1, 1]


def test_a_constant_may_point_into_a_static_mut_but_not_read_it() -> None:
    wrong = fe.rust(
        "static mut S: [u32; 2] = [1, 2];\n"
        "const C: u32 = unsafe { S[1] };\n"
        "#[cuda_device::kernel] pub unsafe fn k(out: *mut u32) { unsafe { *out = C } }"
    )
    with pytest.raises(fe.CompileError, match="constant accesses mutable global memory"):
        wrong.k[1, 1](np.zeros(1, "u4"))
