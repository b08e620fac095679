//! Projects of Pulumi that Lumi takes over: their settings, their configuration, and their states.

mod automation;
mod config_paths;
mod harbour;
mod imports;
mod judged;
mod platform;
mod references;
mod settings;
mod shop;
mod stack_files;
mod states;
mod tls;

use std::fs;
use std::process::Command;

use crate::support::lumi::{Answer, Lumi};

/// A project of Pulumi without a program.
struct Project(Lumi);

impl Project {
    fn new(settings: &str) -> Self {
        let lumi = Lumi::new();
        fs::remove_file(lumi.folder().join("Lumi.yaml")).unwrap();
        lumi.file("Pulumi.yaml", settings);
        lumi.file("index.js", "");
        Self(lumi)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = self.0.command(args);
        command
            .env("LUMI_PASSPHRASE", "of lumi")
            .env("PULUMI_CONFIG_PASSPHRASE", "correct horse")
            .env("HOME", self.0.folder())
            .env_remove("PULUMI_HOME");
        command
    }

    fn run(&self, args: &[&str]) -> Answer {
        Answer::of(self.command(args).output().unwrap(), args, self.0.folder())
    }

    fn transcripts(&self, commands: &[&[&str]]) -> String {
        let all = commands.iter().map(|it| self.run(it).transcript());
        all.collect::<Vec<_>>().join("\n")
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.folder().join(name)).unwrap()
    }
}
