"""Constant evaluation: results against rustc's, errors in rustc's words."""

from __future__ import annotations

import math
import re
import struct
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ferrule.mir import arith, floats
from ferrule.mir.interpret import ConstEvalError, Machine, eval_to_int
from ferrule.mir.validate import validate
from ferrule.mir.value import VAggregate, VBytes, VRef, VScalar
from ferrule.ty import ty as t
from tests.helpers.frontend import compile_text, errors, find

PROGRAMS = Path(__file__).parent / "programs" / "language.rs"
EXPECTED = re.findall(r"/// = (\d+)\npub fn (\w+)\(\)", PROGRAMS.read_text())


@pytest.fixture(scope="module")
def language():
    return compile_text(PROGRAMS.read_text())


@pytest.mark.parametrize("want, name", EXPECTED, ids=[name for _, name in EXPECTED])
def test_program_gives_rustc_result(language, want, name):
    tcx, user = language
    d = find(user, name)
    body = tcx.mir(d)
    validate(tcx, body)
    value = Machine(tcx, d).run(body, (), [])
    assert isinstance(value, VScalar)
    assert value.bits == int(want)


def test_programs_raise_no_error(language):
    assert errors(language[0]) == []


def value_of(text: str, name: str = "X"):
    tcx, user = compile_text(text)
    return tcx.const_eval(find(user, name), ())


def failure(text: str, name: str = "X") -> str:
    with pytest.raises(ConstEvalError) as e:
        value_of(text, name)
    return e.value.message


@pytest.mark.parametrize(
    "expr, ty, message",
    [
        ("1 - 2", "u32", "attempt to compute `1_u32 - 2_u32`, which would overflow"),
        ("200 + 100", "u8", "attempt to compute `200_u8 + 100_u8`, which would overflow"),
        ("i32::MIN / -1", "i32", "attempt to compute `i32::MIN / -1_i32`, which would overflow"),
        ("1 / 0", "i32", "attempt to divide `1_i32` by zero"),
        ("1 % 0", "i32", "attempt to calculate the remainder of `1_i32` with a divisor of zero"),
        ("1 << 40", "i32", "attempt to shift left by `40_i32`, which would overflow"),
        ("-i32::MIN", "i32", "attempt to negate `i32::MIN`, which would overflow"),
        ("[1u32, 2, 3][{ let i = 7; i }]", "u32", "index out of bounds: the length is 3 but the index is 7"),
        ('{ panic!("no"); }', "u32", "evaluation panicked: no"),
        ("{ assert!(1 > 2); 1 }", "u32", "evaluation panicked: assertion failed: 1 > 2"),
    ],
)
def test_failing_constant(expr, ty, message):
    assert failure(f"pub const X: {ty} = {expr};") == message


def test_failure_inside_a_const_fn_names_both_places():
    tcx, user = compile_text("const fn f(i: usize) -> u32 { [1, 2, 3][i] }\npub const X: u32 = f(7);")
    with pytest.raises(ConstEvalError) as e:
        tcx.const_eval(find(user, "X"), ())
    e.value.report(tcx)
    (d,) = tcx.session.diag.diagnostics
    locate = tcx.session.source_map.location
    assert d.code == "E0080"
    assert [(locate(x.span).line, x.text) for x in d.labels] == [
        (2, "evaluation of `X` failed inside this call"),
        (1, "the failure occurred here"),
    ]


def test_endless_loop_is_stopped():
    assert (
        failure("pub const X: u32 = { let mut i = 0u32; while i < 2 { i = i * 1; } i };")
        == "constant evaluation is taking a long time"
    )


def test_endless_recursion_is_stopped():
    assert "stack frames" in failure("const fn f(x: u32) -> u32 { f(x) + 1 }\npub const X: u32 = f(1);")


def test_references_share_their_allocation():
    value = value_of("pub const X: &[u32] = &[1, 2, 3];")
    assert isinstance(value, VRef)
    assert value.length == 3
    assert value.path == (0,)
    root = value.alloc[0]
    assert isinstance(root, VAggregate)
    assert [f.bits for f in root.fields] == [1, 2, 3]  # type: ignore[attr-defined]


