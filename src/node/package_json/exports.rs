//! Node's algorithm for `exports` and `imports` of a package.json, without file access.

use serde_json::{Map, Value};

/// The target of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A path within the package, such as `./lib/a.js`.
    Path(String),
    /// Another package or a built-in module; only entries of `imports` have such targets.
    Specifier(String),
    /// The entry is `null`: hidden on purpose.
    Hidden,
    /// No entry matches, or none of its conditions is met.
    Missing,
}

/// A reason why an entry cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    pub key: String,
    pub fault: Fault,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The target of an entry, such as a path that leads out of the package.
    Target(&'static str),
    /// The whole of `exports`.
    Manifest(&'static str),
    /// The text that stands for the star of an entry leads out of the folder of its target.
    Specifier,
}

/// Looks up `subpath` (`.`, or `./…`) in the value of `exports`.
pub fn find_export(exports: &Value, subpath: &str, conditions: &[&str]) -> Result<Target, Invalid> {
    match subpaths(exports)? {
        Some(entries) => find(entries, subpath, false, conditions),
        None if !matches!(
            exports,
            Value::String(_) | Value::Array(_) | Value::Object(_)
        ) =>
        {
            Ok(Target::Missing)
        }
        // The whole value is the entry for `.`.
        None if subpath == "." => target(".", exports, None, false, conditions),
        None => Ok(Target::Missing),
    }
}

/// Looks up `name` (`#…`) in the value of `imports`.
pub fn find_import(
    imports: &Map<String, Value>,
    name: &str,
    conditions: &[&str],
) -> Result<Target, Invalid> {
    find(imports, name, true, conditions)
}

/// The importable subpaths of a package, as written after the package's name. Patterns are not
/// expanded; hidden entries are left out.
pub fn exported(exports: &Value) -> Vec<&str> {
    match subpaths(exports) {
        Ok(Some(entries)) => entries
            .iter()
            .filter(|(_, entry)| !entry.is_null())
            .map(|(key, _)| key.as_str())
            .collect(),
        Ok(None) => vec!["."],
        Err(_) => Vec::new(),
    }
}

/// The entries, if the value has subpaths; otherwise it is a single target.
fn subpaths(exports: &Value) -> Result<Option<&Map<String, Value>>, Invalid> {
    let Value::Object(entries) = exports else {
        return Ok(None);
    };
    let dotted = entries.keys().filter(|key| key.starts_with('.')).count();
    if dotted == 0 {
        Ok(None)
    } else if dotted == entries.len() {
        Ok(Some(entries))
    } else {
        Err(Invalid {
            key: "exports".to_owned(),
            fault: Fault::Manifest("it mixes conditions with paths, which begin with \".\""),
        })
    }
}

fn find(
    entries: &Map<String, Value>,
    wanted: &str,
    is_import: bool,
    conditions: &[&str],
) -> Result<Target, Invalid> {
    if let Some(entry) = entries.get(wanted)
        && !wanted.contains('*')
        && !wanted.ends_with('/')
    {
        return target(wanted, entry, None, is_import, conditions);
    }
    let mut patterns: Vec<(&str, &Value, &str)> = entries
        .iter()
        .filter_map(|(key, entry)| Some((key.as_str(), entry, matched(key, wanted)?)))
        .collect();
    // The most specific pattern first: the longest text before the star, then the longest key.
    patterns.sort_by_key(|(key, ..)| std::cmp::Reverse((key.find('*'), key.len())));
    match patterns.first() {
        Some((key, entry, matched)) => target(key, entry, Some(matched), is_import, conditions),
        None => Ok(Target::Missing),
    }
}

/// The text that matches the star of `key` in `wanted`.
fn matched<'a>(key: &str, wanted: &'a str) -> Option<&'a str> {
    let (before, after) = key.split_once('*')?;
    if after.contains('*') {
        return None;
    }
    let matched = wanted.strip_prefix(before)?.strip_suffix(after)?;
    (!matched.is_empty()).then_some(matched)
}

