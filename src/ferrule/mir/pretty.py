"""MIR as text, close to rustc's `-Zunpretty=mir`: stable, for tests and `--emit=mir`."""

from __future__ import annotations

from ferrule.hir import nodes as hir
from ferrule.mir import body as m
from ferrule.mir import floats
from ferrule.ty import ty as t


def show_body(body: m.Body) -> str:
    args = ", ".join(f"_{i}: {body.locals[i].ty}" for i in range(1, body.arg_count + 1))
    out = [f"fn {body.name}({args}) -> {body.locals[0].ty} {{"]
    for i, name in body.var_names.items():
        out.append(f"    debug {name} => _{i};")
    for i, d in enumerate(body.locals):
        if i == 0 or i > body.arg_count:
            out.append(f"    let {'mut ' if d.mut else ''}_{i}: {d.ty};")
    for i, b in enumerate(body.blocks):
        loop = f"  // loop: {b.loop.source}" if b.loop is not None else ""
        out.append(f"\n    bb{i}: {{{loop}")
        out += [f"        {show_stmt(s)};" for s in b.stmts]
        out.append(f"        {show_term(b.terminator)};\n    }}")
    return "\n".join(out) + "\n}\n"


def show_place(p: m.Place) -> str:
    out = f"_{p.local}"
    for proj in p.proj:
        match proj:
            case m.Deref():
                out = f"(*{out})"
            case m.PField(index, ty):
                out = f"({out}.{index}: {ty})"
            case m.PIndex(local):
                out += f"[_{local}]"
            case m.PConstIndex(offset, least, from_end):
                out += f"[{'-' if from_end else ''}{offset} of {least}]"
            case m.PSubslice(start, end, from_end):
                out += f"[{start}:{'-' if from_end else ''}{end}]"
            case m.PDowncast(variant):
                out = f"({out} as variant#{variant})"
    return out


def show_const(c: m.Constant) -> str:
    match c.value:
        case m.CScalar(bits):
            return f"const {scalar_text(c.ty, bits, suffix=True)}"
        case m.CZst():
            if isinstance(c.ty, t.FnDef):
                args = [str(a) for a in c.ty.args if not isinstance(a, t.Region)]
                return c.ty.def_.path + (f"::<{', '.join(args)}>" if args else "")
            return "const ()" if c.ty is t.UNIT else f"const {c.ty}"
        case m.CStr(data):
            return 'const "' + data.decode("utf-8", "backslashreplace").replace("\n", "\\n") + '"'
        case m.CBytes(data):
            return f"const {data!r}"
        case m.CNamed(d, args):
            shown = [str(a) for a in args if not isinstance(a, t.Region)]
            return f"const {d.path}" + (f"::<{', '.join(shown)}>" if shown else "")
        case m.CParam(const):
            return f"const {const}"
        case m.CStatic(d):
            return f"const {{static {d.path}}}"
    raise AssertionError(c.value)


def scalar_text(ty: t.Ty, bits: int, suffix: bool = False) -> str:
    """A scalar as Rust's Debug shows it; with ``suffix`` as `1_u32`."""
    match ty:
        case t.Bool():
            return "true" if bits else "false"
        case t.Char():
            return repr(chr(bits)) if bits < 0x110000 else f"'\\u{{{bits:x}}}'"
        case t.Int():
            value = bits - (1 << ty.bits) if ty.signed and bits >> ty.bits - 1 else bits
            if suffix and value in (ty.max, ty.min) and value:
                return f"{ty.name}::{'MAX' if value == ty.max else 'MIN'}"
            return f"{value}_{ty.name}" if suffix else str(value)
        case t.Float():
            text = floats.show(bits, ty.name)
            return f"{text.removesuffix('.0') if suffix else text}{ty.name}" if suffix else text
    return f"{bits:#x}" + (f" as {ty}" if suffix else "")


def show_operand(o: m.Operand) -> str:
    if isinstance(o, m.Copy):
        return f"copy {show_place(o.place)}"
    if isinstance(o, m.Move):
        return f"move {show_place(o.place)}"
    assert isinstance(o, m.Constant)
    return show_const(o)


def _list(ops: list[m.Operand]) -> str:
    return ", ".join(map(show_operand, ops))


