//! What a program asks of the file system (`js/node/fs/request.ts`). The check of its
//! permissions happens on the program's thread, the work possibly on another one.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::FileExt as _;
use std::path::Path;

use deno_core::{OpState, ToJsBuffer};
use serde::{Deserialize, Serialize};

use crate::permissions::Permissions;

use super::file_actions::{self as actions, Owner, Times};
use super::file_gate::{Check, FileWork, Gate, Names, of_file, work};
use super::open_files::{OpenFile, OpenMode};
use super::system_error::SystemError;

/// Largest number of bytes of one read.
const MAX_READ: f64 = (1_u32 << 30) as f64;

/// Symlinks at the end of a path are followed unless the name says `entry`; `file` is the number of
/// an open file. A position that is negative is the current one.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FileRequest {
    Access {
        path: String,
        mode: u32,
    },
    Chmod {
        path: String,
        mode: u32,
    },
    Chown {
        path: String,
        user: f64,
        group: f64,
        entry: bool,
    },
    Close {
        file: u32,
    },
    Copy {
        path: String,
        to: String,
        mode: u32,
    },
    FileChmod {
        file: u32,
        mode: u32,
    },
    FileChown {
        file: u32,
        user: f64,
        group: f64,
    },
    FileStat {
        file: u32,
    },
    FileTimes {
        file: u32,
        accessed: f64,
        modified: f64,
    },
    FileTruncate {
        file: u32,
        length: f64,
    },
    Link {
        path: String,
        to: String,
    },
    List {
        path: String,
    },
    Mkdir {
        path: String,
        mode: u32,
        recursive: bool,
        syscall: MakeFolder,
    },
    Open {
        path: String,
        flags: u32,
        mode: u32,
    },
    Read {
        file: u32,
        length: f64,
        position: f64,
    },
    ReadFile {
        path: String,
        flags: u32,
    },
    ReadLink {
        path: String,
    },
    RealPath {
        path: String,
    },
    Remove {
        path: String,
        what: Removal,
    },
    Rename {
        path: String,
        to: String,
    },
    Stat {
        path: String,
        entry: bool,
    },
    StatFs {
        path: String,
    },
    Symlink {
        path: String,
        target: String,
    },
    Sync {
        file: u32,
        data: bool,
    },
    Times {
        path: String,
        accessed: f64,
        modified: f64,
        entry: bool,
    },
    Write {
        file: u32,
        position: f64,
    },
    WriteFile {
        path: String,
        flags: u32,
        mode: u32,
    },
}

/// The name of a call that makes a folder.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum MakeFolder {
    Mkdir,
    Mkdtemp,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Removal {
    File,
    EmptyFolder,
    Everything,
}

#[derive(Serialize)]
#[serde(untagged)]
pub enum Answer {
    Nothing(()),
    Number(f64),
    Text(String),
    OptionalText(Option<String>),
    Texts(Vec<String>),
    Numbers(Vec<f64>),
    Bytes(ToJsBuffer),
}

impl FileRequest {
    /// The paths, which must not contain a zero byte.
    fn paths(&self) -> [Option<&String>; 2] {
        match self {
            Self::Access { path, .. }
            | Self::Chmod { path, .. }
            | Self::Chown { path, .. }
            | Self::List { path }
            | Self::Mkdir { path, .. }
            | Self::Open { path, .. }
            | Self::ReadFile { path, .. }
            | Self::ReadLink { path }
            | Self::RealPath { path }
            | Self::Remove { path, .. }
            | Self::Stat { path, .. }
            | Self::StatFs { path }
            | Self::Times { path, .. }
            | Self::WriteFile { path, .. } => [Some(path), None],
            Self::Copy { path, to, .. }
            | Self::Link { path, to }
            | Self::Rename { path, to }
            | Self::Symlink { path, target: to } => [Some(path), Some(to)],
            _ => [None, None],
        }
    }

    /// Checks the permissions.
    pub fn prepare(self, state: &mut OpState) -> Result<FileWork, SystemError> {
        let bad = self
            .paths()
            .into_iter()
            .flatten()
            .find(|it| it.contains('\0'));
        if let Some(path) = bad {
            let error = io::Error::from_raw_os_error(libc::EINVAL);
            return Err(SystemError::new(&error, "open", path));
        }
        let gate = Gate::of(state);
        self.on_files(&gate)
    }