fn target(
    key: &str,
    entry: &Value,
    matched: Option<&str>,
    is_import: bool,
    conditions: &[&str],
) -> Result<Target, Invalid> {
    match entry {
        Value::Null => Ok(Target::Hidden),
        Value::String(text) => text_target(key, text, matched, is_import),
        Value::Object(choices) => {
            let holds =
                |condition: &String| condition == "default" || conditions.contains(&&**condition);
            for (_, choice) in choices.iter().filter(|(condition, _)| holds(condition)) {
                match target(key, choice, matched, is_import, conditions)? {
                    Target::Missing => {}
                    found => return Ok(found),
                }
            }
            Ok(Target::Missing)
        }
        Value::Array(choices) => {
            let mut last = Ok(Target::Hidden);
            for choice in choices {
                last = target(key, choice, matched, is_import, conditions);
                if matches!(last, Ok(Target::Path(_) | Target::Specifier(_))) {
                    break;
                }
            }
            last
        }
        Value::Bool(_) | Value::Number(_) => Err(Invalid {
            key: key.to_owned(),
            fault: Fault::Target("its target is neither a path nor conditions"),
        }),
    }
}

fn text_target(
    key: &str,
    text: &str,
    matched: Option<&str>,
    is_import: bool,
) -> Result<Target, Invalid> {
    let invalid = |fault| {
        Err(Invalid {
            key: key.to_owned(),
            fault,
        })
    };
    let filled = match matched {
        Some(matched) => text.replace('*', matched),
        None => text.to_owned(),
    };
    let Some(path) = text.strip_prefix("./") else {
        let is_elsewhere = text.starts_with("../") || text.starts_with('/');
        return if !is_import || is_elsewhere {
            invalid(Fault::Target("its target must begin with \"./\""))
        } else if is_foreign_url(text) {
            invalid(Fault::Target(
                "its target is a URL, and must be a path, a package or a module of Node",
            ))
        } else {
            Ok(Target::Specifier(filled))
        };
    };
    if is_refused_path(path) {
        return invalid(Fault::Target("it leads out of the package"));
    }
    if matched.is_some_and(is_refused_path) {
        return invalid(Fault::Specifier);
    }
    Ok(Target::Path(filled))
}

/// Whether a target is a URL, but of no module of Node or of Lumi.
fn is_foreign_url(text: &str) -> bool {
    let Some((scheme, _)) = text.split_once(':') else {
        return false;
    };
    let begins = scheme.starts_with(|it: char| it.is_ascii_alphabetic());
    let is_scheme = |it: char| it.is_ascii_alphanumeric() || "+-.".contains(it);
    begins && scheme.chars().all(is_scheme) && !matches!(scheme, "node" | "lumi")
}

