//! The parts of package.json that matter for modules.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

/// One package.json.
#[derive(Debug)]
pub struct Manifest {
    /// The folder of the file; a real path.
    pub folder: PathBuf,
    members: Map<String, Value>,
}

/// The format of `.js` files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackageType {
    Module,
    CommonJs,
    /// The package does not specify it.
    Unknown,
}

impl Manifest {
    /// Members of the wrong type count as missing, as in Node.
    pub fn new(folder: &Path, value: Value) -> Self {
        let members = match value {
            Value::Object(members) => members,
            _ => Map::new(),
        };
        Self {
            folder: folder.to_owned(),
            members,
        }
    }

    pub fn name(&self) -> Option<&str> {
        self.text("name")
    }

    pub fn version(&self) -> Option<&str> {
        self.text("version")
    }

    pub fn main(&self) -> Option<&str> {
        self.text("main").filter(|it| !it.is_empty())
    }

    /// `null` counts as missing.
    pub fn exports(&self) -> Option<&Value> {
        self.members.get("exports").filter(|it| !it.is_null())
    }

    pub fn imports(&self) -> Option<&Map<String, Value>> {
        self.members.get("imports")?.as_object()
    }

    pub fn package_type(&self) -> PackageType {
        match self.text("type") {
            Some("module") => PackageType::Module,
            Some("commonjs") => PackageType::CommonJs,
            _ => PackageType::Unknown,
        }
    }

    /// Whether the package has type declarations.
    pub fn has_types(&self) -> bool {
        self.text("types")
            .or_else(|| self.text("typings"))
            .is_some()
    }

    /// Whether `name` is listed in any kind of dependencies.
    pub fn depends_on(&self, name: &str) -> bool {
        const KINDS: [&str; 4] = [
            "dependencies",
            "devDependencies",
            "optionalDependencies",
            "peerDependencies",
        ];
        KINDS
            .iter()
            .filter_map(|kind| self.members.get(*kind)?.as_object())
            .any(|it| it.contains_key(name))
    }

    /// The range of versions of the peer dependency `name`.
    pub fn peer(&self, name: &str) -> Option<&str> {
        self.members.get("peerDependencies")?.get(name)?.as_str()
    }

    fn text(&self, member: &str) -> Option<&str> {
        self.members.get(member)?.as_str()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn members_of_the_wrong_kind_are_missing() {
        let value =
            json!({ "name": 1, "main": "", "type": "modul", "exports": null, "imports": [] });
        let manifest = Manifest::new(Path::new("/p"), value);
        assert_eq!(manifest.name(), None);
        assert_eq!(manifest.main(), None);
        assert_eq!(manifest.package_type(), PackageType::Unknown);
        assert!(manifest.exports().is_none() && manifest.imports().is_none());
        assert_eq!(
            Manifest::new(Path::new("/p"), json!("no object")).name(),
            None
        );
    }

    #[test]
    fn dependencies_are_of_several_kinds() {
        let value = json!({ "devDependencies": { "a": "1" } });
        let manifest = Manifest::new(Path::new("/p"), value);
        assert!(manifest.depends_on("a"));
        assert!(!manifest.depends_on("b"));
        let value = json!({ "peerDependencies": { "a": "^1.2.0", "b": 1 } });
        let manifest = Manifest::new(Path::new("/p"), value);
        assert_eq!(manifest.peer("a"), Some("^1.2.0"));
        assert_eq!((manifest.peer("b"), manifest.peer("c")), (None, None));
    }
}