    /// Requests that open or use files; the others are of names.
    fn on_files(self, gate: &Gate) -> Result<FileWork, SystemError> {
        match self {
            Self::Open { path, flags, mode } => {
                let (mode, files) = (OpenMode::new(flags, mode), gate.files.clone());
                let real = gate.opened(&path, mode)?;
                Ok(work(path, "open", move |_| {
                    let file = mode.open(&real)?;
                    let number = files.add(OpenFile { file, real, mode });
                    Ok(Answer::Number(f64::from(number)))
                }))
            }
            Self::ReadFile { path, flags } => {
                let mode = OpenMode::new(flags, 0o666);
                let real = gate.opened(&path, mode)?;
                let mut reading = work(path, "open", move |_| read_whole(&mode.open(&real)?));
                reading.names.reads = true;
                Ok(reading)
            }
            Self::WriteFile { path, flags, mode } => {
                let mode = OpenMode::new(flags, mode);
                let real = gate.opened(&path, mode)?;
                Ok(work(path, "open", move |data| {
                    mode.open(&real)?.write_all(data).map(Answer::Nothing)
                }))
            }
            Self::Close { file } => {
                let names = of_file("close");
                let file = gate.files.remove(file);
                let file = file.map_err(|error| names.error(&error))?;
                Ok(FileWork {
                    action: Box::new(move |_| {
                        drop(file);
                        Ok(Answer::Nothing(()))
                    }),
                    names,
                })
            }
            Self::Read {
                file,
                length,
                position,
            } => gate.on(file, "read", move |file, _| read(file, length, position)),
            Self::Write { file, position } => {
                gate.on(file, "write", move |file, data| write(file, data, position))
            }
            Self::Sync { file, data } => {
                let syscall = if data { "fdatasync" } else { "fsync" };
                gate.on(file, syscall, move |file, _| match data {
                    true => file.sync_data().map(Answer::Nothing),
                    false => file.sync_all().map(Answer::Nothing),
                })
            }
            Self::FileTruncate { file, length } => gate.on(file, "ftruncate", move |file, _| {
                file.set_len(length as u64).map(Answer::Nothing)
            }),
            other => other.about_files(gate),
        }
    }

    /// Requests about what the system knows of an open file.
    fn about_files(self, gate: &Gate) -> Result<FileWork, SystemError> {
        let (reads, writes) = (OpenMode::reads, OpenMode::writes);
        let (read, write) = (Permissions::check_read, Permissions::check_write);
        match self {
            Self::FileStat { file } => gate.about(file, "fstat", reads, read, |file| {
                Ok(Answer::Numbers(actions::facts(&file.metadata()?)))
            }),
            Self::FileChmod { file, mode } => {
                gate.about(file, "fchmod", writes, write, move |file| {
                    rustix::fs::fchmod(file, actions::mode_of(mode))?;
                    Ok(Answer::Nothing(()))
                })
            }
            Self::FileChown { file, user, group } => {
                gate.about(file, "fchown", writes, write, move |file| {
                    let (user, group) = Owner { user, group }.ids();
                    rustix::fs::fchown(file, user, group)?;
                    Ok(Answer::Nothing(()))
                })
            }
            Self::FileTimes {
                file,
                accessed,
                modified,
            } => gate.about(file, "futime", writes, write, move |file| {
                rustix::fs::futimens(file, &Times { accessed, modified }.stamps())?;
                Ok(Answer::Nothing(()))
            }),
            other => other.on_names(gate),
        }
    }

