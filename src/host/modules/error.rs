//! Why a module could not be loaded.

use crate::graph::SourcePosition;
use crate::host::permissions::Denied;

/// Import failures. Where in the user's source they happened is a property of the exception, so
/// that it survives the way through V8 (a program can catch a failed `import()` and rethrow it).
#[derive(Debug, thiserror::Error, deno_error::JsError)]
pub enum LoadError {
    #[class(generic)]
    #[error("cannot find module {specifier:?}{}", near(.similar))]
    NotFound {
        specifier: String,
        similar: Vec<String>,
    },
    #[class(generic)]
    #[error("{specifier:?} is a folder without an index file")]
    FolderWithoutIndex { specifier: String },
    #[class(generic)]
    #[error(
        "cannot import {specifier:?}: packages from node_modules are not supported yet; write a path such as \"./{specifier}.ts\" for a file of the project"
    )]
    Package { specifier: String },
    #[class(generic)]
    #[error("cannot import {specifier:?}: modules are files of the project, not {scheme}: URLs")]
    Scheme { specifier: String, scheme: String },
    #[class(generic)]
    #[error("there is no module {specifier:?}{}", near(.similar))]
    NoSuchSdkModule {
        specifier: String,
        similar: Vec<String>,
    },
    #[class(generic)]
    #[error(
        "cannot import {specifier:?}: Lumi has no such module of Node{}; it has {}",
        near(.similar), .known.join(", ")
    )]
    NoSuchNodeModule {
        specifier: String,
        similar: Vec<String>,
        known: Vec<String>,
    },
    #[class("PermissionDenied")]
    #[error("cannot import {specifier:?}: {denied}")]
    Denied { specifier: String, denied: Denied },
    #[class(generic)]
    #[error("cannot read {file}: {source}")]
    Unreadable {
        file: String,
        source: std::io::Error,
    },
    #[class(generic)]
    #[error(
        "{file} is not text: {problem}; a module is UTF-8 text, other files can be imported with {{ type: \"bytes\" }}"
    )]
    NotText { file: String, problem: String },
    #[class(generic)]
    #[error(
        "{file} is no module: its extension is unknown; import it with {{ type: \"text\" }} or {{ type: \"bytes\" }}, or rename it to .ts, .js or .json"
    )]
    NotCode { file: String },
    #[class(syntax)]
    #[error("{message}")]
    Syntax {
        message: String,
        #[property = "lumiPosition"]
        position: Position,
    },
    #[class(inherit)]
    #[error("{problem}")]
    ImportedAt {
        #[inherit]
        problem: Box<LoadError>,
        #[property = "lumiPosition"]
        position: Position,
    },
    /// An import whose place is not known, such as `import(name)`.
    #[class(inherit)]
    #[error("{problem} (imported from {importer})")]
    ImportedFrom {
        #[inherit]
        problem: Box<LoadError>,
        importer: String,
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

fn near(similar: &[String]) -> String {
    match similar {
        [] => String::new(),
        some => {
            let quoted: Vec<String> = some.iter().map(|it| format!("{it:?}")).collect();
            format!("; did you mean {}?", quoted.join(" or "))
        }
    }
}
