//! Requests of a program to the file system (`js/node/fs/request.ts`). The check of its
//! permissions happens on the program's thread, the work possibly on another one.

use std::io;

use deno_core::{OpState, ToJsBuffer};
use serde::{Deserialize, Serialize};

use super::file_access::{FileAccess, FileWork};
use super::path_text::has_zero;
use crate::system_error::SystemError;

/// Symlinks at the end of a path are followed unless the name says `entry`; `file` is the number of
/// an open file. A position that is negative is the current one.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum FileRequest {
    Access {
        path: String,
        mode: u32,
    },
    /// Makes a folder the one in which relative paths begin.
    ChangeFolder {
        path: String,
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
        syscall: MakeFolder,
        /// The path whose folders are all made, of which this is one.
        on_the_way_to: Option<String>,
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
    Flag(bool),
    Texts(Vec<String>),
    Numbers(Vec<f64>),
    Bytes(ToJsBuffer),
}

impl FileRequest {
    /// The paths, which must not contain a zero byte.
    fn paths(&self) -> [Option<&String>; 2] {
        match self {
            Self::Access { path, .. }
            | Self::ChangeFolder { path }
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
        let bad = self.paths().into_iter().flatten().find(|it| has_zero(it));
        if let Some(path) = bad {
            let error = io::Error::from_raw_os_error(libc::EINVAL);
            return Err(SystemError::new(&error, "open", path));
        }
        if let Self::ChangeFolder { path } = &self {
            return FileAccess::change_folder(state, path);
        }
        let access = FileAccess::of(state);
        self.on_open_files(&access)
    }
}
