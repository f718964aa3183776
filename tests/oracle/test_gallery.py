"""rustc accepts the kernels that ship: types, borrows, traits."""

from __future__ import annotations

import re
from pathlib import Path

import check_library
import pytest


def convert(text: str) -> str:
    """A kernel file as rustc wants it, beside the library as it wants that: without the attributes that are Ferrule's,
    and with copies written out, since the library brings no `derive`."""
    text = re.sub(r"^//!.*\n", "", text, flags=re.M)
    text = re.sub(r"#\[(kernel|device|launch_contract\([^\]]*\))\]", "", text)
    text = re.sub(r"\b(kernel|device|launch_contract), ", "", text)
    derived = re.findall(r"#\[derive\(Clone, Copy[^)]*\)\]\n(?:pub )?(?:struct|enum) (\w+)", text)
    for name in derived:
        text += f"\nimpl Clone for {name} {{ fn clone(&self) -> Self {{ *self }} }}\nimpl Copy for {name} {{}}\n"
    text = re.sub(r"#\[derive\([^)]*\)\]", "", text)
    return check_library.FEATURES + "#![allow(static_mut_refs)]\n" + check_library.PRELUDE + text


@pytest.mark.rustc
def test_rustc_accepts_the_gallery(tmp_path: Path) -> None:
    check_library.generate(tmp_path)
    assert not check_library.check(tmp_path)
    args = ["--crate-type", "lib", "--emit=metadata", "-L", str(tmp_path), "--out-dir", str(tmp_path)]
    args += [f"--extern={crate}={tmp_path / f'lib{crate}.rmeta'}" for crate in ("core", "cuda_device")]
    rejected = {}
    for source in sorted((check_library.ROOT / "src/ferrule/gallery").glob("*.rs")):
        converted = tmp_path / f"gallery_{source.stem}.rs"
        converted.write_text(convert(source.read_text()))
        done = check_library.rustc(*args, str(converted))
        if done.returncode:
            rejected[source.name] = done.stderr
    assert not rejected, "\n".join(rejected.values())
