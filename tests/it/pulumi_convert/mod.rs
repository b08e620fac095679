//! `lumi convert`: projects of Pulumi become projects of Lumi, and both plan the same.

mod bad_input;
mod programs;
mod stacks;
mod tested;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use crate::project_packages::plugin_release::{archive_name, stored_plugin};
use crate::pulumi::node;
use crate::pulumi_packages::built;
use crate::support::lumi::{Answer, Lumi};

const SETTINGS: &str = "name: web\nruntime: nodejs\n";
const MANIFEST: &str = r#"{ "name": "web", "dependencies": { "@pulumi/pulumi": "^3.0.0", "@pulumi/random": "^4.0.0" } }"#;

/// A folder with a project of Pulumi in `old`, whose plugin is on PATH and in a mirror.
struct Conversion {
    lumi: Lumi,
    mirror: TempDir,
}

impl Conversion {
    /// `None` without the peers.
    fn new() -> Option<Self> {
        let (packages, random) = (node::packages()?, built("random")?);
        let conversion = Self::without_packages();
        symlink(&packages, conversion.path("old/node_modules")).unwrap();
        let mirror = conversion.mirror.path();
        let dynamic = packages.join("@pulumi/pulumi/cmd/dynamic-provider/index.js");
        node::install(&mirror.join("bin"), "pulumi-nodejs", &packages, &dynamic);
        symlink(&random, mirror.join("bin/pulumi-resource-random")).unwrap();
        let archive = stored_plugin("random", &random);
        let version = version_of_random(&packages);
        fs::write(mirror.join(archive_name("random", &version)), archive).unwrap();
        Some(conversion)
    }

    /// A project whose packages are not installed.
    fn without_packages() -> Self {
        let lumi = Lumi::new();
        fs::remove_file(lumi.folder().join("Lumi.yaml")).unwrap();
        let conversion = Self {
            lumi,
            mirror: tempfile::tempdir().unwrap(),
        };
        conversion.file("Pulumi.yaml", SETTINGS);
        conversion.file("package.json", MANIFEST);
        conversion
    }

    /// Writes a file of the original.
    fn file(&self, name: &str, content: impl AsRef<[u8]>) {
        self.lumi.file(&format!("old/{name}"), content);
    }

    fn path(&self, name: &str) -> PathBuf {
        self.lumi.folder().join(name)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = self.lumi.command(args);
        let path = std::env::var("PATH").unwrap_or_default();
        let bin = self.mirror.path().join("bin");
        command
            .env("PATH", format!("{}:{path}", bin.display()))
            .env("LUMI_PACKAGE_MIRROR", self.mirror.path())
            .env("LUMI_PASSPHRASE", "of lumi")
            .env("PULUMI_CONFIG_PASSPHRASE", "correct horse")
            .env("HOME", self.lumi.folder())
            .env_remove("PULUMI_HOME");
        command
    }

    fn run(&self, args: &[&str]) -> Answer {
        let output = self.command(args).output().unwrap();
        Answer::of(output, args, self.lumi.folder())
    }

    /// The report of a conversion in JSON.
    fn convert(&self, more: &[&str]) -> Value {
        let args = [&["convert", "old", "-o", "new", "--yes", "--json"], more].concat();
        let answer = self.run(&args);
        serde_json::from_str(&answer.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}", answer.transcript()))
    }
}

fn version_of_random(packages: &Path) -> String {
    let text = fs::read_to_string(packages.join("@pulumi/random/package.json")).unwrap();
    let manifest: Value = serde_json::from_str(&text).unwrap();
    manifest["version"].as_str().unwrap().to_owned()
}

/// A folder of `tests/programs/pulumi_convert`.
fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/pulumi_convert")
}
