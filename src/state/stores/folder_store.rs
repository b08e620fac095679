//! State in a folder.
//!
//! Files are read and written on the calling thread, which is cheaper than a thread switch.
//! Compare-and-write steps hold a lock on a side file; the operating system releases it when the
//! process ends, however it ends.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use async_trait::async_trait;
use lumi_graph::LUMI_FOLDER;

use super::store::{Blob, Log, Store};
use crate::project_path;
use crate::regular_file;
use crate::state_error::StateError;

/// The prefix of temporary files.
const UNFINISHED: &str = ".unfinished-";
const GUARD: &str = "guard";
/// Maximum size of a file in bytes: what is larger is neither read nor written.
const MAX_SIZE: u64 = 2 << 30;

pub struct FolderStore {
    root: PathBuf,
    /// The project folder, if the states are part of it. Then no link may lead out of it.
    project: Option<PathBuf>,
}

impl FolderStore {
    pub fn new(root: PathBuf) -> Self {
        let project = None;
        Self { root, project }
    }

    /// The store in Lumi's own folder of a project.
    pub fn of_project(project: &Path) -> Self {
        Self {
            root: project.join(LUMI_FOLDER),
            project: Some(project.to_owned()),
        }
    }

    /// The path to open for an `action`.
    fn path(&self, path: impl AsRef<Path>, action: &'static str) -> Result<PathBuf, StateError> {
        let path = self.root.join(path);
        if let Some(project) = &self.project {
            let checked = project_path::check(project, &path);
            checked.map_err(|error| StateError::io(action, path.display(), error))?;
        }
        Ok(path)
    }

    /// Writes a temporary file next to the target and moves it there.
    fn put(&self, path: &str, bytes: &[u8], may_replace: bool) -> Result<bool, StateError> {
        let path = self.path(path, "write")?;
        let folder = parent(&path);
        check_size(bytes.len() as u64)
            .and_then(|()| write_beside(&path, folder, bytes, may_replace))
            .map_err(|error| StateError::io("write", path.display(), error))
    }

    fn get(&self, path: &str, limit: u64) -> Result<Option<Blob>, StateError> {
        let path = self.path(path, "read")?;
        let read = || -> io::Result<Blob> {
            Ok(Blob {
                bytes: regular_file::read(&path, limit)?,
                modified: fs::metadata(&path)?.modified()?,
                tag: None,
                version: None,
            })
        };
        match read() {
            Ok(blob) => Ok(Some(blob)),
            Err(error) if is_missing(&error) => Ok(None),
            Err(error) => Err(StateError::io("read", path.display(), error)),
        }
    }

    /// Locks the folder: other processes cannot write to it until the guard is dropped.
    fn guard(&self, path: &str) -> Result<File, StateError> {
        let guard = parent(Path::new(path)).join(GUARD);
        let path = self.path(&guard, "lock")?;
        let open = || -> io::Result<File> {
            fs::create_dir_all(parent(&path))?;
            regular_file::check_kind(&path)?;
            let mut options = OpenOptions::new();
            options.create(true).append(true);
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let file = options.open(&path)?;
            file.lock()?;
            Ok(file)
        };
        open().map_err(|error| StateError::io("lock", path.display(), error))
    }

    fn is_unchanged(&self, path: &str, expected: &Blob) -> Result<bool, StateError> {
        Ok(self
            .get(path, MAX_SIZE)?
            .is_some_and(|it| it.bytes == expected.bytes))
    }
}

/// Refuses a file that no later command could read.
fn check_size(bytes: u64) -> io::Result<()> {
    match bytes > MAX_SIZE {
        true => Err(regular_file::too_large(MAX_SIZE)),
        false => Ok(()),
    }
}

/// The blob of a file that was just written; a folder compares blobs by their bytes.
fn blob(bytes: Vec<u8>) -> Blob {
    Blob {
        bytes,
        modified: SystemTime::now(),
        tag: None,
        version: None,
    }
}

fn parent(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new("."))
}

fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

fn write_beside(path: &Path, folder: &Path, bytes: &[u8], may_replace: bool) -> io::Result<bool> {
    create_folder(folder)?;
    let mut file = tempfile::Builder::new()
        .prefix(UNFINISHED)
        .tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    let moved = if may_replace {
        file.persist(path)
    } else {
        file.persist_noclobber(path)
    };
    match moved {
        Ok(_) => sync_folder(folder).map(|()| true),
        Err(error) if !may_replace && error.error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error.error),
    }
}

/// Creates a folder that survives a power cut.
fn create_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    if let Some(outer) = folder.parent().filter(|it| !it.as_os_str().is_empty()) {
        create_folder(outer)?;
        match fs::create_dir(folder) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
            _ => return sync_folder(outer),
        }
    }
    fs::create_dir_all(folder)
}

