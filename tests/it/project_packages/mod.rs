//! `lumi add`, `install`, `update`, `remove` and `packages`, against mirrors and registries of the tests.

mod adding;
mod bad_packages;
mod clones;
mod newcomer;
#[allow(dead_code, reason = "the tests of the layer use more of it")]
#[path = "../../../src/packages/tests/open_pgp.rs"]
mod open_pgp;
pub mod plugin_release;
mod plugin_sources;
mod registries;
#[path = "../../../src/packages/tests/release.rs"]
mod release;
mod runs;
mod tool_files;
#[allow(dead_code, reason = "the tests of the layer use more of it")]
#[path = "../../../src/packages/tests/web_server.rs"]
pub mod web_server;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use lumi::packages::Platform;
use tempfile::TempDir;

use crate::support::lumi::{Answer, Lumi};
use release::zip;

/// A project, and a folder mirror that its commands take packages from.
pub struct Project {
    pub lumi: Lumi,
    pub mirror: Mirror,
}

/// A folder with packed providers.
pub struct Mirror {
    folder: TempDir,
}

impl Mirror {
    pub fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Puts a version of `registry.opentofu.org/hashicorp/random` or its like there.
    pub fn put(&self, address: &str, version: &str) {
        let kind = address.rsplit('/').next().unwrap();
        let program = format!("terraform-provider-{kind}_v{version}");
        self.put_archive(address, version, &zip(&[(&program, "#!/bin/sh\nexit 1\n")]));
    }

    pub fn put_archive(&self, address: &str, version: &str, archive: &[u8]) -> PathBuf {
        let kind = address.rsplit('/').next().unwrap();
        let name = format!(
            "terraform-provider-{kind}_{version}_{}.zip",
            Platform::current()
        );
        let host = if address.matches('/').count() == 2 {
            ""
        } else {
            "registry.opentofu.org/"
        };
        let file = self.path().join(format!("{host}{address}")).join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, archive).unwrap();
        file
    }
}

impl Project {
    /// A mirror with `hashicorp/random` 3.6.3, 3.7.1 and 3.7.2, and `hashicorp/tls` 4.0.0.
    pub fn new() -> Self {
        let mirror = Mirror::new();
        for version in ["3.6.3", "3.7.1", "3.7.2", "4.0.0-beta1"] {
            mirror.put("hashicorp/random", version);
        }
        mirror.put("hashicorp/tls", "4.0.0");
        Self {
            lumi: Lumi::new(),
            mirror,
        }
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = self.lumi.command(args);
        command.env("LUMI_PACKAGE_MIRROR", self.mirror.path());
        command
    }

    pub fn run(&self, args: &[&str]) -> Answer {
        Answer::of(
            self.command(args).output().unwrap(),
            args,
            self.lumi.folder(),
        )
    }

    /// The output of commands, without paths, platforms and keys.
    pub fn transcripts(&self, runs: &[&[&str]]) -> String {
        let all: Vec<String> = runs.iter().map(|it| self.transcript(it)).collect();
        all.join("\n")
    }

    pub fn transcript(&self, args: &[&str]) -> String {
        self.plain(&self.run(args).transcript())
    }

    pub fn plain(&self, text: &str) -> String {
        let home = self.lumi.folder().with_file_name("home");
        let text = text
            .replace(&*self.mirror.path().to_string_lossy(), "[mirror]")
            .replace(&*home.to_string_lossy(), "[home]")
            .replace(&Platform::current().to_string(), "[platform]")
            .replace(
                &Platform::current().to_string().replace('_', "-"),
                "[platform]",
            );
        without_hashes(&text)
    }

    /// The folder of installed packages.
    pub fn store(&self) -> PathBuf {
        self.lumi
            .folder()
            .with_file_name("home")
            .join(".lumi/packages")
    }

    pub fn lock(&self) -> String {
        self.plain(&self.lumi.read("Lumi.lock"))
    }
}

/// Hashes are those of archives that the compression decides about.
pub fn without_hashes(text: &str) -> String {
    let is_hash = |it: &char| it.is_ascii_alphanumeric() || "+/=".contains(*it);
    let mut out = text.to_owned();
    for scheme in ["h1:", "zh:"] {
        let parts: Vec<String> = out
            .split(scheme)
            .enumerate()
            .map(|(index, part)| match index {
                0 => part.to_owned(),
                _ => format!("…{}", part.trim_start_matches(|it| is_hash(&it))),
            })
            .collect();
        out = parts.join(scheme);
    }
    out
}
