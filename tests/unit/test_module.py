"""Modules and kernels over a stand-in compiler: names, launches, grids, generics, pickling."""

from __future__ import annotations

import inspect
import pickle
import pydoc
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ferrule as fe
from ferrule.module import KernelNotFound
from tests.helpers.fake_compiler import FakeCompilation, FakeRunner, decl, installed

SAXPY = decl("saxpy", ("a", "f32"), ("x", "&[f32]"), ("y", "DisjointSlice<f32>"), doc="y += a x")
SCALE = decl("scale", ("k", "T"), ("y", "DisjointSlice<T>"), generics=(("T", "type", ""),), path="outer::scale")
INNER = decl("scale", ("y", "DisjointSlice<f32>"), path="outer::inner::scale")
TILED = decl("tiled", ("y", "DisjointSlice<f32, Index2D<S>>"), generics=(("S", "const", "usize"),), path="outer::tiled")
COUNT = decl("count", ("n", "u32"))


@pytest.fixture(autouse=True)
def no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FERRULE_CACHE", "off")


@pytest.fixture
def compiler() -> Iterator[type[FakeCompilation]]:
    with installed(SAXPY, SCALE, INNER, TILED, COUNT) as fake:
        yield fake


@pytest.fixture
def m(compiler: type[FakeCompilation]) -> fe.Module:
    return fe.rust("source", name="demo.rs")


def f32(*shape: int) -> np.ndarray:
    return np.zeros(shape, np.float32)


def last() -> FakeRunner.Run:
    return FakeRunner.runs[-1]


# ---------------------------------------------------------------------------------------------------------------- names
def test_kernels_by_name(m: fe.Module) -> None:
    assert m.saxpy.path == "saxpy" and m.tiled.path == "outer::tiled"
    assert m.outer.scale.path == "outer::scale" and m.outer.inner.scale.path == "outer::inner::scale"
    assert m.kernels.saxpy is m.saxpy and m["outer::inner::scale"].path == m["outer.inner.scale"].path
    assert [k.path for k in m.kernels] == ["saxpy", "outer::scale", "outer::inner::scale", "outer::tiled", "count"]
    assert len(m.kernels) == 5 and "saxpy" in m.kernels and "nothing" not in m.kernels and m.saxpy in m.kernels
    assert {"saxpy", "outer", "tiled", "check"} <= set(dir(m)) and "scale" not in dir(m)


@pytest.mark.parametrize(
    ("access", "match"),
    [
        (lambda m: m.saxpi, r"module `demo.rs` has no kernel `saxpi`; did you mean `saxpy`\?"),
        (lambda m: m.zzz, r"has no kernel `zzz`; it has `saxpy`, `outer::scale`"),
        (lambda m: m.scale, r"2 kernels named `scale`: outer::scale, outer::inner::scale"),
        (lambda m: m.outer.tile, r"module `outer` has no kernel `tile`; did you mean `tiled`"),
        (lambda m: m["outer"], r"`outer` is a module, not a kernel; it has inner, scale, tiled"),
        (lambda m: m["saxpy::x"], r"has no kernel `saxpy::x`"),
    ],
)
def test_unknown_names(m: fe.Module, access: Any, match: str) -> None:
    with pytest.raises(KernelNotFound, match=match) as e:
        access(m)
    assert isinstance(e.value, (fe.FerruleError, AttributeError))
    assert not hasattr(m, "zzz") and getattr(m, "zzz", 5) == 5


def test_a_module_without_kernels() -> None:
    with installed():
        m = fe.rust("fn f() {}")
        with pytest.raises(AttributeError, match=r"it has none: mark a function with #\[kernel\]"):
            _ = m.saxpy


def test_what_a_kernel_says_of_itself(m: fe.Module) -> None:
    k = m.saxpy
    assert k.signature == "fn saxpy(a: f32, x: &[f32], y: DisjointSlice<f32>)"
    assert k.__doc__ == k.signature + "\n\ny += a x"
    assert k.signature in pydoc.render_doc(k, renderer=pydoc.plaintext)
    assert str(inspect.signature(k)) == "(a: 'f32', x: '&[f32]', y: 'DisjointSlice<f32>')"
    assert "saxpy" in repr(k) and "outer::scale" in repr(m) and "T=f32" in repr(m.outer.scale.specialize(T="f32"))


def test_errors_of_the_source_come_when_it_is_given(compiler: Any) -> None:
    with pytest.raises(fe.CompileError, match="expected item"):
        fe.rust("syntax error")


