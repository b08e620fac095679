//! The parts of package.json that matter for modules.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::{Map, Value};

/// The members that are kept of a package.json.
const MEMBERS: [&str; 12] = [
    "name",
    "version",
    "type",
    "main",
    "exports",
    "imports",
    "types",
    "typings",
    "dependencies",
    "devDependencies",
    "optionalDependencies",
    "peerDependencies",
];

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

/// The object of a package.json, without the members that nothing here reads.
#[derive(Debug, Default)]
pub struct Members(Map<String, Value>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        reader.deserialize_map(MembersVisitor)
    }
}

struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Members;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
        let mut members = Map::new();
        while let Some(name) = map.next_key::<String>()? {
            if MEMBERS.contains(&name.as_str()) {
                members.insert(name, map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(Members(members))
    }
}

impl Manifest {
    /// Members of the wrong type count as missing, as in Node.
    pub fn new(folder: &Path, members: Members) -> Self {
        Self {
            folder: folder.to_owned(),
            members: members.0,
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

    fn of(value: Value) -> Manifest {
        let members = serde_json::from_value(value).unwrap_or_default();
        Manifest::new(Path::new("/p"), members)
    }

    #[test]
    fn members_of_the_wrong_kind_are_missing() {
        let value =
            json!({ "name": 1, "main": "", "type": "modul", "exports": null, "imports": [] });
        let manifest = of(value);
        assert_eq!(manifest.name(), None);
        assert_eq!(manifest.main(), None);
        assert_eq!(manifest.package_type(), PackageType::Unknown);
        assert!(manifest.exports().is_none() && manifest.imports().is_none());
        assert_eq!(of(json!("no object")).name(), None);
    }

    #[test]
    fn dependencies_are_of_several_kinds() {
        let value = json!({ "devDependencies": { "a": "1" } });
        let manifest = of(value);
        assert!(manifest.depends_on("a"));
        assert!(!manifest.depends_on("b"));
        let value = json!({ "peerDependencies": { "a": "^1.2.0", "b": 1 } });
        let manifest = of(value);
        assert_eq!(manifest.peer("a"), Some("^1.2.0"));
        assert_eq!((manifest.peer("b"), manifest.peer("c")), (None, None));
    }
}
