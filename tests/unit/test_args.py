"""Arguments: binding, conversion, checks and packing, on plans written down here."""

from __future__ import annotations

import ctypes
import math
import struct
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ferrule.errors import ArgumentError, BorrowError, LaunchError
from ferrule.runtime import dispatch, dlpack, dtypes, generics, overlap, scalars, schema
from ferrule.runtime.args import Binder, Encoder, views_of
from ferrule.runtime.arrays import DeviceArray, empty, from_dlpack, to_device, zeros
from ferrule.runtime.launch import DEFAULT, Launch
from ferrule.runtime.plan import KernelDecl, KernelPlan, ParamPlan
from ferrule.runtime.pointers import unsafe_ptr
from ferrule.runtime.views import view_of
from tests.helpers.fake_compiler import decl, plan_of

SAXPY = decl("saxpy", ("a", "f32"), ("x", "&[f32]"), ("y", "DisjointSlice<f32>"))


def encode(d: KernelDecl, *args: Any, plan: KernelPlan | None = None, **kwargs: Any) -> bytes:
    values = Binder(d).bind(args, kwargs)
    views = views_of(d, values)
    dispatch.select_device(d, views, DEFAULT)
    encoder = Encoder(plan or plan_of(d, {}))
    return encoder.packer.pack(*encoder.encode(values, views))


def refused(match: str, d: KernelDecl, *args: Any, error: type[Exception] = ArgumentError, **kwargs: Any) -> None:
    with pytest.raises(error, match=match):
        encode(d, *args, **kwargs)


def f32(n: int = 8) -> np.ndarray:
    return np.arange(n, dtype=np.float32)


# -------------------------------------------------------------------------------------------------------------- binding
def test_packs_as_cuda_lays_parameters_out() -> None:
    x, y = f32(5), f32(7)
    raw = encode(SAXPY, 2.5, x, y)
    assert raw == struct.pack("<f4xQQQQ", 2.5, x.ctypes.data, 5, y.ctypes.data, 7)


def test_the_buffer_ends_with_the_last_parameter() -> None:
    d = decl("k", ("x", "&[f32]"), ("n", "u32"))
    assert len(encode(d, f32(), 3)) == 20  # CUDA rejects a buffer padded to 24


def test_keywords_by_rust_name() -> None:
    x, y = f32(), f32()
    assert encode(SAXPY, 1.0, y=y, x=x) == encode(SAXPY, 1.0, x, y)


@pytest.mark.parametrize(
    ("args", "kwargs", "match"),
    [
        (
            (1.0,),
            {},
            r"`saxpy` takes 3 arguments and got 1: missing `x: &\[f32\]`, `y: DisjointSlice<f32>`\n  fn saxpy",
        ),
        ((1.0, f32(), f32(), 4), {}, r"takes 3 arguments and got 4: 1 too many\n  fn saxpy\(a: f32"),
        ((1.0, f32()), {"z": 1}, r"has no parameter `z`"),
        ((1.0, f32()), {"yy": 1}, r"did you mean `y`\?"),
        ((1.0, f32()), {"x": f32()}, r"got two values for `x`"),
        ((), {"a": 1.0}, r"missing `x: "),
        ((1.0, f32(), f32(), 5), {"a": 2.0}, r"two values for `a`"),
    ],
)
def test_wrong_number_of_arguments(args: tuple[Any, ...], kwargs: dict[str, Any], match: str) -> None:
    refused(match, SAXPY, *args, **kwargs)


def test_parameters_without_a_size_are_not_passed() -> None:
    d = decl("k", ("tag", "PhantomData<T>"), ("n", "u32"))
    assert encode(d, 7) == struct.pack("<I", 7)
    refused("takes 1 argument and got 2", d, None, 7)


# --------------------------------------------------------------------------------------------------------------- arrays
def test_no_silent_dtype_cast() -> None:
    refused(
        r"`x: &\[f32\]` got a float64 NumPy array of shape \(3,\) on cpu; convert with x\.astype\(np\.float32\)",
        SAXPY, 1.0, np.zeros(3), f32(),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("rust", "dtype"),
    [
        ("i8", "i1"), ("u8", "u1"), ("i16", "i2"), ("u16", "u2"), ("i32", "i4"), ("u32", "u4"), ("i64", "i8"),
        ("u64", "u8"),
        ("usize", "u8"), ("isize", "i8"), ("f16", "f2"), ("f32", "f4"), ("f64", "f8"), ("bool", "?"),
    ],
)  # fmt: skip
def test_every_element_type(rust: str, dtype: str) -> None:
    a = np.zeros(3, dtype)
    d = decl("k", ("x", f"&[{rust}]"))
    assert encode(d, a) == struct.pack("<QQ", a.ctypes.data, 3)
    for other in ("i1", "u2", "f4", "f8", "?", "c8", "M8[s]", "U3"):
        if np.dtype(other) != a.dtype:
            refused(r"`x: &\[" + rust, d, np.zeros(3, other))


