//! The file of a path. Every target has the same rules: a file, else the index of a folder, else the application, else the page for what is
//! missing.

use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;

use super::definition::SiteDefinition;

/// The answer to a path.
#[derive(Debug, PartialEq, Eq)]
pub enum SiteAnswer {
    File {
        /// The canonical path, which is in the folder of the site.
        path: PathBuf,
        /// The path in the site.
        name: String,
    },
    /// The file for paths that have none.
    Missing {
        path: PathBuf,
        name: String,
    },
    /// The path of a folder, without its slash: the last part of the path, encoded as it was sent.
    Folder(String),
    Nothing,
}

/// Finds the file for the path of a URL, in the folder of a site's files. Blocks.
pub fn lookup(folder: &Path, site: &SiteDefinition, url_path: &str) -> SiteAnswer {
    let Ok(folder) = folder.canonicalize() else {
        return SiteAnswer::Nothing;
    };
    if let Some(mut segments) = segments(url_path) {
        let is_folder = segments.last().is_none_or(String::is_empty);
        if is_folder {
            segments.pop();
            segments.push(site.index.clone());
        }
        let name = segments.join("/");
        if let Some(path) = file(&folder, &name) {
            return SiteAnswer::File { path, name };
        }
        if !is_folder && file(&folder, &format!("{name}/{}", site.index)).is_some() {
            let last = url_path.rsplit('/').next().unwrap_or_default();
            return SiteAnswer::Folder(last.to_owned());
        }
    }
    if site.is_application
        && let Some(path) = file(&folder, &site.index)
    {
        let name = site.index.clone();
        return SiteAnswer::File { path, name };
    }
    let name = site.not_found.clone().unwrap_or_default();
    match file(&folder, &name) {
        Some(path) => SiteAnswer::Missing { path, name },
        None => SiteAnswer::Nothing,
    }
}

/// The decoded parts of a path, the last of which is empty after a slash; `None` if no file can have such a path.
fn segments(url_path: &str) -> Option<Vec<String>> {
    let path = url_path.strip_prefix('/')?;
    let decoded = path.split('/').map(|it| {
        let text = percent_decode_str(it).decode_utf8().ok()?;
        Some(text.into_owned())
    });
    let segments: Vec<String> = decoded.collect::<Option<_>>()?;
    let (_, before) = segments.split_last()?;
    let is_odd = |it: &String| matches!(it.as_str(), "." | "..") || it.contains(['/', '\0']);
    match segments.iter().any(is_odd) || before.iter().any(String::is_empty) {
        true => None,
        false => Some(segments),
    }
}

/// The canonical path of a file that is in the folder, also after all links.
fn file(folder: &Path, name: &str) -> Option<PathBuf> {
    let path = folder.join(name).canonicalize().ok()?;
    (path.starts_with(folder) && path.is_file()).then_some(path)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn site(more: &str) -> SiteDefinition {
        let text = format!(r#"{{ "name": "web", "index": "index.html" {more} }}"#);
        SiteDefinition::parse("web", &text).unwrap()
    }

    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let files = folder.path().join("files");
        for name in [
            "index.html",
            "404.html",
            "a b.txt",
            "docs/index.html",
            "docs/é.txt",
            ".well-known/x",
        ] {
            let path = files.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, name).unwrap();
        }
        fs::create_dir(files.join("empty")).unwrap();
        fs::write(folder.path().join("secret"), "secret").unwrap();
        folder
    }

    fn answer(folder: &tempfile::TempDir, site: &SiteDefinition, path: &str) -> String {
        match lookup(&folder.path().join("files"), site, path) {
            SiteAnswer::File { name, .. } => name,
            SiteAnswer::Missing { name, .. } => format!("missing: {name}"),
            SiteAnswer::Folder(last) => format!("folder: {last}"),
            SiteAnswer::Nothing => "nothing".to_owned(),
        }
    }

    #[test]
    fn paths_are_those_of_files_and_of_folders_with_an_index() {
        let (folder, site) = (folder(), site(""));
        for (path, expected) in [
            ("/", "index.html"),
            ("/index.html", "index.html"),
            ("/a%20b.txt", "a b.txt"),
            ("/docs/", "docs/index.html"),
            ("/docs", "folder: docs"),
            ("/d%6Fcs", "folder: d%6Fcs"),
            ("/docs/%C3%A9.txt", "docs/é.txt"),
            ("/.well-known/x", ".well-known/x"),
            ("/empty", "nothing"),
            ("/empty/", "nothing"),
            ("/a%20b.txt/", "nothing"),
            ("/none", "nothing"),
        ] {
            assert_eq!(answer(&folder, &site, path), expected, "{path}");
        }
    }

    #[test]
    fn no_path_leaves_the_folder() {
        let (folder, site) = (folder(), site(""));
        let files = folder.path().join("files");
        std::os::unix::fs::symlink("../secret", files.join("link")).unwrap();
        std::os::unix::fs::symlink("..", files.join("up")).unwrap();
        std::os::unix::fs::symlink("docs", files.join("inside")).unwrap();
        for path in [
            "/../secret",
            "/%2e%2e/secret",
            "/..%2Fsecret",
            "/docs/../../secret",
            "/docs/..%2f..%2fsecret",
            "//secret",
            "/link",
            "/up/secret",
            "/./index.html",
            "/index.html%00",
            "/docs//index.html",
            "/%ff",
            "*",
            "",
        ] {
            assert_eq!(answer(&folder, &site, path), "nothing", "{path}");
        }
        assert_eq!(answer(&folder, &site, "/inside/"), "inside/index.html");
    }

    #[test]
    fn an_application_and_a_page_answer_what_is_missing() {
        let folder = folder();
        let application = site(r#", "isApplication": true, "notFound": "404.html""#);
        for path in ["/none", "/none/", "/../secret", "/none.js"] {
            assert_eq!(answer(&folder, &application, path), "index.html", "{path}");
        }
        assert_eq!(answer(&folder, &application, "/docs"), "folder: docs");
        let page = site(r#", "notFound": "404.html""#);
        assert_eq!(answer(&folder, &page, "/none"), "missing: 404.html");
        let gone = site(r#", "notFound": "gone.html""#);
        assert_eq!(answer(&folder, &gone, "/none"), "nothing");
    }
}
