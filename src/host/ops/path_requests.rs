//! Requests about paths, of which no file is opened.

use std::io;
use std::path::Path;

use crate::permissions::Permissions;

use super::file_access::{Check, ErrorContext, FileAccess, FileWork};
use super::file_actions::{self as actions, Owner, Times};
use super::file_request::{Answer, FileRequest, MakeFolder, Removal};
use super::system_error::SystemError;

impl FileRequest {
    /// Requests that read or change what the system knows of a file or folder.
    pub fn on_attributes(self, access: &FileAccess) -> Result<FileWork, SystemError> {
        let (read, write) = (Permissions::check_read, Permissions::check_write);
        let read_entry = Permissions::check_read_entry;
        let done = Answer::Nothing;
        match self {
            Self::Access { path, mode } => {
                const WRITE: u32 = 2;
                let check = if mode & WRITE == 0 { read } else { write };
                access.at(path, check, "access", move |real| {
                    actions::access(real, mode).map(done)
                })
            }
            Self::Chmod { path, mode } => access.at(path, write, "chmod", move |real| {
                actions::change_mode(real, mode).map(done)
            }),
            Self::Stat { path, entry } => {
                let (check, syscall): (Check, _) = match entry {
                    true => (read_entry, "lstat"),
                    false => (read, "stat"),
                };
                access.at(path, check, syscall, |real| {
                    actions::facts_at(real).map(Answer::Numbers)
                })
            }
            Self::StatFs { path } => access.at(path, read, "statfs", |real| {
                actions::file_system_facts(real).map(Answer::Numbers)
            }),
            other => other.on_entries(access),
        }
    }

    /// Requests that change an attribute of what a symlink leads to, or of the symlink itself.
    fn on_entries(self, access: &FileAccess) -> Result<FileWork, SystemError> {
        let changed = |entry: bool| match entry {
            true => Permissions::check_write_entry,
            false => Permissions::check_write,
        };
        match self {
            Self::Chown {
                path,
                user,
                group,
                entry,
            } => {
                let syscall = if entry { "lchown" } else { "chown" };
                access.at(path, changed(entry), syscall, move |real| {
                    actions::change_owner(real, Owner { user, group }).map(Answer::Nothing)
                })
            }
            Self::Times {
                path,
                accessed,
                modified,
                entry,
            } => {
                let syscall = if entry { "lutime" } else { "utime" };
                access.at(path, changed(entry), syscall, move |real| {
                    actions::change_times(real, Times { accessed, modified }).map(Answer::Nothing)
                })
            }
            other => other.on_names(access),
        }
    }

    /// Requests that give files other names, or follow names.
    fn on_names(self, access: &FileAccess) -> Result<FileWork, SystemError> {
        let (read, write) = (Permissions::check_read, Permissions::check_write);
        let read_entry = Permissions::check_read_entry;
        let write_entry = Permissions::check_write_entry;
        match self {
            Self::Copy { path, to, mode } => {
                access.between((path, &[read]), (to, write), "copyfile", move |from, to| {
                    actions::copy(from, to, mode)
                })
            }
            // The new name opens the file as the permissions of its entry say.
            Self::Link { path, to } => access.between(
                (path, &[read_entry, write_entry]),
                (to, write_entry),
                "link",
                actions::link,
            ),
            // A file that is renamed into a readable folder becomes readable.
            Self::Rename { path, to } => access.between(
                (path, &[read_entry, write_entry]),
                (to, write_entry),
                "rename",
                actions::rename,
            ),
            Self::Symlink { path, target } => {
                let real = access.real(&path, write_entry)?;
                let text = target.clone();
                Ok(FileWork {
                    action: Box::new(move |_| actions::symlink(&text, &real).map(Answer::Nothing)),
                    context: ErrorContext {
                        syscall: "symlink",
                        path: Some(target),
                        to: Some(path),
                        reads: false,
                    },
                })
            }
            Self::ReadLink { path } => access.at(path, read_entry, "readlink", |real| {
                actions::read_link(real).map(Answer::Text)
            }),
            Self::RealPath { path } => access.at(path, read, "realpath", |real| {
                actions::existing(real).map(Answer::Text)
            }),
            other => other.on_folders(access),
        }
    }

    /// Requests about the entries of folders.
    fn on_folders(self, access: &FileAccess) -> Result<FileWork, SystemError> {
        let (read, write) = (Permissions::check_read, Permissions::check_write);
        let write_entry = Permissions::check_write_entry;
        let done = Answer::Nothing;
        match self {
            Self::List { path } => access.at(path, read, "scandir", |real| {
                actions::list(real).map(Answer::Texts)
            }),
            Self::Mkdir {
                path,
                mode,
                recursive: true,
                ..
            } => access.at(path, write, "mkdir", move |real| {
                let first = actions::make_all_folders(real, mode)?;
                let text = first.map(|it| it.to_string_lossy().into_owned());
                Ok(Answer::OptionalText(text))
            }),
            Self::Mkdir {
                path,
                mode,
                syscall,
                ..
            } => {
                let syscall = match syscall {
                    MakeFolder::Mkdir => "mkdir",
                    MakeFolder::Mkdtemp => "mkdtemp",
                };
                access.at(path, write, syscall, move |real| {
                    actions::make_folder(real, mode).map(done)
                })
            }
            Self::Remove { path, what } => {
                let (syscall, remove): (_, fn(&Path) -> io::Result<()>) = match what {
                    Removal::File => ("unlink", actions::unlink),
                    Removal::EmptyFolder => ("rmdir", actions::remove_folder),
                    Removal::Everything if access.may_write_lumi_folder_below(&path) => {
                        ("rm", actions::remove_all)
                    }
                    Removal::Everything => ("rm", actions::remove_all_but_kept),
                };
                access.at(path, write_entry, syscall, move |real| {
                    remove(real).map(done)
                })
            }
            _ => unreachable!("BUG: the other requests were taken before"),
        }
    }
}
