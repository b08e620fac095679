"""Runs programs of projects whose `Lumi.yaml` says `runtime: python`. Lumi starts it, from PATH.

A virtual environment in the folder `.venv` of the project is used if it is there: this file goes on with its
interpreter, so it imports nothing at first that the environment could lack.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

_VARIABLE = "LUMI_PYTHON_STARTED"
_FOLDER = Path(__file__).resolve().parent.parent
#: In a clone of lumi, the packages are beside this one, and grpcio-tools reads the protocol.
_IS_CLONE = not (_FOLDER / "lumi" / "generated").is_dir()


def main() -> None:
    if sys.version_info < (3, 10):
        sys.exit(f"programs in Python need Python 3.10 or later; {sys.executable} is {sys.version.split()[0]}")
    _enter_environment()
    try:
        import grpc  # noqa: F401

        if _IS_CLONE:
            import grpc_tools  # noqa: F401
        from lumi_language.server import serve
    except ModuleNotFoundError as error:
        needed = "grpcio grpcio-tools" if _IS_CLONE else "lumi-sdk"
        sys.exit(f"{error}: run `{sys.executable} -m pip install {needed}`")
    serve()


def _enter_environment() -> None:
    """Goes on with the interpreter of the project."""
    python = Path(".venv", "Scripts" if os.name == "nt" else "bin", "python").absolute()
    is_chosen = os.environ.pop(_VARIABLE, None) is not None
    if not is_chosen and python.exists() and Path(sys.prefix) != python.parent.parent:
        os.environ[_VARIABLE] = "1"
        os.execv(python, [str(python), __file__, *sys.argv[1:]])


if __name__ == "__main__":
    # The folder of a script is the first place of modules: there the packages are in a clone, and nothing otherwise.
    if _IS_CLONE:
        sys.path[0] = str(_FOLDER)
    else:
        del sys.path[0]
    main()
