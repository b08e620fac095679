//! `plugins` and `packages` of `Pulumi.yaml`.

use indexmap::IndexMap;
use serde_json::{Map, Value};

use lumi_provider::{PackageName, PluginRequirement, PluginSource, WantedVersion};

use super::package_requirements::is_path;
use super::yaml_files::fault::Fault;
use super::yaml_files::settings_file::{SettingsError, check_keys, wrong_type};

const PLUGINS: &str = "plugins";
const KINDS: &[&str] = &["providers", "languages", "analyzers"];
const PLUGIN_KEYS: &[&str] = &["name", "path", "version"];
const PACKAGES: &str = "packages";
const PACKAGE_KEYS: &[&str] = &["source", "version", "parameters"];

/// The source of each plugin by package.
type Plugins = IndexMap<PackageName, PluginRequirement>;

/// The plugins that the project names itself; other packages are those of its SDKs.
pub fn plugins(document: &Map<String, Value>) -> Result<Plugins, SettingsError> {
    let mut plugins = packages(document)?;
    let kinds = match document.get(PLUGINS) {
        None | Some(Value::Null) => return Ok(plugins),
        Some(Value::Object(kinds)) => kinds,
        Some(other) => return Err(wrong_type(&[PLUGINS], "a map of lists", other)),
    };
    check_keys(kinds, KINDS).map_err(|it| it.below(PLUGINS))?;
    for (kind, list) in kinds {
        let items = match list {
            Value::Null => continue,
            Value::Array(items) => items,
            other => return Err(wrong_type(&[PLUGINS, kind], "a list", other)),
        };
        if kind != "providers" && !items.is_empty() {
            let fault = Fault::PulumiPlugins(kind.clone());
            return Err(SettingsError::at_key(&[PLUGINS, kind], fault));
        }
        for item in items {
            let (package, requirement) = plugin(item)?;
            plugins.insert(package, requirement);
        }
    }
    Ok(plugins)
}

/// One item of `plugins.providers`.
fn plugin(item: &Value) -> Result<(PackageName, PluginRequirement), SettingsError> {
    let path = [PLUGINS, "providers"];
    let Value::Object(members) = item else {
        return Err(wrong_type(&path, "a list of maps", item));
    };
    check_keys(members, PLUGIN_KEYS).map_err(|it| it.at(&path))?;
    let member = |key: &str| match members.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.as_str())),
        Some(other) => Err(wrong_type(&path, "a list of maps of texts", other)),
    };
    let name = member("name")?.unwrap_or_default();
    let package = PackageName::parse(name)
        .ok_or_else(|| SettingsError::at_value(&path, Fault::PackageName(name.to_owned())))?;
    let source = match (member("path")?, member("version")?) {
        (Some(folder), _) => PluginSource::Path(folder.into()),
        (None, Some(version)) => {
            let version = WantedVersion::parse(version.trim_start_matches('v'));
            let version = version.map_err(|error| SettingsError::at_value(&path, error))?;
            PluginSource::Version(version)
        }
        (None, None) => PluginSource::Version(WantedVersion::ANY),
    };
    Ok((package, source.into()))
}

/// Packages in folders of this machine. The others are what `pulumi install` makes SDKs of, and
/// those say which plugin they need.
fn packages(document: &Map<String, Value>) -> Result<Plugins, SettingsError> {
    let members = match document.get(PACKAGES) {
        None | Some(Value::Null) => return Ok(Plugins::new()),
        Some(Value::Object(members)) => members,
        Some(other) => return Err(wrong_type(&[PACKAGES], "a map of names to sources", other)),
    };
    let mut plugins = Plugins::new();
    for (name, value) in members {
        let path = [PACKAGES, name.as_str()];
        let expected = "a source, or a map of `source`, `version` and `parameters`";
        let source = match value {
            Value::String(source) => source,
            Value::Object(parts) => {
                check_keys(parts, PACKAGE_KEYS).map_err(|it| it.at(&path))?;
                match parts.get("source") {
                    Some(Value::String(source)) => source,
                    other => {
                        let found = other.unwrap_or(&Value::Null);
                        return Err(wrong_type(&[PACKAGES, name, "source"], "a text", found));
                    }
                }
            }
            other => return Err(wrong_type(&path, expected, other)),
        };
        if is_path(source) {
            let package = PackageName::parse(name)
                .ok_or_else(|| SettingsError::at_key(&path, Fault::PackageName(name.clone())))?;
            plugins.insert(package, PluginSource::Path(source.into()).into());
        }
    }
    Ok(plugins)
}
