"""rustc accepts the library: types, borrows, traits."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import check_library


@pytest.mark.rustc
def test_rustc_accepts_the_library(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    check_library.generate(tmp_path)
    failed = check_library.check(tmp_path)
    assert not failed, capfd.readouterr().err


@pytest.mark.rustc
def test_a_type_error_in_the_library_is_found(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    check_library.generate(tmp_path)
    option = tmp_path / "core/option.rs"
    text = option.read_text()
    assert "Some(x) => Some(f(x))," in text
    option.write_text(text.replace("Some(x) => Some(f(x)),", "Some(x) => Some(x),", 1))
    assert check_library.check(tmp_path)
    assert "E0308" in capfd.readouterr().err
