//! Errors of loading modules.

use std::fmt;
use std::path::PathBuf;

use lumi_graph::SourcePosition;
use lumi_sandbox::Denied;

use super::packages::PLUG_N_PLAY_ADVICE;

/// Import failures. The source position of the import is a property of the exception, so that it
/// survives V8: a program can catch a failed `import()` and rethrow it.
#[derive(Debug, thiserror::Error, deno_error::JsError)]
pub enum LoadError {
    #[class(generic)]
    #[property("code" = "ERR_MODULE_NOT_FOUND")]
    #[error("cannot find module {specifier:?}{}", near(.similar))]
    NotFound {
        specifier: String,
        similar: Vec<String>,
    },
    #[class(generic)]
    #[property("code" = "ERR_UNSUPPORTED_DIR_IMPORT")]
    #[error("{specifier:?} is a folder without an index file")]
    FolderWithoutIndex { specifier: String },
    #[class(generic)]
    #[property("code" = "ERR_MODULE_NOT_FOUND")]
    #[error("{0}")]
    Missing(Box<MissingPackage>),
    #[class(type)]
    #[property("code" = "ERR_INVALID_MODULE_SPECIFIER")]
    #[error(
        "cannot import {specifier:?}: it is neither a path, which begins with \"./\", nor the name of a package"
    )]
    NoPackageName { specifier: String },
    /// A text that Node takes for the name of a package, and no folder can have.
    #[class(generic)]
    #[property("code" = "ERR_MODULE_NOT_FOUND")]
    #[error(
        "cannot import {specifier:?}: it is neither a path, which begins with \"./\", nor the name of a package"
    )]
    NoFolderName { specifier: String },
    #[class(type)]
    #[property("code" = "ERR_INVALID_MODULE_SPECIFIER")]
    #[error(
        "cannot import {specifier:?}: the name of an entry of \"imports\" is \"#\" with a text behind it that neither begins nor ends with \"/\""
    )]
    NoEntryName { specifier: String },
    #[class(type)]
    #[property("code" = "ERR_INVALID_MODULE_SPECIFIER")]
    #[error("cannot import {specifier:?}: it leads out of the folder of {key:?} in {file}")]
    LeavesFolder {
        specifier: String,
        file: String,
        key: String,
    },
    #[class(type)]
    #[property("code" = "ERR_INVALID_MODULE_SPECIFIER")]
    #[error("cannot import {specifier:?}: a specifier must not contain %2F or %5C; write \"/\"")]
    EncodedSlash { specifier: String },
    #[class(uri)]
    #[error(
        "cannot import {specifier:?}: a specifier is a URL, in which \"%\" begins the code of a character; write \"%25\" for \"%\""
    )]
    Malformed { specifier: String },
    #[class(type)]
    #[property("code" = "ERR_INVALID_FILE_URL_HOST")]
    #[error(
        "cannot import {specifier:?}: it is a file of another host; a path begins with one \"/\", and the URL of a file with \"file:///\""
    )]
    UrlHost { specifier: String },
    #[class(generic)]
    #[property("code" = "ERR_UNSUPPORTED_RESOLVE_REQUEST")]
    #[error("cannot import {specifier:?}: it is not a URL; a path begins with one \"/\"")]
    NoUrl { specifier: String },
    #[class(generic)]
    #[error(
        "cannot import {specifier:?}: {key:?} in \"paths\" of {file} is for editors and compilers alone; \
         use \"imports\" of package.json, whose names begin with \"#\", or a path that begins with \"./\""
    )]
    TsconfigPath {
        specifier: String,
        key: String,
        file: String,
    },
    #[class(generic)]
    #[property("code" = "ERR_PACKAGE_PATH_NOT_EXPORTED")]
    #[error(
        "cannot import {specifier:?}: package {package} does not export it{}; it exports {}{}",
        near(.similar), listed(.known), and_more(*.more)
    )]
    NotExported {
        specifier: String,
        /// Name and version.
        package: String,
        similar: Vec<String>,
        known: Vec<String>,
        /// The number of further exports.
        more: usize,
    },
    #[class(generic)]
    #[property("code" = "ERR_PACKAGE_PATH_NOT_EXPORTED")]
    #[error(
        "cannot import {specifier:?}: package {package} exports it only under conditions other \
         than {conditions} and default"
    )]
    NoCondition {
        specifier: String,
        package: String,
        conditions: String,
    },
    #[class(type)]
    #[property("code" = "ERR_PACKAGE_IMPORT_NOT_DEFINED")]
    #[error(
        "cannot import {specifier:?}: no such entry in \"imports\" of the nearest package.json{}",
        near(.similar)
    )]
    NotImported {
        specifier: String,
        similar: Vec<String>,
    },
    #[class(generic)]
    #[property("code" = "ERR_MODULE_NOT_FOUND")]
    #[error(
        "cannot import {specifier:?}: there is no {file:?} in {folder}{}",
        near(.similar)
    )]
    NoPackageFile {
        specifier: String,
        file: String,
        folder: String,
        similar: Vec<String>,
        /// The path of the file; `None` for the main file of a package.
        path: Option<PathBuf>,
    },
    #[class(generic)]
    #[property("code" = "ERR_INVALID_PACKAGE_CONFIG")]
    #[error("cannot import {specifier:?}: {key:?} in {file} is invalid: {problem}")]
    InvalidManifest {
        specifier: String,
        file: String,
        key: String,
        problem: &'static str,
    },
    #[class(generic)]
    #[property("code" = "ERR_INVALID_PACKAGE_TARGET")]
    #[error("cannot import {specifier:?}: the entry {key:?} in {file} is invalid: {problem}")]
    InvalidPackage {
        specifier: String,
        file: String,
        key: String,
        problem: &'static str,
    },
    #[class(generic)]
    #[error(
        "cannot import {specifier:?}: the package has types and no code; write \"import type\""
    )]
    OnlyTypes { specifier: String },
    #[class(generic)]
    #[error("{file} has types and no code; write \"import type\"")]
    Declaration { file: String },
    #[class(generic)]
    #[property("code" = "ERR_DLOPEN_FAILED")]
    #[error(
        "{file} is a native addon, made for Node; Lumi runs packages of JavaScript only{}",
        instead_of(.package)
    )]
    NativeAddon {
        file: String,
        package: Option<String>,
    },
    #[class(type)]
    #[property("code" = "ERR_INVALID_URL")]
    #[error("cannot import a data: URL: {problem}")]
    DataUrl { problem: String },
    #[class(range)]
    #[property("code" = "ERR_UNKNOWN_MODULE_FORMAT")]
    #[error(
        "cannot import a data: URL of the type {media:?}; its type must be text/javascript or application/json"
    )]
    DataFormat { media: String },
    #[class(generic)]
    #[property("code" = "ERR_UNSUPPORTED_RESOLVE_REQUEST")]
    #[error(
        "cannot import {specifier:?} from a data: URL, which is in no folder; write a URL, or the name of a module of Node"
    )]
    FromData { specifier: String },
    #[class(generic)]
    #[property("code" = "ERR_UNSUPPORTED_ESM_URL_SCHEME")]
    #[error("cannot import {specifier:?}: modules are files of the project, not {scheme}: URLs{}{}", std_hint(.specifier), npm_hint(.specifier))]
    Scheme { specifier: String, scheme: String },
    #[class(generic)]
    #[error(
        "cannot import {specifier:?}: `lumi test` runs tests that are written for Mocha, or with `test` of \"lumi/testing\"; \
         `{command}` runs these in Node, and `lumi convert` rewrites them"
    )]
    OtherTests {
        specifier: String,
        command: &'static str,
    },
    #[class(generic)]
    #[property("code" = "ERR_MODULE_NOT_FOUND")]
    #[error("there is no module {specifier:?}{}", near_or(.similar, .known))]
    NoSuchSdkModule {
        specifier: String,
        similar: Vec<String>,
        /// The names that exist, shown if none is similar.
        known: String,
    },
    #[class(generic)]
    #[property("code" = "ERR_UNKNOWN_BUILTIN_MODULE")]
    #[error(
        "cannot import {specifier:?}: Lumi has no such module of Node{}",
        near_or(.similar, &public_names(.known))
    )]
    NoSuchNodeModule {
        specifier: String,
        similar: Vec<String>,
        known: Vec<String>,
    },
    #[class(generic)]
    #[property("code" = "ERR_MODULE_NOT_FOUND")]
    #[error(
        "cannot import {specifier:?}: the project has no such package{}",
        packages(.similar, .known)
    )]
    NoSuchProjectPackage {
        specifier: String,
        similar: Vec<String>,
        /// The names of the packages that there are.
        known: Vec<String>,
    },
    #[class(generic)]
    #[error("cannot import {specifier:?}: {problem}")]
    Undescribed { specifier: String, problem: String },
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
    #[property("code" = "ERR_UNKNOWN_FILE_EXTENSION")]
    #[error(
        "{file} is not a module: its extension is unknown; import it with {{ type: \"text\" }} or {{ type: \"bytes\" }}, or rename it to .ts, .js or .json"
    )]
    NotCode { file: String },
    #[class(syntax)]
    #[error("{message}")]
    Syntax {
        message: String,
        #[property = "lumiPosition"]
        position: Position,
    },
    /// A package.json that is not JSON.
    #[class(generic)]
    #[property("code" = "ERR_INVALID_PACKAGE_CONFIG")]
    #[error("{message}")]
    ManifestSyntax {
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
    /// An import with unknown position, such as `import(name)`.
    #[class(inherit)]
    #[error("{problem} (imported from {importer})")]
    ImportedFrom {
        #[inherit]
        problem: Box<LoadError>,
        importer: String,
    },
}

