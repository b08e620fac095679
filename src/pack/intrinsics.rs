//! The part of the standard library that LumiIL has: all else has effects, or depends on time, place or chance.

use lumi_closure::globals::{LUMIIL, is_global_of};
use lumi_closure::is_reserved_word;

/// Members of these objects that LumiIL does not have.
const ABSENT: &[(&str, &[&str])] = &[
    ("Math", &["random"]),
    (
        "console",
        &["time", "timeEnd", "timeLog", "profile", "profileEnd"],
    ),
];

/// The members that LumiIL has of objects that are not values. Objects need symbols to be iterable.
const ONLY: &[(&str, &[&str])] = &[(DATE, &["UTC"]), (SYMBOL, &["asyncIterator", "iterator"])];

/// A class that is not a value: `new` has exactly one argument, as a date without one is that of a clock.
pub const DATE: &str = "Date";

/// A function that is called, and not a value.
pub const SYMBOL: &str = "Symbol";

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
        None => is_global_of(LUMIIL, name),
        Some((object, member)) => match only(object) {
            Some(members) => members.contains(&member),
            None => {
                is_global_of(LUMIIL, object)
                    && !member.contains('.')
                    && is_member(member)
                    && !ABSENT
                        .iter()
                        .any(|(it, members)| *it == object && members.contains(&member))
            }
        },
    }
}

fn only(object: &str) -> Option<&'static [&'static str]> {
    ONLY.iter().find(|it| it.0 == object).map(|it| it.1)
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
    only(name).is_none() && ABSENT.iter().all(|it| it.0 != name)
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

/// Operators that change a variable or a member by one.
pub const UPDATE: &[&str] = &["++", "--"];

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
            "Date.UTC",
            "Buffer.from",
            "Uint8Array",
        ] {
            assert!(is_intrinsic(name), "{name}");
        }
    }
}
