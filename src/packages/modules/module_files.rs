//! The files of a package as they are kept: without links, and without what git keeps beside them.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::module_error::ModuleError;
use crate::archive::{ArchiveLimit, path_below};
use crate::folders_around::FoldersAround;

/// The files of one package while they are copied.
struct FileCopy<'a> {
    /// Without links.
    root: PathBuf,
    limit: ArchiveLimit,
    check: &'a dyn Fn() -> io::Result<()>,
    around: FoldersAround,
    files: usize,
    bytes: u64,
}

/// Copies the files of a package into an empty folder. What a link in the package leads to is copied in its place; one
/// that leads to nothing in the package is left out, and one that leads out of it is an error.
pub(super) fn copy_files(
    from: &Path,
    to: &Path,
    limit: ArchiveLimit,
    check: &dyn Fn() -> io::Result<()>,
) -> Result<(), ModuleError> {
    let unreadable = |error| unreadable(from, error);
    let root = from.canonicalize().map_err(unreadable)?;
    let mut copy = FileCopy {
        around: FoldersAround::of(&root).map_err(unreadable)?,
        root,
        limit,
        check,
        files: 0,
        bytes: 0,
    };
    copy.folder(&copy.root.clone(), to, "")?;
    match copy.files {
        0 => Err(ModuleError::Empty),
        _ => Ok(()),
    }
}

impl FileCopy<'_> {
    fn folder(&mut self, from: &Path, to: &Path, prefix: &str) -> Result<(), ModuleError> {
        for entry in fs::read_dir(from).map_err(|error| unreadable(from, error))? {
            (self.check)().map_err(|error| unreadable(from, error))?;
            let entry = entry.map_err(|error| unreadable(from, error))?;
            let name = entry.file_name();
            let Some(name) = name.to_str() else {
                let error = io::Error::other("the name of a file is not Unicode");
                return Err(unreadable(&entry.path(), error));
            };
            if name.eq_ignore_ascii_case(".git") {
                continue;
            }
            let below = format!("{prefix}{name}");
            path_below(&below)?;
            let Some(source) = self.target(&entry.path(), &below)? else {
                continue;
            };
            self.entry(&source, &to.join(name), &below)?;
        }
        Ok(())
    }

    fn entry(&mut self, from: &Path, to: &Path, below: &str) -> Result<(), ModuleError> {
        let metadata = fs::metadata(from).map_err(|error| unreadable(from, error))?;
        self.files += 1;
        if metadata.is_dir() {
            self.check_size()?;
            fs::create_dir(to).map_err(|error| unwritable(to, error))?;
            let entered = self.around.enter(from);
            entered.map_err(|error| unreadable(from, error))?;
            self.folder(from, to, &format!("{below}/"))?;
            self.around.leave();
            return Ok(());
        }
        self.bytes = self.bytes.saturating_add(metadata.len());
        self.check_size()?;
        fs::copy(from, to).map_err(|error| unwritable(to, error))?;
        Ok(())
    }

    fn check_size(&self) -> Result<(), ModuleError> {
        let (files, bytes) = (self.files, self.bytes);
        match files > self.limit.files || bytes > self.limit.bytes {
            true => Err(ModuleError::TooLarge { files, bytes }),
            false => Ok(()),
        }
    }

    /// The file or folder that an entry is, or leads to; `None` for a link to nothing.
    fn target(&self, entry: &Path, below: &str) -> Result<Option<PathBuf>, ModuleError> {
        let metadata = fs::symlink_metadata(entry).map_err(|error| unreadable(entry, error))?;
        if !metadata.is_symlink() {
            let is_plain = metadata.is_file() || metadata.is_dir();
            return Ok(is_plain.then(|| entry.to_owned()));
        }
        let leads_out = || ModuleError::LinkOut(below.to_owned());
        let target = fs::read_link(entry).map_err(|error| unreadable(entry, error))?;
        if target.is_absolute() {
            return Err(leads_out());
        }
        match entry.canonicalize() {
            Ok(real) => match real.strip_prefix(&self.root) {
                // The package is the files of a commit, without the folder `.git`.
                Ok(inner) if is_of_git(inner) => Ok(None),
                Ok(_) => Ok(Some(real)),
                Err(_) => Err(leads_out()),
            },
            Err(_) => {
                let folder = entry.parent().unwrap_or(&self.root);
                match stays_in(&self.root, &folder.join(target)) {
                    true => Ok(None),
                    false => Err(leads_out()),
                }
            }
        }
    }
}

