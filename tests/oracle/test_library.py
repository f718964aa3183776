"""rustc accepts the library: types, borrows, traits."""

from __future__ import annotations

from pathlib import Path

import check_library
import pytest
import std_names


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


@pytest.mark.rustc
def test_the_table_of_names_is_that_of_the_installed_documentation() -> None:
    if std_names.documentation() is None:
        pytest.skip("rustup has no rust-docs here")
    written = std_names.TABLE.read_text().splitlines()[0]
    if std_names.version() not in written:
        pytest.skip(f"the table is of another release than the installed {std_names.version()}: {written}")
    assert std_names.TABLE.read_text() == std_names.current()


# Not stable in Rust yet, and used by kernels that are compiled on a nightly.
UNSTABLE = {"int": ["carrying_mul_add"], "float": ["maximum", "minimum"], "pointer": ["as_mut_ptr", "as_ptr"]}


def test_the_library_has_no_method_that_rust_lacks() -> None:
    from ferrule.driver.library import from_source
    from ferrule.library.std_names import surplus
    from ferrule.ty.context import TyCtxt

    library, session = from_source()
    assert surplus(TyCtxt(session, library.crates)) == UNSTABLE
