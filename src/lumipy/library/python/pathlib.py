"""The module `pathlib`: paths as texts. `read_text` and `open` of a path that the code names are a part of the program."""

import fnmatch


def _split(text):
    root = "//" if text.startswith("//") and not text.startswith("///") else "/" if text.startswith("/") else ""
    return root, [it for it in text.split("/") if it and it != "."]


class PurePath:
    def __init__(self, *segments):
        root, parts = "", []
        for it in segments:
            own_root, own = _split(it if isinstance(it, str) else str(it))
            if own_root:
                root, parts = own_root, own
            else:
                parts = parts + own
        self.root = root
        self._parts = parts

    def _made(self, root, parts):
        path = type(self)()
        path.root = root
        path._parts = parts
        return path

    @property
    def drive(self):
        return ""

    @property
    def anchor(self):
        return self.root

    @property
    def parts(self):
        return tuple(([self.root] if self.root else []) + self._parts)

    @property
    def name(self):
        return self._parts[-1] if self._parts else ""

    @property
    def suffix(self):
        at = self.name.rfind(".")
        return self.name[at:] if 0 < at < len(self.name) - 1 else ""

    @property
    def suffixes(self):
        if self.name.endswith("."):
            return []
        return ["." + it for it in self.name.lstrip(".").split(".")[1:]]

    @property
    def stem(self):
        at = self.name.rfind(".")
        return self.name[:at] if 0 < at < len(self.name) - 1 else self.name

    @property
    def parent(self):
        return self._made(self.root, self._parts[:-1]) if self._parts else self

    @property
    def parents(self):
        return tuple(self._made(self.root, self._parts[:at]) for at in range(len(self._parts) - 1, -1, -1))

    def joinpath(self, *others):
        return type(self)(self, *others)

    def __truediv__(self, other):
        return self.joinpath(other)

    def __rtruediv__(self, other):
        return type(self)(other, self)

    def with_name(self, name):
        if not self.name:
            raise ValueError(f"{self!r} has an empty name")
        if not name or "/" in name or name == ".":
            raise ValueError(f"Invalid name {name!r}")
        return self._made(self.root, self._parts[:-1] + [name])

    def with_stem(self, stem):
        return self.with_name(stem + self.suffix)

    def with_suffix(self, suffix):
        if "/" in suffix or suffix and not suffix.startswith(".") or suffix == ".":
            raise ValueError(f"Invalid suffix {suffix!r}")
        if not self.name:
            raise ValueError(f"{self!r} has an empty name")
        return self.with_name(self.stem + suffix)

    def is_absolute(self):
        return self.root != ""

    def is_relative_to(self, *other):
        base = type(self)(*other)
        return base.root == self.root and self._parts[: len(base._parts)] == base._parts

    def relative_to(self, *other):
        base = type(self)(*other)
        if not self.is_relative_to(base):
            raise ValueError(
                f"{str(self)!r} is not in the subpath of {str(base)!r} OR one path is relative and the other is absolute."
            )
        return self._made("", self._parts[len(base._parts) :])

    def match(self, pattern):
        root, wanted = _split(pattern)
        if not root and not wanted:
            raise ValueError("empty pattern")
        if root and (root != self.root or len(wanted) != len(self._parts)):
            return False
        if len(wanted) > len(self._parts):
            return False
        return all(fnmatch.fnmatchcase(part, it) for part, it in zip(reversed(self._parts), reversed(wanted)))

    def as_posix(self):
        return str(self)

    def as_uri(self):
        if not self.is_absolute():
            raise ValueError("relative path can't be expressed as a file URI")
        return "file://" + str(self)

    def __fspath__(self):
        return str(self)

    def __str__(self):
        return self.root + "/".join(self._parts) or "."

    def __repr__(self):
        return f"{type(self).__name__}({str(self)!r})"

    def _key(self):
        return (self.root, self._parts)

    def __eq__(self, other):
        return isinstance(other, PurePath) and self._key() == other._key()

    def __lt__(self, other):
        return self._parts < other._parts

    def __le__(self, other):
        return self._parts <= other._parts

    def __gt__(self, other):
        return self._parts > other._parts

    def __ge__(self, other):
        return self._parts >= other._parts

    def __hash__(self):
        return str(self)


class PurePosixPath(PurePath):
    pass


def _unread(path):
    return RuntimeError(f"LumiPy reads no {path} while it runs: name the file by a text that the code has, or use it as an asset")


class Path(PurePosixPath):
    def read_text(self, encoding=None, errors=None):
        raise _unread(self)

    def read_bytes(self):
        raise _unread(self)

    def open(self, mode="r", buffering=-1, encoding=None):
        raise _unread(self)

    def exists(self):
        raise _unread(self)

    def is_file(self):
        raise _unread(self)

    def is_dir(self):
        raise _unread(self)

    def iterdir(self):
        raise _unread(self)

    def glob(self, pattern):
        raise _unread(self)

    def resolve(self, strict=False):
        return self

    def absolute(self):
        return self

    def expanduser(self):
        return self

    @classmethod
    def cwd(cls):
        return cls(".")


PosixPath = Path