def test_multi_dimensional_arrays_are_flat_slices() -> None:
    a = np.zeros((3, 4), np.float32)
    assert struct.unpack("<QQ", encode(decl("k", ("x", "&[f32]")), a)) == (a.ctypes.data, 12)


@pytest.mark.parametrize(
    ("make", "match"),
    [
        (lambda: f32(8)[::2], r"not C-contiguous; a Rust slice has no strides: pass np\.ascontiguousarray\(x\)"),
        (lambda: np.zeros((3, 4), np.float32).T, "not C-contiguous"),
        (lambda: f32()[::-1], "not C-contiguous"),
        (lambda: np.broadcast_to(np.float32(1), 4), "not C-contiguous"),
        (lambda: np.zeros(3, ">f4"), r"wrong byte order \(>f4\); convert with \.astype\('<f4'\)"),
        (lambda: np.zeros((), np.float32), r"no dimension; pass x\.reshape\(1\)"),
        (lambda: np.zeros(3, object), "holds Python objects"),
        (lambda: np.ma.zeros(3, np.float32), "masked array"),
        (lambda: np.zeros(17, np.uint8)[1:].view(np.float32), r"not aligned to 4 bytes; pass x\.copy\(\)"),
        (lambda: [1.0, 2.0], r"got a list; pass np\.array\(x, dtype=np\.float32\)"),
        (lambda: (1.0,), r"got a tuple; pass np\.array"),
        (lambda: None, r"got None; pass an array, such as np\.zeros\(n, dtype=np\.float32\)"),
        (lambda: 1.5, r"got the float 1\.5; pass an array"),
        (lambda: b"abcd", r"got a bytes; pass np\.frombuffer\(x, dtype=np\.float32\)"),
        (lambda: "text", r"got the str 'text'; pass an array"),
        (lambda: object(), r"got a object; pass an array"),
        (lambda: {"a": 1}, r"got a dict; pass an array"),
        (lambda: np.float32, r"got a type; pass an array"),
    ],
)
def test_arrays_that_do_not_fit(make: Any, match: str) -> None:
    refused(match, decl("k", ("x", "&[f32]")), make())


def test_strides_of_empty_and_single_arrays_do_not_count() -> None:
    d = decl("k", ("x", "&[f32]"))
    for a in (f32(8)[3:3:2], f32(8)[3:4:5], np.zeros((1, 8), np.float32)[:, ::8]):
        assert struct.unpack("<QQ", encode(d, a))[1] == a.size


def test_read_only_arrays_are_refused_only_where_written() -> None:
    a = f32()
    a.flags.writeable = False
    encode(decl("k", ("x", "&[f32]")), a)
    refused(
        r"`x: &mut \[f32\]` is written by the kernel and got a read-only float32 NumPy array",
        decl("k", ("x", "&mut [f32]")),
        a,
    )


def test_bool_slices_and_char_slices() -> None:
    refused(r"uint8 NumPy array .*; convert with x != 0", decl("k", ("x", "&[bool]")), np.zeros(3, np.uint8))
    refused(r"no array library has `char`", decl("k", ("x", "&[char]")), np.zeros(3, np.uint32))


def number(rust: str) -> schema.Scalar:
    return schema.Scalar(rust, rust, {"bool": (0, 1), "char": (0, 0x10FFFF)}.get(rust))


def composite(rust: str, size: int, *fields: tuple[str, int, schema.Schema], path: str = "") -> schema.Struct:
    style = "tuple" if rust[0] == "(" else "named"
    return schema.Struct(rust, path, style, size, 4, tuple(schema.Field(*f) for f in fields))


def composite_plan(s: schema.Schema, mut: bool = False) -> KernelPlan:
    p = ParamPlan("p", "&[Particle]", "slice", "", 0, 16, 8, s.size, mut, schema=schema.to_text(s))
    return plan_of(decl("k"), {})._replace(params=(p,), params_size=16)


def value_plan(s: schema.Schema, dtype: str = "") -> KernelPlan:
    p = ParamPlan("p", s.rust, "value", dtype, 0, s.size, 4, schema=schema.to_text(s))
    return plan_of(decl("k"), {})._replace(params=(p,), params_size=s.size)


PARTICLE = composite(
    "Particle", 16, ("pos", 0, schema.Array("[f32; 3]", number("f32"), 3)), ("id", 12, number("u32")),
    path="crate::Particle",
)  # fmt: skip
PARAMS = composite("Params", 8, ("a", 0, number("f32")), ("n", 4, number("u32")))


