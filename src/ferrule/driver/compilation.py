"""One compilation: a file, a crate folder or text, from source to artifacts."""

from __future__ import annotations

import gc
import hashlib
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ferrule.diagnostics.diagnostic import Diagnostic
from ferrule.diagnostics.render import render_all
from ferrule.diagnostics.source_map import SourceMap
from ferrule.driver.declare import constant_decls, kernel_decl
from ferrule.driver.library import library
from ferrule.driver.reach import check_reachable
from ferrule.errors import CompileError, FerruleError, UnsupportedError
from ferrule.resolve import device_fns, kernels, resolve_crates
from ferrule.resolve.defs import Def, DefKind
from ferrule.session import Options, Session
from ferrule.syntax import ast
from ferrule.ty import ty as t
from ferrule.ty.context import TyCtxt
from ferrule.ty.fold import erase_regions, walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ferrule.runtime.plan import Artifact, KernelDecl

_ADTS = (DefKind.STRUCT, DefKind.ENUM, DefKind.UNION)
STAGES = ("ast", "hir", "thir", "mir", "llvm-ir", "llvm-ir-opt", "ptx", "asm")


@contextmanager
def _paused_gc() -> Iterator[None]:
    """The front end makes many objects that live: collecting in between only costs (a third of the time at 10k lines)."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class Compilation:
    """Parses and resolves at once; checks and compiles on demand."""

    def __init__(
        self,
        *,
        source: str | None = None,
        path: str | None = None,
        name: str = "kernel.rs",
        options: Options | None = None,
        insert: Callable[[Session, ast.Crate], None] | None = None,
    ) -> None:
        """``insert`` may add items to the tree of the crate before it is expanded."""
        from ferrule.resolve.loader import load_crates, load_text
        from ferrule.syntax.expand import expand_crate

        self.options = options or Options()
        self._from = (source, path, name)
        with _paused_gc():
            lib = library()
            self.session = Session(self.options, SourceMap(lib.source_map))
            if path is not None:
                loaded = load_crates(self.session, path)
            else:
                assert source is not None
                loaded = load_text(self.session, name, source)
            self._raise_errors()
            self._own_files = self.session.source_map.files[len(lib.source_map.files) :]
            if insert is not None:
                insert(self.session, loaded.crates[-1][1])
                self._raise_errors()
            for _, tree in loaded.crates:
                expand_crate(self.session, tree, lib.macros)
            self._raise_errors()
            user = resolve_crates(
                self.session, [(n, tree, False) for n, tree in loaded.crates], lib.crates, loaded.externs
            )
            self.tcx = TyCtxt(self.session, [*lib.crates, *user])
            self.crate = user[-1]
            self.trees = dict(loaded.crates)
        self._kernels: dict[str, Def] = {}
        for d in kernels(self.crate):
            self._kernels[d.path.split("::", 1)[-1]] = d
        self._decls: list[KernelDecl] | None = None
        self._checked: set[Def] = set()
        self._calls: dict[tuple[str, ...], Compilation] = {}

    # ------------------------------------------------------------------------------------------------------------ queries
    @property
    def kernels(self) -> list[KernelDecl]:
        if self._decls is None:
            with _paused_gc():
                self._decls = [kernel_decl(self.tcx, d) for d in self._kernels.values()]
                self._raise_errors()
        return self._decls

    @property
    def files(self) -> list[str]:
        """Paths of the files read, in order; the name of the text if it was given as text."""
        return [f.name for f in self._own_files]

    def source_key(self) -> bytes:
        """A hash of every source file read, in order, with its name."""
        h = hashlib.sha256()
        for f in self._own_files:
            for part in (f.name, f.text):
                data = part.encode("utf-8", "surrogatepass")
                h.update(len(data).to_bytes(8, "little"))
                h.update(data)
        return h.digest()

    def check(self) -> list[Diagnostic]:
        """Every diagnostic of all kernels and device functions; never raises for what is wrong in the source."""
        from ferrule.ty.wfcheck import check_kernel

        with _paused_gc():
            roots = [*self._kernels.values(), *device_fns(self.crate)]
            for d in self._kernels.values():
                check_kernel(self.tcx, d)
            check_reachable(self.tcx, roots)
            self._checked.update(roots)
        return list(self.session.diag.diagnostics)

    # ---------------------------------------------------------------------------------------------------------- compiling
    def _kernel(self, path: str) -> Def:
        d = self._kernels.get(path)
        if d is None:
            raise FerruleError(f"no kernel `{path}`; there are: {', '.join(self._kernels) or 'none'}")
        return d

    def _check_kernel(self, d: Def) -> None:
        from ferrule.ty.wfcheck import check_kernel

        if d in self._checked:
            self._raise_errors()
            return
        check_kernel(self.tcx, d)
        check_reachable(self.tcx, [d])
        self._raise_errors()
        self._checked.add(d)

    def args_of(self, d: Def, generic_args: dict[str, str]) -> t.Args:
        """Generic arguments from their text: primitive types, integers, bools."""
        out: list[t.GenericArg] = []
        for p in self.tcx.generics_of(d).params:
            if p.kind == "lifetime":
                out.append(t.ERASED)
                continue
            text = generic_args[p.name]
            out.append(t.PRIMITIVES[text] if p.kind == "type" else _const_arg(self.tcx.type_of(p.def_), p.name, text))
        return tuple(out)

    def _instance(self, d: Def, generic_args: dict[str, str]) -> tuple[Compilation, Def, t.Args]:
        """The kernel with its generic arguments, in the compilation that knows them."""
        params = [p for p in self.tcx.generics_of(d).params if p.kind != "lifetime"]
        for p in params:
            if p.name not in generic_args:
                raise FerruleError(f"kernel `{d.name}` needs a value for its generic parameter `{p.name}`")
        if all(
            generic_args[p.name] in t.PRIMITIVES if p.kind == "type" else _LITERAL.fullmatch(generic_args[p.name])
            for p in params
        ):
            return self, d, self.args_of(d, generic_args)
        return self._call(d, generic_args)

    def _call(self, d: Def, generic_args: dict[str, str]) -> tuple[Compilation, Def, t.Args]:
        """As `_instance`, where the arguments are Rust text: closures, or types of the source."""
        from ferrule.driver.call import CALL, insert_call

        path = d.path.split("::", 1)[-1]
        decl = next(k for k in self.kernels if k.path == path)
        assert isinstance(d.node, ast.Fn)
        unsafe = d.node.header.unsafe
        c = self._with((path, *generic_args.values()), lambda s, tree: insert_call(s, tree, decl, unsafe, generic_args))
        kernel = c._kernel(path)
        caller = next(f for f in c.crate.bodies if f.name == CALL)
        check_reachable(c.tcx, [caller, kernel])
        c._raise_errors()
        args = next(a for f, a in c.tcx.typeck(caller).path_res.values() if f is kernel)
        return c, kernel, tuple(erase_regions(a) for a in args)

    def _with(self, key: tuple[str, ...], insert: Callable[[Session, ast.Crate], None]) -> Compilation:
        """The same source with a few items more; kept by ``key``."""
        found = self._calls.get(key)
        if found is None:
            source, path, name = self._from
            found = Compilation(source=source, path=path, name=name, options=self.options, insert=insert)
            if found.source_key() != self.source_key():
                raise FerruleError(f"{path} has changed since it was loaded; load it again")
            if len(self._calls) >= 16:  # each holds a whole front end
                self._calls.clear()
            self._calls[key] = found
        return found

    # -------------------------------------------------------------------------------------------------------------- types
    def type_names(self) -> list[str]:
        """Paths, from the root of the crate, of its structs, enums and unions without type parameters."""
        return [
            d.path.split("::", 1)[-1]
            for d in self.crate.defs
            if d.kind in _ADTS and all(p.kind == "lifetime" for p in self.tcx.generics_of(d).params)
        ]

    def constants(self) -> list[tuple[str, str, str]]:
        """The statics in constant memory: (path, type in Rust, description as `runtime.schema` text)."""
        with _paused_gc():
            found = constant_decls(self.tcx)
            self._raise_errors()
            return found

    def type_schema(self, text: str) -> str:
        """The description of a type, given as Rust text that is read at the root of the crate."""
        from ferrule.codegen.describe import describe
        from ferrule.driver.call import TYPE, insert_type
        from ferrule.runtime.schema import to_text
        from ferrule.ty.layout import LayoutError
        from ferrule.ty.wfcheck import check_item

        with _paused_gc():
            found = [d for d in self.crate.defs if d.path.split("::", 1)[-1] == text and d.kind in _ADTS]
            c = self if found else self._with(("", text), lambda s, tree: insert_type(s, tree, text))
            d = found[0] if found else next(x for x in c.crate.defs if x.name == TYPE)
            ty = c.tcx.normalize(erase_regions(c.tcx.type_of(d)))
            for part in list(walk(ty)):
                if isinstance(part, t.Adt) and not part.def_.crate.is_library:
                    check_item(c.tcx, part.def_)
            c._raise_errors()
            try:
                return to_text(describe(c.tcx, ty))
            except LayoutError as e:
                raise FerruleError(f"`{text}` has no layout: {e}") from None

    def compile(self, kernel_path: str, generic_args: dict[str, str], target: str, arch: str) -> Artifact:
        """The artifact of one instance of a kernel for ``target`` (``cpu`` or ``nvptx``)."""
        result = self._codegen(kernel_path, generic_args, target, arch, "artifact")
        return result  # type: ignore[no-any-return]

    def _codegen(self, kernel_path: str, generic_args: dict[str, str], target: str, arch: str, emit: str) -> Any:
        from ferrule.codegen.llvm import compile_kernel
        from ferrule.mir.interpret import ConstEvalError

        d = self._kernel(kernel_path)
        with _paused_gc():
            self._check_kernel(d)
            c, d, args = self._instance(d, generic_args)
            c._check_bounds(d, args)
            known = len(c.session.diag.diagnostics)
            try:
                result = compile_kernel(c.tcx, d, args, target=target, arch=arch, emit=emit, opt=self.options.opt_level)
            except ConstEvalError as e:  # of a constant that depends on parameters, which have values only now
                e.report(c.tcx)
                with c._forgetting(known):
                    c._raise_errors()
                raise
            except UnsupportedError:
                with c._forgetting(known):
                    raise
            c._raise_errors()
        return result

    @contextmanager
    def _forgetting(self, known: int) -> Iterator[None]:
        """What is wrong with one instance or on one target is raised and taken back: another may do."""
        try:
            yield
        finally:
            self.session.diag.forget_since(known)

    def _check_bounds(self, d: Def, args: t.Args) -> None:
        """The kernel's own where-clauses, for the arguments a launch chose."""
        from ferrule.infer.table import InferCtxt
        from ferrule.traits.env import EMPTY_ENV
        from ferrule.traits.predicates import show_predicate, subst_predicate
        from ferrule.traits.select import evaluate

        icx = InferCtxt(self.tcx, EMPTY_ENV, reveal_all=True)
        for p in self.tcx.predicates_of(d):
            q = subst_predicate(p, args)
            if evaluate(icx, q) == "no":
                raise FerruleError(f"kernel `{d.name}` requires `{show_predicate(q)}`, which does not hold")

    def emit(self, kernel_path: str, generic_args: dict[str, str], stage: str, arch: str) -> str:
        """One stage as text; see STAGES.  ``asm`` is of the CPU device."""
        d = self._kernel(kernel_path)
        if stage == "ast":
            from ferrule.syntax.pretty import pretty as ast_pretty

            return str(ast_pretty(d.node))
        if stage == "hir":
            from ferrule.hir.pretty import show_body as show_hir

            body = self.tcx.hir_body(d)
            self._raise_errors()
            assert body is not None
            return str(show_hir(body))
        if stage in ("thir", "mir"):
            with _paused_gc():
                self._check_kernel(d)
            if stage == "thir":
                from ferrule.thir.pretty import pretty as thir_pretty

                return str(thir_pretty(self.tcx, d))
            from ferrule.mir.pretty import show_body

            defs = [d, *self.tcx.typeck(d).closures]
            return "\n".join(str(show_body(self.tcx.mir(x))) for x in defs)
        if stage not in STAGES:
            raise FerruleError(f"unknown stage `{stage}`; stages are {', '.join(STAGES)}")
        target = "cpu" if stage == "asm" or arch == "cpu" else "nvptx"
        return str(self._codegen(kernel_path, generic_args, target, arch, stage))

    # ------------------------------------------------------------------------------------------------------------- errors
    def _raise_errors(self) -> None:
        raise_errors(self.session)


