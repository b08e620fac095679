//! The part of the standard library that LumiIL has: all else has effects, or depends on time, place or chance.

use lumi_closure::is_reserved_word;

/// Objects and functions that a program may name.
const GLOBALS: &[&str] = &[
    "AggregateError",
    "Array",
    "Boolean",
    "Error",
    "EvalError",
    "Infinity",
    "JSON",
    "Map",
    "Math",
    "NaN",
    "Number",
    "Object",
    "Promise",
    "RangeError",
    "ReferenceError",
    "RegExp",
    "Set",
    "String",
    "SyntaxError",
    "TypeError",
    "URIError",
    "URL",
    "URLSearchParams",
    "console",
    "decodeURI",
    "decodeURIComponent",
    "encodeURI",
    "encodeURIComponent",
    "isFinite",
    "isNaN",
    "parseFloat",
    "parseInt",
    "structuredClone",
];

/// Members of these objects that LumiIL does not have.
const ABSENT: &[(&str, &[&str])] = &[
    ("Math", &["random"]),
    (
        "console",
        &["time", "timeEnd", "timeLog", "profile", "profileEnd"],
    ),
];

/// The members of `Symbol` that LumiIL has: objects need them to be iterable. `Symbol` itself is not a value in LumiIL.
const SYMBOLS: &[&str] = &["asyncIterator", "iterator"];

/// Names of members that LumiIL does not have, whatever object they are of: reflection, and what depends on
/// language or time zone. They cannot be computed either.
const MEMBERS: &[&str] = &[
    "__defineGetter__",
    "__defineSetter__",
    "__lookupGetter__",
    "__lookupSetter__",
    "__proto__",
    "arguments",
    "callee",
    "caller",
    "captureStackTrace",
    "constructor",
    "createObjectURL",
    "defineProperties",
    "defineProperty",
    "getOwnPropertyDescriptor",
    "getOwnPropertyDescriptors",
    "getOwnPropertyNames",
    "getOwnPropertySymbols",
    "getPrototypeOf",
    "localeCompare",
    "prepareStackTrace",
    "prototype",
    "revokeObjectURL",
    "setPrototypeOf",
    "stackTraceLimit",
    "toLocaleDateString",
    "toLocaleLowerCase",
    "toLocaleString",
    "toLocaleTimeString",
    "toLocaleUpperCase",
];

/// Whether LumiIL has the intrinsic `name`: an object, or a member of one such as `Object.entries`.
pub fn is_intrinsic(name: &str) -> bool {
    match name.split_once('.') {
        None => GLOBALS.binary_search(&name).is_ok(),
        Some(("Symbol", member)) => SYMBOLS.contains(&member),
        Some((object, member)) => {
            GLOBALS.binary_search(&object).is_ok()
                && !member.contains('.')
                && is_member(member)
                && !ABSENT
                    .iter()
                    .any(|(it, members)| *it == object && members.contains(&member))
        }
    }
}

/// Whether code may name a member so.
pub fn is_member(name: &str) -> bool {
    MEMBERS.binary_search(&name).is_err()
}

/// The names that no member has, sorted.
pub fn absent_members() -> &'static [&'static str] {
    MEMBERS
}

/// Whether the intrinsic `name` may be passed on. An object that lacks some of its members would have them under
/// another name.
pub fn is_intrinsic_value(name: &str) -> bool {
    name != "Symbol" && ABSENT.iter().all(|it| it.0 != name)
}

/// Operators with two operands, with their precedence.
pub const BINARY: &[(&str, u8)] = &[
    ("??", 3),
    ("||", 3),
    ("&&", 4),
    ("|", 5),
    ("^", 6),
    ("&", 7),
    ("==", 8),
    ("!=", 8),
    ("===", 8),
    ("!==", 8),
    ("<", 9),
    ("<=", 9),
    (">", 9),
    (">=", 9),
    ("in", 9),
    ("instanceof", 9),
    ("<<", 10),
    (">>", 10),
    (">>>", 10),
    ("+", 11),
    ("-", 11),
    ("*", 12),
    ("/", 12),
    ("%", 12),
    ("**", 13),
];

/// Operators of assignments.
pub const ASSIGN: &[&str] = &[
    "=", "+=", "-=", "*=", "/=", "%=", "**=", "<<=", ">>=", ">>>=", "&=", "|=", "^=", "&&=", "||=",
    "??=",
];

/// Operators with one operand.
pub const UNARY: &[&str] = &["!", "-", "+", "~", "typeof", "void", "delete"];

/// Whether a text can be the name of a member after a dot.
pub fn is_identifier(name: &str) -> bool {
    let mut characters = name.chars();
    let is_start = |it: char| it == '_' || it == '$' || it.is_alphabetic();
    characters.next().is_some_and(is_start)
        && characters.all(|it| it == '_' || it == '$' || it.is_alphanumeric())
        && name.chars().all(|it| it.is_ascii() || it.is_alphabetic())
}

/// Whether a text can be the name of a variable.
pub fn is_variable_name(name: &str) -> bool {
    is_identifier(name) && !is_reserved_word(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_so_that_they_can_be_searched() {
        assert!(GLOBALS.is_sorted());
        assert!(MEMBERS.is_sorted());
    }

    #[test]
    fn chance_time_and_reflection_are_no_intrinsics() {
        for name in [
            "Math.random",
            "Date",
            "Date.now",
            "Function",
            "eval",
            "Object.prototype",
            "Map.a.b",
            "Object.getPrototypeOf",
            "Error.captureStackTrace",
            "Reflect",
            "Symbol",
            "Symbol.for",
        ] {
            assert!(!is_intrinsic(name), "{name}");
        }
        for name in [
            "Math.max",
            "Map",
            "Object.entries",
            "JSON",
            "Symbol.iterator",
        ] {
            assert!(is_intrinsic(name), "{name}");
        }
    }
}
