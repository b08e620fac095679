//! Adds a version to a hub, or yanks one.

use std::sync::Arc;

use lumi_packages::hub::{HubAddress, HubIndex, HubKey, HubVersion, hub_file};
use lumi_packages::{PackSource, PackStore};
use lumi_state::{Blob, StateError, Store};

use super::hub_error::HubError;
use super::hub_place::{HubPlace, versions};
use crate::libraries::ReadPack;
use crate::stacks::backend::wait;

/// The number of times that another publisher may be faster.
const ATTEMPTS: usize = 20;

/// The result of a publication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Publication {
    Added,
    /// The hub has this version already.
    Known,
}

/// Publishes a package. The file comes first, under a name that no other content can have, and the index then takes
/// the place of the old one at once: whatever happens in between, readers see the old versions or the new ones.
pub fn publish(
    hub: &HubPlace,
    address: &HubAddress,
    package: &ReadPack,
    key: &HubKey,
) -> Result<Publication, HubError> {
    let store = writable(hub)?;
    let manifest = &package.pack.manifest;
    if manifest.name != address.name() {
        return Err(HubError::OtherName {
            address: address.clone(),
            found: manifest.name.clone(),
        });
    }
    for (name, dependency) in &manifest.dependencies {
        if let Some((PackSource::File(_), _)) = PackSource::of_dependency(&dependency.wanted) {
            return Err(HubError::LocalDependency {
                name: name.clone(),
                wanted: dependency.wanted.clone(),
            });
        }
    }
    let version = HubVersion {
        hash: package.hash.clone(),
        size: package.bytes.len() as u64,
        yanked: false,
    };
    let mut is_written = false;
    change(&store, hub, address, key, |index| {
        match index.versions.get(&manifest.version) {
            Some(known) if known.hash == version.hash => return Ok(false),
            Some(_) => {
                return Err(HubError::Published {
                    address: address.clone(),
                    version: manifest.version.clone(),
                });
            }
            None => {}
        }
        if !is_written {
            write_file(&store, hub, package)?;
            is_written = true;
        }
        index
            .versions
            .insert(manifest.version.clone(), version.clone());
        Ok(true)
    })
}

/// Marks a version as one that should not be chosen any more, or takes the mark away.
pub fn yank(
    hub: &HubPlace,
    address: &HubAddress,
    version: &str,
    is_yanked: bool,
    key: &HubKey,
) -> Result<Publication, HubError> {
    let store = writable(hub)?;
    change(&store, hub, address, key, |index| {
        let versions = versions(index);
        match index.versions.get_mut(version) {
            None => Err(HubError::NoVersion {
                address: address.clone(),
                range: version
                    .parse()
                    .unwrap_or_else(|_| lumi_packages::VersionRange::any()),
                versions,
            }),
            Some(it) => Ok(std::mem::replace(&mut it.yanked, is_yanked) != is_yanked),
        }
    })
}

fn writable(hub: &HubPlace) -> Result<Arc<dyn Store>, HubError> {
    match hub {
        HubPlace::Store(store) => Ok(Arc::clone(store)),
        HubPlace::Web { .. } => Err(HubError::ReadOnly),
    }
}

/// Changes the index of a package at once; again with what another publisher has made of it in the meantime.
/// `edit` says whether there is anything to write.
fn change(
    store: &Arc<dyn Store>,
    hub: &HubPlace,
    address: &HubAddress,
    key: &HubKey,
    mut edit: impl FnMut(&mut HubIndex) -> Result<bool, HubError>,
) -> Result<Publication, HubError> {
    let path = address.index();
    for _ in 0..ATTEMPTS {
        let old = waited(store.read_within(&path, HubIndex::MAX_BYTES))?;
        let mut index = match &old {
            None => HubIndex::new(address, key),
            Some(blob) => {
                HubIndex::parse(&blob.bytes, address).map_err(|problem| HubError::Index {
                    place: hub.place(&path),
                    problem,
                })?
            }
        };
        if index.key != key.public() {
            return Err(HubError::NotYours {
                address: address.clone(),
                owner: index.key,
                own: key.public(),
            });
        }
        if !edit(&mut index)? {
            return Ok(Publication::Known);
        }
        let full = || HubError::Full(address.clone());
        let bytes = index.next_revision().ok_or_else(full)?.signed(key);
        // A larger one would be refused by all who read it.
        if bytes.len() as u64 > HubIndex::MAX_BYTES {
            return Err(full());
        }
        let written = match &old {
            None => waited(store.create(&path, bytes))?,
            Some(old) => waited(store.replace(&path, old, bytes))?,
        };
        if written.is_some() {
            return Ok(Publication::Added);
        }
    }
    Err(HubError::Busy(address.clone()))
}

/// Writes the file of a package, unless it is there. One with its name and another content is damaged.
fn write_file(store: &Arc<dyn Store>, hub: &HubPlace, package: &ReadPack) -> Result<(), HubError> {
    let path = hub_file(&package.hash);
    if waited(store.create(&path, package.bytes.clone()))?.is_some() {
        return Ok(());
    }
    let found: Option<Blob> = waited(store.read_within(&path, PackStore::MAX_BYTES))?;
    match found.is_some_and(|it| it.bytes == package.bytes) {
        true => Ok(()),
        false => Err(HubError::Swapped {
            place: hub.place(&path),
            problem: "its content is not that of its name".to_owned(),
        }),
    }
}

fn waited<T>(future: impl Future<Output = Result<T, StateError>>) -> Result<T, HubError> {
    let result = wait(future).map_err(|it| HubError::Unusable(it.into_message()))?;
    result.map_err(|error| HubError::Unusable(error.to_string()))
}
