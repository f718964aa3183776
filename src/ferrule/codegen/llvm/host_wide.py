"""Division of 128 bit integers for the CPU.

LLVM calls functions of the compiler's run-time library for it, which no C library has.  A module that needs them gets them
as IR under the names that LLVM calls.  (Conversions to and from floats are written out where they stand: casts.py.)
"""

from __future__ import annotations

import re

_NEEDED = re.compile(r"\b[us](?:div|rem) (?:exact )?i128\b")

_DIVIDE = """\
declare i128 @llvm.ctlz.i128(i128, i1)
define internal { i128, i128 } @fe.divide(i128 %a, i128 %b) nounwind {
  %both = or i128 %a, %b
  %high = lshr i128 %both, 64
  %small = icmp eq i128 %high, 0
  br i1 %small, label %narrow, label %wide
narrow:
  %a64 = trunc i128 %a to i64
  %b64 = trunc i128 %b to i64
  %q64 = udiv i64 %a64, %b64
  %r64 = urem i64 %a64, %b64
  %qn = zext i64 %q64 to i128
  %rn = zext i64 %r64 to i128
  br label %done
wide:
  %less = icmp ult i128 %a, %b
  br i1 %less, label %done, label %start
start:
  %za = call i128 @llvm.ctlz.i128(i128 %a, i1 true)
  %zb = call i128 @llvm.ctlz.i128(i128 %b, i1 true)
  %shift = sub i128 %zb, %za
  %top = shl i128 %b, %shift
  br label %loop
loop:
  %n = phi i128 [ %shift, %start ], [ %n.next, %loop ]
  %d = phi i128 [ %top, %start ], [ %d.next, %loop ]
  %r = phi i128 [ %a, %start ], [ %r.next, %loop ]
  %q = phi i128 [ 0, %start ], [ %q.next, %loop ]
  %fits = icmp uge i128 %r, %d
  %less.d = sub i128 %r, %d
  %r.next = select i1 %fits, i128 %less.d, i128 %r
  %bit = zext i1 %fits to i128
  %q2 = shl i128 %q, 1
  %q.next = or i128 %q2, %bit
  %d.next = lshr i128 %d, 1
  %n.next = add i128 %n, -1
  %last = icmp eq i128 %n, 0
  br i1 %last, label %done, label %loop
done:
  %quotient = phi i128 [ %qn, %narrow ], [ 0, %wide ], [ %q.next, %loop ]
  %rest = phi i128 [ %rn, %narrow ], [ %a, %wide ], [ %r.next, %loop ]
  %pair = insertvalue { i128, i128 } poison, i128 %quotient, 0
  %result = insertvalue { i128, i128 } %pair, i128 %rest, 1
  ret { i128, i128 } %result
}
define internal i128 @fe.magnitude(i128 %x) nounwind alwaysinline {
  %minus = sub i128 0, %x
  %negative = icmp slt i128 %x, 0
  %r = select i1 %negative, i128 %minus, i128 %x
  ret i128 %r
}
"""

_UNSIGNED = """\
define hidden i128 @{name}(i128 %a, i128 %b) nounwind noinline {{
  %pair = call {{ i128, i128 }} @fe.divide(i128 %a, i128 %b)
  %r = extractvalue {{ i128, i128 }} %pair, {part}
  ret i128 %r
}}
"""

# The quotient is negative if the signs differ, the rest if the dividend is.
_SIGNED = """\
define hidden i128 @{name}(i128 %a, i128 %b) nounwind noinline {{
  %abs.a = call i128 @fe.magnitude(i128 %a)
  %abs.b = call i128 @fe.magnitude(i128 %b)
  %pair = call {{ i128, i128 }} @fe.divide(i128 %abs.a, i128 %abs.b)
  %v = extractvalue {{ i128, i128 }} %pair, {part}
  %signs = {signs}
  %negative = icmp slt i128 %signs, 0
  %minus = sub i128 0, %v
  %r = select i1 %negative, i128 %minus, i128 %v
  ret i128 %r
}}
"""

_NAMES = ("__udivti3", "__umodti3", "__divti3", "__modti3")


def wide_ir(text: str) -> str:
    """What a module with that text needs besides."""
    if not _NEEDED.search(text):
        return ""
    parts = [
        _DIVIDE,
        _UNSIGNED.format(name="__udivti3", part=0),
        _UNSIGNED.format(name="__umodti3", part=1),
        _SIGNED.format(name="__divti3", part=0, signs="xor i128 %a, %b"),
        _SIGNED.format(name="__modti3", part=1, signs="add i128 %a, 0"),
        # Kept, though nothing calls them before instructions are chosen.
        f"@llvm.compiler.used = appending global [{len(_NAMES)} x ptr] "
        f'[{", ".join(f"ptr @{n}" for n in _NAMES)}], section "llvm.metadata"\n',
    ]
    return "".join(parts)
