"""The node classes that tools/gen_nodes.py writes."""

from __future__ import annotations

import inspect

import pytest

import ferrule.hir.nodes
import ferrule.mir.body
import ferrule.syntax.ast
import ferrule.thir.thir

MODULES = [ferrule.syntax.ast, ferrule.hir.nodes, ferrule.thir.thir, ferrule.mir.body]


@pytest.mark.parametrize("module", MODULES, ids=lambda m: m.__name__)
def test_no_default_is_shared_by_all_nodes(module):
    """A list in a signature is one list for every node that leaves it out; `cfg` changes attribute lists in place."""
    classes = [c for c in vars(module).values() if inspect.isclass(c) and c.__module__ == module.__name__]
    assert len(classes) > 20
    for cls in classes:
        if "__init__" in vars(cls):
            for name, parameter in inspect.signature(cls.__init__).parameters.items():
                default = parameter.default
                assert default is inspect.Parameter.empty or isinstance(default, (type(None), bool, int, str, tuple)), (
                    f"{cls.__name__}.{name} = {default!r}"
                )


def test_each_node_has_its_own_list():
    ast = ferrule.syntax.ast
    one, two = (ast.StmtExpr(0, ast.ExprErr(0), False) for _ in range(2))
    assert one.attrs == [] and one.attrs is not two.attrs
