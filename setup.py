"""Builds the library image into the package: see src/ferrule/driver/library.py.  All else is in pyproject.toml."""

import os
import subprocess
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent


class BuildWithImage(build_py):
    """The image is made by the front end itself, which needs nothing but Python, before the files of the package are listed."""

    def run(self) -> None:
        env = {**os.environ, "PYTHONPATH": str(HERE / "src"), "FERRULE_CACHE": "off"}
        subprocess.run([sys.executable, "-m", "ferrule.library.image_build"], check=True, cwd=HERE, env=env)
        self.__dict__.pop("data_files", None)
        super().run()


setup(cmdclass={"build_py": BuildWithImage})
