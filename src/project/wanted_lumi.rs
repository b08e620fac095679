//! The versions of lumi that a project is for: `lumi: "~> 0.1"` in `Lumi.yaml`.

use serde_json::{Map, Value};

use lumi_packages::VersionRange;

use super::yaml_files::fault::Fault;
use super::yaml_files::settings_file::{SettingsError, wrong_type};

const KEY: &str = "lumi";

/// Fails if this lumi has another version.
pub fn check(document: &Map<String, Value>) -> Result<(), SettingsError> {
    check_version(document, env!("CARGO_PKG_VERSION"))
}

fn check_version(document: &Map<String, Value>, version: &str) -> Result<(), SettingsError> {
    let wanted = match document.get(KEY) {
        None | Some(Value::Null) => return Ok(()),
        Some(Value::String(wanted)) if !wanted.trim().is_empty() => wanted,
        Some(other) => {
            let expected = "versions in quotes, such as \"~> 0.1\"";
            return Err(wrong_type(&[KEY], expected, other));
        }
    };
    let range: VersionRange = wanted
        .parse()
        .map_err(|error| SettingsError::at_value(&[KEY], Fault::PackageRange(error)))?;
    let version = version.parse().expect("BUG: the version of lumi is one");
    match range.contains(&version) {
        true => Ok(()),
        false => Err(SettingsError::at_value(
            &[KEY],
            Fault::OtherLumi(wanted.clone()),
        )),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn checked(lumi: Value) -> Result<(), String> {
        let document = json!({ "lumi": lumi });
        let document = document.as_object().unwrap();
        check_version(document, "0.3.2").map_err(|it| it.fault.to_string())
    }

    #[test]
    fn a_project_names_the_versions_it_is_for() {
        for wanted in ["~> 0.3", ">= 0.1, < 1.0", "0.3.2"] {
            assert_eq!(checked(json!(wanted)), Ok(()), "{wanted}");
        }
        assert_eq!(checked(Value::Null), Ok(()));
        assert!(checked(json!("")).is_err());
        assert!(checked(json!(0.3)).is_err());
        assert!(checked(json!("newest")).is_err());
        let other = checked(json!("~> 0.4")).unwrap_err();
        assert!(
            other.starts_with("this project is for lumi `~> 0.4`"),
            "{other}"
        );
    }
}
