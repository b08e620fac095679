//! Plugins of Pulumi as packages of a project: typed, locked, and run for real.
//!
//! `make judges` builds them; see [`crate::support::peers`].

mod life;
mod modules;
mod of_pulumi;
mod parameters;
mod versions;

use std::fs;
use std::process::Command;

use tempfile::TempDir;

use crate::project_packages::plugin_release::{archive_name, stored_plugin};
use crate::support::lumi::{Answer, Lumi, without_times};

pub use crate::support::peers::pulumi_plugin as built;

/// A project, and a folder mirror that has plugins.
struct Project {
    lumi: Lumi,
    mirror: TempDir,
}

impl Project {
    /// With these plugins in the mirror, each by its name in the script and its version; `None` without the judges.
    fn new(plugins: &[(&str, &str)]) -> Option<Self> {
        let mirror = tempfile::tempdir().unwrap();
        for (name, version) in plugins {
            let package = name.trim_end_matches("-next");
            let archive = stored_plugin(package, &built(name)?);
            fs::write(mirror.path().join(archive_name(package, version)), archive).unwrap();
        }
        let lumi = Lumi::new();
        Some(Self { lumi, mirror })
    }

    fn program(&self, text: &str) {
        self.lumi.file("index.ts", text);
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = self.lumi.command(args);
        command.env("LUMI_PACKAGE_MIRROR", self.mirror.path());
        command.env("LUMI_PASSPHRASE", "test");
        command
    }

    fn run(&self, args: &[&str]) -> Answer {
        let output = self.command(args).output().unwrap();
        Answer::of(output, args, self.lumi.folder())
    }

    /// The output of a command, without times and paths.
    fn transcript(&self, args: &[&str]) -> String {
        let platform = lumi::packages::Platform::current().to_string();
        let text = without_times(&self.run(args).transcript());
        text.replace(&*self.mirror.path().to_string_lossy(), "[mirror]")
            .replace(&platform, "[platform]")
            .replace(&platform.replace('_', "-"), "[platform]")
    }

    fn outputs(&self) -> serde_json::Value {
        let text = self
            .run(&["stack", "output", "--json", "--show-secrets"])
            .ok();
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }
}
