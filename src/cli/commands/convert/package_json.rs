//! `package.json` without the packages of Pulumi.

use serde_json::{Map, Value};

use super::npm_packages::{DEPENDENCIES, NpmPackages, SDK};

/// The text of a `package.json` without the SDK and the providers; `None` if it does not change.
pub fn without_pulumi(package_json: &Map<String, Value>, packages: &NpmPackages) -> Option<String> {
    let mut changed = package_json.clone();
    let mut is_changed = false;
    for list in DEPENDENCIES {
        let Some(Value::Object(members)) = changed.get_mut(list) else {
            continue;
        };
        let before = members.len();
        members.retain(|name, _| name != SDK && !packages.pulumi.providers.contains_key(name));
        is_changed |= members.len() != before;
        if members.is_empty() && before > 0 {
            changed.shift_remove(list);
        }
    }
    is_changed.then(|| format!("{:#}\n", Value::Object(changed)))
}

/// Whether packages are left that a run needs.
pub fn has_dependencies(package_json: &Map<String, Value>) -> bool {
    let list = package_json.get("dependencies").and_then(Value::as_object);
    list.is_some_and(|it| !it.is_empty())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn other_packages_stay() {
        let mut packages = NpmPackages::default();
        packages
            .pulumi
            .providers
            .insert("@pulumi/aws".to_owned(), "aws".to_owned());
        let with = json!({ "name": "a", "dependencies": { "@pulumi/pulumi": "3", "@pulumi/aws": "6" }, "devDependencies": { "ms": "1" } });
        let text = without_pulumi(with.as_object().unwrap(), &packages).unwrap();
        assert_eq!(
            text,
            "{\n  \"name\": \"a\",\n  \"devDependencies\": {\n    \"ms\": \"1\"\n  }\n}\n"
        );
        let text: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(without_pulumi(text.as_object().unwrap(), &packages), None);
        assert!(!has_dependencies(text.as_object().unwrap()));
    }
}