def raise_errors(session: Session) -> None:
    """Raises what the session has collected: UnsupportedError if every error is a G-code, else CompileError."""
    errors = [d for d in session.diag.diagnostics if d.level == "error"]
    if not errors:
        return
    cls = UnsupportedError if all(d.code.startswith("G") for d in errors) else CompileError
    diagnostics, source_map = session.diag.diagnostics, session.source_map
    raise cls(render_all(diagnostics, source_map), diagnostics, source_map)


# Const arguments whose value their text tells; any other is Rust, read beside the kernel.
_LITERAL = re.compile(r"-?(0x[0-9a-fA-F_]+|0b[01_]+|0o[0-7_]+|[0-9][0-9_]*)|true|false")


def _const_arg(ty: t.Ty, name: str, text: str) -> t.Const:
    if ty is t.BOOL and text in ("true", "false"):
        return t.mk_const(ty, int(text == "true"))
    try:
        value = int(text, 0)
    except ValueError:
        raise FerruleError(f"`{text}` is no value for the const parameter `{name}: {ty}`") from None
    if isinstance(ty, t.Int) and not ty.min <= value <= ty.max:
        raise FerruleError(f"{value} does not fit the const parameter `{name}: {ty}` ({ty.min} to {ty.max})")
    return t.mk_const(ty, value)
