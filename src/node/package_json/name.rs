//! Package names in specifiers and paths.

use std::path::Path;

/// A parsed specifier: `@scope/name/lib/a` is the name `@scope/name` and the subpath `./lib/a`.
#[derive(Debug, PartialEq, Eq)]
pub struct PackageName<'a> {
    pub name: &'a str,
    /// `.` for the package itself, `./` for its folder.
    pub subpath: String,
}

impl<'a> PackageName<'a> {
    /// Whether the main module is meant, where the package does not say what it exports.
    pub fn is_main(&self) -> bool {
        matches!(self.subpath.as_str(), "." | "./")
    }

    /// `None` if the specifier does not begin with a package name.
    pub fn of(specifier: &'a str) -> Option<Self> {
        let mut slashes = specifier.match_indices('/').map(|(at, _)| at);
        let end = if specifier.starts_with('@') {
            let scope = slashes.next()?;
            (scope > 1).then_some(())?;
            slashes.next()
        } else {
            slashes.next()
        };
        let (name, rest) = specifier.split_at(end.unwrap_or(specifier.len()));
        let is_name = !name.is_empty()
            && !name.ends_with('/')
            && !name.starts_with('.')
            && !name.contains(['\\', '%', ':', ' ', '?', '#', '\0'])
            && name.rsplit('/').all(|part| !matches!(part, "." | ".."));
        is_name.then(|| Self {
            name,
            // A trailing slash refers to the package, even if a built-in module has the same name.
            subpath: format!(".{rest}"),
        })
    }
}

/// Whether Node takes the beginning of a specifier for the name of a package, although no folder may have it.
pub fn is_name_for_node(specifier: &str) -> bool {
    let is_scoped = specifier.starts_with('@');
    let mut parts = specifier.splitn(if is_scoped { 3 } else { 2 }, '/');
    let name = parts.next().unwrap_or_default();
    let rest = is_scoped.then(|| parts.next());
    let is_odd = |it: &str| it.contains(['\\', '%']);
    match rest {
        Some(None) => false,
        Some(Some(rest)) => !is_odd(name) && !is_odd(rest),
        None => !name.starts_with('.') && !is_odd(name),
    }
}

/// The name of the package that a specifier begins with.
pub fn package_name(specifier: &str) -> Option<&str> {
    PackageName::of(specifier).map(|it| it.name)
}

/// The name of the package in a folder below `node_modules`, judged by its path.
pub fn of_folder(root: &Path) -> Option<String> {
    let name = root.file_name()?.to_str()?;
    let scope = root.parent().and_then(Path::file_name)?.to_str()?;
    Some(if scope.starts_with('@') {
        format!("{scope}/{name}")
    } else {
        name.to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specifiers_are_taken_apart() {
        let table = [
            ("a", Some(("a", "."))),
            ("a/", Some(("a", "./"))),
            ("a/b/c.js", Some(("a", "./b/c.js"))),
            ("@s/a", Some(("@s/a", "."))),
            ("@s/a/b", Some(("@s/a", "./b"))),
            ("@s", None),
            ("@/a", None),
            ("@s/", None),
            ("@s/..", None),
            (".a", None),
            ("", None),
            ("a%2fb", None),
            ("a\\b", None),
        ];
        for (specifier, wanted) in table {
            let found = PackageName::of(specifier);
            let found = found.as_ref().map(|it| (it.name, it.subpath.as_str()));
            assert_eq!(found, wanted, "{specifier:?}");
        }
    }

    #[test]
    fn names_for_node_are_told_from_others() {
        for specifier in ["", "a b", "@/a", "a?x", "@s/", " "] {
            assert!(is_name_for_node(specifier), "{specifier:?}");
        }
        for specifier in ["@", "@s", ".a", "a%20b", "a\\b", "@s/a%", "..."] {
            assert!(!is_name_for_node(specifier), "{specifier:?}");
        }
    }

    #[test]
    fn folders_have_names() {
        let of = |path| of_folder(Path::new(path)).unwrap();
        assert_eq!(of("/p/node_modules/a"), "a");
        assert_eq!(of("/p/node_modules/@s/a"), "@s/a");
    }
}