/// Whether a folder has more than guards, which stay where a lock was. An object store has no empty
/// folders either.
fn has_content(folder: &Path) -> io::Result<bool> {
    let entries = match fs::read_dir(folder) {
        Err(error) if is_missing(&error) => return Ok(false),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let is_content = match entry.file_type()?.is_dir() {
            true => has_content(&entry.path())?,
            false => entry.file_name() != GUARD,
        };
        if is_content {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Syncs a folder: a new directory entry is durable only after that.
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[async_trait]
impl Store for FolderStore {
    fn place(&self, path: &str) -> String {
        self.root.join(path).display().to_string()
    }

    fn is_local(&self) -> bool {
        true
    }

    async fn read(&self, path: &str) -> Result<Option<Blob>, StateError> {
        self.get(path, MAX_SIZE)
    }

    async fn read_within(&self, path: &str, limit: u64) -> Result<Option<Blob>, StateError> {
        self.get(path, limit.min(MAX_SIZE))
    }

    async fn write(&self, path: &str, bytes: Vec<u8>) -> Result<(), StateError> {
        self.put(path, &bytes, true).map(drop)
    }

    async fn create(&self, path: &str, bytes: Vec<u8>) -> Result<Option<Blob>, StateError> {
        let done = self.put(path, &bytes, false)?;
        Ok(done.then(|| blob(bytes)))
    }

    async fn replace(
        &self,
        path: &str,
        expected: &Blob,
        bytes: Vec<u8>,
    ) -> Result<Option<Blob>, StateError> {
        let _guard = self.guard(path)?;
        if !self.is_unchanged(path, expected)? {
            return Ok(None);
        }
        self.put(path, &bytes, true)?;
        Ok(Some(blob(bytes)))
    }

    async fn withdraw(
        &self,
        path: &str,
        expected: &Blob,
        _tombstone: Vec<u8>,
    ) -> Result<bool, StateError> {
        let _guard = self.guard(path)?;
        if !self.is_unchanged(path, expected)? {
            return Ok(false);
        }
        self.remove(path).await?;
        Ok(true)
    }

    async fn remove(&self, path: &str) -> Result<(), StateError> {
        let path = self.path(path, "remove")?;
        match fs::remove_file(&path) {
            Err(error) if !is_missing(&error) => {
                Err(StateError::io("remove", path.display(), error))
            }
            _ => Ok(()),
        }
    }

    async fn remove_all(&self, folder: &str) -> Result<(), StateError> {
        let path = self.path(folder, "remove")?;
        match fs::remove_dir_all(&path) {
            Err(error) if !is_missing(&error) => {
                Err(StateError::io("remove", path.display(), error))
            }
            _ => Ok(()),
        }
    }

    async fn list(&self, folder: &str) -> Result<Vec<String>, StateError> {
        let path = self.path(folder, "read")?;
        let names = || -> io::Result<Vec<String>> {
            let mut names = Vec::new();
            for entry in fs::read_dir(&path)? {
                let entry = entry?;
                let mut name = entry.file_name().to_string_lossy().into_owned();
                if entry.file_type()?.is_dir() {
                    if !has_content(&entry.path())? {
                        continue;
                    }
                    name.push('/');
                }
                names.push(name);
            }
            names.sort_unstable();
            Ok(names)
        };
        match names() {
            Err(error) if is_missing(&error) => Ok(Vec::new()),
            Err(error) => Err(StateError::io("read", path.display(), error)),
            Ok(names) => Ok(names),
        }
    }

    async fn now(&self, scratch: &str) -> Result<SystemTime, StateError> {
        let file = self.guard(scratch)?;
        let touch = || -> io::Result<SystemTime> {
            // Writing sets the modification time by the clock of the file server, if there is one.
            (&file).write_all(b"\n")?;
            file.set_len(0)?;
            file.metadata()?.modified()
        };
        touch().map_err(|error| StateError::io("write", self.place(scratch), error))
    }

    async fn read_log(
        &self,
        path: &str,
        _except: Option<&str>,
    ) -> Result<Option<Vec<u8>>, StateError> {
        Ok(self.get(path, MAX_SIZE)?.map(|it| it.bytes))
    }

    async fn begin_log(
        &self,
        path: &str,
        _name: &str,
        content: Vec<u8>,
    ) -> Result<Box<dyn Log>, StateError> {
        let path = self.path(path, "write")?;
        let open = || -> io::Result<File> {
            clean(parent(&path))?;
            // A new inode: a process that still has the old file open cannot write to this one.
            write_beside(&path, parent(&path), &content, true)?;
            OpenOptions::new().append(true).open(&path)
        };
        let file = open().map_err(|error| StateError::io("write", path.display(), error))?;
        Ok(Box::new(FolderLog { file, path }))
    }

    async fn remove_log(&self, path: &str) -> Result<(), StateError> {
        self.remove(path).await
    }
}

/// Removes temporary files of killed processes. The caller holds the stack's lock; files younger
/// than the lock may belong to a process that waits for it.
fn clean(folder: &Path) -> io::Result<()> {
    const OLD: std::time::Duration = std::time::Duration::from_secs(60 * 60);
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let entry = entry?;
        let is_unfinished = entry.file_name().to_string_lossy().starts_with(UNFINISHED);
        let is_old = || {
            let modified = entry.metadata().ok()?.modified().ok()?;
            Some(modified.elapsed().ok()? > OLD)
        };
        if is_unfinished && is_old().unwrap_or(false) {
            let _ = fs::remove_file(entry.path());
        }
    }
    Ok(())
}

struct FolderLog {
    file: File,
    path: PathBuf,
}

#[async_trait]
impl Log for FolderLog {
    async fn append(&mut self, bytes: Vec<u8>) -> Result<(), StateError> {
        let mut write = || -> io::Result<()> {
            self.file.write_all(&bytes)?;
            self.file.sync_data()
        };
        write().map_err(|error| StateError::io("write", self.path.display(), error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unreadable_files_are_not_written() {
        assert!(check_size(MAX_SIZE).is_ok());
        let refused = check_size(MAX_SIZE + 1).unwrap_err();
        assert_eq!(refused.to_string(), "it is larger than 2048 MiB");
    }
}
