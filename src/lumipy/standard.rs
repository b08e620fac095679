//! The modules of Python's standard library that LumiPy has, and advice about those that it does not have.

use super::lowering::Meaning;

/// A module in TypeScript: its members are those of an object.
struct Module {
    /// The dotted name in Python; the object has the first part as its name.
    name: &'static str,
    /// The module of the library.
    file: &'static str,
    members: &'static [&'static str],
}

const fn module_of(
    name: &'static str,
    file: &'static str,
    members: &'static [&'static str],
) -> Module {
    Module {
        name,
        file,
        members,
    }
}

const MODULES: &[Module] = &[
    module_of(
        "Output",
        "modules",
        &[
            "all",
            "concat",
            "format",
            "from_input",
            "is_secret",
            "json_dumps",
            "json_loads",
            "secret",
            "unsecret",
        ],
    ),
    module_of(
        "base64",
        "standard/base64",
        &[
            "b16decode",
            "b16encode",
            "b32decode",
            "b32encode",
            "b64decode",
            "b64encode",
            "decodebytes",
            "encodebytes",
            "standard_b64decode",
            "standard_b64encode",
            "urlsafe_b64decode",
            "urlsafe_b64encode",
        ],
    ),
    module_of(
        "collections",
        "standard/collections",
        &[
            "Counter",
            "OrderedDict",
            "abc",
            "defaultdict",
            "deque",
            "namedtuple",
        ],
    ),
    module_of("copy", "standard/copy", &["copy", "deepcopy"]),
    module_of(
        "dataclasses",
        "modules",
        &[
            "FrozenInstanceError",
            "asdict",
            "astuple",
            "fields",
            "is_dataclass",
            "replace",
        ],
    ),
    module_of(
        "enum",
        "standard/enum",
        &["Enum", "IntEnum", "StrEnum", "auto", "unique"],
    ),
    module_of(
        "hashlib",
        "standard/hashlib",
        &["md5", "new", "sha1", "sha224", "sha256", "sha384", "sha512"],
    ),
    module_of(
        "json",
        "modules",
        &["JSONDecodeError", "dump", "dumps", "load", "loads"],
    ),
    module_of(
        "math",
        "math",
        &[
            "acos",
            "asin",
            "atan",
            "atan2",
            "ceil",
            "comb",
            "copysign",
            "cos",
            "degrees",
            "dist",
            "e",
            "exp",
            "fabs",
            "factorial",
            "floor",
            "fmod",
            "fsum",
            "gcd",
            "hypot",
            "inf",
            "isclose",
            "isfinite",
            "isinf",
            "isnan",
            "isqrt",
            "lcm",
            "log",
            "log10",
            "log2",
            "nan",
            "perm",
            "pi",
            "pow",
            "prod",
            "radians",
            "sin",
            "sqrt",
            "tan",
            "tau",
            "trunc",
        ],
    ),
    module_of(
        "mimetypes",
        "standard/mimetypes",
        &["guess_all_extensions", "guess_extension", "guess_type"],
    ),
    module_of(
        "os",
        "standard/os",
        &[
            "curdir", "extsep", "fspath", "linesep", "name", "path", "pathsep", "sep",
        ],
    ),
    module_of(
        "os.path",
        "standard/os",
        &[
            "basename",
            "commonpath",
            "commonprefix",
            "dirname",
            "isabs",
            "join",
            "normpath",
            "relpath",
            "sep",
            "split",
            "splitext",
        ],
    ),
    module_of(
        "random",
        "standard/random",
        &[
            "Random",
            "choice",
            "choices",
            "getrandbits",
            "randint",
            "random",
            "randrange",
            "sample",
            "seed",
            "shuffle",
            "uniform",
        ],
    ),
    module_of(
        "re",
        "standard/re",
        &[
            "A",
            "ASCII",
            "DOTALL",
            "I",
            "IGNORECASE",
            "M",
            "MULTILINE",
            "Match",
            "Pattern",
            "S",
            "U",
            "UNICODE",
            "VERBOSE",
            "X",
            "compile",
            "error",
            "escape",
            "findall",
            "finditer",
            "fullmatch",
            "match",
            "search",
            "split",
            "sub",
            "subn",
        ],
    ),
    module_of(
        "typing",
        "standard/typing",
        &[
            "NewType",
            "TYPE_CHECKING",
            "TypeVar",
            "cast",
            "get_args",
            "get_origin",
            "get_type_hints",
            "no_type_check",
            "overload",
            "final",
            "runtime_checkable",
            "override",
            "assert_never",
        ],
    ),
];

/// Modules in LumiPy itself.
const PYTHON: &[(&str, &str)] = &[
    ("asyncio", include_str!("library/python/asyncio.py")),
    ("bisect", include_str!("library/python/bisect.py")),
    ("contextlib", include_str!("library/python/contextlib.py")),
    ("datetime", include_str!("library/python/datetime.py")),
    ("fnmatch", include_str!("library/python/fnmatch.py")),
    ("functools", include_str!("library/python/functools.py")),
    ("html", include_str!("library/python/html.py")),
    ("ipaddress", include_str!("library/python/ipaddress.py")),
    ("itertools", include_str!("library/python/itertools.py")),
    ("logging", include_str!("library/python/logging.py")),
    ("operator", include_str!("library/python/operator.py")),
    ("pathlib", include_str!("library/python/pathlib.py")),
    ("shlex", include_str!("library/python/shlex.py")),
    ("string", include_str!("library/python/string.py")),
    ("textwrap", include_str!("library/python/textwrap.py")),
    (
        "urllib.parse",
        include_str!("library/python/urllib_parse.py"),
    ),
    ("uuid", include_str!("library/python/uuid.py")),
    ("warnings", include_str!("library/python/warnings.py")),
];

