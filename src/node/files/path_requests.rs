//! Requests about paths, of which no file is opened.

use std::io;
use std::path::Path;

use lumi_sandbox::{Access, Check, Lookup};

use super::file_access::{ErrorContext, FileAccess, FileWork, work};
use super::file_actions as actions;
use super::file_actions::Owner;
use super::file_actions::Times;
use super::file_request::{Answer, FileRequest, MakeFolder, Removal};
use super::path_text::path_of;
use crate::system_error::SystemError;

impl FileRequest {
    /// Requests that read or change what the system knows of a file or folder.
    pub fn on_attributes(self, access: &FileAccess) -> Result<FileWork, SystemError> {
        let (read, write) = (Check::READ, Check::WRITE);
        let done = Answer::Nothing;
        match self {
            Self::Access { path, mode } => {
                const WRITE: u32 = 2;
                let check = if mode & WRITE == 0 { read } else { write };
                access.at(&path, check, "access", move |real| {
                    actions::access(real, mode).map(done)
                })
            }
            Self::Chmod { path, mode } => access.at(&path, write, "chmod", move |real| {
                actions::change_mode(real, mode).map(done)
            }),
            Self::Stat { path, entry } => {
                let (check, syscall) = match entry {
                    true => (Check::READ_ENTRY, "lstat"),
                    false => (read, "stat"),
                };
                access.at(&path, check, syscall, |real| {
                    actions::facts_at(real).map(Answer::Numbers)
                })
            }
            Self::StatFs { path } => access.at(&path, read, "statfs", |real| {
                actions::file_system_facts(real).map(Answer::Numbers)
            }),
            other => other.on_entries(access),
        }
    }

    /// Requests that change an attribute of what a symlink leads to, or of the symlink itself.
    fn on_entries(self, access: &FileAccess) -> Result<FileWork, SystemError> {
        let changed = |entry: bool| match entry {
            true => Check::WRITE_ENTRY,
            false => Check::WRITE,
        };
        match self {
            Self::Chown {
                path,
                user,
                group,
                entry,
            } => {
                let syscall = if entry { "lchown" } else { "chown" };
                access.at(&path, changed(entry), syscall, move |real| {
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
                access.at(&path, changed(entry), syscall, move |real| {
                    actions::change_times(real, Times { accessed, modified }).map(Answer::Nothing)
                })
            }
            other => other.on_names(access),
        }
    }

    /// Requests that give files other names, or follow names.
    fn on_names(self, access: &FileAccess) -> Result<FileWork, SystemError> {
        let both: &[Access] = &[Access::Read, Access::Write];
        let made = Check::WRITE_NAME;
        match self {
            Self::Copy { path, to, mode } => {
                let target = Check::new(Access::Write, actions::lookup_of_copy(mode));
                let from = (path.as_str(), Lookup::Target, &both[..1]);
                access.between(from, (&to, target), "copyfile", move |from, to| {
                    actions::copy(from, to, mode)
                })
            }
            // The new name opens the file as the permissions of its entry say.
            Self::Link { path, to } => access.between(
                (&path, Lookup::Entry, both),
                (&to, made),
                "link",
                actions::link,
            ),
            // A file that is renamed into a readable folder becomes readable.
            Self::Rename { path, to } => access.between(
                (&path, Lookup::Name, both),
                (&to, made),
                "rename",
                actions::rename,
            ),
            Self::Symlink { path, target } => {
                let context = ErrorContext::new("symlink", &target, Some(&path));
                let real = access.real(&path, made);
                let real = real.map_err(|error| context.refusal(error))?;
                Ok(work(context, move |_| {
                    actions::symlink(&path_of(&target), &real).map(Answer::Nothing)
                }))
            }
            Self::ReadLink { path } => access.at(&path, Check::READ_ENTRY, "readlink", |real| {
                actions::read_link(real).map(Answer::Text)
            }),
            Self::RealPath { path } => access.at(&path, Check::READ, "realpath", |real| {
                actions::existing(real).map(Answer::Text)
            }),
            other => other.on_folders(access),
        }
    }

    /// Requests about the entries of folders.
    fn on_folders(self, access: &FileAccess) -> Result<FileWork, SystemError> {
        match self {
            Self::List { path } => access.at(&path, Check::READ, "scandir", |real| {
                actions::list(real).map(Answer::Texts)
            }),
            Self::Mkdir {
                path,
                mode,
                syscall,
                on_the_way_to: None,
            } => {
                let syscall = match syscall {
                    MakeFolder::Mkdir => "mkdir",
                    MakeFolder::Mkdtemp => "mkdtemp",
                };
                access.at(&path, Check::WRITE_NAME, syscall, move |real| {
                    actions::make_folder(real, mode).map(Answer::Nothing)
                })
            }
            Self::Mkdir {
                path,
                mode,
                on_the_way_to: Some(end),
                ..
            } => {
                let context = ErrorContext::new("mkdir", &end, None);
                let found = access.on_the_way(&path, &end);
                let folder = found.map_err(|error| context.refusal(error))?;
                Ok(work(context, move |_| {
                    let is_made = actions::make_folder_on_the_way(folder, mode)?;
                    Ok(Answer::Flag(is_made))
                }))
            }
            Self::Remove { path, what } => {
                let syscall = match what {
                    Removal::File => "unlink",
                    Removal::EmptyFolder => "rmdir",
                    Removal::Everything => "rm",
                };
                let (context, real) = access.found(&path, Check::WRITE_NAME, syscall)?;
                let remove = removal(what, access, &real);
                Ok(work(context, move |_| remove(&real).map(Answer::Nothing)))
            }
            _ => unreachable!("BUG: the other requests were taken before"),
        }
    }
}

/// Folders of Lumi stay where the program may not write them.
fn removal(what: Removal, access: &FileAccess, real: &Path) -> fn(&Path) -> io::Result<()> {
    match what {
        Removal::File => actions::unlink,
        Removal::EmptyFolder => actions::remove_folder,
        Removal::Everything if access.may_write_lumi_folder_below(real) => actions::remove_all,
        Removal::Everything => actions::remove_all_but_kept,
    }
}