def test_slices_of_structs_and_arrays() -> None:
    d = decl("k", ("p", "&[Particle]"))
    particle = np.dtype([("pos", "<f4", (3,)), ("id", "<u4")])
    plan = composite_plan(PARTICLE)
    a = np.zeros(5, particle)
    assert struct.unpack("<QQ", encode(d, a, plan=plan)) == (a.ctypes.data, 5)
    refused(r"pass an array of `module\.types\.Particle\.dtype`", d, f32(), plan=plan)
    for other, why in (
        ([("pos", "<f4", (3,)), ("id", "<i4")], "its field `id` is int32 and must be uint32"),
        ([("pos", "<f4", (3,)), ("pad", "<u4"), ("id", "<u4")], "`id` lies at byte 16 and must lie at byte 12"),
        ([("pos", "<f4", (3,))], "it has no field `id`"),
        ([("pos", "<f4", (3,)), ("id", "<u4"), ("z", "u1")], "its field `z` is none of the type's"),
        ({"names": ["pos", "id"], "formats": [("<f4", 3), "<u4"], "offsets": [0, 12], "itemsize": 20}, "have 20 bytes"),
    ):
        refused(why, d, np.zeros(5, np.dtype(other)), plan=plan)
    rows = np.zeros((6, 4), np.float32)
    plan = composite_plan(schema.Array("[f32; 4]", number("f32"), 4))
    assert struct.unpack("<QQ", encode(d, rows, plan=plan)) == (rows.ctypes.data, 6)
    assert struct.unpack("<QQ", encode(d, np.zeros(0, np.float32).reshape(0, 4), plan=plan))[1] == 0
    refused(r"pass a float32 array of shape \(n, 4\)", d, np.zeros((6, 3), np.float32), plan=plan)
    refused(r"pass a float32 array of shape \(n, 4\)", d, np.zeros(24, np.float32), plan=plan)


def test_rows_of_equal_fields_are_structs() -> None:
    """A struct of three `f32` in a row is also a row of an (n, 3) array; one with another order in memory is not."""
    d = decl("k", ("p", "&[V]"))
    v = composite("V", 12, *((n, 4 * i, number("f32")) for i, n in enumerate("xyz")), path="crate::V")
    rows = np.zeros((7, 3), np.float32)
    assert struct.unpack("<QQ", encode(d, rows, plan=composite_plan(v))) == (rows.ctypes.data, 7)
    swapped = v._replace(fields=v.fields[::-1])
    refused(r"module\.types\.V\.dtype", d, rows, plan=composite_plan(swapped))


def test_alignment_is_that_of_the_type() -> None:
    """An element of 16 bytes may lie at any address its fields may."""
    a = np.zeros(17, np.float32)[1:].reshape(4, 4)
    s = schema.Array("[f32; 4]", number("f32"), 4)
    p = composite_plan(s).params[0]._replace(elem_align=4)
    assert a.ctypes.data % 16
    encode(decl("k", ("p", "&[[f32; 4]]")), a, plan=composite_plan(s)._replace(params=(p,)))
    refused("not aligned to 16 bytes", decl("k", ("p", "&[V]")), a, plan=composite_plan(s))


def test_structs_by_value() -> None:
    d, plan = decl("k", ("p", "Params")), value_plan(PARAMS)
    want = struct.pack("<fI", 1.5, 7)
    for value in ((1.5, 7), {"n": 7, "a": 1.5}, np.array([(1.5, 7)], [("a", "<f4"), ("n", "<u4")])[0]):
        assert encode(d, value, plan=plan) == want
    refused("got no field `n`", d, {"a": 1.0}, plan=plan)
    refused("got an unknown field `z`; fields: a, n", d, {"a": 1.0, "n": 1, "z": 2}, plan=plan)
    refused("got 3 fields and has 2: a, n", d, (1.0, 2, 3), plan=plan)
    refused(r"`p\.n: u32` got -1, which does not fit", d, (1.0, -1), plan=plan)
    refused(r"`p\.n: u32` got the float 1\.5; pass int\(1\.5\)", d, (1.0, 1.5), plan=plan)
    refused(r"pass a tuple or dict of a, n", d, 5, plan=plan)
    refused(r"of dtype float32: its dtype is", d, np.float32(1), plan=plan)
    assert encode(d, want, plan=plan) == want
    refused("got 3 bytes; its layout has 8", d, b"abc", plan=plan)


