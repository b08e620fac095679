//! Declarations of configuration keys in `Lumi.yaml`, for every stack: types, defaults,
//! descriptions.

use indexmap::IndexMap;
use serde_json::{Map, Value};

use super::config_key::full_key;
use super::config_type::ConfigType;
use crate::nearest::nearest;
use crate::stack_files::stack_file::setting_text;
use crate::yaml_files::fault::Fault;
use crate::yaml_files::settings_file::{SettingsError, wrong_type};

const KEY: &str = "config";
const MEMBERS: &[&str] = &["type", "default", "secret", "description"];
const TYPES: &str = "one of `string`, `number`, `integer`, `boolean`, `array` and `object`";

/// The declaration of a configuration key.
///
/// ```yaml
/// config:
///   size: { type: integer, default: 3, description: How many machines there are }
///   token: { secret: true }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConfigDeclaration {
    /// `None` accepts any value.
    pub value_type: Option<ConfigType>,
    /// The value for stacks that do not set the key: a text, or JSON.
    pub default: Option<String>,
    /// Whether values are encrypted when they are set, and always secret in programs.
    pub secret: bool,
    pub description: Option<String>,
}

/// All declared keys, as written.
pub fn declarations(
    document: &Map<String, Value>,
) -> Result<IndexMap<String, ConfigDeclaration>, SettingsError> {
    let members = match document.get(KEY) {
        None | Some(Value::Null) => return Ok(IndexMap::new()),
        Some(Value::Object(members)) => members,
        Some(other) => return Err(wrong_type(&[KEY], "a map of keys", other)),
    };
    let mut declared = IndexMap::new();
    for (key, value) in members {
        // The name of the project, which may be the namespace of any key, may be unknown here.
        full_key(key, "project").map_err(|error| SettingsError::at_key(&[KEY, key], error))?;
        declared.insert(key.clone(), declaration(key, value)?);
    }
    Ok(declared)
}

fn declaration(key: &str, value: &Value) -> Result<ConfigDeclaration, SettingsError> {
    let members = match value {
        Value::Null => return Ok(ConfigDeclaration::default()),
        Value::Object(members) => members,
        other => {
            let expected = "a map of `type`, `default`, `secret` and `description` (values of one stack are in Lumi.STACK.yaml)";
            return Err(wrong_type(&[KEY, key], expected, other));
        }
    };
    let mut declared = ConfigDeclaration::default();
    for (member, value) in members {
        let path = [KEY, key, member.as_str()];
        match (member.as_str(), value) {
            ("type", Value::String(name)) => {
                let found = ConfigType::parse(name);
                declared.value_type = Some(found.ok_or_else(|| no_type(&path, name))?);
            }
            ("type", other) => return Err(wrong_type(&path, TYPES, other)),
            ("default", value) => declared.default = setting_text(value),
            ("secret", Value::Bool(secret)) => declared.secret = *secret,
            ("secret", other) => return Err(wrong_type(&path, "`true` or `false`", other)),
            ("description", Value::String(text)) => declared.description = Some(text.clone()),
            ("description", other) => return Err(wrong_type(&path, "a text", other)),
            _ => {
                let fault = Fault::UnknownKey {
                    key: member.clone(),
                    nearest: nearest(member, MEMBERS.iter().copied()),
                    known: MEMBERS,
                };
                return Err(SettingsError::at_key(&path, fault));
            }
        }
    }
    check_default(key, &declared)?;
    Ok(declared)
}

fn no_type(path: &[&str], written: &str) -> SettingsError {
    // Other tools and languages have other words.
    let same = match written {
        "int" => Some("integer"),
        "bool" => Some("boolean"),
        "list" => Some("array"),
        "map" => Some("object"),
        _ => None,
    };
    let fault = Fault::Choice {
        key: path.join("."),
        expected: TYPES,
        nearest: same.or_else(|| nearest(written, ConfigType::ALL.map(ConfigType::name))),
    };
    SettingsError::at_value(path, fault)
}

fn check_default(key: &str, declared: &ConfigDeclaration) -> Result<(), SettingsError> {
    let (Some(expected), Some(text)) = (declared.value_type, &declared.default) else {
        return Ok(());
    };
    if expected.accepts(text) {
        return Ok(());
    }
    let fault = Fault::ConfigType {
        key: format!("{KEY}.{key}.default"),
        expected,
    };
    Err(SettingsError::at_value(&[KEY, key, "default"], fault))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml_files::settings_file::interpret_yaml;

    fn read(text: &str) -> Result<IndexMap<String, ConfigDeclaration>, String> {
        interpret_yaml(text, declarations)
            .map_err(|((line, column), fault)| format!("{line}:{column}: {fault}"))
    }

    #[test]
    fn every_part_of_a_declaration_is_optional() {
        let declared = read(
            "config:\n  size: { type: integer, default: 3, description: How many }\n  \
             token: { secret: true }\n  aws:region:\n  tags: { type: object, default: {a: 1} }\n",
        );
        let declared = declared.unwrap();
        assert_eq!(declared["size"].value_type, Some(ConfigType::Integer));
        assert_eq!(declared["size"].default.as_deref(), Some("3"));
        assert_eq!(declared["size"].description.as_deref(), Some("How many"));
        assert!(declared["token"].secret && declared["token"].default.is_none());
        assert_eq!(declared["aws:region"], ConfigDeclaration::default());
        assert_eq!(declared["tags"].default.as_deref(), Some(r#"{"a":1}"#));
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        for (text, expected) in [
            ("config: [a]", "1:9: `config` must be a map of keys"),
            (
                "config:\n  size: 3\n",
                "2:9: `config.size` must be a map of `type`",
            ),
            (
                "config:\n  a:b:c: {}\n",
                "2:3: the configuration key `a:b:c`",
            ),
            (
                "config:\n  size: { typ: number }\n",
                "2:11: unknown key `typ`; did you mean `type`?",
            ),
            (
                "config:\n  size: { type: float }\n",
                "2:17: `config.size.type` must be one of `string`, `number`, `integer`, `boolean`, `array` and `object`",
            ),
            (
                "config:\n  size: { type: intger }\n",
                "2:17: `config.size.type` must be one of `string`, `number`, `integer`, `boolean`, `array` and `object`; did you mean `integer`?",
            ),
            (
                "config:\n  size: { type: bool }\n",
                "2:17: `config.size.type` must be one of `string`, `number`, `integer`, `boolean`, `array` and `object`; did you mean `boolean`?",
            ),
            (
                "config:\n  size: { type: number, default: many }\n",
                "2:34: `config.size.default` must be a number",
            ),
            (
                "config:\n  size:\n    type: boolean\n    default: 1\n",
                "4:14: `config.size.default` must be `true` or `false`",
            ),
            (
                "config:\n  size: { secret: yes please }\n",
                "2:19: `config.size.secret` must be `true` or `false`",
            ),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.starts_with(expected), "{text:?}: {error}");
        }
    }
}