    fn on_names(self, gate: &Gate) -> Result<FileWork, SystemError> {
        let read = Permissions::check_read;
        let read_entry = Permissions::check_read_entry;
        let write = Permissions::check_write;
        let write_entry = Permissions::check_write_entry;
        let changed = |entry: bool| if entry { write_entry } else { write };
        let done = Answer::Nothing;
        match self {
            Self::Access { path, mode } => {
                const WRITE: u32 = 2;
                let check = if mode & WRITE == 0 { read } else { write };
                gate.at(path, check, "access", move |real| {
                    actions::access(real, mode).map(done)
                })
            }
            Self::Chmod { path, mode } => gate.at(path, write, "chmod", move |real| {
                actions::change_mode(real, mode).map(done)
            }),
            Self::Chown {
                path,
                user,
                group,
                entry,
            } => {
                let syscall = if entry { "lchown" } else { "chown" };
                gate.at(path, changed(entry), syscall, move |real| {
                    actions::change_owner(real, Owner { user, group }).map(done)
                })
            }
            Self::Times {
                path,
                accessed,
                modified,
                entry,
            } => {
                let syscall = if entry { "lutime" } else { "utime" };
                gate.at(path, changed(entry), syscall, move |real| {
                    actions::change_times(real, Times { accessed, modified }).map(done)
                })
            }
            Self::Copy { path, to, mode } => {
                gate.between((path, &[read]), (to, write), "copyfile", move |from, to| {
                    actions::copy(from, to, mode)
                })
            }
            // The new name opens the file as the permissions of its place say.
            Self::Link { path, to } => gate.between(
                (path, &[read_entry, write_entry]),
                (to, write_entry),
                "link",
                actions::link,
            ),
            // What can be renamed into a folder that is readable can be read there.
            Self::Rename { path, to } => gate.between(
                (path, &[read_entry, write_entry]),
                (to, write_entry),
                "rename",
                actions::rename,
            ),
            Self::Symlink { path, target } => {
                let real = gate.real(&path, write_entry)?;
                let text = target.clone();
                Ok(FileWork {
                    action: Box::new(move |_| actions::symlink(&text, &real).map(done)),
                    names: Names {
                        syscall: "symlink",
                        path: Some(target),
                        to: Some(path),
                        reads: false,
                    },
                })
            }
            Self::List { path } => gate.at(path, read, "scandir", |real| {
                actions::list(real).map(Answer::Texts)
            }),
            Self::Mkdir {
                path,
                mode,
                recursive: true,
                ..
            } => gate.at(path, write, "mkdir", move |real| {
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
                gate.at(path, write, syscall, move |real| {
                    actions::make_folder(real, mode).map(done)
                })
            }
            Self::ReadLink { path } => gate.at(path, read_entry, "readlink", |real| {
                actions::read_link(real).map(Answer::Text)
            }),
            Self::RealPath { path } => gate.at(path, read, "realpath", |real| {
                actions::existing(real).map(Answer::Text)
            }),
            Self::Remove { path, what } => {
                let (syscall, remove): (_, fn(&Path) -> io::Result<()>) = match what {
                    Removal::File => ("unlink", actions::unlink),
                    Removal::EmptyFolder => ("rmdir", actions::remove_folder),
                    Removal::Everything if gate.opens_kept_below(&path) => {
                        ("rm", actions::remove_all)
                    }
                    Removal::Everything => ("rm", actions::remove_all_but_kept),
                };
                gate.at(path, write_entry, syscall, move |real| {
                    remove(real).map(done)
                })
            }
            Self::Stat { path, entry } => {
                let (check, syscall): (Check, _) = match entry {
                    true => (read_entry, "lstat"),
                    false => (read, "stat"),
                };
                gate.at(path, check, syscall, |real| {
                    actions::facts_at(real).map(Answer::Numbers)
                })
            }
            Self::StatFs { path } => gate.at(path, read, "statfs", |real| {
                actions::file_system_facts(real).map(Answer::Numbers)
            }),
            _ => unreachable!("BUG: requests on files were taken before"),
        }
    }
}

fn read_whole(mut file: &File) -> io::Result<Answer> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(Answer::Bytes(bytes.into()))
}

fn read(mut file: &File, length: f64, position: f64) -> io::Result<Answer> {
    let mut bytes = vec![0; length.clamp(0.0, MAX_READ) as usize];
    let count = match position < 0.0 {
        true => file.read(&mut bytes)?,
        false => file.read_at(&mut bytes, position as u64)?,
    };
    bytes.truncate(count);
    Ok(Answer::Bytes(bytes.into()))
}

fn write(mut file: &File, data: &[u8], position: f64) -> io::Result<Answer> {
    let count = match position < 0.0 {
        true => file.write(data)?,
        false => file.write_at(data, position as u64)?,
    };
    Ok(Answer::Number(count as f64))
}
