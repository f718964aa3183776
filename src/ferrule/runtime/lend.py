"""Arrays as slices, references and raw pointers: every check of memory that an argument lends to a kernel."""

from __future__ import annotations

import sys
from typing import Any

from ferrule.errors import ArgumentError
from ferrule.runtime import dtypes, scalars
from ferrule.runtime.plan import ParamPlan
from ferrule.runtime.pointers import UnsafePtr
from ferrule.runtime.views import View


def is_raw(p: ParamPlan) -> bool:
    """Raw pointers may alias each other, and may be given as addresses; references may not."""
    return p.kind == "pointer" and p.rust.startswith("*")


def alignment(p: ParamPlan) -> int:
    """Alignment of an element in memory; where the plan does not say, as far as its size tells."""
    return p.elem_align or min(p.elem_size & -p.elem_size, 16) or 1


def lend(p: ParamPlan, value: Any, view: View | None) -> tuple[int, int]:
    """(address, length in elements) of an argument for a slice, reference or raw pointer.  Raises ArgumentError."""
    if view is not None:
        return view.ptr, check_array(p, view)
    if value is None and p.optional:
        return 0, 0
    if p.kind == "slice":
        raise ArgumentError(not_an_array(p.name, p.rust, p.dtype, value, p.schema))
    return _address(p, value), 0


def check_array(p: ParamPlan, view: View) -> int:
    """Check one array against its parameter.  Returns its length in Rust elements."""
    if view.problem:
        raise ArgumentError(f"`{p.name}: {p.rust}` got a {view.describe()}, which {view.problem}")
    if view.dtype and view.dtype == dtypes.canonical(p.dtype):
        length = view.size
    else:
        length = _composite_length(p, view)
    if not view.contiguous:
        fix = "cp.ascontiguousarray" if view.library == "cupy" else "np.ascontiguousarray"
        how = f"{p.name}.contiguous()" if view.library == "torch" else f"{fix}({p.name})"
        raise ArgumentError(
            f"`{p.name}: {p.rust}` got a {view.describe()} that is not C-contiguous; a Rust slice has no strides: "
            f"pass {how}" + (" and copy the result back" if p.mut else "")
        )
    if p.kind == "pointer" and length != 1 and not is_raw(p):
        fix = f"; pass {p.name}[i:i+1]" if length and view.shape and not p.schema.startswith('["Array"') else ""
        raise ArgumentError(
            f"`{p.name}: {p.rust}` got a {view.describe()}; a reference needs one element to point to, "
            f"and the array has {length}{fix}"
        )
    if not view.shape and p.kind == "slice":
        raise ArgumentError(
            f"`{p.name}: {p.rust}` got a {view.describe()}, which has no dimension; pass {p.name}.reshape(1)"
        )
    if p.mut and view.readonly:
        raise ArgumentError(_read_only(p, view))
    if p.mut and view.library == "torch":
        _check_autograd(p, view)
    align = alignment(p)
    if view.ptr % align and length:
        raise ArgumentError(
            f"`{p.name}: {p.rust}` got a {view.describe()} at address {view.ptr:#x}, which is not aligned to "
            f"{align} bytes; pass {p.name}.copy()"
        )
    return length


def _read_only(p: ParamPlan, view: View) -> str:
    text = f"`{p.name}: {p.rust}` is written by the kernel and got a read-only {view.describe()}"
    if view.library == "jax":
        return f"{text}; JAX arrays cannot change: pass a NumPy array or fe.to_device({p.name}, ...)"
    return f"{text}; pass {p.name}.copy()"


def _check_autograd(p: ParamPlan, view: View) -> None:
    t: Any = view.owner
    if t.requires_grad and t.is_leaf and sys.modules["torch"].is_grad_enabled():
        raise ArgumentError(
            f"`{p.name}: {p.rust}` is written by the kernel and got a torch leaf tensor that requires grad; "
            f"pass {p.name}.detach() or launch under torch.no_grad()"
        )


def _composite_length(p: ParamPlan, view: View) -> int:
    """Length when the element is no plain scalar (a struct, an array), else the dtype error."""
    if p.schema and (p.dtype not in dtypes.TABLE or view.record is not None):
        return _described_length(p, view)
    cast = view.cast_help(p.dtype)
    if p.dtype in ("char", "i128", "u128"):
        fix = f"no array library has `{p.dtype}`; let the kernel take another type"
    elif p.dtype == "bool" and view.dtype == "u8":
        fix = f"convert with {p.name} != 0"
    elif cast:
        fix = f"convert with {p.name}{cast}"
    elif p.dtype in dtypes.TABLE:
        fix = f"pass a {dtypes.TABLE[p.dtype].numpy} array"
    elif view.itemsize == p.elem_size:  # a type that points to its own kind: only the size is known
        return view.size
    else:
        fix = f"pass an array of {p.elem_size} bytes an element"
    raise ArgumentError(f"`{p.name}: {p.rust}` got a {view.describe()}; {fix}")


