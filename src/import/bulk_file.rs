//! Many objects to import, in the format of Pulumi's bulk imports.

use std::collections::{BTreeMap, BTreeSet};

use lumi_graph::{Urn, UrnError};
use lumi_pulumi::lumi_urn;
use serde::Deserialize;

/// A file that names no objects to import.
#[derive(Debug, thiserror::Error)]
pub enum BulkFileError {
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    #[error("two resources are called `{0}`")]
    SameName(String),
    #[error("`{0}` is a component of a plugin, which only a program makes")]
    Remote(String),
    #[error("`{0}` has no `id`")]
    NoId(String),
    #[error("`nameTable.{name}`: {error}")]
    Urn { name: String, error: UrnError },
    #[error(
        "`{name}` refers to `{other}`, which is neither in `nameTable` nor another resource of the file that does not \
         refer back"
    )]
    Reference { name: String, other: String },
}

/// The content of a file.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BulkFile {
    /// URNs of resources of the stack, by the names of their variables.
    #[serde(default)]
    pub name_table: BTreeMap<String, String>,
    #[serde(default)]
    pub resources: Vec<ImportEntry>,
}

/// An object to import, or a component that others belong to.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportEntry {
    #[serde(rename = "type")]
    pub resource_type: String,
    /// The name of the variable, and of the resource unless that has another one.
    pub name: String,
    #[serde(default)]
    pub logical_name: Option<String>,
    #[serde(default)]
    pub id: String,
    #[serde(default)]
    pub parent: Option<String>,
    #[serde(default)]
    pub provider: Option<String>,
    #[serde(default)]
    pub version: Option<String>,
    #[serde(default)]
    pub plugin_download_url: Option<String>,
    /// The inputs that the program is to have; all without it.
    #[serde(default)]
    pub properties: Vec<String>,
    #[serde(default)]
    pub component: bool,
    #[serde(default)]
    pub remote: bool,
}

impl BulkFile {
    pub fn parse(text: &[u8]) -> Result<Self, BulkFileError> {
        let file: Self = serde_json::from_slice(text)?;
        let mut names = BTreeSet::new();
        for entry in &file.resources {
            let name = || entry.name.clone();
            if !names.insert(entry.name.as_str()) {
                return Err(BulkFileError::SameName(name()));
            }
            if entry.remote {
                return Err(BulkFileError::Remote(name()));
            }
            if !entry.component && entry.id.is_empty() {
                return Err(BulkFileError::NoId(name()));
            }
        }
        for (name, urn) in &file.name_table {
            let name = || name.clone();
            stack_urn(urn).map_err(|error| BulkFileError::Urn {
                name: name(),
                error,
            })?;
        }
        Ok(file)
    }

    /// The resources in an order in which those that others refer to come first.
    pub fn ordered(&self) -> Result<Vec<&ImportEntry>, BulkFileError> {
        let mut ordered: Vec<&ImportEntry> = Vec::new();
        let mut rest: Vec<&ImportEntry> = self.resources.iter().collect();
        while !rest.is_empty() {
            let is_known = |name: &str, ordered: &[&ImportEntry]| {
                self.name_table.contains_key(name) || ordered.iter().any(|it| it.name == name)
            };
            let (ready, waiting): (Vec<&ImportEntry>, Vec<&ImportEntry>) =
                rest.iter().partition(|it| {
                    let mut references = it.references();
                    references.all(|name| is_known(name, &ordered))
                });
            if let ([], [first, ..]) = (&ready[..], &waiting[..]) {
                let unknown = first.references().find(|it| !is_known(it, &ordered));
                return Err(BulkFileError::Reference {
                    name: first.name.clone(),
                    other: unknown.unwrap_or_default().to_owned(),
                });
            }
            ordered.extend(ready);
            rest = waiting;
        }
        Ok(ordered)
    }
}

/// The URN of a resource, as Lumi or as Pulumi writes it.
pub fn stack_urn(text: &str) -> Result<Urn, UrnError> {
    lumi_urn(text).or_else(|_| Urn::parse(text))
}

impl ImportEntry {
    /// The names that it refers to.
    fn references(&self) -> impl Iterator<Item = &str> {
        [&self.parent, &self.provider]
            .into_iter()
            .filter_map(|it| it.as_deref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> BulkFile {
        BulkFile::parse(text.as_bytes()).unwrap()
    }

    #[test]
    fn relatives_come_first() {
        let all = file(
            r#"{ "nameTable": { "west": "urn:pulumi:dev::web::pulumi:providers:aws::west" }, "resources": [
                { "type": "a:b:C", "name": "child", "id": "1", "parent": "site", "provider": "west" },
                { "type": "acme:web:Site", "name": "site", "component": true }] }"#,
        );
        let names: Vec<&str> = all
            .ordered()
            .unwrap()
            .iter()
            .map(|it| it.name.as_str())
            .collect();
        assert_eq!(names, ["site", "child"]);
    }

    #[test]
    fn entries_that_lead_nowhere_are_refused() {
        for (text, expected) in [
            (r#"[{ "type": "a:b:C", "name": "a" }]"#, "`a` has no `id`"),
            (
                r#"[{ "type": "a:b:C", "name": "a", "id": "1" }, { "type": "a:b:C", "name": "a", "id": "2" }]"#,
                "two resources are called `a`",
            ),
            (
                r#"[{ "type": "a:b:C", "name": "a", "component": true, "remote": true }]"#,
                "`a` is a component of a plugin, which only a program makes",
            ),
        ] {
            let error =
                BulkFile::parse(format!(r#"{{ "resources": {text} }}"#).as_bytes()).unwrap_err();
            assert_eq!(error.to_string(), expected);
        }
        let circle = r#"{ "resources": [
            { "type": "a:b:C", "name": "a", "id": "1", "parent": "b" },
            { "type": "a:b:C", "name": "b", "id": "2", "parent": "a" }] }"#;
        assert!(file(circle).ordered().is_err());
        let unknown =
            r#"{ "resources": [{ "type": "a:b:C", "name": "a", "id": "1", "provider": "x" }] }"#;
        assert!(file(unknown).ordered().is_err());
    }
}