/// Modules that read, ask or depend on time, and what takes their place.
const ADVICE: &[(&str, &str)] = &[
    (
        "boto3",
        "look up with functions of the package `aws`, such as `aws.get_caller_identity()`",
    ),
    (
        "getpass",
        "ask for a secret of the configuration: `Config().require_secret(...)`",
    ),
    ("http", "look up with functions of a package"),
    ("requests", "look up with functions of a package"),
    ("secrets", "declare a resource: `random.Password`"),
    ("shutil", "name folders as assets: `FileArchive(...)`"),
    ("socket", "look up with functions of a package"),
    (
        "subprocess",
        "declare a resource that runs the command: `exec.Command` of `lumi.std`",
    ),
    (
        "sys",
        "programs have no arguments and no process: use configuration",
    ),
    ("tempfile", "use a text as an asset: `StringAsset(...)`"),
    (
        "threading",
        "resources are deployed in parallel as they are",
    ),
    (
        "time",
        "a plan depends on no clock: give a time as configuration",
    ),
    (
        "yaml",
        "write the data as dicts, and texts of them by `json.dumps(...)`: JSON is YAML",
    ),
];

/// Members of modules that read or depend on time, and what takes their place.
const ABSENT_MEMBERS: &[(&str, &str)] = &[
    ("json.JSONEncoder", "give `dumps` a function: `default=...`"),
    (
        "os.environ",
        "read configuration: `lumi.Config().get(\"name\")`",
    ),
    (
        "os.getcwd",
        "paths are relative to the project folder as they are",
    ),
    (
        "os.getenv",
        "read configuration: `lumi.Config().get(\"name\")`",
    ),
    (
        "os.listdir",
        "name the folder as an asset: `FileArchive(...)`",
    ),
    (
        "os.makedirs",
        "declare a resource: `fs.Directory` of `lumi.std`",
    ),
    (
        "os.path.abspath",
        "paths are relative to the project folder as they are",
    ),
    (
        "os.path.exists",
        "a plan depends on no files: name the file as an asset",
    ),
    ("os.path.expanduser", "give the path as configuration"),
    (
        "os.path.isdir",
        "a plan depends on no files: name the folder as an asset",
    ),
    (
        "os.path.isfile",
        "a plan depends on no files: name the file as an asset",
    ),
    (
        "os.path.realpath",
        "paths are relative to the project folder as they are",
    ),
    (
        "os.urandom",
        "declare a resource: `random.Bytes` of `lumi.std`",
    ),
    ("os.walk", "name the folder as an asset: `FileArchive(...)`"),
    (
        "uuid.uuid1",
        "declare a resource: `random.Uuid` of `lumi.std`",
    ),
    (
        "uuid.uuid4",
        "declare a resource: `random.Uuid` of `lumi.std`",
    ),
];

/// The help about a module that LumiPy does not have.
pub fn advice(name: &str) -> Option<&'static str> {
    let first = name.split('.').next().unwrap_or_default();
    let found = ADVICE.iter().find(|it| it.0 == first);
    found.map(|it| it.1)
}

/// The help about a member that a module does not have.
pub fn member_advice(path: &str) -> String {
    if let Some(it) = ABSENT_MEMBERS.iter().find(|it| it.0 == path) {
        return it.1.to_owned();
    }
    let (of, name) = path.rsplit_once('.').unwrap_or(("", path));
    let members = MODULES.iter().find(|it| it.name == of);
    let members = members.map(|it| it.members).unwrap_or_default();
    super::suggestions::help(name, members.iter().copied())
}

/// The meaning of a module of the standard library that is in TypeScript.
pub fn module(name: &str) -> Option<Meaning> {
    let (name, path) = match name {
        "abc" | "__future__" | "collections.abc" | "typing_extensions" | "types" | "numbers" => {
            ("typing", "typing")
        }
        other => (other, other),
    };
    let found = MODULES
        .iter()
        .find(|it| it.name == name && name != "Output")?;
    Some(match name {
        "dataclasses" => Meaning::Dataclass,
        _ => Meaning::Library(found.file, path.to_owned()),
    })
}

/// The text of a module of the standard library that is in LumiPy, and the name of its file.
pub fn python_module(name: &str) -> Option<(String, &'static str)> {
    let found = PYTHON.iter().find(|it| it.0 == name)?;
    Some((python_file(found.0), found.1))
}

fn python_file(name: &str) -> String {
    format!("{PYTHON_FOLDER}{}.py", name.replace('.', "_"))
}

/// The text of a file of such a module.
pub fn python_text(file: &str) -> Option<&'static str> {
    let found = PYTHON.iter().find(|it| python_file(it.0) == file);
    found.map(|it| it.1)
}

/// The first part of the names of modules of the library that are in LumiPy.
pub const PYTHON_FOLDER: &str = "lumipy/python/";

/// Whether members of an object of the library have a meaning of their own.
pub fn is_namespace(path: &str) -> bool {
    MODULES.iter().any(|it| it.name == path)
}

pub fn has_member(of: &str, name: &str) -> bool {
    let mut modules = MODULES.iter();
    modules.any(|it| it.name == of && it.members.contains(&name))
}

/// The names of all modules.
pub fn names() -> impl Iterator<Item = &'static str> {
    let modules = MODULES.iter().map(|it| it.name);
    let python = PYTHON.iter().map(|it| it.0);
    modules
        .filter(|it| *it != "Output")
        .chain(python)
        .chain(["abc", "typing_extensions"])
}

/// The members of the objects of the library, by the names of the modules.
#[cfg(test)]
pub fn all_members() -> Vec<(&'static str, &'static [&'static str])> {
    MODULES.iter().map(|it| (it.name, it.members)).collect()
}
