//! The files below a folder, and the folders in one.

use std::fs;
use std::io;
use std::path::Path;

use crate::builtin::provider_context::ProviderContext;
use crate::{ListRequest, ListedObject, ProviderError};
use lumi_graph::LUMI_FOLDER;

use super::disk::{blocking, failed};
use super::place::normal;

/// The most files of a listing.
const MOST: usize = 10_000;

/// How deep folders are searched.
const DEPTH: usize = 64;

/// Folders of tools, whose files are not infrastructure.
const LEFT_OUT: [&str; 3] = [".git", LUMI_FOLDER, "node_modules"];

/// Finds the objects in a folder; `folder` is its path in the project.
type Find = fn(place: &Path, folder: &str) -> io::Result<Vec<ListedObject>>;

/// Lists the objects that `find` finds in the folder of a request, or in that of the project.
pub async fn listed(
    context: &ProviderContext,
    request: ListRequest,
    objects: &str,
    find: Find,
) -> Result<Vec<ListedObject>, ProviderError> {
    let folder = normal(request.place.as_deref().unwrap_or("."));
    context.check_read(&folder)?;
    let place = context.folder().join(&folder);
    let shown = folder.clone();
    let found = blocking(move || find(&place, &folder)).await?;
    found.map_err(|error| failed(&format!("list the {objects} of"), &shown, &error))
}

/// All regular files below a folder, in the order of their paths. Links are not followed, and names that are not
/// Unicode cannot be ids. `folder` begins each path.
pub fn files_below(place: &Path, folder: &str) -> io::Result<Vec<ListedObject>> {
    let mut found = Vec::new();
    let prefix = prefix(folder);
    walk(place, &prefix, 0, &mut found)?;
    found.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(found)
}

/// The folders that are directly in a folder, in the order of their paths. Links are not followed.
pub fn folders_in(place: &Path, folder: &str) -> io::Result<Vec<ListedObject>> {
    let mut found = Vec::new();
    let prefix = prefix(folder);
    for entry in fs::read_dir(place)? {
        let entry = entry?;
        let is_folder = entry.file_type()?.is_dir();
        let name = entry.file_name().into_string().ok();
        let Some(name) = name.filter(|it| is_folder && !LEFT_OUT.contains(&it.as_str())) else {
            continue;
        };
        if found.len() >= MOST {
            let message = format!("there are more than {MOST} folders");
            return Err(io::Error::other(message));
        }
        let path = format!("{prefix}{name}");
        found.push(ListedObject::to_read(path.clone(), path));
    }
    found.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(found)
}

/// The text with which the paths in a folder begin.
fn prefix(folder: &str) -> String {
    match folder {
        "." => String::new(),
        folder => format!("{}/", folder.trim_end_matches('/')),
    }
}

fn walk(place: &Path, prefix: &str, depth: usize, found: &mut Vec<ListedObject>) -> io::Result<()> {
    for entry in fs::read_dir(place)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        let kind = entry.file_type()?;
        let path = format!("{prefix}{name}");
        if kind.is_dir() && depth < DEPTH && !LEFT_OUT.contains(&name.as_str()) {
            walk(&entry.path(), &format!("{path}/"), depth + 1, found)?;
        } else if kind.is_file() {
            if found.len() >= MOST {
                let message = format!("there are more than {MOST} files; choose a folder below");
                return Err(io::Error::other(message));
            }
            found.push(ListedObject::to_read(path.clone(), path));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regular_files_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("b/.git")).unwrap();
        for name in ["b/z", "b/.git/x", "a", "b/a"] {
            fs::write(at(name), name).unwrap();
        }
        std::os::unix::fs::symlink("a", at("link")).unwrap();
        let names = |place: &str, folder: &str| -> Vec<String> {
            let found = files_below(&at(place), folder).unwrap();
            found.into_iter().map(|it| it.id).collect()
        };
        assert_eq!(names("", "."), ["a", "b/a", "b/z"]);
        assert_eq!(names("b", "/x/b/"), ["/x/b/a", "/x/b/z"]);
        assert!(files_below(&at("none"), "none").is_err());
        fs::create_dir_all(at("b/c/d")).unwrap();
        std::os::unix::fs::symlink("b", at("folder")).unwrap();
        let folders = |place: &str, folder: &str| -> Vec<String> {
            let found = folders_in(&at(place), folder).unwrap();
            found.into_iter().map(|it| it.id).collect()
        };
        assert_eq!(folders("", "."), ["b"]);
        assert_eq!(folders("b", "b"), ["b/c"]);
        assert!(folders_in(&at("a"), "a").is_err());
    }
}
