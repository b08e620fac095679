//! The functions that expressions can call, and how they are called.
//!
//! | module | |
//! |---|---|
//! | `arguments` | arguments of implementations |
//! | `calls_tests` | calls of all functions with the values of OpenTofu |
//! | `function` | signatures, and calls with unknown, null and marked arguments |
//! | `function_error` | why a call has no result |
//! | `context` | what functions need besides their arguments |
//! | `collections` | collections, objects and tuples |
//! | `conversions` | types, marks and JSON |
//! | `dates` | timestamps and durations |
//! | `encodings` | base64, gzip, URLs, YAML, CSV, character sets |
//! | `files` | paths, files and templates |
//! | `format` | `format` and `formatlist` |
//! | `hashes` | digests, UUIDs, RSA |
//! | `networks` | addresses and prefixes |
//! | `numbers` | numbers |
//! | `patterns` | regular expressions |
//! | `text` | strings |

mod arguments;
#[cfg(test)]
mod calls_tests;
mod collections;
mod context;
mod conversions;
mod dates;
mod encodings;
mod files;
mod format;
mod function;
mod function_error;
mod hashes;
mod networks;
mod numbers;
mod patterns;
mod text;

use std::collections::BTreeMap;
use std::sync::LazyLock;

pub use context::{FunctionContext, TemplateRenderer};
pub use dates::now;
pub use function::{Function, Implementation, Parameter, ResultType, TypeOfResult};
pub use function_error::FunctionError;

static FUNCTIONS: LazyLock<BTreeMap<&'static str, Function>> = LazyLock::new(|| {
    let functions: Vec<Vec<Function>> = vec![
        collections::functions(),
        conversions::functions(),
        dates::functions(),
        encodings::functions(),
        files::functions(),
        format::functions(),
        hashes::functions(),
        networks::functions(),
        numbers::functions(),
        patterns::functions(),
        text::functions(),
    ];
    let functions = functions.into_iter().flatten();
    functions.map(|it| (it.name, it)).collect()
});

/// The function of a name, without a namespace.
pub fn function(name: &str) -> Option<&'static Function> {
    FUNCTIONS.get(name)
}

/// The names of all functions, in order.
pub fn names() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.keys().copied()
}
