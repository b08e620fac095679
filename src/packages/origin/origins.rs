//! The places that packages are taken from, in their order.

use std::path::PathBuf;

use super::address_pattern::AddressPattern;
use crate::ProviderAddress;
use crate::mirror::{FolderMirror, NetworkMirror};

/// All places; the first that has a version gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origins {
    pub places: Vec<Origin>,
}

/// A place, and the providers that it is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    pub place: OriginPlace,
    /// Without a pattern, every provider.
    pub include: Vec<AddressPattern>,
    pub exclude: Vec<AddressPattern>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OriginPlace {
    /// The registry of the host of each address.
    Registry,
    Folder(FolderMirror),
    Network(NetworkMirror),
}

impl Origin {
    pub fn of(place: OriginPlace) -> Self {
        Self {
            place,
            include: Vec::new(),
            exclude: Vec::new(),
        }
    }

    fn includes(&self, address: &ProviderAddress) -> bool {
        let is_included =
            self.include.is_empty() || self.include.iter().any(|it| it.matches(address));
        is_included && !self.exclude.iter().any(|it| it.matches(address))
    }
}

impl Origins {
    /// Registries, and before them the folders of a user that there are: what one of those has is taken from
    /// there alone.
    pub fn default_origins(folders: impl IntoIterator<Item = PathBuf>) -> Self {
        let folders = folders
            .into_iter()
            .filter(|it| it.is_dir())
            .map(FolderMirror::new);
        let folders: Vec<FolderMirror> = folders.collect();
        let present = folders.iter().flat_map(|it| it.providers());
        let exclude = present.filter_map(|it| it.full().parse().ok()).collect();
        let mut places: Vec<Origin> = folders
            .into_iter()
            .map(|it| Origin::of(OriginPlace::Folder(it)))
            .collect();
        places.push(Origin {
            exclude,
            ..Origin::of(OriginPlace::Registry)
        });
        Self { places }
    }

    /// The places that a provider may come from.
    pub fn of<'a>(&'a self, address: &'a ProviderAddress) -> impl Iterator<Item = &'a OriginPlace> {
        let places = self.places.iter().filter(|it| it.includes(address));
        places.map(|it| &it.place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_of_a_users_folder_come_from_there_alone() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(
            folder
                .path()
                .join("registry.opentofu.org/acme/dns/1.0.0/linux_amd64"),
        )
        .unwrap();
        let origins = Origins::default_origins([folder.path().to_owned(), "/nowhere".into()]);
        let places = |address: &str| {
            let address = address.parse().unwrap();
            origins.of(&address).cloned().collect::<Vec<_>>()
        };
        let mirror = OriginPlace::Folder(FolderMirror::new(folder.path().to_owned()));
        assert_eq!(places("acme/dns"), std::slice::from_ref(&mirror));
        assert_eq!(places("acme/web"), [mirror, OriginPlace::Registry]);
    }

    #[test]
    fn patterns_include_and_exclude() {
        let origin = Origin {
            include: vec!["acme/*".parse().unwrap()],
            exclude: vec!["acme/dns".parse().unwrap()],
            ..Origin::of(OriginPlace::Registry)
        };
        let includes = |address: &str| origin.includes(&address.parse().unwrap());
        assert!(includes("acme/web"));
        assert!(!includes("acme/dns"));
        assert!(!includes("hashicorp/random"));
    }
}