@pytest.mark.parametrize(
    ("make", "match"),
    [
        (lambda: fe.rust(b"bytes"), "got a bytes; use load"),  # type: ignore[arg-type]
        (lambda: fe.load("/no/such/file.rs"), "no such file"),
        (lambda: fe.load(Path(__file__).parent), "neither a Cargo.toml nor a src folder"),
        (lambda: fe.rust("", fast=True), "no option `fast`"),
        (lambda: fe.rust("", edition="2030"), "use one of 2015"),
        (lambda: fe.rust("", cfg="debug"), r"pass a tuple of strings, \('debug',\)"),
        (lambda: fe.rust("", features=(1,)), "must be a string"),
        (lambda: fe.rust("", opt_level=7), "use 0 to 3"),
    ],
)
def test_bad_options(compiler: Any, make: Any, match: str) -> None:
    with pytest.raises(fe.FerruleError, match=match):
        make()


def test_options_reach_the_compiler(compiler: Any) -> None:
    m = fe.rust("x", cfg=["a"], edition=2021, overflow_checks=True)
    options = m._unit.compilation().options
    assert (options.cfg, options.edition, options.overflow_checks, options.fp_contract) == (("a",), "2021", True, True)


# --------------------------------------------------------------------------------------------------------------- launch
def test_grid_from_the_index_space(m: fe.Module) -> None:
    m.saxpy(2.0, f32(1000), f32(1000))
    assert (last().grid, last().block) == ((4, 1, 1), (256, 1, 1))
    m.saxpy(2.0, f32(256), f32(256))
    assert last().grid == (1, 1, 1)
    m.tiled.specialize(S=100)(f32(70, 100))
    assert (last().grid, last().block) == ((7, 5, 1), (16, 16, 1))
    m.saxpy[fe.Launch(block=64)](2.0, f32(65), f32(65))
    assert (last().grid, last().block) == ((2, 1, 1), (64, 1, 1))


def test_runtime_rows_and_other_spaces() -> None:
    d = [
        decl("rows", ("y", "DisjointSlice<f32, Runtime2DIndex>")),
        decl("warps", ("y", "DisjointSlice<f32, WarpIndex>")),
        decl("tiles", ("y", "DisjointSlice<f32, LinearTiles<4>>")),
        decl("strange", ("y", "DisjointSlice<f32, Spiral<4>>")),
    ]
    with installed(*d):
        m = fe.rust("")
        m.rows(f32(33, 17))
        assert (last().grid, last().block) == ((2, 3, 1), (16, 16, 1))
        assert struct.unpack("<QQI4x", last().params)[1:] == (33 * 17, 17)
        m.warps(f32(9))
        assert last().grid == (2, 1, 1)
        m.tiles(f32(4 * 256 + 1))
        assert last().grid == (2, 1, 1)
        with pytest.raises(fe.LaunchError, match="does not follow from index space `Spiral<4>`; pass one"):
            m.strange(f32(3))


def test_an_empty_array_needs_no_launch(m: fe.Module) -> None:
    m.saxpy(2.0, f32(0), f32(0))
    assert FakeRunner.runs == []
    m.saxpy[1, 32](2.0, f32(0), f32(0))
    assert last().grid == (1, 1, 1)


def test_block_follows_launch_bounds_and_contract() -> None:
    with installed(SAXPY, max_threads=100):
        fe.rust("").saxpy(1.0, f32(1000), f32(1000))
        assert last().block == (64, 1, 1)
    with installed(SAXPY, exact_block=(128, 1, 1)):
        k = fe.rust("").saxpy
        k(1.0, f32(1000), f32(1000))
        assert last().block == (128, 1, 1) and last().grid == (8, 1, 1)
        with pytest.raises(fe.LaunchError, match=r"contract of `saxpy` says exactly \(128, 1, 1\)"):
            k[1, 64](1.0, f32(3), f32(3))


def test_explicit_launches(m: fe.Module) -> None:
    x, y = f32(10), f32(10)
    m.saxpy[4, 256](2.0, x, y)
    assert (last().grid, last().block) == ((4, 1, 1), (256, 1, 1))
    m.saxpy[(2, 3), (4, 5, 6)](2.0, x, y)
    assert (last().grid, last().block) == ((2, 3, 1), (4, 5, 6))
    m.saxpy[np.int64(2), (8,)](2.0, x, y)
    assert (last().grid, last().block) == ((2, 1, 1), (8, 1, 1))
    m.saxpy.bind(grid=3, block=7)(2.0, x, y=y)
    assert (last().grid, last().block) == ((3, 1, 1), (7, 1, 1))
    assert last().params == struct.pack("<f4xQQQQ", 2.0, x.ctypes.data, 10, y.ctypes.data, 10)