/// Whether a path has segments that Node refuses, escaped or not.
fn is_refused_path(path: &str) -> bool {
    let path = path
        .to_lowercase()
        .replace("%2e", ".")
        .replace("%2f", "/")
        .replace("%5c", "\\");
    path.split(['/', '\\'])
        .any(|segment| matches!(segment, "." | ".." | "node_modules"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn shown(found: Result<Target, Invalid>) -> String {
        match found {
            Ok(Target::Path(path)) => path,
            Ok(Target::Specifier(name)) => format!("={name}"),
            Ok(Target::Hidden) => "null".to_owned(),
            Ok(Target::Missing) => "-".to_owned(),
            Err(it) => format!("!{}", it.key),
        }
    }

    #[test]
    fn exports_are_those_of_node() {
        let conditions = ["node", "import"];
        let table = [
            (json!("./a.js"), ".", "./a.js"),
            (json!("./a.js"), "./a.js", "-"),
            (
                json!({ "import": "./a.mjs", "default": "./a.js" }),
                ".",
                "./a.mjs",
            ),
            (json!({ "require": "./a.cjs" }), ".", "-"),
            (
                json!({ "default": "./a.js", "import": "./a.mjs" }),
                ".",
                "./a.js",
            ),
            (
                json!({ "node": { "require": "./a.cjs" }, "default": "./b.js" }),
                ".",
                "./b.js",
            ),
            (json!({ "node": null, "default": "./b.js" }), ".", "null"),
            (
                json!({ ".": "./a.js", "./b": "./lib/b.js" }),
                "./b",
                "./lib/b.js",
            ),
            (json!({ ".": "./a.js" }), "./package.json", "-"),
            (json!({ "./*": "./lib/*.js" }), "./x/y", "./lib/x/y.js"),
            (json!({ "./*": "./lib/*/*.js" }), "./x", "./lib/x/x.js"),
            (json!({ "./*": "./lib/*" }), "./", "-"),
            (
                json!({ "./*": "./a/*", "./x/*": "./b/*", "./x/*.js": "./c/*" }),
                "./x/y.js",
                "./c/y",
            ),
            (json!({ "./*": "./a/*", "./x/*": null }), "./x/y", "null"),
            (json!({ "./*": "./a/*" }), "./../b", "!./*"),
            (json!({ "./*": "./a/*" }), "./%2e%2e/b", "!./*"),
            (json!({ ".": ["bad", "./a.js"] }), ".", "./a.js"),
            (
                json!({ ".": [{ "require": "./a.cjs" }, "./b.js"] }),
                ".",
                "./b.js",
            ),
            (json!({ ".": [] }), ".", "null"),
            (json!({ ".": "a.js" }), ".", "!."),
            (json!({ ".": "./node_modules/x.js" }), ".", "!."),
            (json!({ ".": 1 }), ".", "!."),
            (json!(false), ".", "-"),
            (
                json!({ ".": "./a.js", "import": "./b.js" }),
                ".",
                "!exports",
            ),
        ];
        for (exports, subpath, wanted) in table {
            let found = shown(find_export(&exports, subpath, &conditions));
            assert_eq!(found, wanted, "{subpath} in {exports}");
        }
    }

    #[test]
    fn imports_may_lead_to_packages() {
        let imports = json!({
            "#a": "./a.js", "#fs": "node:fs", "#up": "../a.js",
            "#lib/*": "./src/*.ts", "#x/*": "x/*", "#url": "https://a/b.js",
        });
        let imports = imports.as_object().unwrap();
        let table = [
            ("#a", "./a.js"),
            ("#fs", "=node:fs"),
            ("#up", "!#up"),
            ("#lib/b/c", "./src/b/c.ts"),
            ("#x/y", "=x/y"),
            ("#none", "-"),
            ("#url", "!#url"),
            ("#lib/../b", "!#lib/*"),
        ];
        for (name, wanted) in table {
            assert_eq!(
                shown(find_import(imports, name, &["import"])),
                wanted,
                "{name}"
            );
        }
    }

    #[test]
    fn exports_can_be_listed() {
        let exports = json!({ ".": "./a.js", "./b/*": "./b/*.js", "./c": null });
        assert_eq!(exported(&exports), [".", "./b/*"]);
        assert_eq!(exported(&json!("./a.js")), ["."]);
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            Just(json!(1)),
            "(\\./|\\.\\./|)[a-c*./%2e]{0,8}".prop_map(Value::from),
        ];
        leaf.prop_recursive(3, 16, 4, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
                proptest::collection::hash_map("(\\.|\\./[a-c*]{1,4}|import|default)", inner, 0..4)
                    .prop_map(|it| Value::Object(it.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn no_export_leads_out_of_a_package(exports in any_json(), subpath in "\\.|\\./[a-c*./%2e]{0,6}") {
            if let Ok(found) = find_export(&exports, &subpath, &["import"]) {
                prop_assert!(!matches!(found, Target::Specifier(_)));
                if let Target::Path(path) = found {
                    prop_assert!(path.starts_with("./"));
                    prop_assert!(!path.split('/').any(|it| it == ".."), "{path}");
                }
            }
        }
    }
}
