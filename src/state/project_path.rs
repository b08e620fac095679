//! Paths of Lumi's own files in a project.
//!
//! A clone of a project carries links. Lumi's own files are below the project folder, so no link on
//! the way to them may lead out of it.

use std::io;
use std::path::{Path, PathBuf};

/// Fails if a link on the way from a project folder to a path in it leads out of the folder, or
/// nowhere. The path need not exist.
pub fn check(project: &Path, path: &Path) -> io::Result<()> {
    for link in links(project, path) {
        let root = project.canonicalize()?;
        if !link.canonicalize().is_ok_and(|it| it.starts_with(&root)) {
            return Err(refusal(project, &link, "leads out of the project folder"));
        }
    }
    Ok(())
}

/// Fails if there is a link on the way from a folder in a project to a path in it, wherever the link
/// leads.
pub fn check_without_links(project: &Path, folder: &Path, path: &Path) -> io::Result<()> {
    match links(folder, path).next() {
        Some(link) => Err(refusal(project, &link, "is in the way")),
        None => Ok(()),
    }
}

/// The links below a folder on the way to a path, the outermost first.
fn links(folder: &Path, path: &Path) -> impl Iterator<Item = PathBuf> {
    let below = path.strip_prefix(folder).unwrap_or(Path::new(""));
    let mut place = folder.to_owned();
    let parts: Vec<_> = below.iter().map(ToOwned::to_owned).collect();
    parts.into_iter().filter_map(move |part| {
        place.push(part);
        place.is_symlink().then(|| place.clone())
    })
}

fn refusal(project: &Path, link: &Path, problem: &str) -> io::Error {
    let shown = link.strip_prefix(project).unwrap_or(link);
    io::Error::other(format!("the link {shown:?} {problem}; remove the link"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    #[test]
    fn links_stay_in_the_project() {
        let outer = tempfile::tempdir().unwrap();
        let project = outer.path().join("p");
        fs::create_dir_all(project.join("states")).unwrap();
        symlink("states", project.join("inside")).unwrap();
        symlink("..", project.join("outside")).unwrap();
        symlink("nowhere", project.join("dangling")).unwrap();
        let checked = |path: &str| check(&project, &project.join(path));
        for path in ["a/b", "states/a", "inside/a", "inside"] {
            checked(path).unwrap();
        }
        for path in ["outside/a", "outside", "dangling", "inside/../outside/a"] {
            assert!(checked(path).is_err(), "{path}");
        }
        assert_eq!(
            checked("outside/a").unwrap_err().to_string(),
            "the link \"outside\" leads out of the project folder; remove the link"
        );
        assert!(check_without_links(&project, &project, &project.join("inside/a")).is_err());
        check_without_links(&project, &project, &project.join("states/a")).unwrap();
        // A link above the project is the user's own.
        symlink(&project, outer.path().join("q")).unwrap();
        let linked = outer.path().join("q");
        check(&linked, &linked.join("inside/a")).unwrap();
    }
}
