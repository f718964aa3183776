"""Source lines in the code: ``.file`` and ``.loc`` directives, and no DWARF beyond them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ferrule.diagnostics import span as sp

if TYPE_CHECKING:
    from ferrule.codegen.llvm.context import ModuleCx
    from ferrule.diagnostics.source_map import SourceFile


class DebugInfo:
    """Metadata of one module.  ``DebugDirectivesOnly`` makes LLVM print lines without debug sections."""

    def __init__(self, cx: ModuleCx) -> None:
        self.cx = cx
        self._files: dict[str, str] = {}
        self._unit = ""
        self._fn_type = ""

    def module_flags(self) -> list[str]:
        if not self._unit:
            return []
        return [
            f"!llvm.dbg.cu = !{{{self._unit}}}",
            "!llvm.module.flags = !{" + self.cx.meta('!{i32 2, !"Debug Info Version", i32 3}') + "}",
        ]

    def file(self, name: str) -> str:
        node = self._files.get(name)
        if node is None:
            folder, base = os.path.split(name)
            text = f'!DIFile(filename: "{_escape(base)}", directory: "{_escape(folder)}")'
            node = self._files[name] = self.cx.meta(text)
        return node

    def unit(self, file: str) -> str:
        if not self._unit:
            self._unit = self.cx.meta(
                f'distinct !DICompileUnit(language: DW_LANG_Rust, file: {file}, producer: "ferrule", '
                "isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly)"
            )
            self._fn_type = self.cx.meta("!DISubroutineType(types: !{})")
        return self._unit

    def subprogram(self, name: str, symbol: str, span: int) -> FunctionDebug | None:
        """The debug scope of a function; None where its source is not known."""
        source = self.cx.tcx.session.source_map.file_at(sp.lo(span)) if span else None
        if source is None:
            return None
        line = self.cx.tcx.session.source_map.locate(sp.lo(span)).line
        file = self.file(source.name)
        unit = self.unit(file)
        names = f'name: "{_escape(name)}", linkageName: "{_escape(symbol)}"'
        node = self.cx.new_meta(
            f"distinct !DISubprogram({names}, scope: {file}, file: {file}, line: {line}, type: {self._fn_type}, "
            f"scopeLine: {line}, unit: {unit}, spFlags: DISPFlagDefinition)"
        )
        return FunctionDebug(self.cx, f"!{node}", source)


class FunctionDebug:
    """Locations inside one function."""

    def __init__(self, cx: ModuleCx, scope: str, source: SourceFile) -> None:
        self.cx, self.scope, self.source = cx, scope, source
        self._locations: dict[int, str] = {}

    def location(self, span: int) -> str:
        """The metadata node for the start of ``span``; positions in other files (macros) show as line 0."""
        start = sp.lo(span)
        node = self._locations.get(start)
        if node is None:
            line = column = 0
            if self.cx.tcx.session.source_map.file_at(start) is self.source:
                loc = self.cx.tcx.session.source_map.locate(start)
                line, column = loc.line, loc.column
            node = self.cx.meta(f"!DILocation(line: {line}, column: {column}, scope: {self.scope})")
            self._locations[start] = node
        return node


def _escape(text: str) -> str:
    return "".join(
        c if 32 <= ord(c) < 127 and c not in '"\\' else "".join(f"\\{b:02X}" for b in c.encode()) for c in text
    )
