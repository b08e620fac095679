//! The desired and the actual files of a directory.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::PathBuf;

use crate::content::{Content, Digest, Member, check_member_name};

use super::atomic_write::{IfExists, remove_leftover, write_noted};
use super::disk::is_absence;
use super::written_files::{WriteRecord, Written};

/// SHA-256 of files by their relative path, with `/` as the separator.
pub type Hashes = BTreeMap<String, String>;

#[derive(Clone, Debug)]
pub struct DesiredFile {
    pub content: Content,
    pub sha256: String,
    pub is_executable: bool,
}

pub type DesiredFiles = BTreeMap<String, DesiredFile>;

/// Reads the members of an archive.
pub fn wanted_files(members: Vec<Member>) -> Result<DesiredFiles, String> {
    let mut files = DesiredFiles::new();
    for member in members {
        let digest = member.content.digest();
        let digest = digest.map_err(|error| format!("cannot read {:?}: {error}", member.name))?;
        let file = DesiredFile {
            content: member.content,
            sha256: digest.sha256,
            is_executable: member.is_executable,
        };
        files.insert(member.name, file);
    }
    let inside = files
        .keys()
        .find_map(|name| Some((name, folders(name).find(|it| files.contains_key(*it))?)));
    match inside {
        Some((name, folder)) => Err(format!(
            "the archive has both a file {folder:?} and a file {name:?} inside of it"
        )),
        None => Ok(files),
    }
}

pub fn hashes(files: &DesiredFiles) -> Hashes {
    let hashes = files
        .iter()
        .map(|(name, file)| (name.clone(), file.sha256.clone()));
    hashes.collect()
}

/// The parent folders of a file, the outermost first: `a` and `a/b` of `a/b/c`.
fn folders(name: &str) -> impl Iterator<Item = &str> {
    name.match_indices('/').map(|(at, _)| &name[..at])
}

/// A folder on the disk.
pub struct Tree {
    root: PathBuf,
}

/// Changes that were interrupted by an error.
pub struct Interrupted {
    pub reason: String,
    /// Whether nothing was changed at all.
    pub is_untouched: bool,
}

impl Tree {
    pub fn new(root: PathBuf) -> Self {
        Self { root }
    }

    pub fn exists(&self) -> bool {
        self.root.is_dir()
    }

