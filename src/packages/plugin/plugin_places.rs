//! The places that plugins are taken from, in their order.

use super::github_releases::GitHubReleases;
use super::plugin_folder::PluginFolder;
use crate::{PluginAddress, PluginServer};

/// The settings of a user.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PluginPlaces {
    /// The only place, if there is one.
    pub mirror: Option<PluginPlace>,
    /// The plugins that Pulumi has installed, which come first.
    pub installed: Option<PluginFolder>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PluginPlace {
    Folder(PluginFolder),
    GitHub(GitHubReleases),
    /// The URL of a folder with archives.
    Files(String),
}

/// The releases of Pulumi that are not at GitHub.
const RELEASES: &str = "https://get.pulumi.com/releases/plugins";

impl PluginPlaces {
    /// The places that a plugin may come from.
    pub fn of(&self, address: &PluginAddress) -> Vec<PluginPlace> {
        if let Some(mirror) = &self.mirror {
            return vec![mirror.clone()];
        }
        let installed = self.installed.clone().map(PluginPlace::Folder);
        let releases = |host: &str, owner: &str, repository: Option<&str>| {
            PluginPlace::GitHub(GitHubReleases::new(host, owner, repository, address.name()))
        };
        let servers = match address.server() {
            PluginServer::Pulumi => vec![
                releases(PluginAddress::GITHUB, "pulumi", None),
                PluginPlace::Files(RELEASES.to_owned()),
            ],
            PluginServer::GitHub {
                host,
                owner,
                repository,
            } => vec![releases(host, owner, repository.as_deref())],
            PluginServer::Files(url) => vec![PluginPlace::Files(url.clone())],
        };
        // Pulumi's folder does not tell where a plugin came from.
        let installed = installed.filter(|_| *address.server() == PluginServer::Pulumi);
        installed.into_iter().chain(servers).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plugin_of_pulumi_comes_from_its_folder_or_its_releases() {
        let folder = PluginFolder::new("/home/me/.pulumi/plugins".into());
        let places = PluginPlaces {
            mirror: None,
            installed: Some(folder.clone()),
        };
        let of = |text: &str| places.of(&text.parse().unwrap());
        let places_of_random = of("random");
        assert_eq!(places_of_random.len(), 3);
        assert_eq!(places_of_random[0], PluginPlace::Folder(folder));
        assert_eq!(places_of_random[2], PluginPlace::Files(RELEASES.to_owned()));
        assert_eq!(of("acme/dns").len(), 1);
        let mirror = PluginPlace::Files("https://mirror.example.com".to_owned());
        let places = PluginPlaces {
            mirror: Some(mirror.clone()),
            ..places.clone()
        };
        assert_eq!(places.of(&"random".parse().unwrap()), [mirror]);
    }
}
