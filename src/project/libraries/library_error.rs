//! Errors about libraries.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use lumi_pack::VerifyError;
use lumi_packages::{PackHash, PackSource};

use crate::explained;
use crate::hub::HubError;
use crate::reports::{FailureKind, ProjectFailure, Report};

/// A library and who needs it, as messages name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryName {
    pub name: String,
    /// Its version, if it is known.
    pub version: String,
    /// The package that needs it; `None` for the program.
    pub importer: Option<String>,
    /// The source that names it.
    pub source: PackSource,
}

/// Why a library cannot be used.
#[derive(Debug, Error)]
pub enum LibraryError {
    #[error("the library `{}` ({}) is not in Lumi.lock yet", .0.name, .0.source)]
    NotLocked(Box<LibraryName>),
    #[error("Lumi.lock has `{}` {}, but Lumi.yaml requires `{range}`", .library.name, .library.version)]
    OtherRange {
        library: Box<LibraryName>,
        range: String,
    },
    #[error("the library {} is not there: {} and the store of this machine have no file with the hash {hash}", Needed(.library), .library.source)]
    Missing {
        library: Box<LibraryName>,
        hash: PackHash,
        /// Whether a hub was asked.
        was_fetched: bool,
    },
    #[error("{} is not the library {} that was locked: its hash is {found}", .place.display(), Needed(.library))]
    Swapped {
        library: Box<LibraryName>,
        place: PathBuf,
        found: PackHash,
    },
    #[error("the library {} in {} is version {found}", Needed(.library), .place.display())]
    OtherVersion {
        library: Box<LibraryName>,
        place: PathBuf,
        found: String,
    },
    #[error("{} cannot be used: {}", .place.display(), explained(.problem))]
    Broken {
        place: PathBuf,
        problem: Box<VerifyError>,
    },
    #[error("cannot read {}: {error}", .place.display())]
    Unreadable { place: PathBuf, error: io::Error },
    #[error("cannot write {}: {error}", .place.display())]
    Unwritable { place: PathBuf, error: io::Error },
    #[error("{} is a library whose name or version others cannot import", .place.display())]
    Named { place: PathBuf },
    #[error("{} is a program, not a library", .place.display())]
    Program { place: PathBuf },
    #[error("the manifest of {importer} names its library `{name}` without a version or a hash")]
    Unlocked { importer: String, name: String },
    #[error(transparent)]
    Hub(Box<HubError>),
    #[error("libraries need each other: {}", .0.join(" needs "))]
    Cycle(Vec<String>),
    #[error("the program needs more than {} libraries", .0)]
    TooMany(usize),
    #[error("the library {library} needs the package `{name}` ({wanted}), {problem}")]
    Provider {
        library: String,
        name: String,
        wanted: String,
        problem: String,
    },
}

/// `web 1.2.0 (of acme 1.0.0)`.
struct Needed<'a>(&'a LibraryName);

impl std::fmt::Display for Needed<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}` {}", self.0.name, self.0.version)?;
        match &self.0.importer {
            Some(importer) => write!(f, ", which {importer} needs,"),
            None => Ok(()),
        }
    }
}

impl LibraryError {
    /// The next step of the user.
    fn help(&self) -> Option<String> {
        Some(match self {
            Self::NotLocked(_) | Self::OtherRange { .. } => {
                "run `lumi install`, and commit Lumi.lock".to_owned()
            }
            Self::Hub(error) => return error.help(),
            Self::Missing {
                library,
                was_fetched,
                ..
            } => missing_help(library, *was_fetched),
            Self::Swapped { library, .. } => match &library.importer {
                None => format!(
                    "if the new file is meant, `lumi update {}` locks it; otherwise put the old one back",
                    library.name
                ),
                Some(importer) => {
                    format!(
                        "put the file back with which {importer} was built, or build that again"
                    )
                }
            },
            Self::Program { .. } => {
                "a program is run, not imported; build a library with `lumi pack build --library`"
                    .to_owned()
            }
            Self::Broken { .. } => "build the package again, or take it from its source".to_owned(),
            Self::Provider { wanted, .. } => {
                let source = wanted.rsplit_once('@');
                let argument = source.map_or(wanted.clone(), |(source, range)| {
                    format!("'{source}@{range}'")
                });
                format!("add it with `lumi add {argument}`")
            }
            Self::Cycle(_) => {
                "remove one of these dependencies, and build that package again".to_owned()
            }
            _ => return None,
        })
    }

    fn exit(&self) -> FailureKind {
        match self {
            Self::NotLocked(_) | Self::OtherRange { .. } | Self::Program { .. } => {
                FailureKind::Usage
            }
            _ => FailureKind::Failed,
        }
    }
}

/// The next step for a library that was not found. A hub that was asked does not have it.
fn missing_help(library: &LibraryName, was_fetched: bool) -> String {
    let name = &library.name;
    match (&library.source, &library.importer) {
        (PackSource::Hub(_), None) if was_fetched => format!(
            "see whether LUMI_HUB is the hub that it was locked from; `lumi update {name}` locks what this one has"
        ),
        (PackSource::Hub(_), Some(importer)) if was_fetched => format!(
            "see whether LUMI_HUB is the hub that has it; otherwise use another version of {importer}"
        ),
        (PackSource::Hub(_), None) => "run `lumi install`, which fetches it".to_owned(),
        (PackSource::Hub(address), Some(_)) => format!(
            "fetch it with `lumi pack pull {address}@{}`, beside the package that needs it",
            library.version
        ),
        (PackSource::File(_), None) => format!(
            "put the file back, or take another one with `lumi add PATH.lumipack --name {name}`"
        ),
        (PackSource::File(_), Some(_)) => {
            "put its .lumipack beside that of the package that needs it".to_owned()
        }
    }
}

impl From<HubError> for LibraryError {
    fn from(error: HubError) -> Self {
        Self::Hub(Box::new(error))
    }
}

impl From<LibraryError> for ProjectFailure {
    fn from(error: LibraryError) -> Self {
        let report = Report::error(error.to_string());
        Self::new(error.exit(), report.maybe_help(error.help()))
    }
}
