"""A hash map that all threads fill at once: how often each word of a text occurs."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from types import SimpleNamespace
from typing import Any

import numpy as np

from ferrule.gallery import RAGGED, Array, Example, blocks, module, poisoned, share_different
from ferrule.gallery.harness import Backend, place

BLOCK = 256
FREE = 0xFFFFFFFF  # as in hash_map.rs


def table(words: Array) -> dict[str, Any]:
    """The words and an empty map that is at most half full with them."""
    places = 2 << max(words.size - 1, 0).bit_length()
    return {"words": words, "keys": np.full(places, FREE, np.uint32), "counts": np.zeros(places, np.uint32)}


def inputs(n: int, rng: np.random.Generator) -> dict[str, Any]:
    # A few keys occur often, and some of those asked for not at all.
    words = rng.integers(0, FREE, n, np.uint32) >> rng.choice(np.array([0, 20, 30], np.uint32), n)
    others = rng.integers(0, FREE, n // 2, np.uint32)
    asked = rng.permutation(np.concatenate([words[: n - n // 2], others]))
    return table(words) | {"asked": asked, "found": poisoned(n, "u4")}


def launch(module: Any, v: SimpleNamespace) -> Any:
    module.count[blocks(v.words.shape[0], BLOCK), BLOCK](v.words, v.keys, v.counts)
    module.find(v.asked, v.keys, v.counts, v.found)
    return v.found


def expected(v: SimpleNamespace) -> Array:
    counts = Counter(v.words.tolist())
    return np.array([counts[word] for word in v.asked.tolist()], np.float64)


def text() -> str:
    """A text that comes with Python: the reference pages that its ``help`` shows."""
    from pydoc_data.topics import topics

    return "\n".join(topics.values())


def most_frequent_words(backend: Backend, count: int) -> list[tuple[str, int]]:
    """The most frequent words of that text.  The host makes a number of each word, the kernel counts the numbers."""
    words = re.findall(r"[a-z]+", text().lower())
    numbers = np.array([zlib.crc32(word.encode()) % FREE for word in words], np.uint32)
    names = dict(zip(numbers.tolist(), words, strict=True))
    asked = np.array(list(names), np.uint32)
    v = place(table(numbers) | {"asked": asked, "found": poisoned(asked.size, "u4")}, backend)
    found = backend.get(launch(module("hash_map.rs"), v))
    order = np.argsort(-found.astype(np.int64), kind="stable")[:count]
    return [(names[int(asked[i])], int(found[i])) for i in order]


EXAMPLES = [Example("hash map", "hash_map.rs", RAGGED, 1 << 17, inputs, launch, expected, 0.0, share_different)]
