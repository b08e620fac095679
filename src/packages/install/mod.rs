//! Installs packages: from where they are into the store, and checked on the way.
//!
//! | module | |
//! |---|---|
//! | `available` | the versions that there are of a package |
//! | `install_error` | failed installations |
//! | `installer` | installs one package after the other |
//! | `package_store` | the packages that are installed on this machine, for all projects |
//! | `stored_hashes` | the hashes of a stored package, beside it |

mod available;
mod install_error;
mod installer;
mod package_store;
mod stored_hashes;

pub use available::Available;
pub use install_error::InstallError;
pub use installer::{Installed, Installer, Progress, Request};
pub use package_store::PackageStore;