def test_nested_values_with_offsets_and_padding() -> None:
    """Rust orders fields as it likes: the description has offsets."""
    inner = composite("(i16, bool)", 4, ("0", 0, number("i16")), ("1", 2, number("bool")))
    pair = schema.Array("[f32; 2]", number("f32"), 2)
    plan = value_plan(composite("P", 16, ("a", 12, number("u8")), ("m", 0, pair), ("t", 8, inner)))
    d = decl("k", ("p", "P"))
    want = struct.pack("<2fh?xB3x", 1.0, 2.0, -5, True, 7)
    assert encode(d, {"a": 7, "m": [1.0, 2.0], "t": (-5, True)}, plan=plan) == want
    assert encode(d, (7, np.array([1, 2], np.float32), (-5, np.True_)), plan=plan) == want
    refused(r"`p\.m: \[f32; 2\]` got 3 elements; the array has 2", d, (7, [1, 2, 3], (0, True)), plan=plan)
    refused(r"`p\.t\.1: bool` got the int 1", d, (7, [1, 2], (0, 1)), plan=plan)
    refused(r"`p\.m\[1\]: f32` got the str 'x'", d, (7, [1, "x"], (0, True)), plan=plan)
    refused("pass a sequence of 2", d, (7, 1.0, (0, True)), plan=plan)
    refused(r"`p\.t\.1: bool` got the bits 0x2, which are no bool", d, want[:10] + b"\2" + want[11:], plan=plan)


def test_newtypes_of_scalars_and_opaque_values() -> None:
    d = decl("k", ("p", "Id"))
    newtype = schema.Struct("Id", "crate::Id", "tuple", 4, 4, (schema.Field("0", 0, number("u32")),))
    plan = value_plan(newtype, "u32")
    for value in (7, (7,), {"0": 7}, np.uint32(7), struct.pack("<I", 7)):
        assert encode(d, value, plan=plan) == struct.pack("<I", 7)
    refused(r"`p: Id` got -1, which does not fit", d, -1, plan=plan)
    refused(r"`p\.0: u32` got the str 'x'", d, "x", plan=plan)
    opaque = value_plan(schema.Opaque("U", 8, 8))
    assert encode(d, b"12345678", plan=opaque) == b"12345678"
    refused("pass 8 bytes with the layout", d, 5, plan=opaque)


def test_scalars_with_fewer_values() -> None:
    d, plan = decl("k", ("p", "NonZero<u32>")), value_plan(schema.Scalar("NonZero<u32>", "u32", (1, 0xFFFFFFFF)))
    assert encode(d, 7, plan=plan) == struct.pack("<I", 7)
    refused(r"`p: NonZero<u32>` got 0, which NonZero<u32> cannot be; pass a number that is not 0", d, 0, plan=plan)
    refused("does not fit: u32 holds 0 to", d, -1, plan=plan)


def test_descriptions_survive_as_text() -> None:
    slot = ParamPlan("", "&[f32]", "slice", "f32", 0, 16, 8, 4)
    variants = (
        schema.Variant("A", 0, "unit", True, ()),
        schema.Variant("B", 1, "tuple", True, (schema.Field("0", 8, schema.Borrow(slot)),)),
    )
    tag = schema.Tag(0, 8, False, 0, 0, 0, 0)
    s = composite("S", 40, ("p", 0, PARTICLE), ("e", 16, schema.Enum("E", "crate::E", 24, 8, False, tag, 0, variants)))
    assert schema.from_text(schema.to_text(s)) == s
    assert [b.rust for b in schema.borrows(s)] == ["&[f32]"]
    for bad in ("[]", '["Nothing"]', '["Struct"]', "{}", "["):
        with pytest.raises(ValueError):
            schema.from_text(bad)


def test_references_to_one_value() -> None:
    d = decl("k", ("p", "&mut f32"), ("q", "&f32"))
    assert d.params[0].kind == "value"  # as the front end declares it
    pointers = tuple(
        ParamPlan(n, r, "pointer", "f32", o, 8, 8, 4, m)
        for n, r, o, m in (("p", "&mut f32", 0, True), ("q", "&f32", 8, False))
    )
    plan = plan_of(decl("k"), {})._replace(params=pointers, params_size=16)
    a, b = f32(1), f32(1)
    assert encode(d, a, b, plan=plan) == struct.pack("<QQ", a.ctypes.data, b.ctypes.data)
    refused("overlap", d, a, a, plan=plan, error=BorrowError)
    refused("pass an array with the value it refers to", d, 0x1000, b, plan=plan)
    refused("a reference needs one element to point to, and the array has 0$", d, a, f32(0), plan=plan)
    refused(r"and the array has 8; pass q\[i:i\+1\]", d, a, f32(), plan=plan)
    whole = np.array(3, np.float32)
    assert encode(d, a, whole, plan=plan) == struct.pack("<QQ", a.ctypes.data, whole.ctypes.data)


def test_row_width_comes_from_the_shape() -> None:
    d = decl("k", ("y", "DisjointSlice<f32, Runtime2DIndex>"))
    a = np.zeros((3, 5), np.float32)
    assert encode(d, a) == struct.pack("<QQI4x", a.ctypes.data, 15, 5)
    refused("pass an array of two dimensions, not of shape", d, f32())


