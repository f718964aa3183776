"""Closures for kernels that take one: Rust text, with the values it captures."""

from __future__ import annotations

import json
import re
import sys
from typing import Any

from ferrule.errors import ArgumentError
from ferrule.runtime import dtypes
from ferrule.runtime.scalars import show
from ferrule.runtime.values import Value

# Words that name nothing in Rust; the front end knows more about them than this.
_KEYWORDS = frozenset(
    "as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub "
    "ref return self Self static struct super trait true type unsafe use where while _".split()
)


class Closure:
    """A closure, or the path of a function, as an argument for a parameter `F` with `F: Fn(..)`.

    ``text`` is Rust; ``captures`` are the values it uses by name.  Immutable; `replace` gives another with new values.
    """

    __slots__ = ("text", "captures", "spelling")

    def __init__(self, text: str, captures: dict[str, Any]) -> None:
        self.text = text
        self.captures = captures
        # What the compiler must know: the text and the types.  Values are not in it, so new ones need no new code.
        types = [[name, _rust_type(name, value)] for name, value in captures.items()]
        self.spelling = json.dumps({"closure": text, "captures": types}, separators=(",", ":"))

    def replace(self, **captures: Any) -> Closure:
        """The same closure with other values captured.  If their types are the same, nothing is compiled again."""
        unknown = [name for name in captures if name not in self.captures]
        if unknown:
            have = ", ".join(f"`{n}`" for n in self.captures) or "nothing"
            raise ArgumentError(f"the closure captures no `{unknown[0]}`; it captures {have}")
        return Closure(self.text, {**self.captures, **captures})

    def __ferrule_parts__(self) -> list[tuple[str, Any]]:
        """Captured values by name, for the launch to find the arrays among them."""
        return list(self.captures.items())

    def __repr__(self) -> str:
        given = "".join(f", {n}={v!r}" for n, v in self.captures.items())
        return f"closure({self.text!r}{given})"


def closure(text: str, /, **captures: Any) -> Closure:
    """A closure as Rust text: ``fe.closure("|x: f32| a * x + b", a=2.0, b=1.0)``.

    It means what it would mean as an argument of the kernel, written in the kernel's own module: types follow from the
    kernel's bounds, and what the module defines can be used.  A path of a function will do too: ``fe.closure("f32::sqrt")``.

    ``captures`` are moved into the closure: Python numbers take the type that the text gives them, as literals do;
    NumPy scalars keep theirs; a str of one character is a `char`; an array is a slice `&[T]` of all its elements; values of
    ``module.types`` are themselves.  Raises ArgumentError for what cannot be captured, and for names the text does not
    use.  Mistakes in the text are a CompileError of the launch.
    """
    if not isinstance(text, str):
        fix = 'a Python function does not run in a kernel; pass Rust, such as "|x| x * 2.0"'
        raise ArgumentError(f"closure() takes Rust text and got {show(text)}; {fix}")
    bad = next((c for c in text if "\ud800" <= c <= "\udfff"), None)
    if bad is not None or not text.strip():
        raise ArgumentError(f'closure() got {text!r}; pass Rust text, such as "|x| x * 2.0"')
    for name in captures:
        if not re.fullmatch(r"[A-Za-z_]\w*", name) or name in _KEYWORDS:
            raise ArgumentError(f"closure() got a value for `{name}`, which is no name of a variable in Rust")
        if not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text):
            raise ArgumentError(f"closure() got a value for `{name}`, which `{text}` does not use; leave it out")
    return Closure(text, captures)


def _rust_type(name: str, value: Any) -> str:
    """The type of a captured value; of a Python number only its kind."""
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, str) and len(value) == 1:
        return "char"
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(value, numpy.generic):
        rust = dtypes.BY_NUMPY.get(value.dtype.name)
        if rust is None:
            raise ArgumentError(f"`{name}` is {show(value)} of dtype {value.dtype}; Rust has no such scalar type")
        return rust
    if isinstance(value, (int, float)):
        return "{integer}" if isinstance(value, int) else "{float}"
    if isinstance(value, Value) and value._schema.path:
        return str(value._schema.path)
    return _slice_type(name, value)


def _slice_type(name: str, value: Any) -> str:
    from ferrule.runtime.views import view_of

    view = None if isinstance(value, (list, tuple, dict, str, bytes, type(None))) else view_of(value)
    if view is None:
        fix = (
            "pass np.array(...)"
            if isinstance(value, (list, tuple))
            else "pass numbers, arrays or values of module.types"
        )
        raise ArgumentError(f"a closure cannot capture `{name}`, which is {show(value)}; {fix}")
    if view.problem:
        raise ArgumentError(f"a closure cannot capture `{name}`, a {view.describe()}, which {view.problem}")
    if not view.dtype:
        raise ArgumentError(f"a closure cannot capture `{name}`, a {view.describe()}; Rust has no such element type")
    return f"&'static [{view.dtype}]"
