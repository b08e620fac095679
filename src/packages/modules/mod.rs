//! Modules of configurations: packages of files in registries, repositories of git, and archives.
//!
//! Sources are read without effects; an installation fetches a package whole, checks it, and keeps it in the store of
//! this machine under the hash of its files. What is locked and there is never asked for again.
//!
//! | module | |
//! |---|---|
//! | `module_source` | sources, as the language writes them |
//! | `registry_module` | the address of a module in a registry |
//! | `git_repository` | repositories of git |
//! | `archive_package` | archives on servers |
//! | `subfolder` | the folder of a module in its package |
//! | `url_query` | parameters in the URLs of sources |
//! | `shown_source` | sources in messages |
//! | `source_error` | sources that cannot be used |
//! | `locked_module` | an entry of the lock |
//! | `module_registry` | the registry of one host |
//! | `git_command` | runs git, without what a repository could make it do |
//! | `git_fetch` | the files of a commit |
//! | `module_files` | copies of fetched files, without links |
//! | `module_store` | the modules of this machine |
//! | `module_installer` | from a source into the store |
//! | `module_error` | failed installations |

mod archive_package;
mod git_command;
mod git_fetch;
mod git_repository;
mod locked_module;
mod module_error;
mod module_files;
mod module_installer;
mod module_registry;
mod module_source;
mod module_store;
mod registry_module;
mod shown_source;
mod source_error;
mod subfolder;
mod url_query;

pub use locked_module::{LockedModule, ModuleKey};
pub use module_error::ModuleError;
pub use module_installer::{InstalledModule, ModuleInstaller, ModuleRequest};
pub use module_source::{ModulePackage, ModuleSource, RemotePackage};
pub use module_store::ModuleStore;
pub use registry_module::RegistryModule;
pub use source_error::ModuleSourceError;
pub use subfolder::Subfolder;

pub(crate) use locked_module::ModuleDocument;
