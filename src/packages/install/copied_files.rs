//! Copies of folders.

use std::fs;
use std::io;
use std::path::Path;

use tempfile::TempDir;

use crate::cancellation::on_thread_in;
use crate::folders_around::FoldersAround;

/// Copies files and folders with their modes into a folder that exists; what links lead to is copied. A link to a folder
/// around itself is an error. The copy ends soon after its future is dropped.
pub async fn copy_folder(from: &Path, to: TempDir) -> (TempDir, io::Result<()>) {
    let from = from.to_owned();
    on_thread_in(to, move |to, it| copy_files(&from, to, &|| it.check())).await
}

/// `check` ends the copy between two files.
fn copy_files(from: &Path, to: &Path, check: &dyn Fn() -> io::Result<()>) -> io::Result<()> {
    copy_below(from, to, &mut FoldersAround::of(from)?, check)
}

fn copy_below(
    from: &Path,
    to: &Path,
    around: &mut FoldersAround,
    check: &dyn Fn() -> io::Result<()>,
) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        check()?;
        let entry = entry?;
        let (source, place) = (entry.path(), to.join(entry.file_name()));
        if !fs::metadata(&source)?.is_dir() {
            fs::copy(&source, &place)?;
            continue;
        }
        around.enter(&source)?;
        fs::create_dir(&place)?;
        copy_below(&source, &place, around, check)?;
        around.leave();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    /// A folder with a file, a folder in it, and links.
    fn folder(links: &[(&str, &str)]) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("a")).unwrap();
        fs::create_dir(folder.path().join("b")).unwrap();
        fs::write(folder.path().join("a/file"), "x").unwrap();
        for (target, link) in links {
            symlink(target, folder.path().join(link)).unwrap();
        }
        folder
    }

    #[test]
    fn targets_of_links_are_copied() {
        let from = folder(&[("../a", "b/folder"), ("a", "same"), ("a/file", "link")]);
        let to = tempfile::tempdir().unwrap();
        copy_files(from.path(), to.path(), &|| Ok(())).unwrap();
        for name in ["a/file", "b/folder/file", "same/file", "link"] {
            let copy = to.path().join(name);
            assert_eq!(fs::read_to_string(&copy).unwrap(), "x", "{name}");
        }
        assert!(!to.path().join("link").is_symlink());
    }

    #[test]
    fn links_to_folders_around_them_are_refused() {
        for links in [
            &[(".", "link")][..],
            &[("..", "a/link")],
            &[("../..", "a/link")],
            &[("/", "a/link")],
            &[("../b", "a/link"), ("../a", "b/link")],
        ] {
            let from = folder(links);
            let to = tempfile::tempdir().unwrap();
            let error = copy_files(from.path(), to.path(), &|| Ok(())).unwrap_err();
            let message = error.to_string();
            assert!(
                message.ends_with("leads to a folder around it"),
                "{message}"
            );
        }
    }

    #[test]
    fn a_check_ends_the_copy() {
        let from = folder(&[]);
        let to = tempfile::tempdir().unwrap();
        let check = || Err(io::Error::other("ended"));
        let error = copy_files(from.path(), to.path(), &check).unwrap_err();
        assert_eq!(error.to_string(), "ended");
        assert_eq!(fs::read_dir(to.path()).unwrap().count(), 0);
    }
}
