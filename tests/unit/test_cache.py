"""The artifact cache: soundness of entries, limits, many processes, and what a hit must not import."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ferrule as fe
from ferrule.runtime import cache
from ferrule.runtime.cache import Cache, key_of
from tests.helpers.fake_compiler import COUNTING, decl, installed

KEY = key_of("some", b"entry")
SAXPY = decl("saxpy", ("a", "f32"), ("x", "&[f32]"), ("y", "DisjointSlice<f32>"))


@pytest.fixture
def store(tmp_path: Path) -> Cache:
    return Cache(str(tmp_path / "cache"))


def test_an_entry_comes_back(store: Cache) -> None:
    assert store.get(KEY) is None
    assert store.put(KEY, {"a": 1, "b": ["ü"]}, b"payload\0")
    assert store.get(KEY) == ({"a": 1, "b": ["ü"]}, b"payload\0")
    assert store.put(KEY, {}, b"")
    assert store.get(KEY) == ({}, b"")
    assert [p.name for p in Path(store.path(KEY)).parent.iterdir()] == [KEY[2:]]  # no temporary file stays


def test_keys_frame_their_parts() -> None:
    assert len({key_of("ab", "c"), key_of("a", "bc"), key_of("abc"), key_of("abc", ""), key_of()}) == 5


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(st.data())
def test_a_damaged_entry_is_a_miss(store: Cache, data: st.DataObject) -> None:
    store.put(KEY, {"a": 1}, bytes(range(64)))
    path = Path(store.path(KEY))
    raw = bytearray(path.read_bytes())
    how = data.draw(st.sampled_from(["flip", "cut", "add", "empty"]))
    at = data.draw(st.integers(0, len(raw) - 1))
    if how == "flip":
        raw[at] ^= 1 << data.draw(st.integers(0, 7))
    elif how == "cut":
        del raw[at:]
    elif how == "add":
        raw += b"x"
    else:
        raw.clear()
    path.write_bytes(raw)
    assert store.get(KEY) is None
    assert not path.exists()  # and it is gone, so that the next writer is not misled
    assert store.put(KEY, {"a": 1}, b"x") and store.get(KEY) == ({"a": 1}, b"x")


def test_an_entry_under_another_key_is_a_miss(store: Cache) -> None:
    other = key_of("other")
    store.put(KEY, {}, b"x")
    os.makedirs(os.path.dirname(store.path(other)), exist_ok=True)
    os.rename(store.path(KEY), store.path(other))
    assert store.get(other) is None


def test_a_folder_in_place_of_an_entry_is_a_miss(store: Cache) -> None:
    os.makedirs(store.path(KEY))
    assert store.get(KEY) is None and not store.put(KEY, {}, b"x")


def test_modes(tmp_path: Path) -> None:
    folder = str(tmp_path / "c")
    Cache(folder).put(KEY, {}, b"x")
    before = os.stat(Cache(folder).path(KEY)).st_mtime_ns
    reader = Cache(folder, "readonly")
    assert reader.get(KEY) == ({}, b"x") and not reader.put(key_of("n"), {}, b"y") and reader.clear() == 0
    assert os.stat(reader.path(KEY)).st_mtime_ns == before
    off = Cache(folder, "off")
    assert off.get(KEY) is None and not off.put(KEY, {}, b"z") and off.stats().entries == 0
    assert Cache(str(tmp_path / "none"), "readonly").mode == "off" and not (tmp_path / "none").exists()


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="permissions of POSIX")
def test_a_folder_others_can_write_is_not_trusted(tmp_path: Path) -> None:
    folder = tmp_path / "c"
    assert oct(os.stat(Cache(str(folder)).directory).st_mode & 0o777) == "0o700"
    Cache(str(folder)).put(KEY, {}, b"x")
    assert oct(os.stat(Cache(str(folder)).path(KEY)).st_mode & 0o777) == "0o600"
    folder.chmod(0o777)
    open_to_all = Cache(str(folder))
    assert open_to_all.mode == "off" and "chmod 700" in open_to_all.why_off and open_to_all.get(KEY) is None


def test_a_folder_that_cannot_be_made_turns_the_cache_off(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = Cache(str(tmp_path / "file" / "cache"))
    assert store.mode == "off" and store.why_off and not store.put(KEY, {}, b"")


def test_the_oldest_entries_go_first(tmp_path: Path) -> None:
    store = Cache(str(tmp_path), limit=20_000)
    keys = [key_of(str(i)) for i in range(30)]
    now = time.time()
    for i, key in enumerate(keys):
        assert store.put(key, {}, bytes(1000))
        os.utime(store.path(key), (now - 10_000 + i, now - 10_000 + i))
    assert store.get(keys[20])  # a hit makes it young
    store.trim()
    alive = {i for i, key in enumerate(keys) if os.path.exists(store.path(key))}
    assert store.stats().size <= 20_000 and 20 in alive
    assert max(alive) == 29 and not {0, 1, 2} & alive
    assert not store.put(key_of("big"), {}, bytes(30_000))


def test_what_a_dead_writer_left_is_removed(store: Cache) -> None:
    store.put(KEY, {}, b"x")
    old, new = (Path(store.path(KEY)).with_name("0" * 62 + end) for end in (".1.1.tmp", ".2.2.tmp"))
    for path in (old, new):
        path.write_bytes(b"half")
    os.utime(old, (0, 0))
    store.trim()
    assert not old.exists() and new.exists() and store.get(KEY)


def test_clear_touches_only_entries(store: Cache) -> None:
    store.put(KEY, {}, b"x")
    mine = Path(store.directory) / "go" / "notes.txt"
    mine.parent.mkdir()
    mine.write_text("not a cache entry")
    assert store.stats().entries == 1 and store.clear() == 1 and store.stats().entries == 0 and mine.exists()


@pytest.mark.parametrize(
    ("text", "size"), [("1000", 1000), ("2K", 2048), ("1.5M", 3 << 19), ("2gib", 2 << 30), ("1 G", 1 << 30)]
)
def test_sizes(text: str, size: int) -> None:
    assert cache.parse_size(text) == size


def test_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FERRULE_CACHE_DIR", str(tmp_path / "c"))
    monkeypatch.setenv("FERRULE_CACHE_SIZE", "5M")
    monkeypatch.delenv("FERRULE_CACHE", raising=False)
    assert cache.default().stats() == (str(tmp_path / "c"), "on", 0, 0, 5 << 20) and cache.default() is cache.default()
    monkeypatch.setenv("FERRULE_CACHE", "off")
    assert cache.default().mode == "off"
    for name, value in (("FERRULE_CACHE", "perhaps"), ("FERRULE_CACHE_SIZE", "-5"), ("FERRULE_CACHE_SIZE", "much")):
        monkeypatch.setenv(name, value)
        with pytest.raises(fe.FerruleError, match=name):
            cache.default()
        monkeypatch.setenv(name, "on" if name == "FERRULE_CACHE" else "1G")


# ------------------------------------------------------------------------------------------------------------ processes
HAMMER = """
import sys, random
from ferrule.runtime.cache import Cache, key_of
store, seed = Cache(sys.argv[1], limit=200_000), int(sys.argv[2])
rng = random.Random(seed)
print("ready", flush=True)
for i in range(int(sys.argv[3])):
    n = rng.randrange(40)
    key = key_of(str(n))
    if rng.random() < 0.5:
        store.put(key, {"n": n}, bytes([n]) * (1000 + 200 * n))
    else:
        entry = store.get(key)
        if entry is not None:
            assert entry == ({"n": n}, bytes([n]) * (1000 + 200 * n)), "torn entry"
    if rng.random() < 0.01:
        store.trim()