impl LoadError {
    /// The error of a package.json, for that of a text.
    pub fn in_manifest(self) -> Self {
        match self {
            Self::Syntax { message, position } => Self::ManifestSyntax { message, position },
            other => other,
        }
    }

    /// Whether a specifier with this error names no file at all, so that `import.meta.resolve` has no URL for it.
    pub fn is_of_specifier(&self) -> bool {
        matches!(
            self,
            Self::EncodedSlash { .. }
                | Self::Malformed { .. }
                | Self::UrlHost { .. }
                | Self::NoUrl { .. }
        )
    }

    pub fn malformed(specifier: &str) -> Self {
        Self::Malformed {
            specifier: specifier.to_owned(),
        }
    }
}

/// A package that was not found in any `node_modules` folder.
#[derive(Debug)]
pub struct MissingPackage {
    pub specifier: String,
    /// The name of the package.
    pub name: String,
    pub similar: Vec<String>,
    /// The folders that were searched.
    pub looked: Vec<String>,
    /// Whether package.json lists the package.
    pub is_wanted: bool,
    /// The package that has this one as a peer dependency, and the range of versions.
    pub peer: Option<(String, String)>,
    /// Whether there are candidate folders that may not be read. They are not named: a program must not learn
    /// which of them exist, and the nearest seldom does.
    pub are_more_hidden: bool,
    /// Whether the project has packages in the archives of Yarn's Plug'n'Play.
    pub is_plug_n_play: bool,
}

