//! The library of LumiPy: modules in TypeScript, which become a part of each package that uses them.

use lumi_pack::SourceFiles;

use super::calls::Named;
use super::lowering::Meaning;

/// The modules of the library.
const FILES: &[(&str, &str)] = &[
    ("lumipy/builtins.ts", include_str!("library/builtins.ts")),
    ("lumipy/calls.ts", include_str!("library/calls.ts")),
    (
        "lumipy/dict_methods.ts",
        include_str!("library/dict_methods.ts"),
    ),
    ("lumipy/errors.ts", include_str!("library/errors.ts")),
    ("lumipy/exports.ts", include_str!("library/exports.ts")),
    ("lumipy/foreign.ts", include_str!("library/foreign.ts")),
    (
        "lumipy/format_fields.ts",
        include_str!("library/format_fields.ts"),
    ),
    ("lumipy/formats.ts", include_str!("library/formats.ts")),
    ("lumipy/hashing.ts", include_str!("library/hashing.ts")),
    ("lumipy/index.ts", include_str!("library/index.ts")),
    (
        "lumipy/json_parser.ts",
        include_str!("library/json_parser.ts"),
    ),
    (
        "lumipy/list_methods.ts",
        include_str!("library/list_methods.ts"),
    ),
    ("lumipy/math.ts", include_str!("library/math.ts")),
    ("lumipy/methods.ts", include_str!("library/methods.ts")),
    ("lumipy/modules.ts", include_str!("library/modules.ts")),
    (
        "lumipy/number_methods.ts",
        include_str!("library/number_methods.ts"),
    ),
    ("lumipy/numbers.ts", include_str!("library/numbers.ts")),
    ("lumipy/operators.ts", include_str!("library/operators.ts")),
    ("lumipy/percent.ts", include_str!("library/percent.ts")),
    (
        "lumipy/set_methods.ts",
        include_str!("library/set_methods.ts"),
    ),
    (
        "lumipy/string_methods.ts",
        include_str!("library/string_methods.ts"),
    ),
    (
        "lumipy/subscripts.ts",
        include_str!("library/subscripts.ts"),
    ),
    ("lumipy/text.ts", include_str!("library/text.ts")),
    ("lumipy/values.ts", include_str!("library/values.ts")),
];

/// The first part of the names of the library's modules.
pub const FOLDER: &str = "lumipy/";

/// The files of the library, with an entry that imports some of its modules.
pub struct LibraryFiles {
    pub entry: String,
}

impl LibraryFiles {
    pub const ENTRY: &str = "lumipy/main.ts";

    pub fn of(modules: &[&str]) -> Self {
        let imports = modules.iter().map(|it| format!("import \"./{it}.ts\";\n"));
        Self {
            entry: imports.collect(),
        }
    }
}

impl SourceFiles for LibraryFiles {
    fn resolve(&mut self, specifier: &str, _: &str) -> Result<String, String> {
        let name = specifier.strip_prefix("./").unwrap_or(specifier);
        Ok(format!("{FOLDER}{name}"))
    }

    fn read(&mut self, file: &str) -> Result<String, String> {
        if file == Self::ENTRY {
            return Ok(self.entry.clone());
        }
        let found = FILES.iter().find(|it| it.0 == file);
        found
            .map(|it| it.1.to_owned())
            .ok_or_else(|| format!("the library has no {file}"))
    }
}

/// Built-in functions and types.
const BUILTINS: &[&str] = &[
    "abs",
    "all",
    "any",
    "bin",
    "bool",
    "callable",
    "chr",
    "dict",
    "divmod",
    "enumerate",
    "filter",
    "float",
    "format",
    "frozenset",
    "getattr",
    "hasattr",
    "hash",
    "hex",
    "int",
    "isinstance",
    "iter",
    "len",
    "list",
    "map",
    "max",
    "min",
    "next",
    "object",
    "oct",
    "ord",
    "pow",
    "print",
    "range",
    "repr",
    "reversed",
    "round",
    "set",
    "setattr",
    "sorted",
    "str",
    "sum",
    "tuple",
    "type",
    "zip",
];

/// Built-in exceptions.
const EXCEPTIONS: &[&str] = &[
    "ArithmeticError",
    "AssertionError",
    "AttributeError",
    "BaseException",
    "Exception",
    "IndexError",
    "KeyError",
    "LookupError",
    "NameError",
    "NotImplementedError",
    "OverflowError",
    "RecursionError",
    "RuntimeError",
    "StopIteration",
    "TypeError",
    "UnboundLocalError",
    "ValueError",
    "ZeroDivisionError",
];

/// Builtins of Python that LumiPy does not have.
const ABSENT: &[&str] = &[
    "__import__",
    "aiter",
    "anext",
    "ascii",
    "breakpoint",
    "bytearray",
    "bytes",
    "classmethod",
    "compile",
    "complex",
    "delattr",
    "dir",
    "eval",
    "exec",
    "globals",
    "help",
    "id",
    "input",
    "issubclass",
    "locals",
    "memoryview",
    "open",
    "property",
    "slice",
    "staticmethod",
    "super",
    "vars",
    "Ellipsis",
    "OSError",
    "IOError",
    "ImportError",
    "Warning",
    "KeyboardInterrupt",
    "SystemExit",
    "TimeoutError",
    "EOFError",
    "MemoryError",
    "UnicodeError",
    "GeneratorExit",
];

