"""The artifact cache: one self-checking file an entry, safe under any number of processes.

An entry is ``magic | header length | header JSON | payload | sha256 of all before``.  It is written to a temporary
file, synced and renamed into place, so a reader sees all of it or nothing; an entry that cannot be read, or whose hash
is wrong, is a miss and never an error.  There are no indexes, locks or groups of files to tear.  Keys are hashes of
everything an entry depends on.

Environment:
    FERRULE_CACHE        `on` (default), `readonly` or `off`
    FERRULE_CACHE_DIR    the folder; default: the user's cache folder
    FERRULE_CACHE_SIZE   size limit in bytes, or with K, M, G; default 1G; the least recently used entries go first
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any, NamedTuple

try:  # the plain module: `hashlib` brings OpenSSL, which takes longer to load than a cached launch has time for
    from _sha2 import sha256  # type: ignore[import-not-found, unused-ignore]
except ImportError:
    try:
        from _sha256 import sha256  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        from hashlib import sha256

MAGIC = b"FERRULE\x01"
_HEAD = len(MAGIC) + 4
_DIGEST = 32
DEFAULT_LIMIT = 1 << 30
_TOUCH_AFTER = 3600.0  # seconds; a fresher entry is not touched again on a hit
_STALE_TEMP = 3600.0  # a temporary file of this age belongs to a writer that died


def _digest(data: Any) -> bytes:
    if len(data) > 1 << 20:  # worth the faster code
        import hashlib

        return hashlib.sha256(data).digest()
    digest: bytes = sha256(data).digest()
    return digest


class Stats(NamedTuple):
    directory: str
    mode: str  # on, readonly, off
    entries: int
    size: int  # bytes
    limit: int


def key_of(*parts: bytes | str) -> str:
    """A key from parts; each is framed by its length, so that no two lists of parts run together."""
    h = sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        h.update(len(data).to_bytes(8, "little"))
        h.update(data)
    text: str = h.hexdigest()
    return text


class Cache:
    """A folder of entries.  Every failure of the file system is a miss, or a write that did not happen."""

    def __init__(self, directory: str, mode: str = "on", limit: int = DEFAULT_LIMIT) -> None:
        self.directory = directory
        self.mode = mode
        self.limit = limit
        self.why_off = ""  # why a cache that was asked for is off
        self._written: int | None = None  # bytes since the last look at the total; None: never looked
        if mode != "off":
            self._open()

    def _open(self) -> None:
        try:
            if self.mode == "on":
                os.makedirs(self.directory, mode=0o700, exist_ok=True)
            st = os.stat(self.directory)
        except OSError as e:
            # A missing folder is no fault for a reader; there is just nothing in it.
            self.mode, self.why_off = "off", f"{self.directory}: {e.strerror}"
            return
        # Entries hold native code that runs in this process: nobody else may be able to plant one.
        if hasattr(os, "getuid"):
            owners = (os.getuid(), 0) if self.mode == "readonly" else (os.getuid(),)
            if st.st_uid not in owners:
                self.mode, self.why_off = "off", f"{self.directory} belongs to another user"
            elif st.st_mode & 0o022:
                self.mode, self.why_off = "off", f"{self.directory} can be written by others (chmod 700 it)"

    def path(self, key: str) -> str:
        return os.path.join(self.directory, key[:2], key[2:])

    def get(self, key: str) -> tuple[dict[str, Any], bytes] | None:
        """Header and payload of an entry, None if there is no sound one."""
        if self.mode == "off":
            return None
        path = self.path(key)
        try:
            with open(path, "rb") as f:
                data = f.read()
                mtime = os.fstat(f.fileno()).st_mtime
        except OSError:
            return None
        entry = _parse(data, key)
        if entry is None:
            self._discard(path)
            return None
        if self.mode == "on" and time.time() - mtime > _TOUCH_AFTER:
            try:
                os.utime(path)
            except OSError:
                pass
        return entry

    def put(self, key: str, header: dict[str, Any], payload: bytes = b"") -> bool:
        """Store an entry; False if it could not be stored."""
        if self.mode != "on":
            return False
        data = _build(key, header, payload)
        if len(data) > self.limit:
            return False
        path = self.path(key)
        # Process and time make the name unique without a random source; O_EXCL catches the rest.
        temp = f"{path}.{os.getpid()}.{time.monotonic_ns()}.tmp"
        try:
            fd = self._create(temp)
            try:
                with os.fdopen(fd, "wb") as f:
                    f.write(data)
                    f.flush()
                    os.fsync(f.fileno())
                os.replace(temp, path)
            except BaseException:
                self._discard(temp)
                raise
        except OSError:
            return False
        self._account(len(data))
        return True

    def _create(self, temp: str) -> int:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        try:
            return os.open(temp, flags, 0o600)
        except FileNotFoundError:
            os.makedirs(os.path.dirname(temp), mode=0o700, exist_ok=True)
            return os.open(temp, flags, 0o600)

    def _discard(self, path: str) -> None:
        if self.mode == "on":
            try:
                os.unlink(path)
            except OSError:
                pass

    # ----------------------------------------------------------------------------------------------------------------
    # Size

    def _account(self, size: int) -> None:
        if self._written is not None:
            self._written += size
        # The total is looked at once a process, then after each sixteenth of the limit that it wrote.
        if self._written is None or self._written > self.limit // 16:
            self._written = 0
            self.trim()

    def _files(self) -> list[tuple[float, int, str]]:
        """(mtime, size, path) of every file of the cache."""
        out = []
        try:
            folders = [
                e.path for e in os.scandir(self.directory) if len(e.name) == 2 and e.is_dir(follow_symlinks=False)
            ]
        except OSError:
            return []
        for folder in folders:
            try:
                for e in os.scandir(folder):
                    # Only what has the name of an entry: the folder may be one that holds other things too.
                    if len(e.name.partition(".")[0]) == 62:
                        st = e.stat(follow_symlinks=False)
                        out.append((st.st_mtime, st.st_size, e.path))
            except OSError:  # removed under us
                continue
        return out

    def trim(self) -> None:
        """Remove what dead writers left, then the least recently used entries down to three quarters of the limit."""
        if self.mode != "on":
            return
        files, now = self._files(), time.time()
        for mtime, _, path in files:
            if path.endswith(".tmp") and now - mtime > _STALE_TEMP:
                self._discard(path)
        total = sum(size for _, size, _ in files)
        if total <= self.limit:
            return
        for _, size, path in sorted(files):
            if total <= self.limit * 3 // 4:
                break
            self._discard(path)
            total -= size

    def clear(self) -> int:
        """Remove every entry; returns how many."""
        n = 0
        for _, _, path in self._files() if self.mode == "on" else ():
            self._discard(path)
            n += not path.endswith(".tmp")
        return n

    def stats(self) -> Stats:
        files = [f for f in self._files() if not f[2].endswith(".tmp")] if self.mode != "off" else []
        return Stats(self.directory, self.mode, len(files), sum(f[1] for f in files), self.limit)


def _build(key: str, header: dict[str, Any], payload: bytes) -> bytes:
    # The key is inside, so that a file under a wrong name is a miss too.
    head = json.dumps({**header, "key": key}, separators=(",", ":")).encode()
    data = b"".join((MAGIC, len(head).to_bytes(4, "little"), head, payload))
    return data + _digest(data)


def _parse(data: bytes, key: str) -> tuple[dict[str, Any], bytes] | None:
    if len(data) < _HEAD + _DIGEST or not data.startswith(MAGIC):
        return None
    body = memoryview(data)[:-_DIGEST]
    if _digest(body) != data[-_DIGEST:]:
        return None
    end = _HEAD + int.from_bytes(data[len(MAGIC) : _HEAD], "little")
    try:
        header = json.loads(data[_HEAD:end])
    except ValueError:
        return None
    if not isinstance(header, dict) or header.pop("key", None) != key:
        return None
    return header, data[end:-_DIGEST]


# ----------------------------------------------------------------------------------------------------------------------
# The cache of this process

_default: tuple[tuple[str | None, ...], Cache] | None = None


def default() -> Cache:
    """The cache the environment asks for."""
    global _default
    env = tuple(os.environ.get(n) for n in ("FERRULE_CACHE", "FERRULE_CACHE_DIR", "FERRULE_CACHE_SIZE"))
    if _default is None or _default[0] != env:
        _default = (env, _from_environment(*env))
    return _default[1]


def _from_environment(mode: str | None, directory: str | None, size: str | None) -> Cache:
    mode = (mode or "on").strip().lower()
    mode = {"1": "on", "true": "on", "0": "off", "false": "off", "no": "off", "ro": "readonly"}.get(mode, mode)
    if mode not in ("on", "off", "readonly"):
        from ferrule.errors import FerruleError

        raise FerruleError(f"FERRULE_CACHE is {mode!r}; use on, readonly or off")
    return Cache(directory or default_directory(), mode, parse_size(size) if size else DEFAULT_LIMIT)


def default_directory() -> str:
    """The user's cache folder by the conventions of the platform."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.expanduser("~\\AppData\\Local")
    elif sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(base, "ferrule")