fn is_of_git(path: &Path) -> bool {
    path.components()
        .any(|it| it.as_os_str().eq_ignore_ascii_case(".git"))
}

/// Whether a path that leads to nothing leads out of a folder nowhere on its way.
fn stays_in(root: &Path, path: &Path) -> bool {
    let Ok(inner) = path.strip_prefix(root) else {
        return false;
    };
    let mut depth = 0_usize;
    inner.components().all(|it| match it {
        Component::ParentDir => {
            let is_inside = depth > 0;
            depth = depth.saturating_sub(1);
            is_inside
        }
        Component::Normal(_) => {
            depth += 1;
            true
        }
        _ => true,
    })
}

/// The bytes of the files in a folder, as far as they can be counted; links are not followed.
pub(super) fn folder_size(folder: &Path) -> u64 {
    let mut bytes = 0_u64;
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.metadata() {
                Ok(metadata) if metadata.is_dir() => folders.push(entry.path()),
                Ok(metadata) => bytes = bytes.saturating_add(metadata.len()),
                Err(_) => {}
            }
        }
    }
    bytes
}

fn unreadable(place: &Path, error: io::Error) -> ModuleError {
    ModuleError::Unreadable {
        place: place.to_owned(),
        error,
    }
}

fn unwritable(place: &Path, error: io::Error) -> ModuleError {
    ModuleError::Unwritable {
        place: place.to_owned(),
        error,
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    const LIMIT: ArchiveLimit = ArchiveLimit {
        bytes: 100,
        files: 10,
    };

    /// The files of a package with these links, or the error.
    fn copied(links: &[(&str, &str)]) -> Result<Vec<String>, String> {
        let from = tempfile::tempdir().unwrap();
        for file in ["a/main.tf", "b/x", ".git/config", "b/.git"] {
            let place = from.path().join(file);
            fs::create_dir_all(place.parent().unwrap()).unwrap();
            fs::write(place, "x").unwrap();
        }
        for (target, link) in links {
            symlink(target, from.path().join(link)).unwrap();
        }
        let to = tempfile::tempdir().unwrap();
        let result = copy_files(from.path(), to.path(), LIMIT, &|| Ok(()));
        result.map_err(|error| error.to_string())?;
        let mut files = Vec::new();
        let mut folders = vec![to.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                assert!(!path.is_symlink());
                let below = path.strip_prefix(to.path()).unwrap();
                match path.is_dir() {
                    true => folders.push(path),
                    false => files.push(below.display().to_string()),
                }
            }
        }
        files.sort();
        Ok(files)
    }

    #[test]
    fn links_in_a_package_become_files() {
        let links = [
            ("../a", "b/a"),
            ("a/main.tf", "main.tf"),
            ("none", "dangling"),
            (".git/config", "c"),
        ];
        let files = copied(&links).unwrap();
        assert_eq!(files, ["a/main.tf", "b/a/main.tf", "b/x", "main.tf"]);
    }

    #[test]
    fn links_out_of_a_package_are_refused() {
        for target in [
            "/etc/passwd",
            "..",
            "../../etc",
            "b/../../x",
            "../nowhere",
            "/nowhere",
        ] {
            let message = copied(&[(target, "link")]).unwrap_err();
            assert_eq!(
                message, "the link `link` leads out of the package",
                "{target}"
            );
        }
    }

    #[test]
    fn a_package_has_a_limit() {
        let links = ["1", "2", "3", "4", "5", "6", "7"].map(|it| ("a/main.tf", it));
        let message = copied(&links).unwrap_err();
        assert!(message.starts_with("the package has 11 files"), "{message}");
        let message = copied(&[(".", "a/link")]).unwrap_err();
        assert!(message.contains("leads to a folder around it"), "{message}");
    }
}