def test_literals_are_bytes():
    value = value_of('pub const X: &str = "abc";')
    assert isinstance(value, VBytes)
    assert value.data == b"abc"


def test_length_of_an_array_type():
    tcx, user = compile_text("const N: usize = 2 + 3;\npub const X: [u8; N * 2] = [0; N * 2];")
    ty = tcx.normalize(tcx.type_of(find(user, "X")))
    assert isinstance(ty, t.Array)
    assert eval_to_int(tcx, ty.len) == 10


def test_associated_constant_of_a_generic():
    text = """
    pub trait Size { const N: usize; }
    impl Size for u8 { const N: usize = 3; }
    pub struct W<T>(T);
    impl<T: Size> W<T> { const DOUBLE: usize = T::N * 2; }
    pub const X: usize = W::<u8>::DOUBLE + <u8 as Size>::N;
    """
    value = value_of(text)
    assert isinstance(value, VScalar)
    assert value.bits == 9


# ----------------------------------------------------------------------------------------------------------- arithmetic
@given(st.floats(allow_nan=False, width=64))
def test_rounding_to_f32_is_the_hardware_s(x):
    want = struct.unpack("<I", struct.pack("<f", x))[0] if abs(x) <= 3.4028234e38 or math.isinf(x) else None
    if want is not None:
        assert floats.encode(x, "f32") == want


@given(st.integers(-(2**70), 2**70), st.integers(0, 60))
def test_decimal_literals_round_once(n, e):
    text = f"{abs(n)}e-{e}"
    assert floats.decode(floats.parse(text, "f64"), "f64") == float(text)
    nearest = floats.decode(floats.parse(text, "f32"), "f32")
    step = abs(nearest) * 2.0**-24 + 2.0**-150
    assert abs(Fraction(nearest) - Fraction(text)) <= Fraction(step)


def test_a_literal_between_two_floats_is_not_rounded_twice():
    # Just above the midpoint of two f32: rounding to f64 first would land on the midpoint and then to even.
    text = "1.00000005960464477540"
    assert floats.parse(text, "f32") == 0x3F800001
    assert floats.encode(float("1.00000005960464477539"), "f32") == 0x3F800000


@pytest.mark.parametrize("name", ["f16", "bf16", "f32", "f64"])
@given(st.data())
def test_shortest_text_reads_back(name, data):
    bits = data.draw(st.integers(0, floats.FORMATS[name].inf - 1))
    assert floats.parse(floats.show(bits, name), name) == bits


INTS = st.sampled_from([t.U8, t.I8, t.U32, t.I32, t.I64, t.U128])


@given(INTS, st.integers(), st.integers())
def test_checked_and_wrapping_agree(ty, a, b):
    x, y = arith.from_int(a, ty), arith.from_int(b, ty)
    for op in ("add", "sub", "mul"):
        bits, over = arith.checked(op, x, y, ty)
        exact = arith.exact(op, arith.to_int(x, ty), arith.to_int(y, ty))
        assert bits == arith.binary(op, x, y, ty, ty)
        assert over == (arith.to_int(bits, ty) != exact)


@given(INTS, st.integers(), st.integers().filter(bool))
def test_division_truncates(ty, a, b):
    x, y = arith.to_int(arith.from_int(a, ty), ty), arith.to_int(arith.from_int(b, ty), ty)
    if y == 0:
        return
    q, r = arith.exact("div", x, y), arith.exact("rem", x, y)
    assert q * y + r == x
    assert abs(r) < abs(y)
    assert r == 0 or (r < 0) == (x < 0)


@given(st.sampled_from([t.U8, t.U16, t.U32, t.U64]), st.integers(0), st.integers(0, 200))
def test_rotations_are_inverse(ty, a, n):
    x = arith.from_int(a, ty)
    assert arith.rotate(arith.rotate(x, n, ty, True), n, ty, False) == x


@pytest.mark.parametrize(
    "x, want", [(3.99, 3), (-1.0, 0), (1e20, 2**32 - 1), (math.nan, 0), (-math.inf, 0), (math.inf, 2**32 - 1)]
)
def test_float_to_int_saturates(x, want):
    assert arith.cast("float_to_int", floats.encode(x, "f64"), t.F64, t.U32) == want