def test_raw_pointers() -> None:
    d = decl("k", ("p", "*mut f32"))
    a = f32()
    assert encode(d, a) == struct.pack("<Q", a.ctypes.data)
    assert encode(d, unsafe_ptr(0x1000)) == struct.pack("<Q", 0x1000)
    refused(r"pass fe\.unsafe_ptr\(0\) for a null pointer", d, None)
    refused("float64 NumPy array", d, np.zeros(3))
    refused(r"got the int 4096; pass an array, or fe\.unsafe_ptr\(0x1000\) if the number is an address", d, 0x1000)
    refused(r"pass an array, or fe\.unsafe_ptr\(address\)", d, 1.5)
    refused("got a ferrule.runtime.pointers.UnsafePtr; pass an array", decl("k", ("p", "&[f32]")), unsafe_ptr(8))
    for bad in (-1, 1 << 64, 1.5, True, "0x10", None):
        with pytest.raises(ArgumentError, match="unsafe_ptr got"):
            unsafe_ptr(bad)  # type: ignore[arg-type]


# -------------------------------------------------------------------------------------------------------------- scalars
@pytest.mark.parametrize(
    "rust", ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "usize", "isize", "i128", "u128"]
)
def test_integers_are_range_checked(rust: str) -> None:
    d, t = decl("k", ("n", rust)), dtypes.TABLE[rust]
    for value in (t.low, t.high, 0, 1):
        raw = encode(d, value)
        assert int.from_bytes(raw, "little", signed=t.low < 0) == value and len(raw) == t.size
    for value in (t.low - 1, t.high + 1):
        refused(f"got {value}, which does not fit: {rust} holds {t.low} to {t.high}", d, value)
    assert encode(d, np.int8(5)) == encode(d, 5)


@pytest.mark.parametrize(
    ("rust", "value", "match"),
    [
        ("u32", True, r"got the bool True; pass int"),
        ("u32", np.True_, r"pass int"),
        ("u32", 2.0, r"pass int\(2\.0\), floats are not cut"),
        ("u32", np.float32(2), "floats are not cut"),
        ("u32", "3", "pass a number"),
        ("u32", None, "got None; pass a number"),
        (
            "u32",
            np.zeros(1, np.uint32),
            r"is a scalar and got a uint32 NumPy array of shape \(1,\) on cpu; pass x\.item\(\)",
        ),
        ("u32", np.zeros(3, np.uint32), "pass one number"),
        ("u32", 1j, "pass a number"),
        ("bool", 1, "pass True or False"),
        ("bool", 0.0, "pass True or False"),
        ("bool", None, "pass True or False"),
        ("f32", True, r"pass float"),
        ("f32", "1.0", "pass a number"),
        ("f32", None, "got None"),
        ("f32", 1e39, "overflows f32"),
        ("f32", 2**24 + 1, r"cannot hold exactly; pass float\(16777217\)"),
        ("f64", 10**400, "overflows f64"),
        ("f16", 70000.0, "overflows f16"),
        ("char", "ab", "a str of one character"),
        ("char", 65, "a str of one character"),
        ("char", "\ud800", "surrogate"),
    ],
)
def test_scalars_that_do_not_fit(rust: str, value: Any, match: str) -> None:
    refused(match, decl("k", ("v", rust)), value)


def test_scalars_that_fit() -> None:
    def one(rust: str, value: Any) -> bytes:
        return encode(decl("k", ("v", rust)), value)

    assert one("f32", 0.1) == struct.pack("<f", 0.1)
    assert one("f32", 2) == struct.pack("<f", 2.0)
    assert one("f32", np.float64(0.1)) == struct.pack("<f", 0.1)
    assert one("f32", np.float32(0.1)) == struct.pack("<f", np.float32(0.1))
    assert one("f64", np.int64(3)) == struct.pack("<d", 3.0)
    assert one("f32", math.inf) == struct.pack("<f", math.inf)
    assert math.isnan(struct.unpack("<f", one("f32", math.nan))[0])
    assert one("f16", 1.5) == struct.pack("<e", 1.5)
    assert one("bool", np.True_) == b"\x01"
    assert one("char", "é") == struct.pack("<I", 0xE9)


@given(st.floats(width=64))
def test_bf16_rounds_to_nearest_even_of_the_exact_value(value: float) -> None:
    try:
        bits = scalars.convert("v", "bf16", "bf16", value)
    except ArgumentError:
        # Halfway between the largest finite value and the next power of two.
        assert abs(value) >= 3.3961775292304957e38
        return
    (got,) = struct.unpack("<f", struct.pack("<I", bits << 16))
    if math.isnan(value):
        assert math.isnan(got)
        return
    if math.isinf(value):
        assert got == value
        return
    neighbours = [b for b in (bits - 1, bits, bits + 1) if 0 <= b & 0x7FFF < 0x7F80 and (b ^ bits) < 0x8000]
    from fractions import Fraction

    def error(b: int) -> Fraction:
        return abs(Fraction(struct.unpack("<f", struct.pack("<I", b << 16))[0]) - Fraction(value))

    best = min(map(error, neighbours))
    assert error(bits) == best
    if sum(error(b) == best for b in neighbours) > 1:
        assert bits & 1 == 0


