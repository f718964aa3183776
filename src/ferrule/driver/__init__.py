"""The compiler as the runtime sees it: sources in, kernels and artifacts out.

``Compilation`` is the only entry.  It raises ``CompileError`` or ``UnsupportedError`` itself; nothing else of the compiler's
insides reaches a caller.
"""

from ferrule.driver.compilation import Compilation

__all__ = ["Compilation"]
