//! A package that was found, and of which nothing was downloaded yet.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use reqwest::Url;

use crate::PackageHash;
use crate::mirror::MirrorArchive;
use crate::plugin::ReleaseArchive;
use crate::registry::RegistryArchive;

/// The place of a package, and its signer.
#[derive(Clone, Debug)]
pub struct FoundPackage {
    pub(super) content: Content,
}

/// The content that is installed.
#[derive(Clone, Debug)]
pub(super) enum Content {
    /// In the store already, with one of the hashes of the lock.
    Stored(BTreeSet<PackageHash>),
    Unpacked(PathBuf),
    Packed(PathBuf),
    Mirrored {
        mirror: Url,
        archive: MirrorArchive,
    },
    Registered {
        host: String,
        archive: Box<RegistryArchive>,
    },
    Released(Box<ReleaseArchive>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackagePlace<'a> {
    /// The store of this machine.
    Store,
    /// An archive or a folder of a folder mirror.
    Folder(&'a Path),
    /// The URL of a network mirror.
    Mirror(&'a Url),
    /// The host of a registry.
    Registry(&'a str),
    /// The URL of an archive of a release.
    Release(&'a Url),
}

impl FoundPackage {
    pub fn place(&self) -> PackagePlace<'_> {
        match &self.content {
            Content::Stored(_) => PackagePlace::Store,
            Content::Unpacked(path) | Content::Packed(path) => PackagePlace::Folder(path),
            Content::Mirrored { mirror, .. } => PackagePlace::Mirror(mirror),
            Content::Registered { host, .. } => PackagePlace::Registry(host),
            Content::Released(archive) => PackagePlace::Release(&archive.url),
        }
    }

    /// The key that has signed the hashes of the package, in hex; only registries know it.
    pub fn signed_by(&self) -> Option<&str> {
        match &self.content {
            Content::Registered { archive, .. } => archive.checksums.signed_by.as_deref(),
            _ => None,
        }
    }

    /// The hashes that the place says, one of which the package must have; none if it says nothing.
    pub fn expected_hashes(&self) -> BTreeSet<PackageHash> {
        match &self.content {
            Content::Stored(hashes) => hashes.clone(),
            Content::Mirrored { archive, .. } => archive.hashes.clone(),
            Content::Registered { archive, .. } => BTreeSet::from([archive.hash.clone()]),
            Content::Released(archive) => archive.hash().cloned().into_iter().collect(),
            Content::Unpacked(_) | Content::Packed(_) => BTreeSet::new(),
        }
    }
}