# -------------------------------------------------------------------------------------------------------------- overlap
def test_written_memory_is_not_shared() -> None:
    a = f32(100)
    both = r"`x: &\[f32\]` and `y: DisjointSlice<f32>` overlap in memory, .* writes `y`(.|\n)*the same bytes"
    refused(both, SAXPY, 1.0, a, a, error=BorrowError)
    refused(r"40 bytes shared", SAXPY, 1.0, a[:50], a[40:], error=BorrowError)
    base = a.ctypes.data
    refused(rf"`x` is bytes {base:#x}\.\.{base + 200:#x}", SAXPY, 1.0, a[:50], a[40:], error=BorrowError)
    encode(SAXPY, 1.0, a[:50], a[50:])  # neighbours touch and do not overlap
    encode(SAXPY, 1.0, a[50:], a[:50])


def test_reading_the_same_memory_twice_is_fine() -> None:
    a = f32()
    encode(decl("k", ("x", "&[f32]"), ("y", "&[f32]"), ("z", "&mut [f32]")), a, a, f32())


def test_empty_arrays_never_overlap() -> None:
    a = f32(10)
    encode(SAXPY, 1.0, a[5:5], a)
    encode(SAXPY, 1.0, a, a[5:5])


def test_atomics_may_share_and_raw_pointers_may_alias() -> None:
    L = overlap.Loan
    overlap.check([L("a", "&[A]", 0, 8, True, True), L("b", "&[A]", 4, 12, True, True)])
    overlap.check([L("a", "*mut f32", 0, 8, True, raw=True), L("b", "*const f32", 0, 8, False, raw=True)])
    with pytest.raises(BorrowError, match="writes `a`"):
        overlap.check([L("a", "&[A]", 0, 8, True, True), L("b", "&[f32]", 4, 12, False)])
    with pytest.raises(BorrowError):  # atomics of different sizes
        overlap.check([L("a", "&[A]", 0, 8, True, True, size=4), L("b", "&[B]", 0, 8, True, True, size=8)])
    with pytest.raises(BorrowError):
        overlap.check([L("a", "*mut f32", 0, 8, True, raw=True), L("b", "&[f32]", 0, 8, False)])


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 8), st.booleans()), max_size=8))
def test_overlap_against_the_plain_definition(spans: list[tuple[int, int, bool]]) -> None:
    loans = [overlap.Loan(f"p{i}", "T", s, s + n, m) for i, (s, n, m) in enumerate(spans)]
    bad = any(
        (a.mut or b.mut) and max(a.start, b.start) < min(a.end, b.end)
        for i, a in enumerate(loans)
        for b in loans[i + 1 :]
    )
    if bad:
        with pytest.raises(BorrowError):
            overlap.check(loans)
    else:
        overlap.check(loans)


# ------------------------------------------------------------------------------------------------------------- generics
SCALE = decl("scale", ("k", "T"), ("x", "&[T]"), ("y", "DisjointSlice<T>"), generics=(("T", "type", ""),))
FIXED = decl("fixed", ("x", "&[T]"), generics=(("T", "type", ""), ("N", "const", "usize")))


def infer(d: KernelDecl, *args: Any, **explicit: str) -> dict[str, str]:
    values = Binder(d).bind(args, {})
    return generics.infer(d, values, views_of(d, values), explicit)


def test_types_come_from_arrays() -> None:
    assert infer(SCALE, 2, np.zeros(3, np.int16), np.zeros(3, np.int16)) == {"T": "i16"}
    assert infer(SCALE, np.float64(2), np.zeros(3), np.zeros(3)) == {"T": "f64"}
    assert infer(FIXED, np.zeros(3, np.uint8), N="4") == {"T": "u8", "N": "4"}


@pytest.mark.parametrize(
    ("d", "args", "match"),
    [
        (
            SCALE,
            (1, np.zeros(3, np.float32), np.zeros(3)),
            r"`T` is both `f32` and `f64`: `x: &\[T\]` got a float32 array and `y: ",
        ),
        (SCALE, (np.float64(1), f32(), f32()), r"`k: T` got a float64 scalar and `x: &\[T\]` got a float32 array"),
        (SCALE, (True, f32(), f32()), r"is both `bool` and `f32`"),
        (SCALE, (1.0, [1], [2]), r"`k: T` got the float 1\.0, which does not say what `T` is; pass np\.float32"),
        (SCALE, (1.0, np.zeros(3, complex), f32()), r"complex128 NumPy array .*; Rust has no such element type"),
        (SCALE, (f32(), f32(), f32()), r"`k: T` is a value, not a slice"),
        (FIXED, (f32(),), r"const parameter `N: usize` does not follow .*; use `fixed\.specialize\(N=128\)`"),
        (FIXED, ([1],), r"got a list; pass np\.array\(x\)"),
    ],
)
def test_types_that_do_not_follow(d: KernelDecl, args: tuple[Any, ...], match: str) -> None:
    with pytest.raises(ArgumentError, match=match):
        infer(d, *args)


