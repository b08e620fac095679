import os
import os.path
from os.path import join
from pathlib import Path, PurePosixPath

parts = ["", "a", "/", "a/b", "/a/b", "a/", "//x", "../a", "a/./b/../c", ".", "..", "a.tar.gz", ".hidden", "a/.b.c", "x..", "/a//b/"]
for it in parts:
    print(repr(it), os.path.basename(it), os.path.dirname(it), os.path.split(it), os.path.splitext(it), os.path.normpath(it), os.path.isabs(it))
    path = PurePosixPath(it)
    print(path, repr(path), path.name, path.stem, path.suffix, path.suffixes, path.parent, path.parts, path.is_absolute(), [str(p) for p in path.parents])
    for other in ("", "b", "/c", "../d"):
        print(os.path.join(it, other), path / other, join("x", it, other))
print(os.path.relpath("a/b/c", "a/d"), os.path.relpath("a", "a"), os.path.relpath("/x/y", "/x"), os.path.commonprefix(["abc", "abd"]), os.path.commonpath(["/a/b", "/a/c"]))
print(os.sep, os.linesep == "\n", os.fspath(Path("a") / "b"), os.path.join(Path("a"), "b"), str(Path("a", "b")), "x" / PurePosixPath("y"))
path = PurePosixPath("/srv/app/main.tar.gz")
print(path.with_suffix(".zip"), path.with_name("x.py"), path.relative_to("/srv"), path.match("*.gz"), path.match("app/*.gz"), path.is_relative_to("/srv"), path.as_posix())
print(path.joinpath("a", "b"), path == PurePosixPath("/srv/app/main.tar.gz"), sorted([PurePosixPath("b"), PurePosixPath("a")]), {path: 1}[path], path.as_uri())
for wrong in (lambda: path.relative_to("/x"), lambda: PurePosixPath("/").with_name("a"), lambda: path.with_suffix("gz")):
    try:
        wrong()
    except ValueError as error:
        print(error)
