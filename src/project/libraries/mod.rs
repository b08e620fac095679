//! Libraries: packages in LumiIL, whose modules programs import as `lumi:NAME`.
//!
//! A run looks, and changes nothing: [`Libraries`] finds what `Lumi.lock` or the manifest of a package says, and proves
//! that it is this. Commands lock: [`lock_libraries`] chooses versions, and keeps the files in the store of this machine.
//!
//! | module | |
//! |---|---|
//! | `library_set` | the libraries of a program, and those that they need |
//! | `library_loader` | finds and verifies libraries by their hashes |
//! | `library_locks` | the libraries of a project in its lock |
//! | `library_modules` | libraries as modules of a run |
//! | `library_error` | errors about libraries |

mod library_error;
mod library_loader;
mod library_locks;
mod library_modules;
mod library_set;

pub use library_error::LibraryError;
pub use library_loader::{ReadPack, is_plain, of_hub, read};
pub use library_locks::{library_differences, lock_libraries};
pub use library_modules::{add_pack, asset_hashes};
pub use library_set::{Libraries, pack_store};
