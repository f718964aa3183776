"""Names that Rust's library has and Ferrule's lacks: a G-code, where a name that Rust does not have gets E0599."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrule.library.std_names import ANY_TYPE, std_has, std_trait_with
from ferrule.traits.select import evaluate
from ferrule.ty import ty as t
from ferrule.ty.data import TraitPredicate, TraitRef
from ferrule.ty.pretty import show

if TYPE_CHECKING:
    from ferrule.infer.fn_ctxt import FnCtxt


def report_std_gap(fcx: FnCtxt, steps: list[t.Ty], name: str, span: int) -> bool:
    """Reports G0008 if std gives one of the types in ``steps`` something called ``name``; False if it does not either."""
    steps = [fcx.icx.resolve(ty) for ty in steps]
    owner = std_has(steps, name)
    if owner is not None:
        what = f"`{name}` of `{show(owner)}`"
    elif name in ANY_TYPE:
        what = f"`{name}`"
    elif traits := _implemented(fcx, steps, name):
        what = f"`{traits[0]}::{name}`"
    else:
        return False
    fcx.error("G0008", f"{what} is not available to kernels", span, "Rust's library has this, Ferrule's has not").help(
        "write what it does in the kernel's own source: a loop over the elements, a match over the cases"
    )
    return True


def _implemented(fcx: FnCtxt, steps: list[t.Ty], name: str) -> list[str]:
    """The traits of iterators that have the method, if one of the types is an iterator."""
    traits = [trait for trait in std_trait_with(name) if trait.endswith("Iterator")]
    iterator = fcx.tcx.require_lang_item("iterator")
    if any(evaluate(fcx.icx, TraitPredicate(TraitRef(iterator, (ty,)))) != "no" for ty in steps):
        return traits
    return []
