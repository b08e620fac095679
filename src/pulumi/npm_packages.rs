//! Packages of npm around a program, and the plugins that they need.

use std::fs;
use std::path::{Path, PathBuf};

use lumi_state::regular_file;
use serde_json::{Map, Value};

const MODULES: &str = "node_modules";
const MANIFEST: &str = "package.json";
/// Maximum size of a manifest, in bytes.
const MANIFEST_LIMIT: u64 = 16 << 20;

/// A package below `node_modules`.
#[derive(Clone, Debug, PartialEq)]
pub struct NpmPackage {
    pub name: String,
    /// Without a `v` before it; empty if the package has none.
    pub version: String,
    pub folder: PathBuf,
    /// The content of its `package.json`.
    pub manifest: Map<String, Value>,
    /// The plugin that the package requires, if it is an SDK.
    pub plugin: Option<PluginNeed>,
}

/// The member `pulumi` of the manifest of an SDK.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PluginNeed {
    /// Without a name of its own, a plugin has that of the package: `random` for `@pulumi/random`.
    pub name: String,
    /// As the manifest has it.
    pub version: String,
    /// The URL of the plugin's server, if it is not the default; may be empty.
    pub server: String,
    /// Whether the plugin makes the package of parameters.
    pub has_parameters: bool,
}

impl NpmPackage {
    /// The package in a folder; `None` without a readable manifest that names it.
    pub fn read(folder: &Path) -> Option<Self> {
        Self::read_as(folder, None)
    }

    fn read_as(folder: &Path, place: Option<&str>) -> Option<Self> {
        let text = regular_file::read(&folder.join(MANIFEST), MANIFEST_LIMIT).ok()?;
        let manifest: Map<String, Value> = serde_json::from_slice(&text).ok()?;
        let own_name = text_of(&manifest, "name");
        let name = own_name.or_else(|| place.map(str::to_owned))?;
        let version = text_of(&manifest, "version").unwrap_or_default();
        Some(Self {
            version: version.trim_start_matches('v').to_owned(),
            folder: folder.to_owned(),
            plugin: plugin(&manifest, &name, &version),
            name,
            manifest,
        })
    }

    /// The package of a name in `node_modules` of a folder, or of one above it. Folders without a readable manifest are
    /// passed over.
    pub fn find(folder: &Path, name: &str) -> Option<Self> {
        let mut folders = folder.ancestors().map(|it| it.join(MODULES).join(name));
        folders.find_map(|it| Self::read_as(&it, Some(name)))
    }

    /// All packages in `node_modules` of a folder, by name. Unreadable ones are left out.
    pub fn all(folder: &Path) -> Vec<Self> {
        let mut packages = Vec::new();
        for (name, path) in folders(&folder.join(MODULES)) {
            if name.starts_with('@') {
                let scoped = folders(&path).into_iter();
                packages.extend(scoped.filter_map(|(_, path)| Self::read(&path)));
            } else {
                packages.extend(Self::read(&path));
            }
        }
        packages.sort_by(|a, b| (&a.name, &a.folder).cmp(&(&b.name, &b.folder)));
        packages
    }
}

fn plugin(manifest: &Map<String, Value>, name: &str, version: &str) -> Option<PluginNeed> {
    let about = manifest.get("pulumi")?.as_object()?;
    let is_sdk = about.get("resource") == Some(&Value::Bool(true));
    let last = name.rsplit('/').next().unwrap_or(name);
    // In an SDK of a package that a plugin makes of parameters, name and version are those of the plugin.
    is_sdk.then(|| PluginNeed {
        name: text_of(about, "name").unwrap_or_else(|| last.to_owned()),
        version: text_of(about, "version").unwrap_or_else(|| version.to_owned()),
        server: text_of(about, "server").unwrap_or_default(),
        has_parameters: about.contains_key("parameterization"),
    })
}

fn text_of(members: &Map<String, Value>, key: &str) -> Option<String> {
    Some(members.get(key)?.as_str()?.to_owned())
}

