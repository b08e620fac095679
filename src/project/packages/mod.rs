//! The packages of a project: what `Lumi.yaml` wants, what `Lumi.lock` says, and what this machine has.
//!
//! Runs only look: [`installed`] says which programs they start. Commands change: a [`PackageChange`] chooses
//! versions, asks for consent, installs, and writes both files.
//!
//! | module | |
//! |---|---|
//! | `attached` | providers that a developer has started |
//! | `install_failure` | failed installations, as users read them |
//! | `installed` | the packages of a run |
//! | `package_change` | changes of the packages of a project, from choice to lock |
//! | `package_choice` | which version of each package a project gets |
//! | `package_locks` | the locks of a project: its own, and that of OpenTofu and Terraform |
//! | `package_user` | agrees to packages, and sees their downloads |
//! | `parameterized` | packages that plugins make of parameters |
//! | `plugin_folders` | the folders that plugins are found in |
//! | `plugin_scripts` | commands that run plugins which are scripts of Pulumi's Node SDK |
//! | `tool_environment` | where packages come from, as environment variables and files of the user say |

mod attached;
mod install_failure;
mod installed;
mod package_change;
mod package_choice;
mod package_locks;
mod package_user;
mod parameterized;
pub mod plugin_folders;
pub mod plugin_scripts;
mod tool_environment;

pub use attached::attached;
pub use install_failure::failure;
pub use installed::{InstalledPackages, installed, plugin_kind};
pub use package_change::{PackageChange, PackageOutcome, UpgradeScope};
pub use package_choice::{PackageChoice, WantedPackage, place_text};
pub use package_locks::{read_lock, remove_from, write_lock};
pub use package_user::{Downloads, PackageQuestion, PackageUser};
pub use parameterized::{MadeOfParameters, locked_parameters, make_package, program_at};
pub use tool_environment::{PackageTools, fetcher, home, packages_folder, store};
