"""What one compilation shares: sources, diagnostics, options."""

from __future__ import annotations

from ferrule.diagnostics.diagnostic import DiagCtxt
from ferrule.diagnostics.source_map import SourceMap
from ferrule.errors import UnsupportedError


class Options:
    __slots__ = ("cfg", "features", "edition", "overflow_checks", "fp_contract", "opt_level")

    def __init__(
        self,
        cfg: tuple[str, ...] = (),
        features: tuple[str, ...] = (),
        edition: str = "2024",
        overflow_checks: bool = False,
        fp_contract: bool = True,
        opt_level: int = 3,
    ) -> None:
        self.cfg = cfg  # `name` or `name="value"`
        self.features = features
        self.edition = edition
        self.overflow_checks = overflow_checks
        self.fp_contract = fp_contract
        self.opt_level = opt_level


class Session:
    __slots__ = ("source_map", "diag", "options")

    def __init__(self, options: Options | None = None, source_map: SourceMap | None = None) -> None:
        self.options = options or Options()
        self.source_map = source_map or SourceMap()
        self.diag = DiagCtxt()

    def unsupported(self, code: str, message: str, span: int = 0, help: str = "") -> UnsupportedError:
        """Reports valid Rust that this target does not take; the caller raises what this returns.

        ``help`` says what to do instead; without it the message points to the explanation of the code."""
        from ferrule.diagnostics.render import render_all

        d = self.diag.error(code, message, span)
        d.help(help or f"`ferrule explain {code}` says what to do instead")
        return UnsupportedError(render_all([d], self.source_map), [d], self.source_map)
