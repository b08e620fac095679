//! `Pulumi.yaml`: the settings of a Pulumi project, used without a `Lumi.yaml`.
//!
//! Every member of the format is used, refused, or for people only; others are in
//! [`PulumiProject::unknown`], so that none is ignored silently.

use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use serde_json::{Map, Value};

use lumi_host::ConfigValue;
use lumi_pulumi::check_version_range;

use super::config::config_declaration::ConfigDeclaration;
use super::config::config_key::full_key;
use super::config::config_type::ConfigType;
use super::manifest::Manifest;
use super::name::check_project_name;
use super::project_error::ProjectError;
use super::pulumi_backend::PulumiBackend;
use super::pulumi_plugins::plugins;
use super::stack_files::stack_file::{Setting, SettingValue, setting_text};
use super::yaml_files::fault::Fault;
use super::yaml_files::settings_file::{SettingsError, check_keys, read_yaml, wrong_type};

/// The runtime of programs that use Pulumi's Node SDK.
pub const NODE_RUNTIME: &str = "nodejs";

/// The members of the format. The last five are for people, and for the makers of projects.
const KEYS: &[&str] = &[
    "name",
    "runtime",
    "main",
    "config",
    "stackConfigDir",
    "backend",
    "options",
    "plugins",
    "packages",
    "requiredPulumiVersion",
    "description",
    "author",
    "website",
    "license",
    "template",
];

