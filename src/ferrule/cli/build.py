"""``ferrule build PATH --emit STAGE``: any stage of a kernel, as text to stdout or as files."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from ferrule.cli import OK, Failure
from ferrule.cli.source import add_source_arguments, kernel_of, load

STAGES = {
    "ast": "ast", "hir": "hir", "thir": "thir", "mir": "mir", "llvm-ir": "ll",
    "ptx": "ptx", "cubin": "cubin", "sass": "sass", "asm": "s",
}  # fmt: skip
BINARY = {"cubin"}


def arguments(parser: argparse.ArgumentParser) -> None:
    add_source_arguments(parser, "PATH")
    parser.add_argument("--emit", default="ptx", metavar="STAGES",
                        help=f"of {','.join(STAGES)}; several with commas (default: %(default)s)")  # fmt: skip
    parser.add_argument("--kernel", help="only this kernel (default: all)")
    parser.add_argument("--inst", action="append", default=[], metavar="K:T=f32,N=4",
                        help="generic arguments of a kernel; repeat it for several instances")  # fmt: skip
    parser.add_argument("--arch", help="sm_80, sm_90a, ... (default: of the first GPU, else sm_80)")
    parser.add_argument("-O", dest="opt_level", type=int, choices=range(4), default=3, help="(default: %(default)s)")
    parser.add_argument("-o", dest="output", type=Path, metavar="DIR", help="write files here instead of to stdout")
    parser.add_argument("--json", action="store_true", help="diagnostics as JSON, one a line")


def main(options: argparse.Namespace) -> int:
    stages = [s.strip() for s in options.emit.split(",") if s.strip()]
    unknown = [s for s in stages if s not in STAGES]
    if unknown or not stages:
        raise Failure(f"--emit {options.emit}: no stage `{''.join(unknown[:1])}`; there are {', '.join(STAGES)}")
    module = load(options)
    if options.output:
        options.output.mkdir(parents=True, exist_ok=True)
    elif len(stages) > 1 and BINARY & set(stages):
        raise Failure("machine code and text do not mix on stdout: give -o DIR")
    for stage in stages:
        if stage in WHOLE_FILE:
            write(options, options.path.stem, stage, module.emit(stage))
            continue
        for name, kernel in instances(module, options):
            write(options, name, stage, kernel.emit(stage, arch=options.arch, opt_level=options.opt_level))
    return OK


def instances(module: Any, options: argparse.Namespace) -> list[tuple[str, Any]]:
    """The kernels to write, each with a name for its file."""
    wanted = [instance(text) for text in options.inst]
    names = [options.kernel] if options.kernel else list(module.kernels)
    if not names:
        raise Failure(f"{options.path} has no kernel: mark one with #[kernel]")
    out = []
    for name in names:
        kernel = kernel_of(module, name)
        mine = [args for k, args in wanted if k in (name, name.rsplit("::", 1)[-1])]
        for args in mine:
            tag = "_".join(str(v) for v in args.values())
            out.append((f"{name}_{tag}".replace("::", "."), kernel.specialize(**args)))
        if not mine:
            if kernel.generics and not options.kernel:
                print(f"note: `{name}` is generic: --inst {name}:{','.join(f'{g}=...' for g in kernel.generics)}",
                      file=sys.stderr)  # fmt: skip
                continue
            out.append((name.replace("::", "."), kernel))
    return out


def instance(text: str) -> tuple[str, dict[str, Any]]:
    name, colon, rest = text.rpartition(":")
    pairs = [p.partition("=") for p in rest.split(",")]
    if not colon or not name or not all(k and eq and v for k, eq, v in pairs):
        raise Failure(f"--inst {text}: expected KERNEL:T=f32,N=4")
    return name, {k.strip(): int(v) if v.strip().lstrip("-").isdigit() else v.strip() for k, _, v in pairs}


def write(options: argparse.Namespace, name: str, stage: str, code: str | bytes) -> None:
    data = code if isinstance(code, bytes) else code.rstrip("\n").encode() + b"\n"
    if options.output:
        path = options.output / f"{name}.{STAGES[stage]}"
        path.write_bytes(data)
        print(f"wrote {path}", file=sys.stderr)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
