"""The name nearest to a misspelt one, by the measure rustc uses."""

from __future__ import annotations

from collections.abc import Iterable


def distance(a: str, b: str, limit: int) -> int | None:
    """Damerau-Levenshtein distance (adjacent swaps count one), None above ``limit``."""
    if abs(len(a) - len(b)) > limit:
        return None
    before: list[int] = []
    prev = list(range(len(b) + 1))
    for i, ca in enumerate(a, 1):
        cur = [i]
        for j, cb in enumerate(b, 1):
            best = min(prev[j] + 1, cur[j - 1] + 1, prev[j - 1] + (ca != cb))
            if i > 1 and j > 1 and ca != cb and ca == b[j - 2] and cb == a[i - 2]:
                best = min(best, before[j - 2] + 1)
            cur.append(best)
        before, prev = prev, cur
    return prev[-1] if prev[-1] <= limit else None


def best_match(name: str, candidates: Iterable[str]) -> str | None:
    """The most similar candidate: same but for case, within a third of the length, or the same words reordered."""
    limit = max(len(name), 3) // 3
    upper = name.upper()
    best: str | None = None
    best_distance = limit + 1
    words = sorted(name.split("_"))
    reordered: str | None = None
    for c in candidates:
        if c == name or not c:
            continue
        if c.upper() == upper:
            return c
        d = distance(name, c, limit)
        if d is not None and d < best_distance:
            best, best_distance = c, d
        if reordered is None and len(words) > 1 and sorted(c.split("_")) == words:
            reordered = c
    return best or reordered
