//! The environment variables that a bundled function needs, from the list that
//! `lumi closure bundle` writes beside its folder.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::bundle_writer::LIST;

/// An entry of the list, without members that are not needed here.
#[derive(Deserialize)]
struct Entry {
    folder: String,
    #[serde(default)]
    env: BTreeMap<String, Value>,
}

/// Variables that are not set and that the function in `folder` would read as `undefined`, each
/// with its meaning. Empty without a list.
pub fn missing(folder: &Path, environment: &[(String, String)]) -> Vec<(String, Option<String>)> {
    let list = folder.parent().map(|it| it.join(LIST));
    let text = list.and_then(|it| std::fs::read_to_string(it).ok());
    let name = folder.file_name().and_then(|it| it.to_str());
    let (Some(text), Some(name)) = (text, name) else {
        return Vec::new();
    };
    let entries: Vec<Entry> = serde_json::from_str(&text).unwrap_or_default();
    let entry = entries.into_iter().find(|it| it.folder == name);
    let needed = entry.map(|it| it.env).unwrap_or_default();
    let is_there = |name: &str| environment.iter().any(|it| it.0 == name);
    let missing = needed.into_iter().filter(|(name, _)| !is_there(name));
    missing.map(|(name, what)| (name, meaning(&what))).collect()
}

/// Describes a bound value: `url of Api`, or a key of the configuration.
fn meaning(what: &Value) -> Option<String> {
    let member = |name: &str| what.get(name).and_then(Value::as_str);
    if let Some(key) = member("config") {
        return Some(format!("`{key}` of the configuration"));
    }
    Some(format!(
        "{} of {}",
        member("property")?,
        member("resource")?
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unset_variables_of_the_list_are_named() {
        let out = tempfile::tempdir().unwrap();
        let list = r#"[{ "folder": "other", "env": { "A": {} } },
            { "folder": "f", "hash": "h", "env": { "B": { "resource": "r", "property": "id" }, "C": {}, "D": {}, "E": { "config": "shop:token" } } }]"#;
        let folder = out.path().join("f");
        let environment = [("C".to_owned(), String::new())];
        let missing = || missing(&folder, &environment);
        assert_eq!(missing(), []);
        std::fs::write(out.path().join(LIST), list).unwrap();
        let expected = [
            ("B".to_owned(), Some("id of r".to_owned())),
            ("D".to_owned(), None),
            (
                "E".to_owned(),
                Some("`shop:token` of the configuration".to_owned()),
            ),
        ];
        assert_eq!(missing(), expected);
        std::fs::write(out.path().join(LIST), "no list").unwrap();
        assert_eq!(missing(), []);
    }
}
