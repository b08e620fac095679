//! Files and folders on the local machine.
//!
//! | module | |
//! |---|---|
//! | `file` | `std:fs:File` |
//! | `file_inputs` | its inputs |
//! | `file_content` | the file itself: written, adopted, read, removed |
//! | `directory` | `std:fs:Directory` |
//! | `directory_values` | its inputs and outputs |
//! | `tree` | the desired and the actual files of a directory |
//! | `listing` | the files below a folder, and the folders in one |
//! | `place` | normalisation of paths |
//! | `file_owners` | the owners of files |
//! | `stored_owners` | those of the state |
//! | `made_places` | where objects are that earlier runs made |
//! | `made_files` | created folders and managed files, for all stacks of a project |
//! | `written_files` | the files of the last write, for the run after a killed one |
//! | `disk` | helpers for blocking operations |
//! | `atomic_write` | atomic writes |

mod atomic_write;
mod directory;
mod directory_values;
mod disk;
mod file;
mod file_content;
mod file_inputs;
mod file_owners;
mod listing;
mod made_files;
mod made_places;
#[cfg(test)]
mod owner_tests;
mod place;
mod stored_owners;
mod tree;
mod written_files;

pub use directory::Directory;
pub use disk::blocking;
pub use file::File;
pub use file_owners::FileOwners;
pub use made_files::MadeFiles;
pub use made_files::rename_managers_of_files;
