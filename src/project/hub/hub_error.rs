//! Errors about hubs.

use thiserror::Error;

use crate::reports::{FailureKind, ProjectFailure, Report};
use lumi_graph::EscapedText;
use lumi_graph::environment_variables::HUB;
use lumi_packages::VersionRange;
use lumi_packages::hub::{HubAddress, HubKeyError, IndexError};

/// Why a hub cannot be used, or does not have what is wanted.
#[derive(Debug, Error)]
pub enum HubError {
    #[error("`hub:{0}` is a package of a hub, and {HUB} names none")]
    NoHub(HubAddress),
    #[error("{HUB} cannot be used: {0}")]
    Place(String),
    /// The text says what failed, and where.
    #[error("the hub cannot be used: {0}")]
    Unusable(String),
    #[error("{HUB} is a web server, to which nothing can be published")]
    ReadOnly,
    #[error("the index {place} cannot be used: {problem}")]
    Index { place: String, problem: IndexError },
    #[error("the hub {place} has no package {address}")]
    NoPackage {
        place: String,
        address: HubAddress,
        /// The variable with the token of a web server that was asked without one, which may answer so, too.
        token: Option<String>,
    },
    #[error("the hub has no version of {address}{}{}", InRange(.range), Versions(.versions))]
    NoVersion {
        address: HubAddress,
        range: VersionRange,
        /// The oldest first.
        versions: Vec<String>,
    },
    #[error("the index of {0} is full: it can have no further versions")]
    Full(HubAddress),
    #[error("{address} is signed by another key than before: {found}, not {expected}")]
    OtherKey {
        address: HubAddress,
        expected: String,
        found: String,
    },
    #[error(
        "the index of {address} is older than the one that Lumi.lock was written with: revision {found}, not {known} or later"
    )]
    OlderIndex {
        address: HubAddress,
        known: u64,
        found: u64,
    },
    #[error("{place} is not the file that the index of its publisher names: {problem}")]
    Swapped { place: String, problem: String },
    #[error("the index of {address} is signed by the key {owner}, and yours is {own}")]
    NotYours {
        address: HubAddress,
        owner: String,
        own: String,
    },
    #[error("{address} {version} is published already, with another content")]
    Published {
        address: HubAddress,
        version: String,
    },
    #[error("the package is called `{found}`, and cannot be published as {address}")]
    OtherName { address: HubAddress, found: String },
    #[error("the package needs `{name}` ({wanted}), which is a file of this machine")]
    LocalDependency { name: String, wanted: String },
    #[error("others publish {0} all the time; nothing was published")]
    Busy(HubAddress),
    #[error(transparent)]
    Key(#[from] HubKeyError),
}

/// ` for `~> 1.2``.
struct InRange<'a>(&'a VersionRange);

impl std::fmt::Display for InRange<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0.to_string().as_str() {
            "" => Ok(()),
            range => write!(f, " for `{range}`"),
        }
    }
}

/// `; there are 1.0.0, 1.2.0`, of many the newest.
struct Versions<'a>(&'a [String]);

/// The number of versions that a message names.
const SHOWN: usize = 20;

impl std::fmt::Display for Versions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            [] => Ok(()),
            all => {
                let earlier = all.len().saturating_sub(SHOWN);
                let shown = all[earlier..].iter();
                let shown: Vec<_> = shown.map(|it| EscapedText::short(it).to_string()).collect();
                write!(f, "; there are {}", shown.join(", "))?;
                match earlier {
                    0 => Ok(()),
                    _ => write!(f, ", and {earlier} that are older"),
                }
            }
        }
    }
}

impl HubError {
    /// The next step of the user.
    pub fn help(&self) -> Option<String> {
        let text = match self {
            Self::NoHub(_) | Self::Place(_) => {
                "set it to a folder, the URL of a bucket (`s3://…`, `gs://…`, `az://…`), or that of a web server"
            }
            Self::NoPackage {
                token: Some(variable),
                ..
            } => {
                return Some(format!(
                    "see whether {HUB} and the name are right; if the server wants a token, set `{variable}`"
                ));
            }
            Self::NoPackage { .. } => "see whether LUMI_HUB and the name are right",
            Self::Unusable(_) => "see whether LUMI_HUB is right; nothing was changed",
            Self::Index {
                problem: IndexError::Newer(_),
                ..
            } => "update lumi",
            Self::ReadOnly => "name the folder or the bucket that the server serves",
            Self::OtherKey { address, .. } => {
                return Some(format!(
                    "ask the publisher; if that is right, `lumi remove` it and add `hub:{address}` again"
                ));
            }
            Self::OlderIndex { .. } => {
                "a copy of the hub may be out of date: try again later, or name another one; what is locked can be installed"
            }
            Self::Index { .. } | Self::Swapped { .. } => {
                "find out why it differs before you use it; nothing of it was used"
            }
            Self::Published { .. } => {
                "versions are never replaced: publish another one, with `lumi pack build --pack-version`"
            }
            Self::NotYours { .. } => {
                "publish under a namespace of your own, or with the key of the publisher (--key)"
            }
            Self::OtherName { .. } => "the name of a package is that of its project in Lumi.yaml",
            Self::LocalDependency { .. } => {
                "publish that library first, and depend on it as `hub:NAMESPACE/NAME`"
            }
            Self::Busy(_) => "try again",
            _ => return None,
        };
        Some(text.to_owned())
    }
}

impl From<HubError> for ProjectFailure {
    fn from(error: HubError) -> Self {
        let exit = match error {
            HubError::NoHub(_) | HubError::Place(_) | HubError::ReadOnly => FailureKind::Usage,
            _ => FailureKind::Failed,
        };
        let report = Report::error(error.to_string());
        Self::new(exit, report.maybe_help(error.help()))
    }
}
