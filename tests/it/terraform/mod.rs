//! Providers of Terraform, as they are built from their modules.
//!
//! `make judges` builds them; see [`crate::support::peers`].

mod attached;
mod ephemeral;
mod faults;
mod hostile;
mod http;
mod kubernetes;
mod large_package;
mod life;
mod listing;
mod secrets;
mod shapes;

use std::fs;
use std::io::{BufRead as _, BufReader, Lines};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::programs::signals::{interrupt, interrupt_again};
use crate::support::lumi::{Answer, Lumi, without_times};

pub use crate::support::peers::terraform_provider as built;

/// A project with one provider, named `kit` in it for the provider `kit`.
struct Project(Lumi);

impl Project {
    /// With a program that starts with `import * as lumi from "lumi"`; `None` without the provider.
    fn new(provider: &str, program: &str) -> Option<Self> {
        let built = built(provider)?;
        let project = Self(Lumi::with_sdk(program));
        let manifest = format!("name: demo\nplugins:\n  {provider}: {}\n", built.display());
        project.0.file("Lumi.yaml", manifest);
        Some(project)
    }

    fn program(&self, program: &str) {
        let text = format!("import * as lumi from \"lumi\";\n{program}");
        self.0.file("index.ts", text);
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = self.0.command(args);
        command.env("LUMI_PASSPHRASE", "test");
        command
    }

    fn answer(&self, args: &[&str]) -> Answer {
        Answer::of(self.command(args).output().unwrap(), args, self.0.folder())
    }

    /// The output of `lumi ARGS…`, without times.
    fn run(&self, args: &[&str]) -> String {
        without_times(&self.answer(args).transcript())
    }

    fn up(&self) -> String {
        self.run(&["up", "-yP"])
    }

    fn preview(&self) -> String {
        self.run(&["preview", "-P"])
    }

    /// The output of `lumi preview` in the environment of a test.
    fn preview_with(&self, name: &str, value: &str) -> String {
        let args = ["preview", "-P"];
        let output = self.command(&args).env(name, value).output().unwrap();
        without_times(&Answer::of(output, &args, self.0.folder()).transcript())
    }

    /// An `up` that has begun to create a resource, and the further lines of its standard error.
    fn begun(&self, name: &str) -> (Child, Lines<BufReader<ChildStderr>>) {
        let mut command = self.command(&["up", "-yP", "--skip-preview"]);
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        let mut running = command.spawn().unwrap();
        let mut lines = BufReader::new(running.stderr.take().unwrap()).lines();
        let begins = format!("\"{name}\"  creating");
        assert!(lines.any(|it| it.unwrap().contains(&begins)));
        (running, lines)
    }

    /// Stops a creation that waits in the kit. The second interrupt comes when the first is answered, or both would
    /// count as one on a busy machine. The lines from then on.
    fn stopped(
        &self,
        running: &mut Child,
        mut lines: Lines<BufReader<ChildStderr>>,
    ) -> Vec<String> {
        while !self.0.folder().join("kit-waits").exists() {
            assert!(running.try_wait().unwrap().is_none(), "it ended");
            sleep(Duration::from_millis(20));
        }
        interrupt(running);
        assert!(lines.any(|it| it.unwrap().contains("interrupt again to abort")));
        interrupt_again(running);
        lines.map(Result::unwrap).collect()
    }

    /// Sets what the kit reads of its objects from now on: their kinds by their names.
    fn drift(&self, kinds: &str) {
        self.0.file("kit-drift.json", kinds);
    }

    /// All that the stack has on disk, as text.
    fn stored(&self) -> String {
        fn read(folder: &Path, text: &mut String) {
            for entry in fs::read_dir(folder).unwrap().flatten() {
                match entry.path() {
                    path if path.is_dir() => read(&path, text),
                    path => text.push_str(&String::from_utf8_lossy(&fs::read(path).unwrap())),
                }
            }
        }
        let mut text = String::new();
        read(&self.0.folder().join(".lumi"), &mut text);
        text
    }
}

/// A thing of the kit.
fn thing(name: &str, inputs: &str) -> String {
    format!(
        "export const {name} = new lumi.CustomResource<any>(\"kit:resources:kit_thing\", \"{name}\", {inputs});\n"
    )
}