impl fmt::Display for MissingPackage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            specifier, name, ..
        } = self;
        write!(f, "cannot import {specifier:?}: ")?;
        let hint = std_hint(specifier);
        if !hint.is_empty() && !self.is_wanted {
            return write!(f, "there is no such package{hint}");
        }
        match self.looked.as_slice() {
            [] => write!(f, "there is no node_modules folder")?,
            looked => write!(
                f,
                "there is no package {name:?} in {}",
                looked.join(" or in ")
            )?,
        }
        if self.is_plug_n_play {
            return write!(f, "; {PLUG_N_PLAY_ADVICE}");
        }
        if let Some((package, version)) = &self.peer {
            // Ranges with spaces or alternatives would need quotes of the shell.
            let is_plain = |it: char| it.is_ascii_alphanumeric() || "^~.-+".contains(it);
            let version = match !version.is_empty() && version.chars().all(is_plain) {
                true => format!("@{version}"),
                false => String::new(),
            };
            write!(
                f,
                "; {package} needs it as a peer: run \"npm install {name}{version}\""
            )?;
        } else if self.is_wanted {
            write!(f, "; package.json asks for it: run \"npm install\"")?;
        } else if !self.similar.is_empty() {
            return f.write_str(&near(&self.similar));
        } else {
            write!(f, "; run \"npm install {name}\"")?;
        }
        if self.are_more_hidden {
            f.write_str(
                ", or if a folder further up has it, run again with --allow-read=FOLDER/node_modules",
            )?;
        }
        Ok(())
    }
}

