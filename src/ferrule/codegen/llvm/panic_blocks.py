"""Gathers a function's panics in one block, after optimisation.

During optimisation a panic is a call of a cold function: the least LLVM has to look at.  In the machine code a call is
dear even if it is never made: it brings the calling convention with it, and ptxas keeps twice the registers (a tiled matrix product
took 62 instead of 32, and a third more time).  So each call becomes a branch to one block per function and number of values; its
phis take the site and the values, and the record is written there.
"""

from __future__ import annotations

import re

_CALL = re.compile(
    r"^  (?:tail |musttail |notail )?call (?:fastcc )?void @__ferrule_panic_(\d)\((.*?)\)(?: #\d+)?(?:, ![^\n]*)?\n  unreachable(?:, ![^\n]*)?$",
    re.M,
)
_FUNCTION = re.compile(r"^define [^\n]*\{\n.*?^\}$", re.M | re.S)
_HEAD = re.compile(r"^define [^\n]*@\"?([\w.$-]+)\"?\(([^\n]*)\{$", re.M)
_LABEL = re.compile(r'^("?[\w.$-]+"?):', re.M)
_ARG = re.compile(r"(i32|i64) (?:noundef |range\([^)]*\) |zeroext |signext )*(\S+)$")


def gather(ir: str) -> str:
    """The module text with panic calls replaced; unchanged where there are none."""
    if "@__ferrule_panic_" not in ir:
        return ir
    bodies: dict[str, str] = {}

    def collect(found: re.Match[str]) -> str:
        text = found[0]
        head = _HEAD.match(text)
        if head is not None and head[1].startswith("__ferrule_panic_"):
            bodies[head[1]] = text
            return ""
        return text

    ir = _FUNCTION.sub(collect, ir)
    return _FUNCTION.sub(lambda found: _rewrite(found[0], bodies), ir)


def _rewrite(text: str, bodies: dict[str, str]) -> str:
    edges: dict[str, list[tuple[str, list[str]]]] = {}
    labels = [(m.start(), m[1]) for m in _LABEL.finditer(text)]
    entry = _entry_label(text, labels)

    def block_at(position: int) -> str:
        label = entry
        for start, name in labels:
            if start > position:
                break
            label = name
        return label

    def replace(found: re.Match[str]) -> str:
        count = found[1]
        values = [_ARG.search(a.strip()) for a in _split(found[2]) if a.strip()]
        assert all(v is not None for v in values), found[0]
        edges.setdefault(count, []).append((block_at(found.start()), [v[2] for v in values if v is not None]))
        return f"  br label %ferrule.panic{count}"

    text = _CALL.sub(replace, text)
    if not edges:
        return text
    parts = [text.removesuffix("}").rstrip("\n")]
    for count, sources in sorted(edges.items()):
        parts.append(_block(count, sources, bodies[f"__ferrule_panic_{count}"]))
    return "\n".join([*parts, "}"])


def _entry_label(text: str, labels: list[tuple[int, str]]) -> str:
    """The name of the first block: its label, or the number LLVM gives an unnamed one (behind the unnamed arguments)."""
    first_line_end = text.index("\n") + 1
    if labels and labels[0][0] == first_line_end:
        return labels[0][1]
    head = _HEAD.match(text)
    assert head is not None
    numbers = [int(n) for n in re.findall(r"%(\d+)\b", head[2])]
    return str(max(numbers) + 1 if numbers else 0)


def _arguments(head: str) -> str:
    """What stands between the parentheses of a function head."""
    start = head.index("(", head.index("@")) + 1
    depth = 1
    for i in range(start, len(head)):
        depth += (head[i] == "(") - (head[i] == ")")
        if depth == 0:
            return head[start:i]
    raise AssertionError(head)


def _split(args: str) -> list[str]:
    """The arguments of a call: commas inside parentheses do not separate."""
    out, depth, cur = [], 0, ""
    for ch in args:
        depth += ch == "("
        depth -= ch == ")"
        if ch == "," and depth == 0:
            out.append(cur)
            cur = ""
        else:
            cur += ch
    return [*out, cur]


def _block(count: str, sources: list[tuple[str, list[str]]], body: str) -> str:
    """The shared block: phis for the parameters of the panic function, then its body under fresh names."""
    prefix = f"ferrule.p{count}."
    lines = [f"ferrule.panic{count}:"]
    head = body[: body.index("\n")]
    # Interprocedural passes may have put attributes with commas and parentheses on the parameters.
    params = [(p.split(None, 1)[0], p.rsplit("%", 1)[1]) for p in map(str.strip, _split(_arguments(head))) if p]
    for i, (ty, name) in enumerate(params):
        incoming = ", ".join(f"[ {values[i]}, %{block} ]" for block, values in sources)
        lines.append(f"  %{prefix}{name} = phi {ty} {incoming}")
    inner = body[body.index("\n") + 1 : body.rindex("}")]
    inner = re.sub(r", !dbg ![0-9]+", "", inner)
    inner = re.sub(r"%([\w.]+)", lambda m: f"%{prefix}{m[1]}", inner)
    first = re.match(r"([\w.]+):[^\n]*\n", inner)
    if first is not None:
        lines.append(f"  br label %{prefix}{first[1]}")
    inner = re.sub(r"^([\w.]+):", lambda m: f"{prefix}{m[1]}:", inner, flags=re.M)
    lines.append(inner.rstrip("\n"))
    return "\n".join(lines)
