//! Looks for plugins of Pulumi in all places.

use super::available::Available;
use super::found_package::Content;
use super::install_error::InstallError;
use super::installer::Installer;
use super::request::Request;
use crate::plugin::{FileServer, FolderPlugin, PluginPlace};
use crate::{PackageSource, Platform, PluginAddress, VersionRange};

impl Installer {
    pub(super) async fn available_plugins(
        &self,
        address: &PluginAddress,
        range: &VersionRange,
        platform: &Platform,
    ) -> Result<Available, InstallError> {
        let mut all = Available::default();
        let mut failure = None;
        for place in self.plugins.of(address) {
            match place {
                PluginPlace::Folder(folder) => {
                    all.versions.extend(folder.versions(address, platform));
                    // An installed version needs no network, if it is wanted.
                    if range.exact().is_some_and(|it| all.versions.contains(it)) {
                        return Ok(all);
                    }
                }
                PluginPlace::GitHub(releases) => {
                    let versions = releases.versions(&self.fetcher, address, platform).await;
                    match versions {
                        Ok(versions) => all.versions.extend(versions.unwrap_or_default()),
                        Err(error) => failure = Some(error),
                    }
                }
                PluginPlace::Files(_) => all.versions.extend(range.exact().cloned()),
            }
        }
        match (all.versions.is_empty(), failure) {
            (false, None) => Ok(all),
            // An installed or named version needs no list.
            (false, Some(error)) => {
                all.warnings.push(error.to_string());
                Ok(all)
            }
            (true, Some(error)) => Err(error.into()),
            (true, None) => Err(self.unlisted(address)),
        }
    }

    fn unlisted(&self, address: &PluginAddress) -> InstallError {
        let source = PackageSource::Pulumi(address.clone());
        let places = self.plugins.of(address);
        let is_unlisted = matches!(places.as_slice(), [PluginPlace::Files(_)]);
        match is_unlisted {
            true => InstallError::Unlisted(Box::new(source)),
            false => InstallError::NotFound(Box::new(source)),
        }
    }

    /// The first place that has a plugin. One that cannot be asked is passed over if another has it.
    pub(super) async fn find_plugin(
        &self,
        address: &PluginAddress,
        request: Request<'_>,
    ) -> Result<Option<Content>, InstallError> {
        let Request {
            version, platform, ..
        } = request;
        let mut failure = None;
        for place in self.plugins.of(address) {
            let archive = match place {
                PluginPlace::Folder(folder) => match folder.plugin(address, version, platform) {
                    Some(FolderPlugin::Unpacked(folder)) => {
                        return Ok(Some(Content::Unpacked(folder)));
                    }
                    Some(FolderPlugin::Packed(archive)) => {
                        return Ok(Some(Content::Packed(archive)));
                    }
                    None => continue,
                },
                PluginPlace::GitHub(releases) => {
                    releases
                        .archive(&self.fetcher, address, version, platform)
                        .await
                }
                PluginPlace::Files(url) => {
                    let server = FileServer::new(url);
                    server
                        .archive(&self.fetcher, address, version, platform)
                        .await
                }
            };
            match archive {
                Ok(Some(archive)) => return Ok(Some(Content::Released(Box::new(archive)))),
                Ok(None) => {}
                Err(error) => failure = failure.or(Some(error)),
            }
        }
        failure.map_or(Ok(None), |error| Err(error.into()))
    }
}
