"""G-codes that lowering gives to valid Rust which has no meaning on a device.  The texts are whole messages."""

from __future__ import annotations

ASYNC = ("G0001", "async code is not supported in kernels")
HOST_MACRO = "G0002"  # `println!`, `vec!` ...: see host_macro
TRY_BLOCK = ("G0004", "`try` blocks are not supported in kernels")
GENERATOR = ("G0005", "generators and `yield` are not supported in kernels")
IMPL_TRAIT = ("G0006", "`impl Trait` is not supported here")
DYN = ("G0007", "trait objects (`dyn Trait`) are not supported in kernels")
UNAVAILABLE = "G0008"  # see unavailable
TYPE_MACRO = ("G0009", "this macro in type position is not supported in kernels")


def unavailable(path: str) -> tuple[str, str]:
    """For a path into a crate that Ferrule does not have, or a part of std that its library lacks."""
    root = path.partition("::")[0]
    if root in ("std", "core", "alloc"):
        return UNAVAILABLE, f"`{path}` is not available to kernels"
    return UNAVAILABLE, f"crate `{root}` is not available to kernels (`{path}`)"


def host_macro(name: str) -> tuple[str, str]:
    return HOST_MACRO, f"macro `{name}!` is not supported in kernels"
