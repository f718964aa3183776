"""Types as Rust text, as rustc prints them in messages."""

from __future__ import annotations

from ferrule.ty import ty as t


def show(value: t.Interned, *, paths: bool = False) -> str:
    """``&mut [f32]``, ``Option<u32>``, ``{integer}``, ``_`` ...; with ``paths`` items are named by their full path."""

    def item(d: object) -> str:
        return getattr(d, "path" if paths else "name", str(d))

    def args(values: t.Args) -> str:
        shown = [go(a) for a in values if not (isinstance(a, t.Region) and a.kind in ("erased", "var"))]
        return f"<{', '.join(shown)}>" if shown else ""

    def go(v: t.Interned) -> str:
        match v:
            case t.Region():
                return {"erased": "'_", "static": "'static", "var": f"'?{v.index}"}.get(
                    v.kind, f"'{v.name}" if v.name else "'_"
                )
            case t.ConstValue():
                if v.ty is t.BOOL:
                    return "true" if v.value else "false"
                return repr(chr(v.value)) if v.ty is t.CHAR else str(v.value)
            case t.ConstParam():
                return v.name
            case t.ConstInfer() | t.ConstUnevaluated():
                return "_"
            case t.ConstError():
                return "{const error}"
            case t.Int(name) | t.Float(name):
                return name
            case t.Never():
                return "!"
            case t.Error():
                return "{type error}"
            case t.Bool() | t.Char() | t.Str():
                return v.kind
            case t.Adt(d, a):
                return item(d) + args(a)
            case t.Ref(r, inner, mut):
                life = f"{go(r)} " if r.kind not in ("erased", "var") and (r.name or r.kind == "static") else ""
                return f"&{life}{'mut ' if mut else ''}{go(inner)}"
            case t.Ptr(inner, mut):
                return f"*{'mut' if mut else 'const'} {go(inner)}"
            case t.Slice(inner):
                return f"[{go(inner)}]"
            case t.Array(inner, length):
                return f"[{go(inner)}; {go(length)}]"
            case t.Tuple(elems):
                return f"({', '.join(map(go, elems))}{',' if len(elems) == 1 else ''})"
            case t.FnDef(d, a):
                return f"fn item {{{item(d)}{args(a)}}}"
            case t.FnPtr(inputs, output, unsafe):
                ret = "" if output is t.UNIT else f" -> {go(output)}"
                return f"{'unsafe ' if unsafe else ''}fn({', '.join(map(go, inputs))}){ret}"
            case t.Closure(d, _):
                return f"{{closure@{getattr(d, 'location', '')}}}"
            case t.Param(_, name):
                return name
            case t.Alias("projection", d, a):
                trait = getattr(d, "parent", None)
                own = a[1:]
                return f"<{go(a[0])} as {item(trait)}{args(own)}>::{getattr(d, 'name', d)}"
            case t.Alias(_, d, _):
                return f"impl {item(d)}"
            case t.Infer(kind, _):
                return {"int": "{integer}", "float": "{float}"}.get(kind, "_")
        return object.__repr__(v)

    return go(value)