@pytest.mark.parametrize(
    ("key", "match"),
    [
        ((0, 256), "grid is 0; it must be at least 1"),
        ((1, 0), "block is 0"),
        ((-1, 1), "grid is -1"),
        ((1, (16, -1)), r"block\.y is -1"),
        ((1.5, 1), "grid must be an int and is 1.5; use // for division"),
        ((True, 1), "grid must be an int and is True"),
        (("a", 1), "grid must be an int and is 'a'"),
        ((1, (1, 2, 3, 4)), "block has 4 dimensions"),
        (((), 1), "grid has 0 dimensions"),
        ((None, 1), "grid is None"),
        (5, r"takes a grid and a block, as in `saxpy\[4, 256\]`"),
        ((1, 2, 3, 4), "takes a grid and a block"),
        ((1, 1025), r"block\.x is 1025; cpu allows at most 1024 threads along x"),
        ((1, (32, 33)), "has 1056 threads; cpu allows at most 1024 in a block"),
        ((1, (1, 1, 65)), r"block\.z is 65; cpu allows at most 64"),
        ((2**31, 1), r"grid\.x is 2147483648; cpu allows at most 2147483647"),
        (((1, 65536), 1), r"grid\.y is 65536; cpu allows at most 65535"),
    ],
)
def test_launch_rules(m: fe.Module, key: Any, match: str) -> None:
    with pytest.raises(fe.LaunchError, match=match):
        m.saxpy[key](2.0, f32(3), f32(3))
    assert FakeRunner.runs == []


def test_shared_memory_and_bounds() -> None:
    with installed(COUNT, dynamic_shared=True, shared_static=1000, max_threads=128):
        k = fe.rust("").count
        k[fe.Launch(grid=1, block=32, shared=64)](1)
        assert last().launch.shared == 64
        for launch, match in (
            (
                fe.Launch(1, 32, shared=232448),
                "would use 233448 bytes of shared memory in a block .1000 static, 232448 dynamic",
            ),
            (fe.Launch(1, 129), r"compiled for at most 128 \(#\[launch_bounds\(128\)\]\)"),
        ):
            with pytest.raises(fe.LaunchError, match=match):
                k[launch](1)
        with pytest.raises(fe.LaunchError, match="cannot be negative"):
            fe.Launch(1, 1, shared=-1)
    with installed(COUNT):
        with pytest.raises(fe.LaunchError, match="uses no dynamic shared memory"):
            fe.rust("").count[fe.Launch(1, 1, shared=8)](1)


def test_clusters_on_a_device_that_has_them() -> None:
    with installed(COUNT, cluster=(2, 1, 1)):
        k = fe.rust("").count
        k[4, 32](1)
        with pytest.raises(fe.LaunchError, match=r"grid\.x is 3, which is no multiple of cluster\.x = 2"):
            k[3, 32](1)
        with pytest.raises(fe.LaunchError, match=r"compiled for clusters of \(2, 1, 1\)"):
            k[fe.Launch(4, 32, cluster=4)](1)


def test_a_kernel_without_arrays_needs_a_grid(m: fe.Module) -> None:
    with pytest.raises(
        fe.LaunchError, match=r"no argument that its grid follows from; pass one: `count\[grid, block\]"
    ):
        m.count(3)
    m.count[1, 1](3)
    assert last().params == struct.pack("<I", 3)


def test_launch_is_a_value() -> None:
    a = fe.Launch(4, 256, shared=8)
    assert (
        a == fe.Launch((4, 1), (256,), shared=8)
        and hash(a) == hash(fe.Launch(4, 256, shared=8))
        and a != fe.Launch(4, 256)
    )
    assert repr(a) == "Launch(grid=(4, 1, 1), block=(256, 1, 1), shared=8)" and pickle.loads(pickle.dumps(a)) == a
    assert a.replace(grid=5).grid == (5, 1, 1)
    with pytest.raises(AttributeError, match="does not change"):
        a.grid = 3  # type: ignore[misc, assignment]
    with pytest.raises(fe.LaunchError, match="no field `gird`"):
        a.replace(gird=5)


