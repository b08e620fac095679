//! Why a module could not be loaded.

use std::path::PathBuf;

use crate::graph::SourcePosition;
use crate::host::permissions::Denied;

/// Import failures; a syntax error carries its position as properties that survive the way
/// through V8 (a failed dynamic import can be caught and rethrown by the program).
#[derive(Debug, thiserror::Error, deno_error::JsError)]
pub enum LoadError {
    #[class(type)]
    #[error("cannot find module {specifier:?}{}{}", from(.referrer), near(.similar))]
    NotFound {
        specifier: String,
        referrer: Option<String>,
        similar: Vec<String>,
    },
    #[class(type)]
    #[error("{specifier:?} is a folder without an index file{}", from(.referrer))]
    FolderWithoutIndex {
        specifier: String,
        referrer: Option<String>,
    },
    #[class(type)]
    #[error("cannot import {specifier:?}{}: packages from node_modules are not supported yet; write a path such as \"./{specifier}.ts\" for a file of the project, or import \"lumi\"", from(.referrer))]
    Package {
        specifier: String,
        referrer: Option<String>,
    },
    #[class(type)]
    #[error("cannot import {specifier:?}{}: modules are files of the project, not {scheme}: URLs", from(.referrer))]
    Scheme {
        specifier: String,
        scheme: String,
        referrer: Option<String>,
    },
    #[class(type)]
    #[error("there is no module {specifier:?}{}; there are {}", near(.similar), .known.join(", "))]
    NoSuchSdkModule {
        specifier: String,
        similar: Vec<String>,
        known: Vec<String>,
    },
    #[class(type)]
    #[error("cannot import {specifier:?}{}: Lumi has no such module of Node{}; it has {}", from(.referrer), near(.similar), .known.join(", "))]
    NoSuchNodeModule {
        specifier: String,
        referrer: Option<String>,
        similar: Vec<String>,
        known: Vec<String>,
    },
    #[class("PermissionDenied")]
    #[error("cannot import {specifier:?}{}: {denied}", from(.referrer))]
    Denied {
        specifier: String,
        referrer: Option<String>,
        denied: Denied,
    },
    #[class(type)]
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        path: PathBuf,
        source: std::io::Error,
    },
    #[class(syntax)]
    #[error("{} is not text: {problem}; modules are UTF-8 files, and other files can be imported with {{ type: \"bytes\" }}", path.display())]
    NotText { path: PathBuf, problem: String },
    #[class(type)]
    #[error("{} cannot be run: unknown extension; import it with {{ type: \"text\" }} or {{ type: \"bytes\" }}, or rename it to .ts, .js or .json", path.display())]
    NotCode { path: PathBuf },
    #[class(syntax)]
    #[error("{message}")]
    Syntax {
        message: String,
        #[property = "lumiPosition"]
        position: Position,
    },
}

/// A source position that can be an error property.
#[derive(Debug, Clone)]
pub struct Position(pub SourcePosition);

impl From<&Position> for deno_error::PropertyValue {
    fn from(position: &Position) -> Self {
        Self::String(position.0.to_string().into())
    }
}

fn from(referrer: &Option<String>) -> String {
    referrer
        .as_ref()
        .map(|it| format!(" imported from {it}"))
        .unwrap_or_default()
}

fn near(similar: &[String]) -> String {
    match similar {
        [] => String::new(),
        some => {
            let quoted: Vec<String> = some.iter().map(|it| format!("{it:?}")).collect();
            format!("; did you mean {}?", quoted.join(" or "))
        }
    }
}