def _described_length(p: ParamPlan, view: View) -> int:
    """Length where the elements are structs, tuples, arrays or enums."""
    from ferrule.runtime import records, schema

    s = schema.from_text(p.schema)
    text = f"`{p.name}: {p.rust}` got a {view.describe()}"
    if any(b.rust[0] != "*" for b in schema.borrows(s)):
        raise ArgumentError(f"{text}; its elements hold references, which no array has: pass their parts as arrays")
    if not p.elem_size:
        raise ArgumentError(f"{text}; its elements have no size: let the kernel take a number of them")
    want = records.numpy_dtype(s)
    if view.record is not None:
        if view.record == want:
            return view.size
        raise ArgumentError(f"{text}: {records.difference(want, view.record)}; {_dtype_help(s, want)}")
    plain = records.element(s)
    if plain is not None:
        dtype, shape = dtypes.canonical(plain[0]), plain[1]
        if view.dtype == dtype and view.shape[len(view.shape) - len(shape) :] == shape:
            return view.nbytes // p.elem_size
        name = dtypes.TABLE[dtype].numpy
        rows = f" of shape ({', '.join(map(str, ('n', *shape)))})" if shape else ""
        if p.kind == "pointer" and not is_raw(p):
            rows = f" of shape {shape}" if shape else " of one element"
        raise ArgumentError(f"{text}; pass a {name} array{rows}")
    raise ArgumentError(f"{text}; {_dtype_help(s, want)}")


def _dtype_help(s: Any, want: Any) -> str:
    name = getattr(s, "path", "").removeprefix("crate::").replace("::", ".")
    if name and "<" not in name and not name.startswith("core."):
        return f"pass an array of `module.types.{name}.dtype`"
    return f"pass an array of dtype {want}"


def row_width(p: ParamPlan, view: View) -> int:
    if len(view.shape) != 2:
        raise ArgumentError(
            f"`{p.name}: {p.rust}` needs rows: pass an array of two dimensions, not of shape {view.shape} "
            f"(its second dimension is the row width)"
        )
    width = view.shape[1]
    if not 0 < width < 1 << 32 and view.size:
        raise ArgumentError(f"`{p.name}: {p.rust}` got rows of {width} elements; a row width is 1 to {(1 << 32) - 1}")
    return width


def _address(p: ParamPlan, value: Any) -> int:
    """A raw pointer given as a number: the caller vouches for it."""
    if not is_raw(p):
        raise ArgumentError(
            f"`{p.name}: {p.rust}` got {scalars.show(value)}; pass an array with the value it refers to"
            + (", or None" if p.optional else "")
        )
    if isinstance(value, UnsafePtr):
        return value.address
    if value is None:
        raise ArgumentError(f"`{p.name}: {p.rust}` got None; pass fe.unsafe_ptr(0) for a null pointer, or an array")
    if isinstance(value, int) and not isinstance(value, bool):
        raise ArgumentError(
            f"`{p.name}: {p.rust}` got {scalars.show(value)}; pass an array, or fe.unsafe_ptr({value:#x}) "
            f"if the number is an address"
        )
    raise ArgumentError(f"`{p.name}: {p.rust}` got {scalars.show(value)}; pass an array, or fe.unsafe_ptr(address)")


def not_an_array(name: str, rust: str, dtype: str, value: Any, schema: str = "") -> str:
    """Message for something that came where an array was expected."""
    d = dtypes.TABLE.get(dtype)
    np_name = f"np.{'bool_' if d.rust == 'bool' else d.numpy}" if d is not None and d.typestr else ""
    tail = f", dtype={np_name}" if np_name else ""
    if isinstance(value, (list, tuple)):
        fix = f"pass np.array({name}{tail})"
    elif isinstance(value, (bytes, bytearray, memoryview)) or type(value).__module__ == "array":
        fix = f"pass np.frombuffer({name}{tail})"
    else:
        fix = f"pass an array, such as np.zeros(n{tail})"
    return f"`{name}: {rust}` got {scalars.show(value)}; {fix}"