fn folders(folder: &Path) -> Vec<(String, PathBuf)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let named = entries.filter_map(|it| Some((it.file_name().into_string().ok()?, it.path())));
    named.filter(|(name, _)| !name.starts_with('.')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(folder: &Path, package: &str, text: &str) {
        let path = folder.join(MODULES).join(package);
        fs::create_dir_all(&path).unwrap();
        fs::write(path.join(MANIFEST), text).unwrap();
    }

    #[test]
    fn packages_say_which_plugins_they_need() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        write(folder, "plain", r#"{"name":"plain","version":"1.0.0"}"#);
        write(
            folder,
            "@pulumi/random",
            r#"{"name":"@pulumi/random","version":"v4.2.0","pulumi":{"resource":true}}"#,
        );
        write(
            folder,
            "@acme/cloud",
            r#"{"name":"@acme/cloud","version":"2.0.0",
            "pulumi":{"resource":true,"name":"acme","version":"3.0.0","server":"https://example.com"}}"#,
        );
        write(
            folder,
            "@pulumi/things",
            r#"{"name":"@pulumi/things","version":"2.0.0","pulumi":{"resource":true,"name":"adapter","version":"1.0.0",
            "parameterization":{"name":"things","version":"2.0.0","value":"eA=="}}}"#,
        );
        write(folder, "broken", "{");
        write(
            folder,
            "@pulumi/not",
            r#"{"name":"@pulumi/not","pulumi":{"resource":false}}"#,
        );
        let packages = NpmPackage::all(folder).into_iter();
        let lines = packages.map(|it| {
            let plugin = it.plugin.map(|it| {
                let made = if it.has_parameters { "makes it" } else { "" };
                format!(" {} {} {}{made}", it.name, it.version, it.server)
            });
            format!("{} {}{}", it.name, it.version, plugin.unwrap_or_default())
        });
        insta::assert_snapshot!(lines.collect::<Vec<_>>().join("\n"), @r"
        @acme/cloud 2.0.0 acme 3.0.0 https://example.com
        @pulumi/not 
        @pulumi/random 4.2.0 random v4.2.0 
        @pulumi/things 2.0.0 adapter 1.0.0 makes it
        plain 1.0.0
        ");
    }

    #[test]
    fn manifests_that_are_no_files_or_too_large_are_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let manifest = |name: &str| folder.join(MODULES).join(name).join(MANIFEST);
        let spaces = " ".repeat(usize::try_from(MANIFEST_LIMIT).unwrap());
        write(folder, "large", &format!("{{\"name\":\"large\"}}{spaces}"));
        fs::create_dir_all(manifest("folder")).unwrap();
        // A read of a pipe would wait for a writer.
        fs::create_dir_all(folder.join(MODULES).join("pipe")).unwrap();
        let mut pipe = std::process::Command::new("mkfifo");
        assert!(pipe.arg(manifest("pipe")).status().unwrap().success());
        for name in ["large", "folder", "pipe"] {
            assert_eq!(NpmPackage::find(folder, name), None, "{name}");
        }
        assert_eq!(NpmPackage::all(folder), []);
    }

    #[test]
    fn packages_of_folders_above_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("a/b");
        fs::create_dir_all(&inner).unwrap();
        write(folder.path(), "kit", r#"{"name":"kit","version":"1.0.0"}"#);
        let version = |name: &str| NpmPackage::find(&inner, name).map(|it| it.version);
        assert_eq!(version("kit").as_deref(), Some("1.0.0"));
        write(&inner, "kit", r#"{"name":"kit","version":"2.0.0"}"#);
        assert_eq!(version("kit").as_deref(), Some("2.0.0"));
        write(&inner, "kit", "{");
        assert_eq!(version("kit").as_deref(), Some("1.0.0"));
        assert_eq!(version("other"), None);
        assert!(NpmPackage::all(&folder.path().join("a")).is_empty());
    }
}
