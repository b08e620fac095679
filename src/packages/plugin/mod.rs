//! Places that have plugins of Pulumi.
//!
//! | module | |
//! |---|---|
//! | `plugin_folder` | a folder with plugins, packed or unpacked |
//! | `plugin_places` | the places that plugins are taken from, in their order |
//! | `release_archive` | an archive of a server, and what it must be |
//! | `file_server` | a web server that has archives, and no list of them |
//! | `github_releases` | releases by the API of GitHub |

mod file_server;
mod github_releases;
mod plugin_folder;
mod plugin_places;
mod release_archive;

pub use plugin_folder::PluginFolder;
pub use plugin_places::{PluginPlace, PluginPlaces};

pub(crate) use file_server::FileServer;
pub use github_releases::GitHubReleases;
pub(crate) use plugin_folder::FolderPlugin;
pub(crate) use release_archive::ReleaseArchive;