/// The module of the library that has a builtin, and the name of the builtin there.
pub fn builtin(name: &str) -> Option<(&'static str, &str)> {
    match name {
        "NotImplemented" => Some(("index", name)),
        "TypeError" => Some(("index", "PyTypeError")),
        _ if EXCEPTIONS.contains(&name) => Some(("index", name)),
        _ if BUILTINS.contains(&name) => Some(("builtins", name)),
        _ => None,
    }
}

pub fn is_python_builtin(name: &str) -> bool {
    ABSENT.contains(&name)
}

/// Whether classes can extend the builtin of this name.
pub fn is_base(name: &str) -> bool {
    name == "object" || EXCEPTIONS.contains(&name)
}

/// The special methods and values of classes that the library uses.
const SPECIAL_MEMBERS: &[&str] = &[
    "__abs__",
    "__add__",
    "__and__",
    "__bool__",
    "__call__",
    "__contains__",
    "__delitem__",
    "__doc__",
    "__eq__",
    "__float__",
    "__floordiv__",
    "__format__",
    "__ge__",
    "__getattr__",
    "__getitem__",
    "__gt__",
    "__hash__",
    "__iadd__",
    "__iand__",
    "__ifloordiv__",
    "__ilshift__",
    "__imatmul__",
    "__imod__",
    "__imul__",
    "__init__",
    "__int__",
    "__invert__",
    "__ior__",
    "__ipow__",
    "__irshift__",
    "__isub__",
    "__iter__",
    "__itruediv__",
    "__ixor__",
    "__le__",
    "__len__",
    "__lshift__",
    "__lt__",
    "__match_args__",
    "__matmul__",
    "__mod__",
    "__mul__",
    "__neg__",
    "__next__",
    "__or__",
    "__pos__",
    "__post_init__",
    "__pow__",
    "__radd__",
    "__rand__",
    "__repr__",
    "__reversed__",
    "__rfloordiv__",
    "__rlshift__",
    "__rmatmul__",
    "__rmod__",
    "__rmul__",
    "__ror__",
    "__round__",
    "__rpow__",
    "__rrshift__",
    "__rshift__",
    "__rsub__",
    "__rtruediv__",
    "__rxor__",
    "__setitem__",
    "__slots__",
    "__str__",
    "__sub__",
    "__truediv__",
    "__xor__",
];

/// Whether the library uses a special member of classes; others would do nothing.
pub fn is_special_member(name: &str) -> bool {
    SPECIAL_MEMBERS.contains(&name)
}

/// The meaning of a module of the standard library of Python, if LumiPy has it.
pub fn module(name: &str) -> Option<Meaning> {
    match name {
        "json" => Some(Meaning::Library("modules", name.to_owned())),
        "math" => Some(Meaning::Library("math", name.to_owned())),
        "dataclasses" => Some(Meaning::Dataclass),
        "typing" | "__future__" | "collections.abc" | "typing_extensions" => Some(Meaning::Type),
        _ => None,
    }
}

const MEMBERS: &[(&str, &[&str])] = &[
    ("json", &["JSONDecodeError", "dumps", "loads"]),
    (
        "math",
        &[
            "ceil",
            "comb",
            "copysign",
            "e",
            "exp",
            "fabs",
            "factorial",
            "floor",
            "fmod",
            "gcd",
            "inf",
            "isclose",
            "isinf",
            "isnan",
            "isqrt",
            "lcm",
            "log",
            "log10",
            "log2",
            "nan",
            "pi",
            "pow",
            "prod",
            "sqrt",
            "tau",
            "trunc",
        ],
    ),
    (
        "Output",
        &[
            "all",
            "concat",
            "from_input",
            "is_secret",
            "json_dumps",
            "secret",
            "unsecret",
        ],
    ),
];

pub fn is_namespace(name: &str) -> bool {
    MEMBERS.iter().any(|it| it.0 == name)
}

pub fn has_member(of: &str, name: &str) -> bool {
    MEMBERS
        .iter()
        .any(|(it, members)| *it == of && members.contains(&name))
}

/// A member of `lumi` whose use differs from that in TypeScript.
pub fn of_lumi(name: &str) -> Option<Named> {
    match name {
        "export" => Some(Named::Export),
        "ResourceOptions"
        | "ComponentResourceOptions"
        | "CustomResourceOptions"
        | "InvokeOptions" => Some(Named::Options),
        "Output" => Some(Named::Library("modules", "Output".to_owned())),
        _ => None,
    }
}

/// The name that the SDK and typed packages have for `snake_case`.
pub fn camel(name: &str) -> String {
    // Constants keep their names.
    if !name.chars().any(char::is_lowercase) {
        return name.to_owned();
    }
    let mut result = String::new();
    let mut after_line = false;
    let stem = match name.trim_end_matches('_') {
        "" => name,
        stem => stem,
    };
    for character in stem.chars() {
        match (character, after_line) {
            ('_', _) if !result.trim_start_matches('_').is_empty() => after_line = true,
            (it, true) => {
                result.extend(it.to_uppercase());
                after_line = false;
            }
            (it, false) => result.push(it),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_sdk() {
        for (name, expected) in [
            ("path", "path"),
            ("content_type", "contentType"),
            ("depends_on", "dependsOn"),
            ("cidrBlock", "cidrBlock"),
            ("class_", "class"),
            ("_private", "_private"),
            ("get_2nd", "get2nd"),
            ("__", "__"),
            ("DEFAULT_TAGS", "DEFAULT_TAGS"),
        ] {
            assert_eq!(camel(name), expected, "{name}");
        }
    }
}