def test_specialize_arguments() -> None:
    def one(**given: Any) -> dict[str, str]:
        return generics.normalise(FIXED, given, {})

    assert one(T="f32", N=128) == {"T": "f32", "N": "128"}
    assert one(T=np.float32)["T"] == one(T=np.dtype("f4"))["T"] == one(T="float32")["T"] == "f32"
    assert one(T="crate::Pair<f32>")["T"] == "crate::Pair<f32>"
    assert one(N=np.int32(4))["N"] == "4"
    for arguments, match in (
        ({"N": -1}, "does not fit: usize"),
        ({"N": 1.5}, "pass an int"),
        ({"N": True}, "pass an int"),
        ({"T": 5}, "pass a Rust type"),
        ({"M": 1}, r"no generic parameter `M` \(it has: `T`, `N`\)"),
    ):
        with pytest.raises(ArgumentError, match=match):
            one(**arguments)


# -------------------------------------------------------------------------------------------------- DLPack, DeviceArray
class Foreign:
    """An array known only by DLPack, of either version."""

    def __init__(self, a: np.ndarray, versioned: bool = True, readonly: bool = False, offset: int = 0) -> None:
        self.a, self.versioned, self.readonly, self.offset = a, versioned, readonly, offset

    def __dlpack_device__(self) -> tuple[int, int]:
        return 1, 0

    def __dlpack__(self, *, stream: Any = None, **kw: Any) -> object:
        if not self.versioned and kw:
            raise TypeError("unexpected keyword argument")
        code, bits = dtypes.TABLE[dtypes.BY_NUMPY[str(self.a.dtype)]].dlpack
        return dlpack.export(
            self.a.ctypes.data, (1, 0), self.a.shape, code, bits, self.a, self.versioned, self.readonly
        )


def test_dlpack_of_both_versions() -> None:
    a = f32(6)
    d = decl("k", ("x", "&mut [f32]"))
    for versioned in (True, False):
        assert encode(d, Foreign(a, versioned)) == struct.pack("<QQ", a.ctypes.data, 6)
    refused("read-only float32 DLPack array", d, Foreign(a, True, readonly=True))
    refused("float64 DLPack array", d, Foreign(np.zeros(3)))


def test_dlpack_byte_offset_and_strides() -> None:
    a = f32(6)
    capsule = dlpack.export(a.ctypes.data, (1, 0), (2,), 2, 32, a, True)
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    managed = dlpack.DLManagedTensorVersioned.from_address(pointer(capsule, b"dltensor_versioned"))
    managed.tensor.byte_offset = 8
    managed.tensor.strides[0] = 3
    t = dlpack.read(capsule)
    assert t.ptr == a.ctypes.data + 8 and t.strides == (3,)


def test_a_capsule_that_is_read_is_not_consumed_and_frees_its_memory() -> None:
    before = len(dlpack._exports)
    view = view_of(Foreign(f32()))
    assert view is not None and len(dlpack._exports) == before + 1
    del view
    assert len(dlpack._exports) == before


def test_a_broken_export_is_an_argument_error() -> None:
    class Broken:
        def __dlpack_device__(self) -> tuple[int, int]:
            return 1, 0

        def __dlpack__(self, **kw: Any) -> object:
            raise RuntimeError("no memory for you")

    refused(
        r"`x: &\[f32\]`: .*Broken could not be read by DLPack: no memory for you", decl("k", ("x", "&[f32]")), Broken()
    )


def test_device_array_round_trip() -> None:
    a = np.arange(12, dtype=np.int32).reshape(3, 4)
    d = to_device(a, "cpu")
    assert isinstance(d, DeviceArray) and (d.shape, d.dtype, len(d), d.nbytes) == ((3, 4), "int32", 3, 48)
    assert (d.to_host() == a).all() and d.ptr % 64 == 0
    shared = np.from_dlpack(d)
    shared[1, 1] = 99
    assert d.to_host()[1, 1] == 99 and a[1, 1] == 5
    assert (np.asarray(d) == d.to_host()).all()
    back = from_dlpack(a)
    assert back.ptr == a.ctypes.data
    assert d.reshape(2, 6).shape == (2, 6)
    with pytest.raises(ArgumentError, match="cannot be reshaped"):
        d.reshape(5)
    d.copy_from(a)
    assert (d.to_host() == a).all()
    with pytest.raises(ArgumentError, match="copy_from"):
        d.copy_from(a.ravel())