    /// The hashes of those files that exist. A file reached through a symlink counts as missing, as
    /// it is outside this folder.
    pub fn present<'a>(&self, names: impl IntoIterator<Item = &'a String>) -> io::Result<Hashes> {
        let mut hashes = Hashes::new();
        for name in names {
            if let Some(sha256) = self.sha256(name)? {
                hashes.insert(name.clone(), sha256);
            }
        }
        Ok(hashes)
    }

    /// The desired and owned files that exist. An unreadable file keeps its old hash: the next
    /// change checks it again.
    pub fn ours(&self, wanted: &DesiredFiles, owned: &Hashes) -> Hashes {
        let mut ours = Hashes::new();
        for name in wanted.keys().chain(owned.keys()) {
            let before = owned.get(name);
            let sha256 = self.sha256(name).unwrap_or_else(|_| before.cloned());
            let is_wanted = |it: &String| wanted.get(name).is_some_and(|file| file.sha256 == *it);
            if let Some(sha256) = sha256
                && (before.is_some() || is_wanted(&sha256))
            {
                ours.insert(name.clone(), sha256);
            }
        }
        ours
    }

    /// The files of an interrupted write: those that it recorded, and those with the content that it
    /// was to write. Unreadable files are left out.
    pub fn made(&self, written: &Written, begun: &Hashes) -> Hashes {
        let mut made = Hashes::new();
        for name in written.noted().chain(begun.keys()) {
            if let Ok(Some(sha256)) = self.sha256(name)
                && (written.has(name, &self.root.join(name)) || begun.get(name) == Some(&sha256))
            {
                made.insert(name.clone(), sha256);
            }
        }
        made
    }

    /// The hashes of all files; symlinks are left out.
    pub fn all(&self) -> io::Result<Hashes> {
        let mut names = Vec::new();
        let mut folders = vec![(self.root.clone(), String::new())];
        while let Some((folder, prefix)) = folders.pop() {
            for entry in folder.read_dir()? {
                let entry = entry?;
                let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
                let kind = entry.file_type()?;
                if kind.is_dir() {
                    folders.push((entry.path(), format!("{name}/")));
                } else if kind.is_file() {
                    names.push(name);
                }
            }
        }
        self.present(&names)
    }

    /// Writes the desired files, and removes those in `owned` that are not desired. Only files that
    /// differ are written; files that are not `owned` are never overwritten, and those that are made
    /// are recorded.
    pub fn apply(
        &self,
        wanted: &DesiredFiles,
        owned: &Hashes,
        record: &WriteRecord,
    ) -> Result<(), Interrupted> {
        let untouched = |reason| Interrupted {
            reason,
            is_untouched: true,
        };
        let changed = self.differing(wanted, owned).map_err(untouched)?;
        let touched = |reason| Interrupted {
            reason,
            is_untouched: false,
        };
        let around: BTreeSet<&str> = wanted.keys().flat_map(|name| folders(name)).collect();
        let (first, last): (Vec<&String>, Vec<&String>) = owned
            .keys()
            .filter(|name| !wanted.contains_key(*name))
            .partition(|name| {
                around.contains(name.as_str()) || folders(name).any(|it| wanted.contains_key(it))
            });
        // Remove conflicting paths first; remove the rest after the new files are written.
        self.remove(first).map_err(touched)?;
        fs::create_dir_all(&self.root)
            .map_err(|error| touched(format!("cannot make the folder: {error}")))?;
        for name in changed {
            let written = match owned.contains_key(name) {
                true => self.write(name, &wanted[name], IfExists::Replace, |_| ()),
                false => self.write(name, &wanted[name], IfExists::Fail, |file| {
                    record.note(name, file);
                }),
            };
            written.map_err(|error| touched(format!("cannot write {name:?}: {error}")))?;
        }
        self.remove(last).map_err(touched)
    }

    /// Removes the remains of interrupted writes of these files: temporary files, and folders below
    /// the root that are empty.
    pub fn clean_up<'a>(&self, names: impl IntoIterator<Item = &'a String>) {
        let mut around = BTreeSet::new();
        for name in names.into_iter().filter(|name| !self.is_behind_link(name)) {
            remove_leftover(&self.root.join(name));
            around.extend(folders(name));
        }
        self.remove_empty(around);
    }

    /// Removes files, then the folders that have become empty, including the root.
    pub fn delete(&self, owned: &Hashes) -> Result<(), String> {
        self.remove(owned.keys())?;
        // Other files keep the folder.
        let _ = fs::remove_dir(&self.root);
        Ok(())
    }

    /// Fails if a path is taken by a file of another owner.
    pub fn check(&self, wanted: &DesiredFiles, owned: &Hashes) -> Result<(), String> {
        self.differing(wanted, owned).map(drop)
    }

    /// The desired files that are missing or differ; fails if a path is taken by a file of another
    /// owner.
    fn differing<'a>(
        &self,
        wanted: &'a DesiredFiles,
        owned: &Hashes,
    ) -> Result<Vec<&'a String>, String> {
        let mut changed = Vec::new();
        let mut conflicts = Vec::new();
        for (name, file) in wanted {
            let unreadable = |error| format!("cannot read {name:?}: {error}");
            if let Some(folder) = self.obstacle(name, owned).map_err(unreadable)? {
                conflicts.push(folder);
                continue;
            }
            let path = self.root.join(name);
            let metadata = match fs::symlink_metadata(&path) {
                Ok(metadata) => metadata,
                Err(error) if is_absence(&error) => {
                    changed.push(name);
                    continue;
                }
                Err(error) => return Err(unreadable(error)),
            };
            if metadata.is_file()
                && self.sha256(name).map_err(unreadable)? == Some(file.sha256.clone())
            {
                continue;
            }
            let is_ours = if metadata.is_dir() {
                let prefix = format!("{name}/");
                owned.keys().any(|it| it.starts_with(&prefix))
            } else {
                owned.contains_key(name)
            };
            if is_ours {
                changed.push(name);
            } else {
                conflicts.push(name.clone());
            }
        }
        conflicts.dedup();
        match conflicts.is_empty() {
            true => Ok(changed),
            false => Err(conflict_text(&conflicts)),
        }
    }

    /// A parent folder of the file that is a symlink or a file of another owner.
    fn obstacle(&self, name: &str, owned: &Hashes) -> io::Result<Option<String>> {
        for folder in folders(name) {
            match fs::symlink_metadata(self.root.join(folder)) {
                Ok(metadata) if metadata.is_dir() || owned.contains_key(folder) => {}
                Ok(_) => return Ok(Some(folder.to_owned())),
                Err(error) if is_absence(&error) => return Ok(None),
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    /// `note` is called before the file gets its name.
    fn write(
        &self,
        name: &str,
        file: &DesiredFile,
        existing: IfExists,
        note: impl FnOnce(&fs::Metadata),
    ) -> io::Result<()> {
        let mode = if file.is_executable { 0o755 } else { 0o644 };
        write_noted(&self.root.join(name), &file.content, mode, existing, note).map(drop)
    }

    fn remove<'a>(&self, names: impl IntoIterator<Item = &'a String>) -> Result<(), String> {
        let mut emptied = BTreeSet::new();
        for name in names {
            // The names come from the state, which may have been edited.
            check_member_name(name).map_err(|error| error.to_string())?;
            if self.is_behind_link(name) {
                continue;
            }
            let path = self.root.join(name);
            remove_leftover(&path);
            match fs::remove_file(&path) {
                Err(error) if !is_absence(&error) => {
                    return Err(format!("cannot remove {name:?}: {error}"));
                }
                _ => emptied.extend(folders(name)),
            }
        }
        self.remove_empty(emptied);
        Ok(())
    }

    /// Removes those of the folders that are empty; inner ones are sorted after outer ones.
    fn remove_empty(&self, folders: BTreeSet<&str>) {
        for folder in folders.into_iter().rev() {
            // Fails unless the folder is empty.
            let _ = fs::remove_dir(self.root.join(folder));
        }
    }

    fn sha256(&self, name: &str) -> io::Result<Option<String>> {
        let path = self.root.join(name);
        match fs::symlink_metadata(&path) {
            Ok(metadata) if metadata.is_file() && !self.is_behind_link(name) => {
                Ok(Some(Digest::of(&mut fs::File::open(&path)?)?.sha256))
            }
            Ok(_) => Ok(None),
            Err(error) if is_absence(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn is_behind_link(&self, name: &str) -> bool {
        folders(name).any(|folder| self.root.join(folder).is_symlink())
    }
}

fn conflict_text(conflicts: &[String]) -> String {
    let mut names: Vec<String> = conflicts
        .iter()
        .take(5)
        .map(|it| format!("{it:?}"))
        .collect();
    if conflicts.len() > names.len() {
        names.push(format!("{} more", conflicts.len() - names.len()));
    }
    format!(
        "there is already other content at {}, which is not overwritten; remove it, or choose \
         another path",
        names.join(", ")
    )
}
