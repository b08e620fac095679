//! A machine with a hub.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::lumi::{Answer, Lumi};

/// A machine with a hub, and the library `web` in some versions.
pub struct Machine {
    pub lumi: Lumi,
    pub hub: String,
    pub environment: Vec<(String, String)>,
}

impl Machine {
    /// With a hub in the folder `hub`.
    pub fn new() -> Self {
        let machine = Self {
            lumi: Lumi::new(),
            hub: "hub".to_owned(),
            environment: Vec::new(),
        };
        for version in ["1.2.0", "1.3.0", "2.0.0"] {
            machine.build(version, version);
        }
        machine
    }

    pub fn build(&self, version: &str, text: &str) -> String {
        let lumi = &self.lumi;
        lumi.file("web/Lumi.yaml", "name: web\n");
        lumi.file(
            "web/index.ts",
            format!("export function version(): string {{ return \"{text}\"; }}\n"),
        );
        let file = format!("../web-{version}.lumipack");
        let build = [
            "-C",
            "web",
            "pack",
            "build",
            "--library",
            "--pack-version",
            version,
        ];
        lumi.run(&[&build[..], &["-o", &file]].concat()).ok();
        format!("web-{version}.lumipack")
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.lumi.command(arguments);
        let environment = self.environment.iter().map(|(name, value)| (name, value));
        command.env("LUMI_HUB", &self.hub).envs(environment);
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Answer {
        let output = self.command(arguments).output().unwrap();
        Answer::of(output, arguments, self.lumi.folder())
    }

    /// The messages and the output of a command that must succeed.
    pub fn said(&self, arguments: &[&str]) -> String {
        let answer = self.run(arguments);
        let messages = answer.stderr.clone();
        messages + answer.ok().as_str()
    }

    /// The message of a command that must fail.
    pub fn refused(&self, arguments: &[&str]) -> String {
        let answer = self.run(arguments);
        assert_ne!(answer.code, 0, "{}", answer.transcript());
        answer.stderr
    }

    pub fn publish(&self, version: &str) -> String {
        self.said(&[
            "pack",
            "publish",
            &format!("web-{version}.lumipack"),
            "acme/web",
        ])
    }

    pub fn app(&self) {
        let program = "import { version } from \"lumi:web\";\nexport const used = version();\n";
        self.lumi.file("index.ts", program);
    }

    pub fn used(&self) -> serde_json::Value {
        self.run(&["run", "--format", "json"]).json()["outputs"]["used"].clone()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.lumi.folder().join(name)
    }

    pub fn store(&self) -> PathBuf {
        self.lumi
            .folder()
            .with_file_name("home/.lumi/packages/libraries")
    }
}

/// The only file with a version in a hub.
pub fn files(hub: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(hub.join("files")).unwrap();
    let paths = entries.map(|it| it.unwrap().path());
    let mut found: Vec<_> = paths
        .filter(|it| it.extension().is_some_and(|it| it == "lumipack"))
        .collect();
    found.sort();
    found
}
