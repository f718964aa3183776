"""From Python arguments to the packed parameter buffer, checking everything on the way.

`Binder` puts positional and keyword arguments into the order of the Rust signature.  `Encoder` is built once for a
plan: it checks each argument against its parameter and packs all of them with one `struct` call.  Both devices read the
same bytes.
"""

from __future__ import annotations

import json
import struct
import sys
from typing import Any

from ferrule.errors import ArgumentError
from ferrule.runtime import dtypes, overlap, scalars
from ferrule.runtime.plan import KernelDecl, KernelPlan, ParamDecl, ParamPlan
from ferrule.runtime.views import View, framework_view, protocol_view


def takes_array(p: ParamDecl) -> bool:
    """Whether an array can be passed: slices, raw pointers, and references to one value."""
    return p.kind in ("slice", "pointer") or p.rust[:1] in "&*"


def is_raw(p: ParamPlan) -> bool:
    """Raw pointers may alias each other, and may be given as addresses; references may not."""
    return p.kind == "pointer" and p.rust.startswith("*")


class Binder:
    """Orders the arguments of one kernel.  Parameters without a size (``zst``) are not passed from Python."""

    __slots__ = ("kernel", "signature", "names", "texts", "indices", "count", "_plain")

    def __init__(self, decl: KernelDecl) -> None:
        passed = [(i, p) for i, p in enumerate(decl.params) if p.kind != "zst"]
        self.kernel = decl.name
        self.signature = decl.signature
        self.names = [p.name for _, p in passed]
        self.texts = [f"{p.name}: {p.rust}" for _, p in passed]
        self.indices = [i for i, _ in passed]
        self.count = len(decl.params)
        self._plain = len(passed) == self.count

    def bind(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
        """One value a Rust parameter, in order."""
        if kwargs:
            args = self._keywords(args, kwargs)
        elif len(args) != len(self.names):
            self._count_error(args)
        if self._plain:
            return list(args)
        values: list[Any] = [None] * self.count
        for i, value in zip(self.indices, args, strict=True):
            values[i] = value
        return values

    def _keywords(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...]:
        given = dict(zip(self.names, args, strict=False))
        for name, value in kwargs.items():
            if name not in self.names:
                from difflib import get_close_matches

                near = get_close_matches(name, self.names, 1)
                hint = f"; did you mean `{near[0]}`?" if near else ""
                raise ArgumentError(f"`{self.kernel}` has no parameter `{name}`{hint}\n  {self.signature}")
            if name in given:
                raise ArgumentError(f"`{self.kernel}` got two values for `{name}`\n  {self.signature}")
            given[name] = value
        if len(args) > len(self.names) or len(given) < len(self.names):
            self._count_error(args, given)
        return tuple(given[name] for name in self.names)

    def _count_error(self, args: tuple[Any, ...], given: dict[str, Any] | None = None) -> None:
        want, got = len(self.names), len(args) if given is None else max(len(args), len(given))
        if given is None:
            given = dict(zip(self.names, args, strict=False))
        missing = [f"`{t}`" for n, t in zip(self.names, self.texts, strict=True) if n not in given]
        what = f"missing {', '.join(missing)}" if missing else f"{got - want} too many"
        plural = "" if want == 1 else "s"
        raise ArgumentError(f"`{self.kernel}` takes {want} argument{plural} and got {got}: {what}\n  {self.signature}")


class Encoder:
    """Checks and packs the arguments of one plan."""

    __slots__ = ("plan", "packer", "size", "_steps", "_order", "_mutated")

    def __init__(self, plan: KernelPlan) -> None:
        self.plan = plan
        formats, order, at = [], [], 0
        for i, p in sorted(enumerate(plan.params), key=lambda ip: ip[1].offset):
            code = _format(p)
            if not code:
                continue
            if p.offset < at:
                raise ValueError(f"parameters of `{plan.name}` overlap in the plan")
            formats.append(f"{p.offset - at}x{code}")
            at = p.offset + struct.calcsize("<" + code)
            order.append(i)
        # Exactly to the end of the last parameter: CUDA compares the size with the kernel's.
        self.size = at
        self.packer = struct.Struct("<" + "".join(formats))
        # Nearly always parameters lie in memory as they are declared.
        self._order = None if order == sorted(order) else order
        self._mutated = any(p.mut for p in plan.params)
        self._steps = [(p, p.kind == "slice", dtypes.canonical(p.dtype), _alignment(p) - 1) for p in plan.params]

    def encode(self, values: list[Any], views: list[View | None]) -> list[Any]:
        """Fields for ``packer``.  ``views`` holds the view of every argument that is an array."""
        fields: list[Any] = []
        starts: list[int] = []  # where the fields of each parameter begin
        spans: list[tuple[int, int, int]] = []
        for i, (p, is_slice, dtype, mask) in enumerate(self._steps):
            view = views[i]
            starts.append(len(fields))
            if view is not None and (is_slice or p.kind == "pointer"):
                shape = view.shape
                start = view.ptr
                if (
                    view.dtype == dtype
                    and view.contiguous
                    and len(shape) == 1
                    and shape[0]
                    and not (start & mask or view.problem or (p.mut and (view.readonly or view.library == "torch")))
                ):
                    length = shape[0]
                else:  # the same checks one by one, and some more
                    length = check_array(p, view)
                spans.append((start, start + length * p.elem_size, i))
                fields.append(start)
                if is_slice:
                    fields.append(length)
                    if p.row_width:
                        fields.append(_row_width(p, view))
            else:
                fields += _plain(p, values[i])
        if self._mutated and len(spans) > 1:
            self._check_overlap(spans)
        if self._order is not None:
            ends = [*starts[1:], len(fields)]
            return [f for i in self._order for f in fields[starts[i] : ends[i]]]
        return fields

    def _check_overlap(self, spans: list[tuple[int, int, int]]) -> None:
        spans.sort()
        reached = 0
        for start, end, _ in spans:
            if start < reached and start < end:
                break
            reached = max(reached, end)
        else:
            return
        # Something overlaps: whether it may is a longer question.
        loans = []
        for start, end, i in sorted(spans, key=lambda span: span[2]):
            p = self.plan.params[i]
            loans.append(overlap.Loan(p.name, p.rust, start, end, p.mut, p.shared_atomic, is_raw(p)))
        overlap.check(loans)


def _plain(p: ParamPlan, value: Any) -> list[Any]:
    """Fields of a parameter that came without an array."""
    if p.kind == "scalar" or (p.kind == "value" and p.dtype in dtypes.TABLE):  # also a newtype of a scalar
        return _scalar_fields(p, scalars.convert(p.name, p.rust, p.dtype, value))
    if p.kind == "slice":
        raise ArgumentError(not_an_array(p.name, p.rust, p.dtype, value))
    if p.kind == "pointer":
        return [_address(p, value)]
    if p.kind == "value":
        return [pack_value(p, value)] if p.size else []
    return []


def _alignment(p: ParamPlan) -> int:
    """Alignment of an element in memory, as far as its size tells."""
    return min(p.elem_size & -p.elem_size, 16) or 1


def _format(p: ParamPlan) -> str:
    """struct format of one parameter; empty if nothing is passed."""
    if p.kind == "slice":
        # The row width is a u32 that fills a parameter of 8 bytes.
        return f"QQI{p.size - 20}x" if p.row_width else "QQ"
    if p.kind == "pointer":
        return "Q"
    if p.kind == "scalar" or (p.kind == "value" and p.dtype in dtypes.TABLE):
        if p.dtype == "bf16":
            return "H"
        return dtypes.TABLE[p.dtype].code or "QQ"  # QQ: 128-bit integers
    if p.kind == "value":
        return f"{p.size}s" if p.size else ""
    return ""


def _scalar_fields(p: ParamPlan, value: Any) -> list[Any]:
    if dtypes.TABLE[p.dtype].size < 16:
        return [value]
    value &= (1 << 128) - 1
    return [value & ((1 << 64) - 1), value >> 64]


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
    if p.kind == "pointer" and not length and p.rust.startswith("&"):
        raise ArgumentError(f"`{p.name}: {p.rust}` got a {view.describe()}; a reference needs one element to point to")
    if not view.shape and p.kind == "slice":
        raise ArgumentError(
            f"`{p.name}: {p.rust}` got a {view.describe()}, which has no dimension; pass {p.name}.reshape(1)"
        )
    if p.mut and view.readonly:
        raise ArgumentError(_read_only(p, view))
    if p.mut and view.library == "torch":
        _check_autograd(p, view)
    align = _alignment(p)
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
    if p.dtype not in dtypes.TABLE:
        dtype = composite_dtype(p.dtype)
        if dtype is None:  # the plan knows only the size: any element of that size
            if view.itemsize == p.elem_size:
                return view.size
        elif view.library == "numpy" and view.owner.dtype == dtype:  # type: ignore[attr-defined]
            return view.size
        elif dtype.subdtype is not None:
            base, shape = dtype.subdtype
            if view.dtype == dtypes.BY_TYPESTR.get(base.str) and view.shape[-len(shape) :] == shape:
                return view.nbytes // p.elem_size
            raise ArgumentError(
                f"`{p.name}: {p.rust}` got a {view.describe()}; pass a {base} array of shape {('n', *shape)}".replace(
                    "'n'", "n"
                )
            )
        raise ArgumentError(
            f"`{p.name}: {p.rust}` got a {view.describe()}; pass an array of dtype "
            f"{dtype if dtype is not None else f'with {p.elem_size} bytes an element'}"
        )
    cast = view.cast_help(p.dtype)
    if p.dtype in ("char", "i128", "u128"):
        fix = f"no array library has `{p.dtype}`; let the kernel take another type"
    elif p.dtype == "bool" and view.dtype == "u8":
        fix = f"convert with {p.name} != 0"
    elif cast:
        fix = f"convert with {p.name}{cast}"
    else:
        fix = f"pass a {dtypes.TABLE[p.dtype].numpy} array"
    raise ArgumentError(f"`{p.name}: {p.rust}` got a {view.describe()}; {fix}")


def composite_dtype(text: Any) -> Any:
    """NumPy dtype of a plan's JSON description; None if it has none.  Needs NumPy, as the caller's array did."""
    if isinstance(text, str):
        if not text or text[0] not in '[{("':
            return None
        text = json.loads(text)
    import numpy

    return numpy.dtype(_tuples(text))


def _tuples(descr: Any) -> Any:
    """JSON has no tuples; NumPy wants one for each field and for each shape."""
    if isinstance(descr, dict):
        return {k: [_tuples(f) for f in v] if k == "formats" else v for k, v in descr.items()}
    if isinstance(descr, list):
        if len(descr) == 2 and isinstance(descr[1], list) and all(isinstance(n, int) for n in descr[1]):
            return (_tuples(descr[0]), tuple(descr[1]))  # (base, shape)
        return [(f[0], _tuples(f[1]), *(tuple(s) for s in f[2:])) for f in descr]
    return descr


def pack_value(p: ParamPlan, value: Any) -> bytes:
    """A struct, tuple or array by value: from a NumPy scalar of the same dtype, a dict or tuple of fields, or bytes.

    Each number is checked against its field's type as a scalar parameter would be.
    """
    if isinstance(value, (bytes, bytearray)):
        if len(value) != p.size:
            raise ArgumentError(f"`{p.name}: {p.rust}` got {len(value)} bytes; its layout has {p.size}")
        return bytes(value)
    dtype = composite_dtype(p.dtype)
    if dtype is None or dtype.kind == "V" and dtype.names is None and dtype.subdtype is None:
        raise ArgumentError(
            f"`{p.name}: {p.rust}` got {scalars.show(value)}; pass {p.size} bytes with the layout of {p.rust}"
        )
    out = bytearray(p.size)
    _pack_into(out, 0, p.name, p.rust, dtype, value)
    return bytes(out)


def _pack_into(out: bytearray, at: int, name: str, rust: str, dtype: Any, value: Any) -> None:
    """Write ``value`` at ``at``; ``name`` is the path to the field, for messages."""
    own = getattr(value, "dtype", None)
    if own is not None and own == dtype:
        out[at : at + dtype.itemsize] = value.tobytes()
    elif dtype.names is not None:
        for field, item in zip(dtype.names, _fields(name, rust, dtype, value), strict=True):
            kind, offset = dtype.fields[field][:2]
            _pack_into(out, at + offset, f"{name}.{field}", _leaf_name(kind), kind, item)
    elif dtype.subdtype is not None:
        base, shape = dtype.subdtype
        if own is not None and own == base and value.shape == shape:
            out[at : at + dtype.itemsize] = value.tobytes()
            return
        items, step = _items(name, rust, shape[0], value), dtype.itemsize // shape[0]
        inner = base if len(shape) == 1 else type(dtype)((base, shape[1:]))
        for i, item in enumerate(items):
            _pack_into(out, at + i * step, f"{name}[{i}]", _leaf_name(inner), inner, item)
    else:
        leaf = dtypes.BY_TYPESTR.get(dtype.str)
        if leaf is None:
            raise ArgumentError(f"`{name}: {rust}` got {scalars.show(value)}; pass the whole value as bytes")
        packed = scalars.convert(name, leaf, leaf, value)
        struct.pack_into("<" + dtypes.TABLE[leaf].code, out, at, packed)


def _leaf_name(dtype: Any) -> str:
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        inner = base if len(shape) == 1 else type(dtype)((base, shape[1:]))
        return f"[{_leaf_name(inner)}; {shape[0]}]"
    return dtypes.BY_TYPESTR.get(dtype.str, str(dtype)) if dtype.names is None else str(dtype)


def _fields(name: str, rust: str, dtype: Any, value: Any) -> list[Any]:
    names: tuple[str, ...] = dtype.names
    if isinstance(value, dict):
        missing = [n for n in names if n not in value]
        extra = [n for n in value if n not in names]
        if missing or extra:
            what = f"no field {missing[0]!r}" if missing else f"an unknown field {extra[0]!r}"
            raise ArgumentError(f"`{name}: {rust}` got a dict with {what}; fields: {', '.join(names)}")
        return [value[n] for n in names]
    if isinstance(value, (tuple, list)):
        if len(value) != len(names):
            raise ArgumentError(f"`{name}: {rust}` got {len(value)} fields and has {len(names)}: {', '.join(names)}")
        return list(value)
    got = getattr(value, "dtype", None)
    hint = f" of dtype {got}; its dtype is {dtype}" if got is not None else ""
    raise ArgumentError(f"`{name}: {rust}` got {scalars.show(value)}{hint}; pass a tuple or dict of {', '.join(names)}")


def _items(name: str, rust: str, count: int, value: Any) -> list[Any]:
    if isinstance(value, (str, bytes, dict)) or not hasattr(value, "__len__") or not hasattr(value, "__iter__"):
        raise ArgumentError(f"`{name}: {rust}` got {scalars.show(value)}; pass a sequence of {count}")
    if len(value) != count:
        raise ArgumentError(f"`{name}: {rust}` got {len(value)} elements; the array has {count}")
    return list(value)


def _row_width(p: ParamPlan, view: View) -> int:
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
        )
    if value is None:
        raise ArgumentError(f"`{p.name}: {p.rust}` got None; pass 0 for a null pointer, or an array")
    if isinstance(value, int) and not isinstance(value, bool):
        if not 0 <= value < 1 << 64:
            raise ArgumentError(f"`{p.name}: {p.rust}` got {value}, which is no address")
        return value
    raise ArgumentError(f"`{p.name}: {p.rust}` got {scalars.show(value)}; pass an array, or an address as an int")


