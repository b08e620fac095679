//! The built-in methods that are captured before any program runs.

/// Constructors whose static functions use `this`.
pub const BOUND: &[&str] = &["Array", "Promise", "Uint8Array"];

/// Static members that are read at the time of use.
pub const LIVE: &[(&str, &str)] = &[
    // `--check-determinism` shifts it.
    ("Date", "now"),
    ("Error", "prepareStackTrace"),
    ("Error", "stackTraceLimit"),
    // V8 adds it at every start, so the snapshot does not have it.
    ("Uint8Array", "fromBase64"),
];

/// Methods that are written by hand in `js/primordials.ts`.
pub const BY_HAND: &[&str] = &[
    "catch", "concat", "filter", "flat", "flatMap", "map", "push", "replace", "slice", "splice",
    "test", "then",
];

/// Methods that the build refuses: regular expressions and promises look up other members, which a
/// program can replace.
pub const REFUSED: &[&str] = &["finally", "match", "matchAll", "search"];

/// Types with methods: a test of `it`, the prototype (`of`) and the prototype's name.
pub const OWNERS: &[Owner] = &[
    (
        "typeof it === \"string\"",
        "String.prototype",
        "text",
        &[
            "at",
            "charAt",
            "charCodeAt",
            "codePointAt",
            "endsWith",
            "includes",
            "indexOf",
            "isWellFormed",
            "lastIndexOf",
            "localeCompare",
            "normalize",
            "padEnd",
            "padStart",
            "repeat",
            "replaceAll",
            "split",
            "startsWith",
            "substring",
            "toLowerCase",
            "toUpperCase",
            "toWellFormed",
            "trim",
            "trimEnd",
            "trimStart",
        ],
    ),
    (
        "typeof it === \"number\"",
        "Number.prototype",
        "number",
        &["toFixed", "toString"],
    ),
    (
        "typeof it === \"bigint\"",
        "BigInt.prototype",
        "bigint",
        &["toString"],
    ),
    (
        "typeof it === \"function\"",
        "Function.prototype",
        "function",
        &["apply", "bind", "call"],
    ),
    (
        "of === arrayPrototype",
        "arrayPrototype",
        "array",
        &[
            "at",
            "entries",
            "every",
            "fill",
            "find",
            "findIndex",
            "findLast",
            "findLastIndex",
            "forEach",
            "includes",
            "indexOf",
            "join",
            "keys",
            "lastIndexOf",
            "pop",
            "reduce",
            "reduceRight",
            "reverse",
            "shift",
            "some",
            "sort",
            "toReversed",
            "toSorted",
            "unshift",
            "values",
            "with",
        ],
    ),
    (
        "of === mapPrototype",
        "mapPrototype",
        "map",
        &[
            "clear", "delete", "entries", "forEach", "get", "has", "keys", "set", "values",
        ],
    ),
    (
        "of === setPrototype",
        "setPrototype",
        "set",
        &[
            "add", "clear", "delete", "entries", "forEach", "has", "keys", "values",
        ],
    ),
    (
        "of === weakMapPrototype",
        "weakMapPrototype",
        "weakMap",
        &["delete", "get", "has", "set"],
    ),
    (
        "of === weakSetPrototype",
        "weakSetPrototype",
        "weakSet",
        &["add", "delete", "has"],
    ),
    (
        "of === regExpPrototype",
        "regExpPrototype",
        "regExp",
        &["exec"],
    ),
    (
        "of === datePrototype",
        "datePrototype",
        "date",
        &["getTime", "toISOString", "valueOf"],
    ),
    (
        "isTyped(it)",
        "typedArrayPrototype",
        "typed",
        &[
            "at",
            "every",
            "fill",
            "find",
            "findIndex",
            "forEach",
            "includes",
            "indexOf",
            "join",
            "lastIndexOf",
            "some",
        ],
    ),
    // Buffer does not override these methods.
    (
        "isView(it)",
        "typedArrayPrototype",
        "view",
        &["set", "subarray"],
    ),
];

/// A test of `it`, the prototype, its name in code, and its methods.
pub type Owner = (
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
);

/// The types that have a method of this name.
pub fn owners(name: &str) -> impl Iterator<Item = &'static Owner> {
    OWNERS.iter().filter(move |it| it.3.contains(&name))
}
