//! Opens and reads a hub.

use std::path::Path;
use std::sync::Arc;

use lumi_graph::environment_variables::HUB;
use lumi_packages::fetch::{
    DownloadLimit, FetchError, Fetcher, ShownUrl, Url, join_url, parse_url, token_variable,
};
use lumi_packages::hub::{HubAddress, HubIndex, hub_file};
use lumi_packages::{LockedIndex, PackHash, PackStore, VersionRange};
use lumi_state::{Store, open_store};
use semver::Version;

use super::hub_error::HubError;
use crate::packages::fetcher;
use crate::process_environment::{environment, variable};
use crate::stacks::backend::wait;

/// The hub of this user.
pub enum HubPlace {
    /// A folder or a bucket.
    Store(Arc<dyn Store>),
    /// A web server that serves one; the path of its URL ends with a slash.
    Web { fetcher: Fetcher, url: Url },
}

pub struct FoundVersion {
    pub version: Version,
    pub hash: PackHash,
    /// The index that names it.
    pub index: LockedIndex,
    pub bytes: Vec<u8>,
    /// The place of the file, for messages.
    pub place: String,
}

/// A file up to this size is read although its package is smaller: its hash tells best what is wrong.
const SWAPPED_BYTES: u64 = 1 << 20;

impl HubPlace {
    /// The hub that `LUMI_HUB` names, for a package of it. Relative paths start at `current`.
    pub fn open(current: &Path, wanted: &HubAddress) -> Result<Self, HubError> {
        let text = variable(HUB).ok_or_else(|| HubError::NoHub(wanted.clone()))?;
        let scheme = text.split_once("://").map(|it| it.0.to_ascii_lowercase());
        if matches!(scheme.as_deref(), Some("https" | "http")) {
            let url = web_url(&text)?;
            let fetcher = fetcher().map_err(|it| HubError::Place(it.into_message()))?;
            return Ok(Self::Web { fetcher, url });
        }
        let is_url = text.contains("://") || text.starts_with("file:");
        let url = match is_url {
            true => text,
            false => format!("file:{text}"),
        };
        let store = open_store(&url, current, &environment());
        store
            .map(Self::Store)
            .map_err(|error| HubError::Place(error.to_string()))
    }

    /// A path in the hub, for messages.
    pub fn place(&self, path: &str) -> String {
        match self {
            Self::Store(store) => store.place(path),
            Self::Web { url, .. } => format!("{}{path}", ShownUrl(url)),
        }
    }

    /// A file of at most `limit` bytes; `None` if the hub does not have it.
    fn read(&self, path: &str, limit: u64) -> Result<Option<Vec<u8>>, HubError> {
        let unreadable = HubError::Unusable;
        match self {
            Self::Store(store) => {
                let read = wait(store.read_within(path, limit))
                    .map_err(|it| unreadable(it.into_message()))?;
                let blob = read.map_err(|error| unreadable(error.to_string()))?;
                Ok(blob.map(|it| it.bytes))
            }
            Self::Web { fetcher, url } => {
                let url = join_url(url, path).map_err(|error| unreadable(error.to_string()))?;
                let limit = DownloadLimit::of_file(limit);
                let fetched = wait(fetcher.bytes_within(&url, limit))
                    .map_err(|it| unreadable(it.into_message()))?;
                match fetched {
                    Err(FetchError::Unauthorized {
                        had_token: false, ..
                    }) => Ok(None),
                    fetched => fetched.map_err(|error| unreadable(error.to_string())),
                }
            }
        }
    }

    /// The variable for a token of the web server, if it has none.
    fn missing_token(&self) -> Option<String> {
        match self {
            Self::Web { fetcher, url } if !fetcher.has_token(url) => Some(token_variable(url)),
            _ => None,
        }
    }

    /// The index of a package; `None` if the hub does not have it.
    pub fn index(&self, address: &HubAddress) -> Result<Option<HubIndex>, HubError> {
        let path = address.index();
        let Some(bytes) = self.read(&path, HubIndex::MAX_BYTES)? else {
            return Ok(None);
        };
        let index = HubIndex::parse(&bytes, address).map_err(|problem| HubError::Index {
            place: self.place(&path),
            problem,
        })?;
        Ok(Some(index))
    }

    /// The file with a hash, which its reader verifies; `None` if the hub does not have it.
    pub fn file(&self, hash: &PackHash) -> Result<Option<Vec<u8>>, HubError> {
        self.read(&hub_file(hash), PackStore::MAX_BYTES)
    }

    /// The newest version of a range. `known` is the index that the project has seen last, if it has seen one.
    pub fn newest(
        &self,
        address: &HubAddress,
        range: &VersionRange,
        known: Option<&LockedIndex>,
    ) -> Result<FoundVersion, HubError> {
        let index = self.index(address)?.ok_or_else(|| HubError::NoPackage {
            place: self.place(""),
            address: address.clone(),
            token: self.missing_token(),
        })?;
        if let Some(known) = known {
            check_index(&index, address, known)?;
        }
        let Some((version, found)) = index.newest(range) else {
            return Err(HubError::NoVersion {
                address: address.clone(),
                range: range.clone(),
                versions: versions(&index),
            });
        };
        let place = self.place(&hub_file(&found.hash));
        let limit = found.size.clamp(SWAPPED_BYTES, PackStore::MAX_BYTES);
        let bytes = self
            .read(&hub_file(&found.hash), limit)?
            .ok_or_else(|| HubError::Swapped {
                place: place.clone(),
                problem: "it is not there".to_owned(),
            })?;
        Ok(FoundVersion {
            version,
            hash: found.hash.clone(),
            index: LockedIndex {
                signed_by: index.key.clone(),
                revision: index.revision,
            },
            bytes,
            place,
        })
    }
}

/// The URL of a web server. The paths of files follow it, so nothing can come after its own.
fn web_url(text: &str) -> Result<Url, HubError> {
    let url = parse_url(text).map_err(|error| HubError::Place(error.to_string()))?;
    if url.query().is_some() || url.fragment().is_some() {
        return Err(HubError::Place(format!(
            "{} must end with its path, without `?` and `#`",
            ShownUrl(&url)
        )));
    }
    let with_slash = match url.path().ends_with('/') {
        true => url.to_string(),
        false => format!("{url}/"),
    };
    parse_url(&with_slash).map_err(|error| HubError::Place(error.to_string()))
}

/// The versions of a package for a message, the oldest first.
pub(super) fn versions(index: &HubIndex) -> Vec<String> {
    let parsed = index.versions.iter().filter_map(|(text, it)| {
        let version = Version::parse(text).ok()?;
        Some((version, it.yanked))
    });
    let mut parsed: Vec<_> = parsed.collect();
    parsed.sort();
    let texts = parsed.iter().map(|(version, is_yanked)| match is_yanked {
        true => format!("{version} (yanked)"),
        false => version.to_string(),
    });
    texts.collect()
}

/// Refuses what another publisher has signed, and what the publisher has replaced since: it would hide newer versions, and
/// that versions were yanked.
fn check_index(
    index: &HubIndex,
    address: &HubAddress,
    known: &LockedIndex,
) -> Result<(), HubError> {
    if index.key != known.signed_by {
        return Err(HubError::OtherKey {
            address: address.clone(),
            expected: known.signed_by.clone(),
            found: index.key.clone(),
        });
    }
    if index.revision < known.revision {
        return Err(HubError::OlderIndex {
            address: address.clone(),
            known: known.revision,
            found: index.revision,
        });
    }
    Ok(())
}