# ------------------------------------------------------------------------------------------------------------- generics
def test_one_compilation_for_each_type(m: fe.Module, compiler: type[FakeCompilation]) -> None:
    k = m.outer.scale
    for _ in range(3):
        k(2.0, f32(4))
        k(2, np.zeros(4, np.int32))
    compiled = [c[2] for c in compiler.log if c[0] == "compile"]
    assert compiled == [{"T": "f32"}, {"T": "i32"}]
    assert struct.unpack_from("<i", last().params)[0] == 2


def test_specialize(m: fe.Module, compiler: type[FakeCompilation]) -> None:
    k = m.outer.scale.specialize(T=np.float64)
    assert k.generics == {"T": "f64"}
    k(2.0, np.zeros(3))
    with pytest.raises(
        fe.ArgumentError, match=r"`y: DisjointSlice<T>` got a float32 NumPy array .*astype\(np\.float64\)"
    ):
        k(2.0, f32(3))
    with pytest.raises(
        fe.ArgumentError, match=r"`tiled` is generic: say for which arguments, `tiled\.specialize\(S=128\)`"
    ):
        m.tiled.ptx()
    assert m.tiled.specialize(S=4).ptx("sm_80") == "// ptx of outer::tiled"
    assert compiler.log[-1] == ("compile", "outer::tiled", {"S": "4"}, "nvptx", "sm_80")
    assert m.saxpy.mir() == "mir of saxpy" and m.saxpy.llvm_ir("cpu") == "llvm-ir of saxpy"


def test_attributes_without_a_gpu() -> None:
    with installed(SAXPY, shared_static=512, max_threads=128):
        a = fe.rust("").saxpy.attributes
        assert (a.shared_bytes, a.max_threads, a.registers) == (512, 128, None)


# ---------------------------------------------------------------------------------------------------- pickling, threads
def test_modules_and_kernels_pickle_as_source_and_options(compiler: Any, tmp_path: Path) -> None:
    m = fe.rust("text", name="a.rs", fp_contract=False)
    again = pickle.loads(pickle.dumps(m))
    assert again._unit.source == "text" and again._unit.options["fp_contract"] is False and again.name == "a.rs"
    file = tmp_path / "k.rs"
    file.write_text("text")
    k = pickle.loads(pickle.dumps(fe.load(file).outer.scale.specialize(T="f32")))
    assert k.path == "outer::scale" and k.generics == {"T": "f32"}
    k(1.0, f32(3))


def test_threads_compile_once(m: fe.Module, compiler: type[FakeCompilation]) -> None:
    start = threading.Barrier(8)

    def work() -> None:
        start.wait()
        m.saxpy(1.0, f32(8), f32(8))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert len(FakeRunner.runs) == 8 and sum(c[0] == "compile" for c in compiler.log) == 1


@pytest.mark.torch
def test_autograd_hears_of_the_write(m: fe.Module) -> None:
    import torch

    x, y = torch.zeros(4), torch.zeros(4)
    before = x._version, y._version
    m.saxpy(1.0, x, y)
    assert (x._version - before[0], y._version - before[1]) == (0, 1)
    with torch.inference_mode():
        m.saxpy(1.0, torch.zeros(4), torch.zeros(4))


# -------------------------------------------------------------------------------------------------------------- imports
def run_python(code: str) -> str:
    src = str(Path(fe.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={"PYTHONPATH": src, "PATH": ""}, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_importing_the_package_imports_nothing_else() -> None:
    code = "import sys, __future__; old = set(sys.modules); import ferrule; print(*sorted(set(sys.modules) - old))"
    assert run_python(code).split() == ["ferrule"]


def test_a_module_and_its_kernels_need_neither_numpy_nor_the_compiler() -> None:
    code = "import ferrule.module, ferrule.runtime.arrays, sys; print(*sys.modules)"
    heavy = {
        "numpy",
        "llvmlite",
        "torch",
        "cuda",
        "ferrule.driver",
        "dataclasses",
        "inspect",
        "ferrule.session",
        "subprocess",
    }
    assert not heavy & set(run_python(code).split())


def test_every_public_name_exists() -> None:
    for name in fe.__all__:
        assert getattr(fe, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = fe.nothing  # type: ignore[attr-defined]


def test_devices_without_a_driver() -> None:
    assert str(fe.devices()[0]) == "cpu" and fe.device("cpu") == fe.devices()[0]
    assert pickle.loads(pickle.dumps(fe.device("cpu"))) == fe.device("cpu")
    for bad in ("gpu0", "cuda:x", "", 5, None):
        with pytest.raises(fe.DeviceError, match="no device"):
            fe.device(bad)
    fe.synchronize()
    fe.synchronize("cpu")
