//! An SDK in the files of its project.

use std::path::{Path, PathBuf};

use lumi_packages::LockedParameters;
use serde_json::{Map, Value, json};

use crate::stack_files::stack_file_edit::{EditError, set_in};

/// The name of an SDK among packages of npm.
pub fn npm_name(package: &str) -> String {
    format!("@pulumi/{package}")
}

/// The folder of an SDK.
pub fn sdk_folder(project: &Path, package: &str) -> PathBuf {
    project.join("sdks").join(package)
}

/// The text of `Pulumi.yaml` with a package of parameters.
pub fn with_pulumi_package(
    text: &str,
    package: &str,
    by: &LockedParameters,
) -> Result<String, EditError> {
    let entry = json!({
        "source": by.plugin,
        "version": by.plugin_version,
        "parameters": by.parameters,
    });
    set_in(text, "packages", package, &entry.to_string())
}

/// The text of `package.json` that depends on an SDK in its folder; `None` if the text has another form.
pub fn with_dependency(text: &str, package: &str) -> Option<String> {
    let mut document: Map<String, Value> = serde_json::from_str(text).ok()?;
    let dependencies = document.entry("dependencies").or_insert_with(|| json!({}));
    let place = format!("file:sdks/{package}");
    dependencies
        .as_object_mut()?
        .insert(npm_name(package), place.into());
    Some(format!("{:#}\n", Value::Object(document)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_project_names_its_sdk() {
        let by = LockedParameters {
            parameters: vec!["acme/things".to_owned(), "2.0.0".to_owned()],
            version: "2.0.0".to_owned(),
            plugin: "adapter".to_owned(),
            plugin_version: "1.0.0".to_owned(),
            value: "aGVsbG8=".to_owned(),
        };
        assert_eq!(
            with_pulumi_package("name: web # mine\nruntime: nodejs\n", "things", &by).unwrap(),
            "name: web # mine\nruntime: nodejs\npackages:\n  things: \
             {\"source\":\"adapter\",\"version\":\"1.0.0\",\"parameters\":[\"acme/things\",\"2.0.0\"]}\n"
        );
        assert_eq!(
            with_dependency(r#"{ "name": "web" }"#, "things").unwrap(),
            "{\n  \"name\": \"web\",\n  \"dependencies\": {\n    \"@pulumi/things\": \"file:sdks/things\"\n  }\n}\n"
        );
        assert_eq!(with_dependency("[]", "things"), None);
    }
}
