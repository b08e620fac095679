//! The library of LumiPy: modules in TypeScript, which become a part of each package that uses them.

use lumi_pack::SourceFiles;

use super::calls::Named;

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$((concat!("lumipy/", $name), include_str!(concat!("library/", $name)))),*]
    };
}

/// The modules of the library.
const FILES: &[(&str, &str)] = files![
    "builtins.ts",
    "types/bytes.ts",
    "types/bytes_text.ts",
    "calls.ts",
    "types/dict_methods.ts",
    "errors.ts",
    "exports.ts",
    "foreign.ts",
    "format_fields.ts",
    "formats.ts",
    "hashing.ts",
    "index.ts",
    "json_parser.ts",
    "types/list_methods.ts",
    "kinds.ts",
    "types/making_dicts.ts",
    "managers.ts",
    "math.ts",
    "methods.ts",
    "mixins.ts",
    "modules.ts",
    "named_tuples.ts",
    "types/number_methods.ts",
    "numbers.ts",
    "operators.ts",
    "outputs.ts",
    "patterns.ts",
    "percent.ts",
    "types/set_methods.ts",
    "settings.ts",
    "standard/base64.ts",
    "standard/collections.ts",
    "standard/copy.ts",
    "standard/enum.ts",
    "standard/file.ts",
    "standard/hashlib.ts",
    "standard/old_hashes.ts",
    "standard/regex_source.ts",
    "standard/sha2.ts",
    "standard/mimetypes.ts",
    "standard/os.ts",
    "standard/random.ts",
    "standard/re.ts",
    "standard/typing.ts",
    "types/string_methods.ts",
    "subscripts.ts",
    "system_errors.ts",
    "text.ts",
    "values.ts",
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
    fn resolve(&mut self, specifier: &str, importer: &str) -> Result<String, String> {
        let folder = importer.rsplit_once('/').map_or("", |it| it.0);
        Ok(match specifier.strip_prefix("../") {
            Some(name) => format!("{FOLDER}{name}"),
            None => format!("{folder}/{}", specifier.trim_start_matches("./")),
        })
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
    "bytes",
    "callable",
    "chr",
    "delattr",
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
    "issubclass",
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

/// Other built-in exceptions, which the library itself does not raise.
const SYSTEM_ERRORS: &[&str] = &[
    "ConnectionError",
    "DeprecationWarning",
    "EOFError",
    "FileExistsError",
    "FileNotFoundError",
    "GeneratorExit",
    "IOError",
    "ImportError",
    "KeyboardInterrupt",
    "MemoryError",
    "ModuleNotFoundError",
    "OSError",
    "PermissionError",
    "RuntimeWarning",
    "SystemExit",
    "TimeoutError",
    "UnicodeDecodeError",
    "UnicodeEncodeError",
    "UnicodeError",
    "UserWarning",
    "Warning",
];

/// Builtins of Python that LumiPy does not have.
const ABSENT: &[&str] = &[
    "__import__",
    "aiter",
    "anext",
    "breakpoint",
    "bytearray",
    "classmethod",
    "compile",
    "complex",
    "dir",
    "eval",
    "exec",
    "globals",
    "help",
    "id",
    "input",
    "locals",
    "memoryview",
    "open",
    "property",
    "staticmethod",
    "super",
];

/// The module of the library that has a builtin, and the name of the builtin there.
pub fn builtin(name: &str) -> Option<(&'static str, &str)> {
    match name {
        "NotImplemented" => Some(("index", name)),
        "TypeError" => Some(("index", "PyTypeError")),
        _ if EXCEPTIONS.contains(&name) => Some(("index", name)),
        "EnvironmentError" | "IOError" => Some(("system_errors", "OSError")),
        "Ellipsis" => Some(("standard/typing", "ellipsis")),
        _ if SYSTEM_ERRORS.contains(&name) => Some(("system_errors", name)),
        _ if BUILTINS.contains(&name) => Some(("builtins", name)),
        _ => None,
    }
}

pub fn is_python_builtin(name: &str) -> bool {
    ABSENT.contains(&name)
}

/// Whether classes can extend the builtin of this name.
pub fn is_base(name: &str) -> bool {
    name == "object" || EXCEPTIONS.contains(&name) || SYSTEM_ERRORS.contains(&name)
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
    "__enter__",
    "__eq__",
    "__exit__",
    "__float__",
    "__floordiv__",
    "__format__",
    "__fspath__",
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

/// A member of `lumi` whose use differs from that in TypeScript.
pub fn of_lumi(name: &str) -> Option<Named> {
    match name {
        "export" => Some(Named::Export),
        "ResourceOptions"
        | "ComponentResourceOptions"
        | "CustomResourceOptions"
        | "Alias"
        | "CustomTimeouts"
        | "InvokeOptions"
        | "InvokeOutputOptions" => Some(Named::Options),
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
