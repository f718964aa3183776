"""From Python arguments to the packed parameter buffer, checking everything on the way.

`Binder` puts positional and keyword arguments into the order of the Rust signature.  `Encoder` is built once for a
plan: it checks each argument against its parameter and packs all of them with one `struct` call.  Both devices read the
same bytes.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

from ferrule.errors import ArgumentError
from ferrule.runtime import dtypes, overlap, scalars
from ferrule.runtime.lend import alignment, check_array, is_raw, lend, row_width
from ferrule.runtime.plan import KernelDecl, KernelPlan, ParamDecl, ParamPlan
from ferrule.runtime.views import View, framework_view, protocol_view

if TYPE_CHECKING:
    from ferrule.runtime.pack import Lent


def takes_array(p: ParamDecl) -> bool:
    """Whether an array can be passed: slices, raw pointers, and references to one value."""
    return p.kind in ("slice", "pointer") or p.rust[:1] in "&*"


class Views(list["View | None"]):
    """The views of a call's arguments, and behind them those of the arrays inside arguments.

    ``places`` says of each of the latter where it lies (``f.table``); ``written`` is filled by the encoder.
    """

    def __init__(self, views: list[View | None]) -> None:
        super().__init__(views)
        self.own = len(views)
        self.places: list[str] = []
        self.written: list[View] = []


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
        self._mutated = any(p.mut or _mutates_inside(p) for p in plan.params)
        self._steps = [
            # A type without a scalar's name equals no array's.
            (p, p.kind == "slice", dtypes.canonical(p.dtype) or None, alignment(p) - 1)
            for p in plan.params
        ]

    def encode(self, values: list[Any], views: list[View | None]) -> list[Any]:
        """Fields for ``packer``.  ``views`` holds the view of every argument that is an array."""
        fields: list[Any] = []
        starts: list[int] = []  # where the fields of each parameter begin
        spans: list[tuple[int, int, int]] = []
        inside: list[Lent] = []
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
                    and (is_slice or shape[0] == 1 or is_raw(p))
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
                        fields.append(row_width(p, view))
            else:
                fields += _plain(p, values[i], views, inside)
        if inside:
            spans += [
                (x.start, x.start + x.length * x.param.elem_size, len(self._steps) + k) for k, x in enumerate(inside)
            ]
            if isinstance(views, Views):
                views.written = [x.view for x in inside if x.param.mut and x.view is not None]
        if self._mutated and len(spans) > 1:
            self._check_overlap(spans, inside)
        if self._order is not None:
            ends = [*starts[1:], len(fields)]
            return [f for i in self._order for f in fields[starts[i] : ends[i]]]
        return fields

    def _check_overlap(self, spans: list[tuple[int, int, int]], inside: list[Lent]) -> None:
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
            own = i < len(self._steps)
            p = self.plan.params[i] if own else inside[i - len(self._steps)].param
            loans.append(overlap.Loan(p.name, p.rust, start, end, p.mut, p.shared_atomic, is_raw(p), p.elem_size))
        overlap.check(loans)


def _mutates_inside(p: ParamPlan) -> bool:
    """Whether a kernel may write through a slice or reference inside this value."""
    if p.kind != "value" or "Borrow" not in p.schema:
        return False
    from ferrule.runtime import schema

    return any(b.mut for b in schema.borrows(schema.from_text(p.schema)))


def _plain(p: ParamPlan, value: Any, views: list[View | None], inside: list[Lent]) -> list[Any]:
    """Fields of a parameter that came without an array."""
    if p.kind == "scalar":
        return _scalar_fields(p, scalars.convert(p.name, p.rust, p.dtype, value))
    if p.kind in ("slice", "pointer"):
        start, length = lend(p, value, None)
        return [start, length] if p.kind == "slice" else [start]
    if p.kind == "value" and p.size:
        if p.dtype in dtypes.TABLE and type(value) in _NUMBERS:  # a newtype of a scalar
            return _scalar_fields(p, scalars.convert(p.name, p.rust, p.dtype, value))
        return _value_fields(p, value, views, inside)
    return []


_NUMBERS = (int, float, bool)


def _value_fields(p: ParamPlan, value: Any, views: list[View | None], inside: list[Lent]) -> list[Any]:
    """Fields of a struct, tuple, array, enum or closure by value."""
    from ferrule.runtime import pack, schema

    lender = pack.Lender(views[views.own :] if isinstance(views, Views) else [])
    out = bytearray(p.size)
    pack.pack(schema.from_text(p.schema), p.name, value, out, 0, lender)
    inside += lender.lent
    if p.dtype in dtypes.TABLE:
        return list(struct.unpack("<" + _format(p), out))
    return [bytes(out)]


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


def views_of(decl: KernelDecl, values: list[Any], stream: Any = None) -> list[View | None]:
    """A view of each argument that is an array, where the parameter could take one; `Views` if arrays lie inside others.

    ``stream`` is the one the launch names, None if it names none.
    """
    views: list[View | None] = []
    others: list[int] = []
    nested = False
    for i, (p, value) in enumerate(zip(decl.params, values, strict=True)):
        view = None
        if takes_array(p):
            if not isinstance(value, _NO_ARRAY):
                view = framework_view(value)
                if view is None:
                    others.append(i)
        elif p.kind != "scalar" and (p.nested or p.kind == "generic"):
            nested = True
        views.append(view)
    if others:
        _protocol_views(decl, values, views, others, stream)
    return _with_nested(decl, values, views, stream) if nested else views


def _with_nested(decl: KernelDecl, values: list[Any], views: list[View | None], stream: Any) -> list[View | None]:
    """Adds the arrays inside values: captured by closures, in fields of structs, under `Some`."""
    out = Views(views)
    found: list[tuple[str, Any]] = []
    for p, value in zip(decl.params, values, strict=True):
        if p.nested or (p.kind == "generic" and hasattr(type(value), "__ferrule_parts__")):
            found += _arrays_inside(p.name, value)
    for place, array in found:
        view = framework_view(array)
        if view is None:
            try:
                view = protocol_view(array, None if stream is None else _handle(stream))
            except ArgumentError as e:
                raise ArgumentError(f"`{place}`: {e}") from e.__cause__
        if view is not None:
            out.append(view)
            out.places.append(place)
    return out if out.places else views


def _arrays_inside(place: str, value: Any) -> list[tuple[str, Any]]:
    """Everything inside a value that could be an array, with its place."""
    parts = getattr(type(value), "__ferrule_parts__", None)
    if parts is not None:
        items = parts(value)
    elif isinstance(value, dict):
        items = list(value.items())
    elif isinstance(value, (tuple, list)):
        items = list(enumerate(value))
    elif isinstance(value, _NO_ARRAY) or type(value).__module__ == "ferrule.runtime.pointers":
        return []
    else:
        return [(place, value)]
    return [x for name, item in items for x in _arrays_inside(f"{place}.{name}", item)]


def _handle(stream: Any) -> int:
    from ferrule.runtime.cuda.streams import handle

    return handle(stream)


_NO_ARRAY = (int, float, str, bytes, list, tuple, dict, type(None))


def _protocol_views(
    decl: KernelDecl, values: list[Any], views: list[View | None], others: list[int], stream: Any
) -> None:
    """The arrays known only by a protocol, whose producers want to hear where the kernel will run."""
    handle: int | None = None
    if stream is not None:
        handle = _handle(stream)
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