/// A hint for packages as Deno names them, such as `npm:zod@3/v4`.
fn npm_hint(specifier: &str) -> String {
    let (package, install) = if let Some(package) = specifier.strip_prefix("npm:") {
        (package, "npm install")
    } else if let Some(package) = specifier.strip_prefix("jsr:") {
        (package, "npx jsr add")
    } else {
        return String::new();
    };
    let package = package.trim_start_matches('/');
    // The first letter of a scope is `@`, a later one begins the version.
    let name_end = package.char_indices().skip(1).find(|(_, it)| *it == '@');
    let name = name_end.map_or(package, |(end, _)| &package[..end]);
    let version = name_end.map_or("", |(end, _)| &package[end..]);
    let (version, below) = version.split_once('/').unwrap_or((version, ""));
    let name = match below {
        "" => name.to_owned(),
        below => format!("{name}/{below}"),
    };
    let segments = if name.starts_with('@') { 2 } else { 1 };
    let wanted: Vec<&str> = name.split('/').take(segments).collect();
    format!(
        "; run `{install} {}{version}`, and import {name:?}",
        wanted.join("/")
    )
}

/// A hint for guesses at the name of the standard library.
fn std_hint(specifier: &str) -> &'static str {
    let guesses = ["std", "lumi-std", "lumi:std", "@lumi/std", "@std"];
    let is_guess = |name: &&str| {
        let rest = specifier.strip_prefix(*name);
        rest.is_some_and(|it| it.is_empty() || it.starts_with([':', '/']))
    };
    match guesses.iter().any(is_guess) {
        true => "; the standard library is \"lumi/std\", as in: import { fs } from \"lumi/std\"",
        false => "",
    }
}

/// A source position as a property of an error.
#[derive(Debug, Clone)]
pub struct Position(pub SourcePosition);

impl From<&Position> for deno_error::PropertyValue {
    fn from(position: &Position) -> Self {
        Self::String(position.0.to_string().into())
    }
}

fn listed(names: &[String]) -> String {
    if names.is_empty() {
        return "nothing".to_owned();
    }
    let quoted: Vec<String> = names.iter().map(|it| format!("{it:?}")).collect();
    quoted.join(", ")
}

fn and_more(count: usize) -> String {
    match count {
        0 => String::new(),
        count => format!(" and {count} more"),
    }
}

/// Similar names, or all known names.
fn near_or(similar: &[String], known: &str) -> String {
    match similar {
        [] => known.to_owned(),
        some => near(some),
    }
}

/// The modules that are meant for programs.
fn public_names(known: &[String]) -> String {
    let is_public = |it: &&String| !it.trim_start_matches("node:").starts_with('_');
    let names: Vec<&str> = known.iter().filter(is_public).map(String::as_str).collect();
    format!("; it has {}", names.join(", "))
}

/// Packages of a similar name, or what to do for a package of this name.
fn packages(similar: &[String], known: &[String]) -> String {
    match (similar, known) {
        ([], []) => {
            "; add it with `lumi add`, such as `lumi add hashicorp/aws` or `lumi add pulumi:aws`"
                .to_owned()
        }
        ([], known) => format!("; it has {}, and `lumi add` adds others", known.join(", ")),
        (similar, _) => near(similar),
    }
}

/// The advice about a package with a native addon.
fn instead_of(package: &Option<String>) -> String {
    package.as_ref().map_or_else(String::new, |name| {
        format!(
            "; instead of {name}, use a package of JavaScript or WebAssembly, or run a program that has it \
             with node:child_process"
        )
    })
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