def parse_size(text: str) -> int:
    """``512M`` -> bytes."""
    text = text.strip().upper().removesuffix("B").removesuffix("I")
    scale = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}.get(text[-1:], 0)
    try:
        value = float(text[:-1]) * scale if scale else int(text)
        if value < 0:
            raise ValueError
        return int(value)
    except (ValueError, OverflowError):
        from ferrule.errors import FerruleError

        raise FerruleError(f"FERRULE_CACHE_SIZE is {text!r}; use bytes, or a number with K, M or G") from None


# ----------------------------------------------------------------------------------------------------------------------
# What an entry depends on besides the source: this compiler, and the LLVM behind it

_compiler: str | None = None
_SOURCES = (".py", ".rs", ".toml", ".bin", ".image")


def compiler_hash() -> str:
    """A hash of everything that decides what code comes out: the package's files, and llvmlite's version.

    Hashing the files takes some ten milliseconds, so the result is itself cached under the sizes and times of the
    files.
    """
    global _compiler
    if _compiler is None:
        root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        files = sorted(_package_files(root))
        stamp = key_of("compiler", root, sys.version, *(f"{p}:{st}" for p, st in files), _llvmlite_version())
        cache = default()
        entry = cache.get(stamp)
        if entry is not None:
            _compiler = str(entry[0]["hash"])
        else:
            h = sha256()
            for path, _ in files:
                with open(path, "rb") as f:
                    data = f.read()
                h.update(key_of(os.path.relpath(path, root), data).encode())
            _compiler = key_of(h.digest(), _llvmlite_version())
            cache.put(stamp, {"hash": _compiler})
    return _compiler


