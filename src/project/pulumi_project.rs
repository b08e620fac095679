//! `Pulumi.yaml`: the settings of a Pulumi project, used without a `Lumi.yaml`.
//!
//! Only members that a run needs are read; the others are ignored.

use std::path::Path;

use indexmap::IndexMap;
use serde_json::{Map, Value};

use lumi_host::ConfigValue;

use super::config_key::full_key;
use super::manifest::Manifest;
use super::name::check_project_name;
use super::project_error::ProjectError;
use super::stack_files::stack_file::{Setting, SettingValue, setting_text};
use super::yaml_files::settings_file::{SettingsError, read_yaml, wrong_type};

/// The runtime of programs that use Pulumi's Node SDK.
pub const NODE_RUNTIME: &str = "nodejs";

/// Settings that only a Pulumi project has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PulumiProject {
    /// Whether the SDK compiles TypeScript; true by default.
    pub typescript: bool,
    /// Arguments of node.
    pub node_arguments: Vec<String>,
    /// Configuration of all stacks, by full key.
    pub config: IndexMap<String, Setting>,
}

impl PulumiProject {
    pub const FILE: &str = "Pulumi.yaml";

    /// Reads a file; members with an equivalent in Lumi are returned as a manifest.
    pub fn read(path: &Path) -> Result<(Manifest, Self), ProjectError> {
        read_yaml(path, Self::interpret)
    }

    /// The settings of a project without such a file.
    pub fn plain() -> Self {
        Self {
            typescript: true,
            ..Self::default()
        }
    }

    pub fn interpret(document: &Map<String, Value>) -> Result<(Manifest, Self), SettingsError> {
        let name = match document.get("name") {
            Some(Value::String(name)) => name.clone(),
            other => {
                return Err(wrong_type(
                    &["name"],
                    "a text",
                    other.unwrap_or(&Value::Null),
                ));
            }
        };
        check_project_name(&name).map_err(|error| SettingsError::at_value(&["name"], error))?;
        let mut project = Self::plain();
        let runtime = match document.get("runtime") {
            Some(Value::String(runtime)) => runtime.clone(),
            Some(Value::Object(runtime)) => project.runtime(runtime)?,
            other => {
                let found = other.unwrap_or(&Value::Null);
                return Err(wrong_type(&["runtime"], "a text or a map", found));
            }
        };
        project.config = config(document, &name)?;
        let manifest = Manifest {
            name: Some(name),
            description: optional_text(document, "description")?,
            main: optional_text(document, "main")?,
            runtime: Some(runtime),
            ..Manifest::default()
        };
        Ok((manifest, project))
    }

    fn runtime(&mut self, runtime: &Map<String, Value>) -> Result<String, SettingsError> {
        let path = ["runtime", "name"];
        let name = match runtime.get("name") {
            Some(Value::String(name)) => name.clone(),
            other => return Err(wrong_type(&path, "a text", other.unwrap_or(&Value::Null))),
        };
        let options = match runtime.get("options") {
            None | Some(Value::Null) => return Ok(name),
            Some(Value::Object(options)) => options,
            Some(other) => return Err(wrong_type(&["runtime", "options"], "a map", other)),
        };
        match options.get("typescript") {
            None | Some(Value::Null) => {}
            Some(Value::Bool(typescript)) => self.typescript = *typescript,
            Some(other) => {
                let path = ["runtime", "options", "typescript"];
                return Err(wrong_type(&path, "true or false", other));
            }
        }
        match options.get("nodeargs") {
            None | Some(Value::Null) => {}
            Some(Value::String(flags)) => {
                self.node_arguments = flags.split_whitespace().map(str::to_owned).collect();
            }
            Some(other) => {
                let path = ["runtime", "options", "nodeargs"];
                return Err(wrong_type(&path, "a text", other));
            }
        }
        Ok(name)
    }
}

/// Values and defaults of the project for its stacks.
fn config(
    document: &Map<String, Value>,
    project: &str,
) -> Result<IndexMap<String, Setting>, SettingsError> {
    let members = match document.get("config") {
        None | Some(Value::Null) => return Ok(IndexMap::new()),
        Some(Value::Object(members)) => members,
        // In old files, the name of a folder.
        Some(Value::String(_)) => return Ok(IndexMap::new()),
        Some(other) => return Err(wrong_type(&["config"], "a map of keys to values", other)),
    };
    let mut config = IndexMap::new();
    for (key, value) in members {
        let path = ["config", key.as_str()];
        let full = full_key(key, project).map_err(|error| SettingsError::at_key(&path, error))?;
        let value = match value {
            Value::Object(schema) => schema.get("value").or_else(|| schema.get("default")),
            plain => Some(plain),
        };
        // A key without a value here must be set by a stack.
        let Some(value) = value.and_then(setting_text) else {
            continue;
        };
        let secret = false;
        let setting = Setting {
            spelled: key.clone(),
            value: SettingValue::Open(ConfigValue { value, secret }),
        };
        config.insert(full, setting);
    }
    Ok(config)
}

fn optional_text(
    document: &Map<String, Value>,
    key: &str,
) -> Result<Option<String>, SettingsError> {
    match document.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(other) => Err(wrong_type(&[key], "a text", other)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::yaml_files::settings_file::interpret_yaml;
    use super::*;

    fn read(text: &str) -> Result<(Manifest, PulumiProject), String> {
        interpret_yaml(text, PulumiProject::interpret)
            .map_err(|((line, column), fault)| format!("{line}:{column}: {fault}"))
    }

    #[test]
    fn reads_what_a_run_needs() {
        let text = "name: web\nruntime: {name: nodejs, options: {typescript: false, nodeargs: '--a --b'}}\n\
                    main: src/\nconfig:\n  aws:region: eu\n  size: {type: integer, default: 3}\n  \
                    port: {value: 80}\n  open: {type: string}\nbackend: {url: 'file://x'}\nplugins: {}\n";
        let (manifest, project) = read(text).unwrap();
        assert_eq!(manifest.name.as_deref(), Some("web"));
        assert_eq!(manifest.main.as_deref(), Some("src/"));
        assert_eq!(manifest.runtime.as_deref(), Some("nodejs"));
        assert!(!project.typescript);
        assert_eq!(project.node_arguments, ["--a", "--b"]);
        let config: Vec<String> = project
            .config
            .iter()
            .map(|(key, it)| match &it.value {
                SettingValue::Open(it) => format!("{key}={}", it.value),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(config, ["aws:region=eu", "web:size=3", "web:port=80"]);
        let (_, project) = read("name: web\nruntime: nodejs\n").unwrap();
        assert_eq!(project, PulumiProject::plain());
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        let message = |text: &str| read(text).unwrap_err();
        let messages = [
            "runtime: nodejs\n",
            "name: a\n",
            "name: a:b\nruntime: nodejs\n",
            "name: a\nruntime: [nodejs]\n",
            "name: a\nruntime: {name: nodejs, options: {typescript: 1}}\n",
            "name: a\nruntime: nodejs\nconfig: {'a b': 1}\n",
        ];
        insta::assert_snapshot!(messages.map(message).join("\n"));
    }
}
