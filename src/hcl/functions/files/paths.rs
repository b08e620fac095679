//! Paths as texts: Go's `path/filepath` on Unix, with `/` on all systems.

use std::path::Path;

/// The shortest path that means the same, without looking at files.
pub fn clean(path: &str) -> String {
    let is_rooted = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            ".." if is_rooted => {}
            part => parts.push(part),
        }
    }
    let joined = parts.join("/");
    match (is_rooted, joined.is_empty()) {
        (true, _) => format!("/{joined}"),
        (false, true) => ".".to_owned(),
        (false, false) => joined,
    }
}

/// A path in a folder, unless it is absolute.
pub fn joined(folder: &str, path: &str) -> String {
    match is_absolute(path) || folder.is_empty() {
        true => clean(path),
        false => clean(&format!("{folder}/{path}")),
    }
}

pub fn is_absolute(path: &str) -> bool {
    path.starts_with('/') || Path::new(path).is_absolute()
}

/// The last part.
pub fn base(path: &str) -> &str {
    let trimmed = path.trim_end_matches('/');
    match trimmed {
        "" if path.is_empty() => ".",
        "" => "/",
        _ => trimmed.rsplit('/').next().unwrap_or(trimmed),
    }
}

/// All but the last part.
pub fn folder(path: &str) -> String {
    let end = path.rfind('/').map_or(0, |slash| slash + 1);
    clean(&path[..end])
}

/// The path from a folder to another path; both are clean, and either absolute or not.
pub fn relative(folder: &str, path: &str) -> String {
    let parts = |path: &str| -> Vec<String> {
        path.split('/')
            .filter(|part| !matches!(*part, "" | "."))
            .map(str::to_owned)
            .collect()
    };
    let (folder, path) = (parts(folder), parts(path));
    let shared = folder.iter().zip(&path).take_while(|(a, b)| a == b).count();
    let mut relative = vec!["..".to_owned(); folder.len() - shared];
    relative.extend_from_slice(&path[shared..]);
    relative.join("/")
}

/// The path with a `~` at its start replaced by the home of the user; `None` if that is not known.
pub fn expanded(path: &str) -> Option<String> {
    let Some(rest) = path.strip_prefix('~') else {
        return Some(path.to_owned());
    };
    if !rest.is_empty() && !rest.starts_with(['/', '\\']) {
        return None;
    }
    let home = std::env::home_dir()?;
    Some(clean(&format!("{}/{rest}", home.to_str()?)))
}