def not_an_array(name: str, rust: str, dtype: str, value: Any) -> str:
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


def views_of(decl: KernelDecl, values: list[Any], stream: Any = None) -> list[View | None]:
    """A view of each argument that is an array, where the parameter could take one.

    ``stream`` is the one the launch names, None if it names none.
    """
    views: list[View | None] = []
    others: list[int] = []
    for i, (p, value) in enumerate(zip(decl.params, values, strict=True)):
        view = None
        if takes_array(p) and not isinstance(value, _NO_ARRAY):
            view = framework_view(value)
            if view is None:
                others.append(i)
        views.append(view)
    if others:
        _protocol_views(decl, values, views, others, stream)
    return views


_NO_ARRAY = (int, float, str, bytes, list, tuple, dict, type(None))


def _protocol_views(
    decl: KernelDecl, values: list[Any], views: list[View | None], others: list[int], stream: Any
) -> None:
    """The arrays known only by a protocol, whose producers want to hear where the kernel will run."""
    handle: int | None = None
    if stream is not None:
        from ferrule.runtime.cuda.streams import handle as handle_of

        handle = handle_of(stream)
    else:
        for view in views:
            if view is not None and view.device[0] == "cuda":
                from ferrule.runtime.cuda.streams import current

                handle = current(views, view.device[1])
                break
    for i in others:
        p = decl.params[i]
        try:
            views[i] = protocol_view(values[i], handle)
        except ArgumentError as e:
            raise ArgumentError(f"`{p.name}: {p.rust}`: {e}") from e.__cause__
