//! Installs packages: from where they are into the store, and checked on the way.

mod available;
mod install_error;
mod installer;
mod package_store;
mod stored_hashes;

pub use available::Available;
pub use install_error::InstallError;
pub use installer::{Installed, Installer, Progress, Request};
pub use package_store::PackageStore;
