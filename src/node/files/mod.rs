//! Files and folders, behind `node:fs`.
//!
//! | module | |
//! |---|---|
//! | `file` | the ops of `node:fs` |
//! | `file_actions` | what is done at paths that were checked |
//! | `file_access` | the check of a request, and the work that is left to do then |
//! | `path_text` | paths between the program and the system, which has bytes |
//! | `folder_entry` | a checked path, from the moment when its folder is opened |
//! | `file_request` | requests of a program to the file system |
//! | `open_file_requests` | requests that open files, or are about open ones |
//! | `open_files` | the files that a program has opened, by number |
//! | `path_requests` | requests about paths, of which no file is opened |
//! | `watch` | changes of files, behind `fs.watch` |

pub mod file;
pub mod file_access;
pub mod file_actions;
pub mod file_request;
pub mod folder_entry;
pub mod open_file_requests;
pub mod open_files;
pub mod path_requests;
pub mod path_text;
pub mod watch;
