"""``ferrule build PATH --emit STAGE``: any stage of a kernel, as text to stdout or as files."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ferrule.cli import OK, Failure
from ferrule.cli.source import add_source_arguments, compilation

if TYPE_CHECKING:
    from ferrule.driver import Compilation
    from ferrule.runtime.plan import KernelDecl

SUFFIXES = {
    "ast": "ast", "hir": "hir", "thir": "thir", "mir": "mir", "llvm-ir": "ll", "llvm-ir-opt": "opt.ll",
    "ptx": "ptx", "cubin": "cubin", "sass": "sass", "asm": "s",
}  # fmt: skip


def arguments(parser: argparse.ArgumentParser) -> None:
    add_source_arguments(parser, "PATH")
    parser.add_argument("--emit", default="ptx", metavar="STAGES",
                        help=f"of {','.join(SUFFIXES)}; several with commas (default: %(default)s)")  # fmt: skip
    parser.add_argument("--kernel", help="only this kernel (default: all)")
    parser.add_argument("--inst", action="append", default=[], metavar="K:T=f32,N=4",
                        help="generic arguments of a kernel; repeat it for several instances")  # fmt: skip
    parser.add_argument("--arch", help="sm_80, sm_90a, ..., or cpu (default: of the first GPU, else sm_90)")
    parser.add_argument("-O", dest="opt_level", type=int, choices=range(4), default=3, help="(default: %(default)s)")
    parser.add_argument("-o", dest="output", type=Path, metavar="DIR", help="write files here instead of to stdout")
    parser.add_argument("--json", action="store_true", help="errors as JSON, one a line")


def main(options: argparse.Namespace) -> int:
    stages = [s.strip() for s in options.emit.split(",") if s.strip()]
    unknown = [s for s in stages if s not in SUFFIXES]
    if unknown or not stages:
        raise Failure(f"--emit {options.emit}: no stage `{''.join(unknown[:1])}`; there are {', '.join(SUFFIXES)}")
    if "cubin" in stages and not options.output and (len(stages) > 1 or sys.stdout.isatty()):
        raise Failure("machine code does not go to a terminal or beside text: give -o DIR")
    compiled = compilation(options, opt_level=options.opt_level)
    if options.output:
        options.output.mkdir(parents=True, exist_ok=True)
    for kernel, generics in instances(compiled.kernels, options):
        for stage in stages:
            name = "_".join([kernel.path.replace("::", "."), *generics.values()])
            write(options, f"{name}.{SUFFIXES[stage]}", emitted(compiled, kernel.path, generics, stage, options.arch))
    return OK


def emitted(compiled: Compilation, kernel: str, generics: dict[str, str], stage: str, arch: str | None) -> str | bytes:
    if stage in ("ast", "hir", "thir", "mir", "asm"):
        return compiled.emit(kernel, generics, stage, "")
    from ferrule.module import default_arch

    arch = arch or default_arch()
    if stage in ("llvm-ir", "llvm-ir-opt"):
        return compiled.emit(kernel, generics, stage, arch)
    if arch == "cpu":
        raise Failure(f"--emit {stage} is for NVIDIA GPUs; for this machine's processor there is --emit asm")
    artifact = compiled.compile(kernel, generics, "nvptx", arch)
    if stage == "ptx":
        return artifact.code.rstrip(b"\0")
    from ferrule.runtime.cuda import link, sass

    cubin = link.cubin(artifact.code, artifact.plan.arch, artifact.plan.name)
    return cubin if stage == "cubin" else sass.disassemble(cubin)


def instances(kernels: list[KernelDecl], options: argparse.Namespace) -> list[tuple[KernelDecl, dict[str, str]]]:
    """The kernels to write, each with its generic arguments."""
    if not kernels:
        raise Failure(f"{options.path} has no kernel: mark one with #[kernel]")
    wanted = [instance(text) for text in options.inst]
    for name in [options.kernel, *(k for k, _ in wanted)]:
        if name and not any(matches(k, name) for k in kernels):
            raise Failure(f"no kernel `{name}`; there are: {', '.join(k.path for k in kernels)}")
    out: list[tuple[KernelDecl, dict[str, str]]] = []
    for k in kernels:
        if options.kernel and not matches(k, options.kernel):
            continue
        mine = [arguments for name, arguments in wanted if matches(k, name)]
        out += [(k, arguments) for arguments in mine]
        if not mine and not k.generics:
            out.append((k, {}))
        elif not mine:
            example = ",".join(f"{name}={'f32' if kind == 'type' else '4'}" for name, kind, _ in k.generics)
            message = f"`{k.path}` is generic: say for which arguments, as in --inst {k.path}:{example}"
            if options.kernel:
                raise Failure(message)
            print(f"note: {message}", file=sys.stderr)
    return out


def matches(kernel: KernelDecl, name: str) -> bool:
    return name in (kernel.path, kernel.name)


def instance(text: str) -> tuple[str, dict[str, str]]:
    name, colon, rest = text.rpartition(":")
    pairs = [p.partition("=") for p in rest.split(",")]
    if not colon or not name or not all(k.strip() and eq and v.strip() for k, eq, v in pairs):
        raise Failure(f"--inst {text}: expected KERNEL:T=f32,N=4")
    return name, {k.strip(): v.strip() for k, _, v in pairs}


def write(options: argparse.Namespace, name: str, code: Any) -> None:
    data = code if isinstance(code, bytes) else code.encode()
    if options.output:
        path = options.output / name
        path.write_bytes(data)
        print(f"wrote {path}", file=sys.stderr)
        return
    sys.stdout.buffer.write(data if name.endswith(".cubin") else data.rstrip(b"\n") + b"\n")
    sys.stdout.buffer.flush()
