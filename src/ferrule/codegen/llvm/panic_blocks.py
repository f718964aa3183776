"""Writes panics in place, after optimisation.

During optimisation a panic is a call of a cold function: the least LLVM has to look at.  In machine code a call is dear even if it
is never made: it brings the calling convention with it, and ptxas keeps twice the registers (a tiled matrix product took 62 instead
of 32, and a half more time).  One shared block of a function is no better: ptxas then takes it for the place where all its
branches meet again, and wraps the whole kernel in a convergence barrier.  So each call becomes a block of its own that writes
the record and ends the thread, which costs nothing but code that is not run.

What the message shows (the failing index, say) is computed again in that block, from values that are live anyway.  LLVM hoists
such computations out of loops together with the checks, simplifies the checks away, and would keep one register for each.
"""

from __future__ import annotations

import re

_CALL = re.compile(
    r"^  (?:tail |musttail |notail )?call (?:fastcc )?void @__ferrule_panic_(\d)\((.*?)\)(?: #\d+)?(?:, ![^\n]*)?\n  unreachable(?:, ![^\n]*)?$",
    re.M,
)
_FUNCTION = re.compile(r"^define [^\n]*\{\n.*?^\}$", re.M | re.S)
_HEAD = re.compile(r"^define [^\n]*@\"?([\w.$-]+)\"?\(([^\n]*)\{$", re.M)
_CHEAP = re.compile(
    r"^  (%[\w.]+) = ((?:add|sub|mul|shl|lshr|ashr|and|or|xor|zext|sext|trunc|icmp|select|getelementptr|ptrtoint|bitcast)\b[^\n]*?)"
    r"(?:, ![^\n]*)?$",
    re.M,
)
_REGISTER = re.compile(r"%[\w.]+")
_BLOCK_START = re.compile(r"^[\w.$-]+:[^\n]*\n", re.M)
_DEPTH = 6  # length of the chains that are computed again
_ARG = re.compile(r"(i32|i64) (?:noundef |range\([^)]*\) |zeroext |signext )*(\S+)$")


def inline(ir: str) -> str:
    """The module text with panic calls replaced; unchanged where there are none, or where one has a form not known here: calls are
    slower, and right."""
    if "@__ferrule_panic_" not in ir:
        return ir
    original = ir
    bodies: dict[str, str] = {}

    def collect(found: re.Match[str]) -> str:
        text = found[0]
        head = _HEAD.match(text)
        if head is not None and head[1].startswith("__ferrule_panic_"):
            bodies[head[1]] = text
            return ""
        return text

    ir = _FUNCTION.sub(collect, ir)
    ir = _FUNCTION.sub(lambda found: _rewrite(found[0], bodies), ir)
    return original if "@__ferrule_panic_" in ir else ir


def _rewrite(text: str, bodies: dict[str, str]) -> str:
    blocks: list[str] = []

    def replace(found: re.Match[str]) -> str:
        values = [_ARG.search(a.strip()) for a in _split(found[2]) if a.strip()]
        assert all(v is not None for v in values), found[0]
        label = f"ferrule.panic{len(blocks)}"
        blocks.append(_block(label, [v[2] for v in values if v is not None], bodies[f"__ferrule_panic_{found[1]}"]))
        return f"  br label %{label}"

    if _CALL.search(text) is None:
        return text
    text = _CALL.sub(replace, _recompute(text))
    return "\n".join([text.removesuffix("}").rstrip("\n"), *blocks, "}"]) if blocks else text


def _recompute(text: str) -> str:
    """Copies cheap computations into the blocks that end in a panic, so that their results need not be kept for it."""
    cheap = {m[1]: m[2] for m in _CHEAP.finditer(text)}
    starts = [m.start() for m in _BLOCK_START.finditer(text)]
    if not starts:
        return text
    pieces = [text[: starts[0]]]
    for n, (lo, hi) in enumerate(zip(starts, [*starts[1:], len(text)])):
        block = text[lo:hi]
        if _CALL.search(block) is not None:
            block = _with_copies(block, cheap, n)
        pieces.append(block)
    return "".join(pieces)


def _with_copies(block: str, cheap: dict[str, str], number: int) -> str:
    lines = block.split("\n")
    first = 1
    while " = phi " in lines[first]:
        first += 1
    own = {m[1] for line in lines for m in [re.match(r"  (%[\w.]+) = ", line)] if m is not None}
    copies: dict[str, str] = {}
    out: list[str] = []

    def copy(register: str, depth: int) -> str:
        if register in own or register not in cheap or depth == 0:
            return register
        if register not in copies:
            body = _REGISTER.sub(lambda m: copy(m[0], depth - 1), cheap[register])
            copies[register] = f"%again{number}.{register[1:]}"
            out.append(f"  {copies[register]} = {body}")
        return copies[register]

    body = [_REGISTER.sub(lambda m: copy(m[0], _DEPTH), line) for line in lines[first:]]
    return "\n".join([*lines[:first], *out, *body])


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


def _block(label: str, values: list[str], body: str) -> str:
    """The body of a panic function under fresh names, with ``values`` for its parameters."""
    head = body[: body.index("\n")]
    # Interprocedural passes may have put attributes with commas and parentheses on the parameters.
    names = [p.rsplit("%", 1)[1] for p in map(str.strip, _split(_arguments(head))) if p]
    given = dict(zip(names, values, strict=True))
    inner = body[body.index("\n") + 1 : body.rindex("}")]
    inner = re.sub(r", !dbg ![0-9]+", "", inner)
    # Each exit is made distinct, or LLVM would merge the blocks from their ends again.
    inner = re.sub(
        r"(?:tail )?call void @llvm\.nvvm\.exit\(\)", f'call void asm sideeffect "exit; // {label}", ""()', inner
    )
    inner = re.sub(r"%([\w.]+)", lambda m: given.get(m[1], f"%{label}.{m[1]}"), inner)
    first = re.match(r"([\w.]+):[^\n]*\n", inner)
    lines = [f"{label}:"]
    if first is not None:
        lines.append(f"  br label %{label}.{first[1]}")
    inner = re.sub(r"^([\w.]+):", lambda m: f"{label}.{m[1]}:", inner, flags=re.M)
    lines.append(inner.rstrip("\n"))
    return "\n".join(lines)
