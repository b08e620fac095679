//! The packages of npm that a program of Pulumi uses.

use std::collections::BTreeMap;
use std::path::Path;

use lumi_conversion::{PackageSetting, PulumiPackages};
use lumi_pulumi::NpmPackage;
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
            match NpmPackage::find(folder, name) {
                Some(package) => {
                    let vars = read_limit::source(&package.folder.join("config/vars.js"));
                    packages.add_installed(name, &package, vars.ok().as_deref());
                }
                None => packages.add_wanted(name, range.as_str().unwrap_or_default()),
            }
        }
        packages
    }

    /// `vars` is the text of `config/vars.js`, which reads the configuration of the package.
    fn add_installed(&mut self, name: &str, package: &NpmPackage, vars: Option<&str>) {
        match package.plugin.as_ref().filter(|it| !it.has_parameters) {
            Some(need) => {
                let named = package.manifest["pulumi"].get("name").is_some();
                let plugin = if named {
                    &need.name
                } else {
                    provider_name(name)
                };
                self.add_provider(name, plugin, need.version.trim_start_matches('v'));
                let settings = PackageSetting::all(vars.unwrap_or_default());
                self.pulumi.settings.insert(name.to_owned(), settings);
            }
            None if uses_sdk(&package.manifest) => {
                self.pulumi.libraries.insert(name.to_owned());
            }
            None => {}
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
