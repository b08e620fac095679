//! The npm packages installed for a program.

use std::fs;
use std::path::Path;

use serde_json::Value;

/// A package below `node_modules`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct InstalledPackage {
    pub name: String,
    pub version: String,
    /// The plugin that the package requires, if any.
    pub plugin: Option<PluginNeed>,
}

/// The member `pulumi` of a `package.json`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PluginNeed {
    pub name: String,
    pub version: String,
    /// The URL of the plugin's server, if it is not the default; may be empty.
    pub server: String,
}

/// All packages in `node_modules` of a folder, sorted. Unreadable folders are left out.
pub fn installed(folder: &Path) -> Vec<InstalledPackage> {
    let mut packages = Vec::new();
    for (name, path) in folders(&folder.join("node_modules")) {
        if name.starts_with('@') {
            let scoped = folders(&path).into_iter();
            packages.extend(scoped.filter_map(|(_, path)| read(&path)));
        } else {
            packages.extend(read(&path));
        }
    }
    packages.sort();
    packages
}

fn folders(folder: &Path) -> Vec<(String, std::path::PathBuf)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let named = entries.filter_map(|it| Some((it.file_name().into_string().ok()?, it.path())));
    named.filter(|(name, _)| !name.starts_with('.')).collect()
}

fn read(folder: &Path) -> Option<InstalledPackage> {
    let text = fs::read(folder.join("package.json")).ok()?;
    let package: Value = serde_json::from_slice(&text).ok()?;
    let text = |value: &Value, key: &str| value.get(key)?.as_str().map(str::to_owned);
    let name = text(&package, "name")?;
    let version = text(&package, "version").unwrap_or_default();
    let pulumi = &package["pulumi"];
    let plugin = (pulumi["resource"] == true).then(|| PluginNeed {
        name: text(pulumi, "name").unwrap_or_else(|| plugin_name(&name)),
        version: text(pulumi, "version").unwrap_or_else(|| version.clone()),
        server: text(pulumi, "server").unwrap_or_default(),
    });
    Some(InstalledPackage {
        name,
        version: version.trim_start_matches('v').to_owned(),
        plugin,
    })
}

/// The plugin of a package: `random` for `@pulumi/random`.
fn plugin_name(package: &str) -> String {
    let plain = package.rsplit('/').next();
    plain.unwrap_or(package).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_say_which_plugins_they_need() {
        let folder = tempfile::tempdir().unwrap();
        let write = |package: &str, text: &str| {
            let path = folder.path().join("node_modules").join(package);
            fs::create_dir_all(&path).unwrap();
            fs::write(path.join("package.json"), text).unwrap();
        };
        write("plain", r#"{"name":"plain","version":"1.0.0"}"#);
        write(
            "@pulumi/random",
            r#"{"name":"@pulumi/random","version":"v4.2.0","pulumi":{"resource":true}}"#,
        );
        write(
            "@acme/cloud",
            r#"{"name":"@acme/cloud","version":"2.0.0",
            "pulumi":{"resource":true,"name":"acme","version":"3.0.0","server":"https://example.com"}}"#,
        );
        write("broken", "{");
        write(
            "@pulumi/not",
            r#"{"name":"@pulumi/not","pulumi":{"resource":false}}"#,
        );
        let packages = installed(folder.path()).into_iter();
        let lines = packages.map(|it| {
            let plugin = it
                .plugin
                .map(|it| format!(" {} {} {}", it.name, it.version, it.server));
            format!("{} {}{}", it.name, it.version, plugin.unwrap_or_default())
        });
        insta::assert_snapshot!(lines.collect::<Vec<_>>().join("\n"), @r"
        @acme/cloud 2.0.0 acme 3.0.0 https://example.com
        @pulumi/not 
        @pulumi/random 4.2.0 random v4.2.0 
        plain 1.0.0
        ");
    }

    #[test]
    fn no_packages_are_no_problem() {
        let folder = tempfile::tempdir().unwrap();
        assert!(installed(folder.path()).is_empty());
    }
}