/// Settings that only a Pulumi project has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PulumiProject {
    /// Whether the SDK compiles TypeScript; true by default.
    pub typescript: bool,
    /// The path of the compiler's settings, relative to the project.
    pub tsconfig: Option<String>,
    pub node_arguments: Vec<String>,
    /// Configuration of all stacks, by full key.
    pub config: IndexMap<String, Setting>,
    /// The folder of the stacks' configuration, relative to the project.
    pub stack_folder: PathBuf,
    /// The URL of a backend that Lumi has no counterpart of.
    pub refused_backend: Option<String>,
    /// Whether each run begins with a refresh.
    pub refreshes: bool,
    /// Members that the format does not have.
    pub unknown: Vec<String>,
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
        check_version(document)?;
        let mut project = Self::plain();
        let runtime = match document.get("runtime") {
            Some(Value::String(runtime)) => runtime.clone(),
            Some(Value::Object(runtime)) => project.runtime(runtime)?,
            other => {
                let found = other.unwrap_or(&Value::Null);
                return Err(wrong_type(&["runtime"], "a text or a map", found));
            }
        };
        let declared;
        (project.config, declared) = config(document, &name)?;
        project.stack_folder = stack_folder(document)?;
        project.refreshes = refreshes(document)?;
        let unknown = document.keys().filter(|it| !KEYS.contains(&it.as_str()));
        project.unknown = unknown.cloned().collect();
        let backend = match PulumiBackend::read(document)? {
            Some(PulumiBackend::Place(url)) => Some(url),
            Some(PulumiBackend::Refused(url)) => {
                project.refused_backend = Some(url);
                None
            }
            None => None,
        };
        let manifest = Manifest {
            name: Some(name),
            description: optional_text(document, "description")?,
            main: optional_text(document, "main")?,
            runtime: Some(runtime),
            plugins: plugins(document)?,
            config: declared,
            backend,
            ..Manifest::default()
        };
        Ok((manifest, project))
    }

    /// The known member that an unknown one may be meant to be.
    pub fn known_members() -> impl Iterator<Item = &'static str> {
        KEYS.iter().copied()
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
        match options.get("tsconfig") {
            None | Some(Value::Null) => {}
            Some(Value::String(path)) => self.tsconfig = Some(path.clone()),
            Some(other) => {
                let path = ["runtime", "options", "tsconfig"];
                return Err(wrong_type(&path, "a text", other));
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

/// Fails if the project needs another version of Pulumi than the one that Lumi answers like.
fn check_version(document: &Map<String, Value>) -> Result<(), SettingsError> {
    const KEY: &str = "requiredPulumiVersion";
    let Some(range) = optional_text(document, KEY)? else {
        return Ok(());
    };
    check_version_range(&range)
        .map_err(|error| SettingsError::at_value(&[KEY], Fault::PulumiVersion(error)))
}

/// The folder of the stacks' configuration. In old files, `config` is its name.
fn stack_folder(document: &Map<String, Value>) -> Result<PathBuf, SettingsError> {
    const KEY: &str = "stackConfigDir";
    let folder = optional_text(document, KEY)?;
    match (folder, document.get("config")) {
        (Some(_), Some(Value::String(_))) => Err(SettingsError::at_key(
            &["config"],
            Fault::StackConfigFolders,
        )),
        (None, Some(Value::String(folder))) => Ok(folder.into()),
        (folder, _) => Ok(folder.unwrap_or_default().into()),
    }
}

/// `options.refresh`, whose only value is `always`.
fn refreshes(document: &Map<String, Value>) -> Result<bool, SettingsError> {
    let options = match document.get("options") {
        None | Some(Value::Null) => return Ok(false),
        Some(Value::Object(options)) => options,
        Some(other) => return Err(wrong_type(&["options"], "a map with `refresh`", other)),
    };
    check_keys(options, &["refresh"]).map_err(|it| it.below("options"))?;
    match options.get("refresh") {
        None | Some(Value::Null) => Ok(false),
        Some(Value::String(text)) if text.is_empty() => Ok(false),
        Some(Value::String(text)) if text == "always" => Ok(true),
        Some(other) => Err(wrong_type(&["options", "refresh"], "`always`", other)),
    }
}

/// Values and defaults by full key, and declarations by key.
type ProjectConfig = (
    IndexMap<String, Setting>,
    IndexMap<String, ConfigDeclaration>,
);

/// Values and defaults of the project for its stacks.
fn config(document: &Map<String, Value>, project: &str) -> Result<ProjectConfig, SettingsError> {
    let (mut config, mut declared) = (IndexMap::new(), IndexMap::new());
    let members = match document.get("config") {
        None | Some(Value::Null | Value::String(_)) => return Ok((config, declared)),
        Some(Value::Object(members)) => members,
        Some(other) => return Err(wrong_type(&["config"], "a map of keys to values", other)),
    };
    for (key, value) in members {
        let path = ["config", key.as_str()];
        let full = full_key(key, project).map_err(|error| SettingsError::at_key(&path, error))?;
        let mut declaration = ConfigDeclaration::default();
        let value = match value {
            Value::Object(schema) => {
                declaration = declaration_of(schema, &path)?;
                declared.insert(key.clone(), declaration.clone());
                schema.get("value").or_else(|| schema.get("default"))
            }
            plain => Some(plain),
        };
        // A key without a value here must be set by a stack.
        let Some(value) = value.and_then(setting_text) else {
            continue;
        };
        let secret = declaration.secret;
        let setting = Setting {
            spelled: key.clone(),
            value: SettingValue::Open(ConfigValue { value, secret }),
        };
        config.insert(full, setting);
    }
    Ok((config, declared))
}

/// The declaration of a key, without its value.
fn declaration_of(
    schema: &Map<String, Value>,
    path: &[&str; 2],
) -> Result<ConfigDeclaration, SettingsError> {
    const KEYS: &[&str] = &["type", "description", "items", "default", "value", "secret"];
    check_keys(schema, KEYS).map_err(|it| it.below(path[1]).below(path[0]))?;
    let secret = match schema.get("secret") {
        None | Some(Value::Null) => false,
        Some(Value::Bool(secret)) => *secret,
        Some(other) => {
            let path = [path[0], path[1], "secret"];
            return Err(wrong_type(&path, "true or false", other));
        }
    };
    let text = |key: &str| schema.get(key).and_then(Value::as_str);
    Ok(ConfigDeclaration {
        value_type: text("type").and_then(ConfigType::parse),
        default: None,
        secret,
        description: text("description").map(str::to_owned),
    })
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
    fn members_have_a_meaning_or_are_named() {
        let text = "name: web\nruntime: {name: nodejs, options: {tsconfig: a.json}}\n\
                    stackConfigDir: stacks\noptions: {refresh: always}\n\
                    requiredPulumiVersion: '>=3.0.0 <4.0.0'\nbackend: {url: 'https://api.pulumi.com'}\n\
                    plugins: {providers: [{name: random, path: bin}, {name: aws, version: 6.0.1}], languages: []}\n\
                    packages: {kit: ./kit, tf: {source: terraform-provider, version: 1.0.0, parameters: [a]}}\n\
                    author: me\ntemplate: {quickstart: no}\nbackends: {}\n\
                    config:\n  token: {type: string, secret: true, default: hunter2}\n";
        let (manifest, project) = read(text).unwrap();
        assert_eq!(project.stack_folder, Path::new("stacks"));
        assert_eq!(project.tsconfig.as_deref(), Some("a.json"));
        assert!(project.refreshes);
        assert_eq!(project.unknown, ["backends"]);
        let refused = project.refused_backend.as_deref();
        assert_eq!(refused, Some("https://api.pulumi.com"));
        let plugins = manifest.plugins.iter();
        let plugins: Vec<String> = plugins
            .map(|(package, it)| format!("{package} {:?}", it.source))
            .collect();
        insta::assert_snapshot!(plugins.join("\n"), @r#"
        kit Path("./kit")
        random Path("bin")
        aws Version(Exactly(PluginVersion(Version { major: 6, minor: 0, patch: 1 })))
        "#);
        assert!(manifest.config["token"].secret);
        let SettingValue::Open(token) = &project.config["web:token"].value else {
            panic!("{project:?}");
        };
        assert!(token.secret);
        assert!(!format!("{project:?}").contains("hunter2"));
        let (manifest, project) =
            read("name: a\nruntime: nodejs\nconfig: stacks\nbackend: {url: 's3://b/c'}\n").unwrap();
        assert_eq!(project.stack_folder, Path::new("stacks"));
        assert_eq!(manifest.backend.as_deref(), Some("s3://b/c"));
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
            "name: a\nruntime: nodejs\nconfig: {a: {defualt: 1}}\n",
            "name: a\nruntime: nodejs\nconfig: a\nstackConfigDir: b\n",
            "name: a\nruntime: nodejs\nrequiredPulumiVersion: '>=4.0.0'\n",
            "name: a\nruntime: nodejs\nrequiredPulumiVersion: newest\n",
            "name: a\nruntime: nodejs\noptions: {refresh: never}\n",
            "name: a\nruntime: nodejs\noptions: {parallel: 3}\n",
            "name: a\nruntime: nodejs\nbackend: {uri: x}\n",
            "name: a\nruntime: nodejs\nplugins: {analyzers: [{name: a, path: b}]}\n",
            "name: a\nruntime: nodejs\nplugins: {providers: [{nam: a}]}\n",
            "name: a\nruntime: nodejs\npackages: {a: {version: '1'}}\n",
        ];
        insta::assert_snapshot!(messages.map(message).join("\n"));
    }
}