def test_memory_outlives_the_device_array_while_a_view_is_held() -> None:
    d = to_device(f32(1000), "cpu")
    view = np.from_dlpack(d)
    del d
    assert (view == f32(1000)).all()


@pytest.mark.parametrize("shape", [(-1,), (1.5,), (True,), "3"])
def test_bad_shapes(shape: Any) -> None:
    with pytest.raises(ArgumentError, match="shape"):
        empty(shape, "f32")


def test_dtypes_of_new_arrays() -> None:
    assert [empty(1, t).dtype for t in ("f32", np.float32, np.dtype("f4"), "float32", bool)] == ["float32"] * 4 + [
        "bool"
    ]
    assert (zeros((2, 2), "u8").to_host() == 0).all()
    for bad in ("f33", complex, "char", object()):
        with pytest.raises(ArgumentError, match="no Rust counterpart"):
            empty(1, bad)


@pytest.mark.parametrize("bad", [[1, 2], None, "abc", np.zeros(3, complex), np.zeros((4, 4)).T])
def test_to_device_refuses(bad: Any) -> None:
    with pytest.raises(ArgumentError, match="to_device got"):
        to_device(bad, "cpu")


# ---------------------------------------------------------------------------------------------------------------- torch
@pytest.mark.torch
def test_torch_tensors() -> None:
    import torch

    x, y = torch.arange(5, dtype=torch.float32), torch.zeros(5)
    assert encode(SAXPY, 1.0, x, y) == struct.pack("<f4xQQQQ", 1.0, x.data_ptr(), 5, y.data_ptr(), 5)
    refused(
        r"got a float64 torch tensor of shape \(5,\) on cpu; convert with x\.to\(torch\.float32\)",
        SAXPY,
        1.0,
        x.double(),
        y,
    )
    refused(r"pass x\.contiguous\(\)", SAXPY, 1.0, torch.zeros(4, 4).t(), y)
    refused("overlap in memory", SAXPY, 1.0, y, y, error=BorrowError)
    refused("leaf tensor that requires grad; pass y.detach", SAXPY, 1.0, x, torch.zeros(5, requires_grad=True))
    with torch.no_grad():
        encode(SAXPY, 1.0, x, torch.zeros(5, requires_grad=True))
    encode(decl("k", ("x", "&[f32]")), torch.zeros(5, requires_grad=True))
    refused("device `meta`", SAXPY, 1.0, torch.zeros(3, device="meta"), y)
    refused("lazy conjugate", decl("k", ("x", "&[f32]")), torch.zeros(3, dtype=torch.complex64).conj())
    refused("layout torch.sparse", decl("k", ("x", "&[f32]")), torch.eye(3).to_sparse())
    refused("complex64 torch tensor", decl("k", ("x", "&[f32]")), torch.zeros(3, dtype=torch.complex64))
    encode(decl("k", ("x", "&[bf16]")), torch.zeros(3, dtype=torch.bfloat16))
    assert struct.unpack("<QQ", encode(decl("k", ("x", "&[f32]")), torch.nn.Parameter(x)))[0] == x.data_ptr()


@pytest.mark.torch
def test_torch_scalars_are_not_numbers() -> None:
    import torch

    refused(r"pass x\.item\(\)", decl("k", ("n", "f32")), torch.tensor(1.0))


# -------------------------------------------------------------------------------------------------------------- devices
def test_no_cuda_array_without_a_driver_is_taken_for_cpu_memory() -> None:
    class Gpu:
        def __dlpack_device__(self) -> tuple[int, int]:
            return 2, 1

        def __dlpack__(self, **kw: Any) -> object:
            return dlpack.export(4096, (2, 1), (3,), 2, 32, None, True)

    with pytest.raises(
        ArgumentError,
        match=r"`x: &\[f32\]` is a float32 DLPack array of shape \(3,\) on cuda:1, `y: .* on cpu; "
        r"pass fe\.to_device\(y, \"cuda:1\"\)",
    ):
        encode(SAXPY, 1.0, Gpu(), f32())


def test_a_stream_needs_a_gpu() -> None:
    d = decl("k", ("n", "u32"))
    with pytest.raises(LaunchError, match='device="cuda:0"'):
        dispatch.select_device(d, [None], Launch(1, 1, stream=5))
    with pytest.raises(LaunchError, match="asks for cpu|no device"):
        values = [f32()]
        d = decl("k", ("x", "&[f32]"))
        views = views_of(d, values)
        views[0].device = ("cuda", 0)  # type: ignore[union-attr]
        dispatch.select_device(d, views, Launch(1, 1, device="cpu"))
