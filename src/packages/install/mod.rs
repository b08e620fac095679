//! Installs packages: from where they are into the store, and checked on the way.
//!
//! | module | |
//! |---|---|
//! | `available` | the versions that there are of a package |
//! | `copied_files` | copies of folders |
//! | `found_package` | a package that was found, and of which nothing was downloaded yet |
//! | `install_error` | failed installations |
//! | `installation` | one installation |
//! | `installer` | finds packages in all places, and installs them |
//! | `plugin_search` | looks for plugins of Pulumi in all places |
//! | `package_store` | the packages that are installed on this machine, for all projects |
//! | `request` | what is to be installed, and what was |
//! | `stored_hashes` | the hashes of a stored package, beside it |

mod available;
mod copied_files;
mod found_package;
mod install_error;
mod installation;
mod installer;
mod package_store;
mod plugin_search;
mod request;
mod stored_hashes;

pub use crate::fetch::Progress;
pub use available::Available;
pub use copied_files::copy_folder;
pub use found_package::{FoundPackage, PackagePlace};
pub use install_error::InstallError;
pub use installer::Installer;
pub use package_store::{PackageStore, StoredPackage};
pub use request::{Installed, Request};

pub(crate) use stored_hashes::StoredHashes;
