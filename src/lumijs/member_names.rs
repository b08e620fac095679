//! Names of members that mean the same on whatever they are read from.

use super::rule::Rule;

/// Methods whose callbacks run with the value that a promise or a property settles with.
pub const SETTLING_METHODS: &[&str] = &["then", "catch", "finally", "apply"];

/// Methods of Date, Number, String and Array that depend on the locale, whatever they are called on.
const LOCALE_METHODS: &[&str] = &[
    "localeCompare",
    "toLocaleDateString",
    "toLocaleLowerCase",
    "toLocaleString",
    "toLocaleTimeString",
    "toLocaleUpperCase",
];

/// Methods of Date that depend on the time zone, whatever they are called on.
const ZONE_METHODS: &[&str] = &[
    "getDate",
    "getDay",
    "getFullYear",
    "getHours",
    "getMilliseconds",
    "getMinutes",
    "getMonth",
    "getSeconds",
    "getTimezoneOffset",
    "getYear",
    "setDate",
    "setFullYear",
    "setHours",
    "setMilliseconds",
    "setMinutes",
    "setMonth",
    "setSeconds",
    "setYear",
    "toDateString",
    "toTimeString",
    "toTemporalInstant",
];

/// Methods of collections that call their first argument with the elements.
const CALLBACK_METHODS: &[&str] = &[
    "every",
    "filter",
    "find",
    "findIndex",
    "findLast",
    "findLastIndex",
    "flatMap",
    "forEach",
    "map",
    "reduce",
    "reduceRight",
    "some",
    "sort",
    "toSorted",
];

/// Further methods that call functions among their arguments, and keep none.
const BORROWING_METHODS: &[&str] = &["catch", "finally", "replace", "replaceAll", "then"];

/// Methods whose result is a collection with elements of the old one.
const COLLECTION_GIVERS: &[&str] = &[
    "add",
    "concat",
    "copyWithin",
    "difference",
    "drop",
    "fill",
    "filter",
    "intersection",
    "keys",
    "reverse",
    "set",
    "slice",
    "sort",
    "splice",
    "symmetricDifference",
    "take",
    "toArray",
    "toReversed",
    "toSorted",
    "toSpliced",
    "union",
    "values",
    "with",
];

/// Methods of arrays, maps, sets, iterators and promises.
const COLLECTION_METHODS: &[&str] = &[
    "add",
    "append",
    "at",
    "catch",
    "clear",
    "concat",
    "copyWithin",
    "delete",
    "difference",
    "drop",
    "entries",
    "every",
    "fill",
    "filter",
    "finally",
    "find",
    "findIndex",
    "findLast",
    "findLastIndex",
    "flat",
    "flatMap",
    "forEach",
    "get",
    "getAll",
    "getOrInsert",
    "getOrInsertComputed",
    "has",
    "includes",
    "indexOf",
    "intersection",
    "isDisjointFrom",
    "isSubsetOf",
    "isSupersetOf",
    "join",
    "keys",
    "lastIndexOf",
    "map",
    "next",
    "pop",
    "push",
    "reduce",
    "reduceRight",
    "return",
    "reverse",
    "set",
    "shift",
    "slice",
    "some",
    "sort",
    "splice",
    "symmetricDifference",
    "take",
    "then",
    "throw",
    "toArray",
    "toReversed",
    "toSorted",
    "toSpliced",
    "toString",
    "union",
    "unshift",
    "values",
    "with",
];

/// Members of any object that lead to constructors or other prototypes.
const META_MEMBERS: &[(&str, Rule)] = &[
    ("constructor", Rule::CodeFromText),
    ("__proto__", Rule::Reflection),
    ("__defineGetter__", Rule::Reflection),
    ("__defineSetter__", Rule::Reflection),
    ("__lookupGetter__", Rule::Reflection),
    ("__lookupSetter__", Rule::Reflection),
];

/// The rule that a method breaks, whatever it is called on.
pub fn of_method(name: &str) -> Option<Rule> {
    if LOCALE_METHODS.contains(&name) {
        return Some(Rule::Locale);
    }
    ZONE_METHODS.contains(&name).then_some(Rule::TimeZone)
}

/// Whether the callback of a method gets its own earlier results.
pub fn is_reducing(name: &str) -> bool {
    matches!(name, "reduce" | "reduceRight")
}

/// Whether the callback of a method gets two elements.
pub fn is_comparing(name: &str) -> bool {
    matches!(name, "sort" | "toSorted")
}

/// Whether a method of this name calls functions among its arguments and keeps none, whatever it is called on.
pub fn borrows_callback(name: &str) -> bool {
    takes_callback(name) || BORROWING_METHODS.contains(&name)
}

/// Whether a method of a collection calls its first argument without storing it.
pub fn takes_callback(name: &str) -> bool {
    CALLBACK_METHODS.binary_search(&name).is_ok()
}

/// Whether arrays, maps, sets, iterators or promises have this method.
pub fn is_collection_method(name: &str) -> bool {
    COLLECTION_METHODS.contains(&name)
}

/// The rule that a member breaks if the object has no member of that name of its own.
pub fn of_meta_member(name: &str) -> Option<Rule> {
    META_MEMBERS.iter().find(|it| it.0 == name).map(|it| it.1)
}

/// The rule that a member of a Date breaks. `None` for members that dates do not have: such a value is not a date.
pub fn of_date_member(name: &str) -> Option<Rule> {
    of_method(name)
        .or_else(|| of_meta_member(name))
        .or_else(|| (name == "toString").then_some(Rule::TimeZone))
}

/// Whether the result of a collection's method is a collection of the elements, and none of them.
pub fn gives_collection(name: &str) -> bool {
    COLLECTION_GIVERS.contains(&name)
}

/// Whether the result of a collection's method has the results of its first argument as elements.
pub fn gives_results(name: &str) -> bool {
    name == "map"
}