def _package_files(folder: str) -> list[tuple[str, str]]:
    """(path, fingerprint).  The fingerprint has the change time, which no installer sets back."""
    out: list[tuple[str, str]] = []
    for e in os.scandir(folder):
        if e.is_dir():
            if e.name != "__pycache__":
                out += _package_files(e.path)
        elif e.name.endswith(_SOURCES):
            st = e.stat()
            out.append((e.path, f"{st.st_size}:{st.st_mtime_ns}:{st.st_ctime_ns}"))
    return out


def _llvmlite_version() -> str:
    """Read from its files: importing it takes longer than a cached launch."""
    for folder in sys.path:
        try:
            with open(os.path.join(folder or ".", "llvmlite", "_version.py"), encoding="utf-8") as f:
                return f.read()
        except OSError:
            continue
    return ""


_host: str | None = None


def host_cpu() -> str:
    """What tells this CPU from others, for keys of host code."""
    global _host
    if _host is None:
        parts = [sys.platform, *(os.uname() if hasattr(os, "uname") else ())[4:5]]
        try:
            with open("/proc/cpuinfo", encoding="ascii", errors="replace") as f:
                first = f.read(8192).partition("\n\n")[0]
            wanted = ("vendor_id", "cpu family", "model", "flags", "Features", "CPU ")
            parts += sorted(line for line in first.splitlines() if line.startswith(wanted))
        except OSError:
            parts.append(os.environ.get("PROCESSOR_IDENTIFIER", ""))
        _host = key_of(*parts)
    return _host
