//! Mirrors: folders and web servers that have providers of several registries.

mod folder_mirror;
mod network_mirror;

pub use folder_mirror::FolderMirror;
pub use network_mirror::NetworkMirror;

pub(crate) use folder_mirror::FolderPackage;
pub(crate) use network_mirror::MirrorArchive;
