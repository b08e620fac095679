//! Unmodified plugins of Pulumi's ecosystem.

mod component;
mod dynamic;
mod hostile;
pub mod node;
mod random;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::lumi::{Answer, Lumi, without_times};

/// A project with plugins in a folder `bin` on PATH.
struct Project(Lumi);

impl Project {
    /// With a program that starts with `import * as lumi from "lumi"`.
    fn new(program: &str) -> Self {
        Self(Lumi::with_sdk(program))
    }

    fn program(&self, program: &str) {
        let text = format!("import * as lumi from \"lumi\";\n{program}");
        self.0.file("index.ts", text);
    }

    fn bin(&self) -> PathBuf {
        self.0.folder().join("bin")
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = self.0.command(args);
        let path = format!("{}:/usr/local/bin:/usr/bin:/bin", self.bin().display());
        command.env("PATH", path).env("HOME", self.0.folder());
        command
            .env_remove("PULUMI_HOME")
            .env("LUMI_PASSPHRASE", "test");
        command
    }

    fn answer(&self, args: &[&str]) -> Answer {
        Answer::of(self.command(args).output().unwrap(), args, self.0.folder())
    }

    /// The output of `lumi ARGS…`, without times.
    fn run(&self, args: &[&str]) -> String {
        let text = without_times(&self.answer(args).transcript());
        // Log lines have no order, and contain paths.
        let is_log = |it: &&str| !it.starts_with("note: random: ");
        text.split_inclusive('\n').filter(is_log).collect()
    }

    /// An executable in `bin` that is only a script.
    fn script(&self, name: &str, script: &str) {
        let path = self
            .0
            .file(&format!("bin/{name}"), format!("#!/bin/sh\n{script}\n"));
        self.make_executable(&path);
    }

    fn make_executable(&self, path: &Path) {
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// The outputs of the stack, secrets included.
    fn outputs(&self) -> serde_json::Value {
        self.answer(&["stack", "output", "--json", "--show-secrets"])
            .json()
    }

    fn object(&self, id: &str) -> Option<String> {
        let path = self.0.folder().join(format!("objects/{id}.json"));
        fs::read_to_string(path).ok()
    }
}
