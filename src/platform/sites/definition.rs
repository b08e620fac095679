//! `.sites/NAME/site.json`: the definition of a site.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The content of the file. Paths are those of files, with `/` between their parts.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SiteDefinition {
    pub name: String,
    /// The file that a path with a slash at its end stands for.
    pub index: String,
    /// The file that answers paths without a file, with the status 404.
    pub not_found: Option<String>,
    /// Whether the index answers paths without a file, for applications with routes of their own.
    #[serde(default)]
    pub is_application: bool,
    /// The beginnings of the paths of files whose content never changes.
    #[serde(default)]
    pub immutable: Vec<String>,
    /// Media types by endings of names, in small letters.
    #[serde(default)]
    pub types: BTreeMap<String, String>,
}

impl SiteDefinition {
    /// Parses the file of the site `name`; the error is a sentence.
    pub fn parse(name: &str, text: &str) -> Result<Self, String> {
        let definition: Self = serde_json::from_str(text).map_err(|it| it.to_string())?;
        let is_header = |it: &String| hyper::header::HeaderValue::from_str(it).is_ok();
        if definition.name != name {
            return Err(format!(
                "its name is {:?}, but its folder is that of {name:?}",
                definition.name
            ));
        }
        if !is_file_name(&definition.index) {
            return Err(format!("its index {:?} is no name", definition.index));
        }
        match definition.types.values().find(|it| !is_header(it)) {
            Some(wrong) => Err(format!("its type {wrong:?} is not valid")),
            None => Ok(definition),
        }
    }

    /// The media type of a file.
    pub fn media_type(&self, path: &str) -> &str {
        let name = path.rsplit('/').next().unwrap_or(path);
        let ending = name.rsplit_once('.').map(|(_, it)| it.to_ascii_lowercase());
        let known = ending.and_then(|it| self.types.get(&it));
        known.map_or("application/octet-stream", String::as_str)
    }

    /// How long clients may keep a file without asking.
    pub fn cache_control(&self, path: &str) -> &'static str {
        match self.immutable.iter().any(|it| path.starts_with(it)) {
            true => "public, max-age=31536000, immutable",
            false => "public, max-age=0, must-revalidate",
        }
    }
}

/// Whether a text names a file of a folder.
fn is_file_name(text: &str) -> bool {
    !matches!(text, "" | "." | "..") && !text.contains(['/', '\0'])
}

#[cfg(test)]
mod tests {
    use super::*;

    const SITE: &str = r#"{ "name": "web", "index": "index.html", "immutable": ["assets/"],
        "types": { "html": "text/html; charset=utf-8" } }"#;

    #[test]
    fn files_have_types_by_their_endings() {
        let site = SiteDefinition::parse("web", SITE).unwrap();
        assert_eq!(site.media_type("a/B.HTML"), "text/html; charset=utf-8");
        for other in ["html", "a.html/b", "a.unknown", ""] {
            assert_eq!(
                site.media_type(other),
                "application/octet-stream",
                "{other}"
            );
        }
        assert!(site.cache_control("assets/a.js").contains("immutable"));
        assert!(
            !site
                .cache_control("other/assets/a.js")
                .contains("immutable")
        );
    }

    #[test]
    fn mistakes_are_reported() {
        for (text, problem) in [
            ("[]", "expected"),
            (r#"{ "name": "api", "index": "a" }"#, "its name is \"api\""),
            (
                r#"{ "name": "web", "index": "../a" }"#,
                "its index \"../a\" is no name",
            ),
            (r#"{ "name": "web", "index": "a", "idnex": "b" }"#, "idnex"),
            (
                "{ \"name\": \"web\", \"index\": \"a\", \"types\": { \"a\": \"b\\nc\" } }",
                "its type \"b\\nc\" is not valid",
            ),
        ] {
            let error = SiteDefinition::parse("web", text).unwrap_err();
            assert!(error.contains(problem), "{error}");
        }
    }
}