"""


def hammer(folder: Path, seed: int, rounds: int) -> subprocess.Popen[str]:
    src = str(Path(fe.__file__).parents[1])
    args = [sys.executable, "-c", HAMMER, str(folder), str(seed), str(rounds)]
    return subprocess.Popen(
        args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": src}
    )


def test_processes_that_die_while_writing(tmp_path: Path) -> None:
    """Four processes read and write the same keys; two of them are killed in the middle of it, again and again."""
    steady = [hammer(tmp_path, seed, 400) for seed in (1, 2)]
    for seed in range(10, 16):
        victim = hammer(tmp_path, seed, 100_000)
        assert victim.stdout is not None and victim.stdout.readline() == "ready\n"
        time.sleep(0.02 * (seed - 9))
        victim.kill()
        victim.communicate()
    for process in steady:
        _, errors = process.communicate(timeout=120)
        assert process.returncode == 0, errors
    store = Cache(str(tmp_path), limit=200_000)
    sound = [n for n in range(40) if store.get(key_of(str(n)))]
    assert sound  # what the dead left does not stand in the way
    for n in range(40):
        assert store.put(key_of(str(n)), {"n": n}, b"x")


# ---------------------------------------------------------------------------------------------------------------- units
@pytest.fixture
def cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FERRULE_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv("FERRULE_CACHE", raising=False)
    monkeypatch.delenv("FERRULE_CACHE_SIZE", raising=False)
    return tmp_path


def use(source: str = "text", **options: Any) -> None:
    import numpy as np

    fe.rust(source, **options).saxpy(1.0, np.zeros(3, np.float32), np.zeros(3, np.float32))


def test_the_second_use_does_not_meet_the_compiler(cached: Path) -> None:
    with installed(SAXPY) as fake:
        use()
        assert [c[0] for c in fake.log] == ["new", "compile"]
        use()
        assert [c[0] for c in fake.log] == ["new", "compile"]
        for change in ({"name": "other.rs"}, {"overflow_checks": True}, {"cfg": ["a"]}, {"opt_level": 1}):
            fake.log.clear()
            use(**change)
            assert [c[0] for c in fake.log] == ["new", "compile"], change
        fake.log.clear()
        use("other text")
        assert [c[0] for c in fake.log] == ["new", "compile"]


def test_another_compiler_is_a_miss(cached: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with installed(SAXPY) as fake:
        use()
        monkeypatch.setattr(cache, "_compiler", "another")
        use()
        assert [c[0] for c in fake.log] == ["new", "compile"] * 2


def test_a_file_is_read_again_when_it_changed(cached: Path) -> None:
    file = cached / "k.rs"
    file.write_text("one")
    with installed(SAXPY) as fake:
        for _ in range(2):
            assert [k.path for k in fe.load(file).kernels] == ["saxpy"]
        assert len(fake.log) == 1
        os.utime(file, (1, 1))  # the contents count, not the time
        fe.load(file)
        assert len(fake.log) == 1
        file.write_text("two")
        fe.load(file)
        assert len(fake.log) == 2
        file.unlink()
        with pytest.raises(fe.FerruleError, match="no such file"):
            fe.load(file)


def test_a_plan_of_another_version_is_compiled_again(cached: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with installed(SAXPY) as fake:
        use()
        store = cache.default()
        for path in Path(store.directory).glob("*/*"):
            entry = cache._parse(path.read_bytes(), path.parent.name + path.name)
            assert entry is not None
            if entry[0].get("kind") == "artifact":
                entry[0]["plan"]["version"] = 99
                store.put(path.parent.name + path.name, *entry)
        use()
        assert [c[0] for c in fake.log] == ["new", "compile", "new", "compile"]


def test_the_compiler_hash_follows_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import shutil

    src = Path(fe.__file__).parent
    copy = tmp_path / "ferrule"
    shutil.copytree(src / "runtime", copy / "runtime", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("__init__.py", "errors.py"):
        shutil.copy(src / name, copy / name)
    code = "from ferrule.runtime.cache import compiler_hash; print(compiler_hash())"

    def value(mode: str) -> str:
        env = {"PYTHONPATH": str(tmp_path), "FERRULE_CACHE": mode, "FERRULE_CACHE_DIR": str(tmp_path / "cache")}
        return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True).stdout

    first = value("on")
    assert value("on") == first == value("off")
    errors = copy / "errors.py"
    errors.write_text(errors.read_text() + "\n# changed\n")
    changed = value("on")
    assert changed != first and value("off") == changed
    errors.write_text(errors.read_text().replace("# changed", "# ChAnGeD"))  # same size, perhaps the same second
    assert value("on") not in (first, changed)


def test_a_hit_imports_neither_numpy_nor_llvmlite_nor_the_front_end(cached: Path) -> None:
    """The whole way of a launch in a new process, with the code of the CPU device stood in for."""
    script = cached / "hit.py"
    script.write_text(COUNTING)
    src, root = Path(fe.__file__).parents[1], Path(__file__).parents[2]
    env = {**os.environ, "PYTHONPATH": f"{src}{os.pathsep}{root}"}
    out = [
        subprocess.run([sys.executable, str(script)], capture_output=True, text=True, env=env, check=False)
        for _ in range(2)
    ]
    assert all(o.returncode == 0 for o in out), out[0].stderr + out[1].stderr
    assert out[0].stdout == "compiled 1\n"
    assert out[1].stdout == "compiled 0\n"
