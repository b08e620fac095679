//! Types, names, keys and values of random graphs: ordinary ones, and those that need quotes or escapes.

use lumi_graph::{Object, Value};

pub const TYPES: &[&str] = &[
    "acme:web:Site",
    "acme:net/vpc:Vpc",
    "acme:net/subnet:Subnet",
    "other:x.y-z@1:Odd_Type",
    "std:fs:File",
    "std:random:Password",
];

pub const COMPONENTS: &[&str] = &["acme:app:App", "shop:index:Service", "shop:index:default"];

/// Those whose children all have one shape.
pub const PARTS: &[&str] = &["acme:part:Part", "acme:part:Class"];

/// Those that have such components.
pub const WHOLES: &[&str] = &["acme:whole:Whole"];

pub const NAMES: &[&str] = &[
    "web",
    "db",
    "a b",
    "größe/日本",
    "it's",
    "say \"hi\"",
    "`${x}`",
    "class",
    "new",
    "config",
    "it",
    "name",
    "all",
    "secret",
    "0",
    "__proto__",
    "constructor",
    "🦀",
    "undefined",
    "NaN",
    "\\n",
    "lumi",
    "CustomResource",
    "std",
    "fs",
    "a:b",
    "*/",
    "//",
    "</script>",
];

pub const KEYS: &[&str] = &[
    "name",
    "vpcId",
    "subnetIds",
    "tags",
    "port",
    "a-b",
    "__proto__",
    "0",
    "10",
    "constructor",
    "then",
    "toString",
    "ключ",
    "a\"b",
    "$x",
    "",
    "path",
    "content",
    "id",
    "urn",
    "length",
    "it",
    "a.b[0]",
    "hasOwnProperty",
];

pub const TEXTS: &[&str] = &[
    "",
    "x",
    "10.0.0.0/16",
    "line\nbreak\r\n\ttab",
    "`${config}`",
    "\"both\" 'quotes'",
    "\\u0041\\",
    "\u{2028}\u{2029}",
    "🦀 größe",
    "{\"a\":[1,\"b\"]}",
    "ami-0123456789",
    "</script><!--",
    "\u{1}\u{7f}\u{1b}[31m",
    "true",
    "12",
];

pub const NUMBERS: &[f64] = &[
    0.0,
    -0.0,
    1.0,
    -17.5,
    0.1,
    1e21,
    5e-324,
    1.797_693_134_862_315_7e308,
    9_007_199_254_740_993.0,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    8080.0,
];

/// The inputs of a type of `std`, which a run checks.
pub fn std_inputs(resource_type: &str) -> Option<Object> {
    let inputs = match resource_type {
        "std:fs:File" => vec![("path", "out".into()), ("content", "text".into())],
        "std:random:Password" => vec![("length", 12.0.into())],
        _ => return None,
    };
    let inputs = inputs.into_iter();
    Some(
        inputs
            .map(|(name, value): (&str, Value)| (name.to_owned(), value))
            .collect(),
    )
}
