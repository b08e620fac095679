//! Requests that open files, or are about open ones.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::FileExt as _;
use std::path::PathBuf;

use lumi_sandbox::Access;

use super::file_access::{ErrorContext, FileAccess, FileWork, of_file, work};
use super::file_actions as actions;
use super::file_actions::Owner;
use super::file_actions::Times;
use super::file_request::{Answer, FileRequest};
use super::open_files::{OpenFile, OpenMode};
use crate::system_error::SystemError;

/// Largest number of bytes of one read.
const MAX_READ: f64 = (1_u32 << 30) as f64;

impl FileRequest {
    /// Requests that open or use files; the others are about paths.
    pub fn on_open_files(self, access: &FileAccess) -> Result<FileWork, SystemError> {
        match self {
            Self::Open { path, flags, mode } => {
                let (mode, files) = (OpenMode::new(flags, mode), access.files.clone());
                let (context, real) = opened(access, &path, mode)?;
                Ok(work(context, move |_| {
                    let file = mode.open(&real)?;
                    let number = files.add(OpenFile { file, real, mode });
                    Ok(Answer::Number(f64::from(number)))
                }))
            }
            Self::ReadFile { path, flags } => {
                let mode = OpenMode::new(flags, 0o666);
                let (mut context, real) = opened(access, &path, mode)?;
                context.reads = true;
                Ok(work(context, move |_| read_whole(&mode.open(&real)?)))
            }
            Self::WriteFile { path, flags, mode } => {
                let mode = OpenMode::new(flags, mode);
                let (context, real) = opened(access, &path, mode)?;
                Ok(work(context, move |data| {
                    mode.open(&real)?.write_all(data).map(Answer::Nothing)
                }))
            }
            Self::Close { file } => close(file, access),
            Self::Read {
                file,
                length,
                position,
            } => access.on(file, "read", move |file, _| read(file, length, position)),
            Self::Write { file, position } => {
                access.on(file, "write", move |file, data| write(file, data, position))
            }
            Self::Sync { file, data } => {
                let syscall = if data { "fdatasync" } else { "fsync" };
                access.on(file, syscall, move |file, _| match data {
                    true => file.sync_data().map(Answer::Nothing),
                    false => file.sync_all().map(Answer::Nothing),
                })
            }
            Self::FileTruncate { file, length } => access.on(file, "ftruncate", move |file, _| {
                file.set_len(length as u64).map(Answer::Nothing)
            }),
            other => other.on_open_file_attributes(access),
        }
    }

    /// Requests about what the system knows of an open file.
    fn on_open_file_attributes(self, access: &FileAccess) -> Result<FileWork, SystemError> {
        let (reads, writes) = (OpenMode::reads, OpenMode::writes);
        let (read, write) = (Access::Read, Access::Write);
        match self {
            Self::FileStat { file } => access.about(file, "fstat", reads, read, |file| {
                Ok(Answer::Numbers(actions::facts(&file.metadata()?)))
            }),
            Self::FileChmod { file, mode } => {
                access.about(file, "fchmod", writes, write, move |file| {
                    rustix::fs::fchmod(file, actions::mode_of(mode))?;
                    Ok(Answer::Nothing(()))
                })
            }
            Self::FileChown { file, user, group } => {
                access.about(file, "fchown", writes, write, move |file| {
                    let (user, group) = Owner { user, group }.ids();
                    rustix::fs::fchown(file, user, group)?;
                    Ok(Answer::Nothing(()))
                })
            }
            Self::FileTimes {
                file,
                accessed,
                modified,
            } => access.about(file, "futime", writes, write, move |file| {
                rustix::fs::futimens(file, &Times { accessed, modified }.stamps())?;
                Ok(Answer::Nothing(()))
            }),
            other => other.on_attributes(access),
        }
    }
}

/// The path of a file to open, and the facts that errors mention.
fn opened(
    access: &FileAccess,
    path: &str,
    mode: OpenMode,
) -> Result<(ErrorContext, PathBuf), SystemError> {
    let context = ErrorContext::new("open", path, None);
    let real = access.opened(path, mode);
    let real = real.map_err(|error| context.refusal(error))?;
    Ok((context, real))
}

fn close(file: u32, access: &FileAccess) -> Result<FileWork, SystemError> {
    let context = of_file("close");
    let file = access.files.remove(file);
    let file = file.map_err(|error| context.error(&error))?;
    Ok(FileWork {
        action: Box::new(move |_| {
            drop(file);
            Ok(Answer::Nothing(()))
        }),
        context,
    })
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