def show_rvalue(r: m.Rvalue) -> str:
    match r:
        case m.Use(op):
            return show_operand(op)
        case m.Repeat(op, count):
            return f"[{show_operand(op)}; {count}]"
        case m.MRef(kind, place):
            word = {
                "shared": "&",
                "mut": "&mut ",
                "two_phase": "&two_phase mut ",
                "fake": "&fake ",
                "unique": "&unique ",
            }[kind]
            return word + show_place(place)
        case m.AddressOf(mut, place):
            return f"&raw {'mut' if mut else 'const'} {show_place(place)}"
        case m.Len(place):
            return f"Len({show_place(place)})"
        case m.Cast(kind, op, ty):
            return f"{show_operand(op)} as {ty} ({kind})"
        case m.BinaryOp(op, a, b):
            return f"{op.capitalize()}({show_operand(a)}, {show_operand(b)})"
        case m.CheckedBinaryOp(op, a, b):
            return f"{op.capitalize()}WithOverflow({show_operand(a)}, {show_operand(b)})"
        case m.UnaryOp(op, a):
            name = "PtrMetadata" if op == "ptr_metadata" else op.capitalize()
            return f"{name}({show_operand(a)})"
        case m.Discriminant(place):
            return f"discriminant({show_place(place)})"
        case m.Printf(fmt, ops):
            return f"printf({show_format(fmt)}{', ' if ops else ''}{_list(ops)})"
        case m.Aggregate(kind, ops):
            match kind:
                case m.AggTuple():
                    return f"({_list(ops)}{',' if len(ops) == 1 else ''})"
                case m.AggArray():
                    return f"[{_list(ops)}]"
                case m.AggAdt(d, variant, args, union_field):
                    name = str(t.mk_adt(d, args))
                    tail = (
                        f"::#{variant}"
                        if d.kind.name == "ENUM"
                        else f".{union_field}"
                        if union_field is not None
                        else ""
                    )
                    return f"{name}{tail}({_list(ops)})"
                case m.AggClosure(d, _):
                    return f"{{closure {d.path}}}({_list(ops)})"
                case m.AggRawPtr(pointee, mut):
                    return f"*{'mut' if mut else 'const'} {pointee} from ({_list(ops)})"
    raise AssertionError(r)


def show_stmt(s: m.Statement) -> str:
    match s:
        case m.Assign(place, rvalue):
            return f"{show_place(place)} = {show_rvalue(rvalue)}"
        case m.StorageLive(local):
            return f"StorageLive(_{local})"
        case m.StorageDead(local):
            return f"StorageDead(_{local})"
        case m.FakeRead(cause, place):
            return f"FakeRead({cause}, {show_place(place)})"
        case m.SetDiscriminant(place, variant):
            return f"discriminant({show_place(place)}) = {variant}"
        case m.AscribeUserType(place, ty):
            return f"AscribeUserType({show_place(place)}, {ty})"
        case m.PtxAsm(template, inputs, outputs, options):
            ins = ", ".join(f"{o.constraint}({show_operand(o.value)})" for o in inputs if o.value is not None)
            outs = ", ".join(f"{o.constraint}({show_place(o.place)})" for o in outputs if o.place is not None)
            return f"asm!({template!r}, out: [{outs}], in: [{ins}], options: {options})"
        case m.Nop():
            return "nop"
    raise AssertionError(s)


def show_format(f: m.Format | None) -> str:
    if f is None:
        return '""'
    parts = []
    for p in f.pieces:
        if isinstance(p, str):
            parts.append(p.replace("{", "{{").replace("}", "}}"))
        elif isinstance(p, hir.FormatSpec):
            spec = f"{p.flags}{p.width or ''}{'.' + str(p.precision) if p.precision is not None else ''}{p.trait_}"
            parts.append(f"{{{p.arg}{':' + spec if spec else ''}}}")
    return '"' + "".join(parts).replace("\n", "\\n") + '"'


def show_term(term: m.Terminator) -> str:
    match term:
        case m.Goto(target):
            return f"goto -> bb{target}"
        case m.SwitchInt(discr, _, values, targets):
            arms = [f"{v}: bb{b}" for v, b in zip(values, targets)] + [f"otherwise: bb{targets[-1]}"]
            return f"switchInt({show_operand(discr)}) -> [{', '.join(arms)}]"
        case m.Call(func, args, dest, target):
            to = f" -> bb{target}" if target is not None else " -> !"
            return f"{show_place(dest)} = {show_operand(func)}({_list(args)}){to}"
        case m.Assert(cond, expected, msg, target):
            word = "" if expected else "!"
            return f"assert({word}{show_operand(cond)}, {_message(msg)}) -> bb{target}"
        case m.Panic(msg):
            return f"panic({_message(msg)})"
        case m.Drop(place, target, _, plan):
            return f"drop({show_place(place) if plan is None else _rest(plan)}) -> bb{target}"
        case m.Return():
            return "return"
        case m.Unreachable():
            return "unreachable"
        case m.FalseEdge(real, imaginary):
            return f"falseEdge -> [real: bb{real}, imaginary: bb{imaginary}]"
        case m.FalseUnwind(real):
            return f"falseUnwind -> bb{real}"
    raise AssertionError(term)


def _rest(node: m.DropNode) -> str:
    """``_1 if _5 except (_1.0 never)``: a place, when it is dropped, and the parts for which that is said apart."""
    how = {"always": "", "flag": f" if {show_place(node.flag)}" if node.flag else ""}.get(node.how, f" {node.how}")
    parts = ", ".join(map(_rest, node.children))
    return f"{show_place(node.place)}{how}" + (f" except ({parts})" if parts else "")


def _message(msg: m.AssertMessage) -> str:
    parts = [msg.kind]
    if msg.fmt is not None:
        parts.append(show_format(msg.fmt))
    return ", ".join([*parts, *map(show_operand, msg.operands)])
