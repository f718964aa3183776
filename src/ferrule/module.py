"""`Module` and `Kernel`: what a user holds."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ferrule.errors import ArgumentError, FerruleError
from ferrule.runtime import dispatch, generics
from ferrule.runtime import launch as ln
from ferrule.runtime.args import Binder, views_of
from ferrule.runtime.constants import Constants
from ferrule.runtime.launch import Launch
from ferrule.runtime.plan import Artifact, KernelDecl
from ferrule.runtime.unit import OPTION_DEFAULTS, Unit, check_options

if TYPE_CHECKING:
    import inspect

    from ferrule.diagnostics.diagnostic import Diagnostic
    from ferrule.runtime.attributes import Attributes
    from ferrule.runtime.cuda.fast import FastCall
    from ferrule.runtime.rust_types import Types


class KernelNotFound(FerruleError, AttributeError, KeyError):
    """A module has no kernel of this name."""

    __str__ = FerruleError.__str__  # KeyError's shows the repr


def load(path: str | os.PathLike[str], **options: Any) -> Module:
    """A module from a ``.rs`` file, or from a crate: its folder or its ``Cargo.toml``.

    Options: ``cfg=()``, ``features=()``, ``edition="2024"``, ``overflow_checks=False``, ``fp_contract=True``,
    ``opt_level=3``.
    """
    text = os.fspath(path)
    if isinstance(text, bytes):
        text = os.fsdecode(text)
    if not os.path.exists(text):
        raise FerruleError(f"no such file: {text}")
    if os.path.isdir(text) and not any(os.path.exists(os.path.join(text, n)) for n in ("Cargo.toml", "src")):
        raise FerruleError(
            f"{text} is no crate: it has neither a Cargo.toml nor a src folder; expected src/lib.rs in it, "
            "or the path of a .rs file"
        )
    base = os.path.basename(os.path.abspath(text))
    if base == "Cargo.toml":
        base = os.path.basename(os.path.dirname(os.path.abspath(text)))
    return Module(Unit(None, text, base.removesuffix(".rs"), check_options(options)))


def rust(source: str, *, name: str = "<rust>", **options: Any) -> Module:
    """A module from Rust text.  ``name`` stands for the file in messages; the options are those of `load`."""
    if not isinstance(source, str):
        raise FerruleError(
            f"rust() takes Rust source as a str and got a {type(source).__qualname__}; use load() for a file"
        )
    bad = next((i for i, c in enumerate(source) if "\ud800" <= c <= "\udfff"), None)
    if bad is not None:
        raise FerruleError(f"rust() takes Unicode text and got a lone surrogate, {source[bad]!r}, at index {bad}")
    return Module(Unit(source, None, name, check_options(options)))


class Module:
    """The kernels of one Rust source.

    Kernels are attributes: ``m.saxpy``, or ``m.outer.saxpy`` for one in ``mod outer``; the short form works wherever
    the name is unique.  ``m.kernels`` holds all of them and can be iterated.
    """

    def __init__(self, unit: Unit, constants: dict[str, bytes] | None = None) -> None:
        self._unit = unit
        self._types: Types | None = None
        self._constants = Constants(unit, dict(constants or {}))
        # The declarations are read now: a mistake in the source is an error where the source is given.
        found = [Kernel(self, decl) for decl in unit.kernels()]
        self.kernels = Namespace(f"module `{unit.name}`", "", found)

    @property
    def name(self) -> str:
        return self._unit.name

    @property
    def types(self) -> Types:
        """The structs and enums of the source as Python classes: ``m.types.Particle(x=1.0)``, ``m.types.Particle.dtype``."""
        if self._types is None:
            from ferrule.runtime.rust_types import Types

            self._types = Types(self._unit)
        return self._types

    @property
    def constants(self) -> Constants:
        """The statics in constant memory, to be set before a kernel reads them: ``m.constants.COEFFS = array``."""
        return self._constants

    def check(self) -> list[Diagnostic]:
        """Type-check every kernel, every `#[device]` function and what they reach; returns all diagnostics, raises none."""
        return self._unit.check()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or "kernels" not in self.__dict__:
            raise AttributeError(name)
        return self.kernels._find(name)

    def __getitem__(self, path: str) -> Kernel:
        """By path: ``m["outer::saxpy"]``; also for kernels whose name `Module` itself uses."""
        return self.kernels[path]

    def __dir__(self) -> list[str]:
        return sorted({*object.__dir__(self), *self.kernels._names()})

    def __repr__(self) -> str:
        names = ", ".join(k.path for k in self.kernels) or "no kernels"
        return f"<ferrule.Module {self._unit.name}: {names}>"

    def __reduce__(self) -> tuple[Any, ...]:
        unit = self._unit
        changed = {k: v for k, v in unit.options.items() if v != OPTION_DEFAULTS[k]}
        return _rebuild, (unit.source, unit.path, unit.name, changed, self._constants._values)


def _rebuild(
    source: str | None, path: str | None, name: str, options: dict[str, Any], constants: dict[str, bytes]
) -> Module:
    """Modules travel between processes as source, options and constants, never as handles."""
    return Module(Unit(source, path, name, check_options(options)), constants)


def _rebuild_kernel(module: Module, path: str, explicit: dict[str, str]) -> Kernel:
    kernel = module.kernels[path]
    return kernel._with(explicit) if explicit else kernel


class Namespace:
    """Kernels by name.  Iterating gives the kernels in the order of the source."""

    def __init__(self, what: str, prefix: str, kernels: list[Kernel]) -> None:
        self._what = what
        self._prefix = prefix
        self._kernels = kernels
        self._exact: dict[str, Kernel] = {}
        self._short: dict[str, list[Kernel]] = {}
        self._inner: dict[str, list[Kernel]] = {}
        for k in kernels:
            rest = k.path[len(prefix) :]
            head, colons, _ = rest.partition("::")
            if colons:
                self._inner.setdefault(head, []).append(k)
            else:
                self._exact[head] = k
            self._short.setdefault(rest.rsplit("::", 1)[-1], []).append(k)

    def _find(self, name: str) -> Kernel | Namespace:
        if name in self._exact:
            return self._exact[name]
        if name in self._inner:
            return Namespace(f"module `{self._prefix}{name}`", f"{self._prefix}{name}::", self._inner[name])
        found = self._short.get(name, ())
        if len(found) == 1:
            return found[0]
        if found:
            paths = ", ".join(k.path for k in found)
            raise KernelNotFound(
                f"{self._what} has {len(found)} kernels named `{name}`: {paths}; "
                f"use the path, such as m[{found[0].path!r}]"
            )
        # A raw identifier is written without its mark in Python.
        if f"r#{name}" in self._short:
            return self._find(f"r#{name}")
        raise self._missing(name)

    def _missing(self, name: str) -> KernelNotFound:
        from difflib import get_close_matches

        near = get_close_matches(name, self._names(), 3, 0.5)
        if near:
            hint = f"; did you mean {' or '.join(f'`{n}`' for n in near)}?"
        elif self._kernels:
            shown = ", ".join(f"`{k.path}`" for k in self._kernels[:8])
            hint = f"; it has {shown}{' ...' if len(self._kernels) > 8 else ''}"
        else:
            hint = "; it has none: mark a function with #[kernel]"
        return KernelNotFound(f"{self._what} has no kernel `{name}`{hint}")

    def _names(self) -> set[str]:
        return {*self._exact, *self._inner, *(n for n, ks in self._short.items() if len(ks) == 1)}

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or "_exact" not in self.__dict__:
            raise AttributeError(name)
        return self._find(name)

    def __getitem__(self, path: str) -> Kernel:
        found: Kernel | Namespace = self
        for part in path.replace("::", ".").split("."):
            if not isinstance(found, Namespace):
                raise KernelNotFound(f"{self._what} has no kernel `{path}`")
            found = found._find(part)
        if isinstance(found, Namespace):
            raise KernelNotFound(f"`{path}` is a module, not a kernel; it has {', '.join(sorted(found._names()))}")
        return found

    def __contains__(self, item: object) -> bool:
        if isinstance(item, Kernel):
            return any(k is item for k in self._kernels)
        return isinstance(item, str) and (
            item in self._exact or len(self._short.get(item, ())) == 1 or any(k.path == item for k in self._kernels)
        )

    def __iter__(self) -> Iterator[Kernel]:
        return iter(self._kernels)

    def __len__(self) -> int:
        return len(self._kernels)

    def __dir__(self) -> list[str]:
        return sorted(self._names())

    def __repr__(self) -> str:
        return f"<kernels of {self._what}: {', '.join(k.path for k in self._kernels)}>"


class Kernel:
    """A kernel: ``k[grid, block](...)``, or ``k(...)`` where the grid follows from the arguments.

    Compiled on first use for the device of its arguments and for the types it gets, then kept in memory and on disk.
    """

    def __init__(self, module: Module, decl: KernelDecl, explicit: dict[str, str] | None = None) -> None:
        self._module = module
        self._unit = module._unit
        self._decl = decl
        self._explicit = explicit or {}
        self._binder = Binder(decl)
        self._loaded: dict[tuple[Any, ...], dispatch.Loaded] = {}
        self._lock = threading.Lock()
        self._default = BoundKernel(self, ln.DEFAULT)
        self._bound: dict[Any, BoundKernel] = {}
        # help(k) and k.__doc__ show the Rust side, not this class.
        self.__doc__ = f"{decl.signature}\n\n{decl.doc}".rstrip()
        self.__name__ = decl.name
        self.__qualname__ = decl.path.replace("::", ".")

    # ----------------------------------------------------------------------------------------------------------------
    # What it is

    @property
    def name(self) -> str:
        return self._decl.name

    @property
    def path(self) -> str:
        """Path in the crate, as in Rust: ``outer::saxpy``."""
        return self._decl.path

    @property
    def signature(self) -> str:
        """The signature as written in Rust."""
        return self._decl.signature

    @property
    def generics(self) -> dict[str, str]:
        """Generic arguments fixed by `specialize`."""
        return dict(self._explicit)

    @property
    def __signature__(self) -> inspect.Signature:
        import inspect

        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        params = []
        for i in self._binder.indices:
            p = self._decl.params[i]
            name = p.name if p.name.isidentifier() else f"arg{i}"
            params.append(inspect.Parameter(name, kind, annotation=p.rust))
        return inspect.Signature(params)

    def __repr__(self) -> str:
        given = ", ".join(f"{k}={v}" for k, v in self._explicit.items())
        return f"<ferrule.Kernel {self._decl.path}{f'<{given}>' if given else ''}: {self._decl.signature}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild_kernel, (self._module, self._decl.path, self._explicit)

    # ----------------------------------------------------------------------------------------------------------------
    # Launch

    def __call__(self, *args: Any, **kwargs: Any) -> None:
        self._default.call(*args, **kwargs)

    def __getitem__(self, key: Any) -> BoundKernel:
        try:
            bound = self._bound.get(key)
        except TypeError:  # not hashable: a list, or a mistake
            return BoundKernel(self, ln.from_key(self._decl.name, key))
        if bound is None:
            bound = BoundKernel(self, ln.from_key(self._decl.name, key))
            # Equal keys may mean different things (1 and True, 1 and 1.0): only plain ones are kept.
            if _is_plain(key):
                if len(self._bound) >= 64:
                    self._bound.clear()
                self._bound[key] = bound
        return bound

    def bind(
        self,
        grid: Any = None,
        block: Any = None,
        *,
        cluster: Any = None,
        shared: int = 0,
        stream: Any = None,
        cooperative: bool = False,
        device: Any = None,
    ) -> Callable[..., None]:
        """A callable with a fixed launch, for loops: ``step = k.bind(grid=64, block=256)``, then ``step(x, y)``.

        With torch tensors on a GPU it is a compiled function: a launch costs little more than the driver's own part.
        """
        owner = stream
        if stream is not None and not isinstance(stream, int):
            from ferrule.runtime.cuda.streams import handle

            stream = handle(stream)
        bound = BoundKernel(self, Launch(grid, block, cluster, shared, stream, cooperative, device), owner)
        return bound.compiled() or bound

    def specialize(self, **arguments: Any) -> Kernel:
        """This kernel with some generic arguments fixed: types as Rust text or NumPy dtypes, consts as numbers."""
        return self._with(generics.normalise(self._decl, arguments, self._explicit))

    def _with(self, explicit: dict[str, str]) -> Kernel:
        return Kernel(self._module, self._decl, explicit)

    def _call(self, launch: Launch, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Launched | None:
        """One launch, the general way.  Returns what was launched, None if there was nothing to do."""
        decl = self._decl
        values = self._binder.bind(args, kwargs)
        views = views_of(decl, values, launch.stream)
        device = dispatch.select_device(decl, views, launch)
        chosen = generics.infer(decl, values, views, self._explicit) if decl.generics else {}
        key = (device, *chosen.values())
        loaded = self._loaded.get(key)
        if loaded is None:
            loaded = self._load(key, device, chosen)
        if loaded.plan.constants:
            self._module._constants._require(loaded.plan)
        dims = dispatch.run(loaded, launch, values, views)
        return None if dims is None else (loaded, dims[0], dims[1], views)

    def _load(self, key: tuple[Any, ...], device: tuple[str, int], chosen: dict[str, str]) -> dispatch.Loaded:
        with self._lock:
            loaded = self._loaded.get(key)
            if loaded is None:
                loaded = dispatch.load(device, self._artifact(device, chosen))
                self._module._constants._attach(loaded)
                self._loaded[key] = loaded
            return loaded

    def _artifact(self, device: tuple[str, int], chosen: dict[str, str]) -> Artifact:
        if device[0] == "cpu":
            return self._unit.artifact(self._decl.path, chosen, "cpu", "")
        from ferrule.runtime.cuda.device import get

        return self._unit.artifact(self._decl.path, chosen, "nvptx", get(device[1]).arch)

    # ----------------------------------------------------------------------------------------------------------------
    # Stages

    def _complete(self) -> dict[str, str]:
        missing = [g for g in self._decl.generics if g[0] not in self._explicit]
        if missing:
            example = ", ".join(f'{n}="f32"' if kind == "type" else f"{n}=128" for n, kind, _ in missing)
            raise ArgumentError(
                f"`{self.name}` is generic: say for which arguments, `{self.name}.specialize({example})`\n"
                f"  {self.signature}"
            )
        return self._explicit

    def ptx(self, arch: str | None = None) -> str:
        """The PTX for ``arch`` (`"sm_90a"`; default: the first GPU, or sm_90 without one)."""
        return self._nvptx(arch).code.decode().rstrip("\0")

    def _nvptx(self, arch: str | None) -> Artifact:
        return self._unit.artifact(self._decl.path, self._complete(), "nvptx", arch or default_arch())

    def llvm_ir(self, arch: str | None = None) -> str:
        """The optimised LLVM IR for a GPU architecture, or for this CPU with ``arch="cpu"``."""
        return self._unit.emit(self._decl.path, self._complete(), "llvm-ir", arch or default_arch())

    def mir(self) -> str:
        """The MIR as the back ends get it."""
        return self._unit.emit(self._decl.path, self._complete(), "mir", "")

    def sass(self, arch: str | None = None) -> str:
        """The machine code of a GPU, disassembled (needs nvdisasm or cuobjdump)."""
        from ferrule.runtime.cuda import link, sass

        artifact = self._nvptx(arch)
        return sass.disassemble(link.cubin(artifact.code, artifact.plan.arch, artifact.plan.name))

    @property
    def attributes(self) -> Attributes:
        """Registers, memory, limits, and the places that can panic.  Hardware figures need a GPU."""
        from ferrule.runtime import attributes
        from ferrule.runtime.cuda.device import count

        chosen = self._complete()
        if not count():
            return attributes.of_plan(self._artifact(("cpu", 0), chosen).plan)
        device = ("cuda", 0)
        return attributes.of_cuda(self._load((device, *chosen.values()), device, chosen))


class BoundKernel:
    """A kernel with its launch configuration: ``k[grid, block]``."""

    __slots__ = ("kernel", "launch", "call", "_stream_owner", "_fast", "_left")

    def __init__(self, kernel: Kernel, launch: Launch, stream_owner: object = None) -> None:
        self.kernel = kernel
        self.launch = launch
        self.call: Callable[..., None] = self._general
        self._stream_owner = stream_owner  # the handle is only good while its object lives
        self._fast: FastCall | None = None
        self._left = _COMPILE_AFTER

    def __call__(self, *args: Any, **kwargs: Any) -> None:
        self.call(*args, **kwargs)

    def _general(self, *args: Any, **kwargs: Any) -> None:
        done = self.kernel._call(self.launch, args, kwargs)
        if done is None or self.launch.stream is not None or not self._left:
            return
        loaded, grid, block, views = done
        if loaded.limits.device == "cpu" or not any(v is not None and v.library == "torch" for v in views):
            return
        if self._fast is not None:
            # The plan did not fit these arguments: write the one that does.  If there is none, or they keep changing,
            # the general way is the right one.
            self._left = self._left - 1 if self._fast.fill(loaded, self.launch, grid, block, views) else 0
            return
        self._left -= 1
        if not self._left:
            self._left = _REFILLS
            self.compiled()

    def compiled(self) -> Callable[..., None] | None:
        """The compiled launcher for this kernel, None where there is none."""
        if self._fast is None and self.launch.stream is None and "torch" in sys.modules:
            from ferrule.runtime.cuda import driver, fast

            launcher = None if driver.available() else fast.get()
            if launcher is None:
                self._left = 0
                return None
            names = [n for n in self.kernel._binder.names if n.isidentifier()]
            signature = f"($self, {', '.join(names)})" if len(names) == len(self.kernel._binder.names) else ""
            self._fast = launcher.bind(self._general, self.kernel.name, signature, self.kernel.__doc__ or "")
            self.call = self._fast.call
        return self._fast.call if self._fast is not None else None

    def __repr__(self) -> str:
        return f"<{self.kernel.path} with {self.launch!r}>"


_COMPILE_AFTER = 20  # launches on torch tensors before the compiled launcher is worth building
_REFILLS = 1000
Launched = tuple[Any, Any, Any, list[Any]]


def _is_plain(key: Any) -> bool:
    """Ints and tuples of ints, by their exact types."""
    return type(key) is int or (type(key) is tuple and all(_is_plain(k) for k in key))


def default_arch() -> str:
    """Architecture of the first GPU, or sm_90 where there is none."""
    from ferrule.runtime.cuda import device

    return device.get(0).arch if device.count() else "sm_90"
