//! Paths of assets: texts with `/`, below the folder that the assets are in.

/// The endings of files that are unpacked where an archive is asked for.
const ARCHIVES: [&str; 4] = [".zip", ".tar", ".tar.gz", ".tgz"];

/// A path without its empty parts and `.`; the folder itself is `.`. `None` for an absolute path.
pub fn asset_name(path: &str) -> Option<String> {
    if path.starts_with('/') {
        return None;
    }
    let parts = path.split('/').filter(|it| !matches!(*it, "" | "."));
    let name = parts.collect::<Vec<_>>().join("/");
    Some(if name.is_empty() {
        ".".to_owned()
    } else {
        name
    })
}

/// The rest of a name that is below a folder; every name is below `.`.
pub fn below_folder<'n>(name: &'n str, folder: &str) -> Option<&'n str> {
    match folder {
        "." => Some(name),
        _ => name.strip_prefix(folder)?.strip_prefix('/'),
    }
}

/// Whether a name is a folder, or below it.
pub fn is_in_folder(name: &str, folder: &str) -> bool {
    name == folder || below_folder(name, folder).is_some()
}

/// Whether a file with this name is unpacked.
pub fn is_archive_file(path: &str) -> bool {
    let lower = path.to_lowercase();
    ARCHIVES.iter().any(|it| lower.ends_with(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_that_mean_nothing_are_left_out() {
        for (path, name) in [
            ("a.txt", "a.txt"),
            ("./code//lib/b.js", "code/lib/b.js"),
            ("code/", "code"),
            ("", "."),
            ("./.", "."),
            ("../a", "../a"),
        ] {
            assert_eq!(asset_name(path).as_deref(), Some(name), "{path}");
        }
        assert_eq!(asset_name("/a.txt"), None);
    }

    #[test]
    fn names_are_below_folders() {
        assert_eq!(below_folder("code/lib/b.js", "code"), Some("lib/b.js"));
        assert_eq!(below_folder("a.txt", "."), Some("a.txt"));
        assert_eq!(below_folder("codes/b.js", "code"), None);
        assert_eq!(below_folder("code", "code"), None);
        assert!(is_in_folder("code", "code") && is_in_folder("code/lib", "code"));
        assert!(is_in_folder(".", ".") && !is_in_folder(".", "code"));
    }

    #[test]
    fn archives_are_known_by_their_names() {
        assert!(is_archive_file("a/X.ZIP") && is_archive_file("a.tar.gz"));
        assert!(!is_archive_file("zip") && !is_archive_file("a.gz"));
    }
}
