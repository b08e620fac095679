//! The packages of npm that a program of Pulumi uses.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lumi_conversion::{PackageSetting, PulumiPackages};
use serde_json::{Map, Value};

use lumi_terminal::input::read_limit;

/// The SDK.
pub const SDK: &str = "@pulumi/pulumi";
/// The scope of Pulumi's own packages.
const SCOPE: &str = "@pulumi/";
/// Packages in that scope that are not of a provider.
const NOT_PROVIDERS: [&str; 4] = ["pulumi", "policy", "cloud", "esc-sdk"];
/// Members of package.json with dependencies.
pub const DEPENDENCIES: [&str; 4] = [
    "dependencies",
    "devDependencies",
    "optionalDependencies",
    "peerDependencies",
];

/// The packages of a project, told apart.
#[derive(Debug, Default)]
pub struct NpmPackages {
    pub pulumi: PulumiPackages,
    /// The version, or the range of versions, of each provider, by its name in Pulumi.
    pub versions: BTreeMap<String, String>,
}

impl NpmPackages {
    /// Looks at the dependencies of a `package.json`, as they are installed around a folder.
    pub fn of_project(folder: &Path, package_json: &Map<String, Value>) -> Self {
        let mut packages = Self::default();
        let lists = DEPENDENCIES.iter();
        let lists = lists.filter_map(|it| package_json.get(*it)?.as_object());
        for (name, range) in lists.flatten() {
            if name == SDK {
                continue;
            }
            match installed(folder, name) {
                Some((manifest, folder)) => {
                    let vars = read_limit::source(&folder.join("config/vars.js"));
                    packages.add_installed(name, &manifest, vars.ok().as_deref());
                }
                None => packages.add_wanted(name, range.as_str().unwrap_or_default()),
            }
        }
        packages
    }

    /// `vars` is the text of `config/vars.js`, which reads the configuration of the package.
    fn add_installed(&mut self, name: &str, manifest: &Map<String, Value>, vars: Option<&str>) {
        let about = manifest.get("pulumi").and_then(Value::as_object);
        let is_provider = about.is_some_and(|it| it.get("resource") == Some(&Value::Bool(true)));
        let is_plain = about.is_none_or(|it| !it.contains_key("parameterization"));
        if is_provider && is_plain {
            let text = |members: Option<&Map<String, Value>>, key: &str| {
                members.and_then(|it| it.get(key)?.as_str().map(str::to_owned))
            };
            let plugin = text(about, "name").unwrap_or_else(|| provider_name(name).to_owned());
            let version = text(about, "version").or_else(|| text(Some(manifest), "version"));
            let version = version.unwrap_or_default();
            let version = version.trim_start_matches('v');
            self.add_provider(name, &plugin, version);
            let settings = PackageSetting::all(vars.unwrap_or_default());
            self.pulumi.settings.insert(name.to_owned(), settings);
        } else if uses_sdk(manifest) {
            self.pulumi.libraries.insert(name.to_owned());
        }
    }

    fn add_wanted(&mut self, name: &str, range: &str) {
        match name.strip_prefix(SCOPE) {
            Some(rest) if !NOT_PROVIDERS.contains(&rest) => self.add_provider(name, rest, range),
            _ => {}
        }
    }

    fn add_provider(&mut self, npm: &str, plugin: &str, version: &str) {
        let providers = &mut self.pulumi.providers;
        providers.insert(npm.to_owned(), plugin.to_owned());
        self.versions.insert(plugin.to_owned(), version.to_owned());
    }
}

/// `pulumi-` at the beginning is usual: `@acme/pulumi-box`.
fn provider_name(npm: &str) -> &str {
    let last = npm.rsplit('/').next().unwrap_or(npm);
    last.strip_prefix("pulumi-").unwrap_or(last)
}

fn uses_sdk(manifest: &Map<String, Value>) -> bool {
    let lists = DEPENDENCIES.iter();
    let mut lists = lists.filter_map(|it| manifest.get(*it)?.as_object());
    lists.any(|it| it.contains_key(SDK))
}

/// The manifest and the folder of a package in `node_modules` of a folder, or of one above it.
fn installed(folder: &Path, name: &str) -> Option<(Map<String, Value>, PathBuf)> {
    let mut folders = folder
        .ancestors()
        .map(|it| it.join("node_modules").join(name));
    let folder = folders.find(|it| it.join("package.json").is_file())?;
    let manifest = read_limit::source(&folder.join("package.json")).ok()?;
    Some((serde_json::from_str(&manifest).ok()?, folder))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::json;

    use super::*;

    #[test]
    fn packages_are_told_apart_by_their_manifests() {
        let folder = tempfile::tempdir().unwrap();
        let install = |name: &str, manifest: Value| {
            let path = folder.path().join("node_modules").join(name);
            fs::create_dir_all(&path).unwrap();
            fs::write(path.join("package.json"), manifest.to_string()).unwrap();
        };
        install(
            "@pulumi/random",
            json!({ "version": "4.1.0", "pulumi": { "resource": true, "name": "random" } }),
        );
        install(
            "@acme/pulumi-box",
            json!({ "pulumi": { "resource": true, "version": "v2.0.0" } }),
        );
        install(
            "kit",
            json!({ "peerDependencies": { "@pulumi/pulumi": "^3" } }),
        );
        install("ms", json!({ "version": "2.0.0" }));
        install(
            "tf",
            json!({ "dependencies": { "@pulumi/pulumi": "^3" }, "pulumi": { "resource": true, "parameterization": {} } }),
        );
        let package_json = json!({
            "dependencies": {
                "@pulumi/pulumi": "^3", "@pulumi/random": "^4", "@acme/pulumi-box": "2", "kit": "1", "ms": "2",
                "@pulumi/aws": "^6.1.0", "tf": "1", "absent": "1",
            },
            "devDependencies": { "@pulumi/policy": "1" },
        });
        let folder = folder.path().join("below");
        let packages = NpmPackages::of_project(&folder, package_json.as_object().unwrap());
        let versions: Vec<String> = packages
            .versions
            .iter()
            .map(|(name, it)| format!("{name} {it}"))
            .collect();
        assert_eq!(versions, ["aws ^6.1.0", "box 2.0.0", "random 4.1.0"]);
        assert_eq!(packages.pulumi.providers["@acme/pulumi-box"], "box");
        assert_eq!(
            packages.pulumi.libraries.iter().collect::<Vec<_>>(),
            ["kit", "tf"]
        );
    }
}
