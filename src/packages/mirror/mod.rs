//! Mirrors: folders and web servers that have providers of several registries.
//!
//! | module | |
//! |---|---|
//! | `folder_mirror` | a folder with providers, packed or unpacked, in the layout of Terraform |
//! | `network_mirror` | a web server that has providers, in the protocol of Terraform's network mirrors |

mod folder_mirror;
mod network_mirror;

pub use folder_mirror::FolderMirror;
pub use network_mirror::NetworkMirror;

pub(crate) use folder_mirror::FolderPackage;
pub(crate) use network_mirror::MirrorArchive;
