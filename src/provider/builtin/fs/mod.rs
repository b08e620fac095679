//! Files and folders of this machine.
//!
//! | module | |
//! |---|---|
//! | `file` | `std:fs:File` |
//! | `file_inputs` | its inputs |
//! | `directory` | `std:fs:Directory` |
//! | `tree` | the files of a directory: what is wanted, what is there |
//! | `place` | paths as users write them |
//! | `file_owners` | who made what in this run |
//! | `records` | what was made and is managed, for all stacks of a project |
//! | `disk` | operations that wait for the disk |
//! | `atomic_write` | files appear whole or not at all |

mod atomic_write;
mod directory;
mod disk;
mod file;
mod file_inputs;
mod file_owners;
mod place;
mod records;
mod tree;

pub(super) use directory::Directory;
pub(super) use disk::blocking;
pub(super) use file::File;
pub(super) use file_owners::FileOwners;
pub(super) use records::Records;
