//! A project with the conformance provider.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use super::language::Language;
use crate::support::lumi::{Answer, Lumi, tool, without_times};

/// A project whose objects are in its folder `objects`.
pub struct SdkProject(Lumi);

impl SdkProject {
    /// `None` if the tools of the language are missing.
    pub fn new(language: &Language) -> Option<Self> {
        let start = (language.start)()?;
        let lumi = Lumi::with_sdk("");
        let path = lumi.file(
            "bin/lumi-resource-conformance",
            format!("#!/bin/sh\n{start}\n"),
        );
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        let project = Self(lumi);
        project.configure("conformance:folder: objects");
        Some(project)
    }

    /// Writes the configuration of the stack: lines of YAML.
    pub fn configure(&self, lines: &str) {
        let lines = lines.replace('\n', "\n  ");
        self.0
            .file("Lumi.dev.yaml", format!("config:\n  {lines}\n"));
    }

    /// Writes the program, which begins with an import of `lumi`.
    pub fn program(&self, text: &str) {
        let text = format!("import * as lumi from \"lumi\";\n{text}");
        self.0.file("index.ts", text);
    }

    /// Writes a file of the project.
    pub fn file(&self, name: &str, content: &str) {
        self.0.file(name, content);
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = self.0.command(args);
        self.find_plugins(&mut command);
        command
    }

    fn find_plugins(&self, command: &mut Command) {
        let path = std::env::var("PATH").unwrap_or_default();
        let bin = self.0.folder().join("bin");
        command.env("PATH", format!("{}:{path}", bin.display()));
        command.env("LUMI_PASSPHRASE", "test");
    }

    /// The provider itself, as lumi starts it but without a token.
    pub fn provider(&self, args: &[&str]) -> Command {
        let mut command = tool(self.0.folder().join("bin/lumi-resource-conformance"));
        command.current_dir(self.0.folder()).args(args);
        command
    }

    /// The output of `lumi ARGS…`, without times.
    pub fn run(&self, args: &[&str]) -> String {
        without_times(&self.answer(args).transcript())
    }

    pub fn answer(&self, args: &[&str]) -> Answer {
        let output = self.command(args).output().unwrap();
        Answer::of(output, args, self.0.folder())
    }

    /// The output of a command that must succeed.
    pub fn ok(&self, args: &[&str]) -> String {
        let said = self.run(args);
        assert!(said.contains("[exit 0]"), "{said}");
        said
    }

    /// The output of a command that must fail, with each of `texts`.
    pub fn fails(&self, args: &[&str], texts: &[&str]) -> String {
        let said = self.run(args);
        assert!(said.contains("[exit 1]"), "{said}");
        for text in texts {
            assert!(said.contains(text), "{text:?} is missing:\n{said}");
        }
        said
    }

    /// Deploys a program.
    pub fn deploy(&self, program: &str) -> String {
        self.program(program);
        self.ok(&["up", "-y"])
    }

    /// Outputs of the stack, secrets included.
    pub fn outputs(&self) -> Value {
        let answer = self.answer(&["stack", "output", "--json", "--show-secrets"]);
        serde_json::from_str(&answer.ok()).unwrap()
    }

    /// The outputs of a program that is deployed.
    pub fn deployed(&self, program: &str) -> Value {
        self.deploy(program);
        self.outputs()
    }

    fn path(&self, object: &str) -> PathBuf {
        self.0.folder().join(format!("objects/{object}.json"))
    }

    /// The document of an object, such as `c-a.Thing`.
    pub fn object(&self, object: &str) -> Option<Value> {
        let text = fs::read_to_string(self.path(object)).ok()?;
        Some(serde_json::from_str(&text).unwrap())
    }

    /// Makes an object by hand.
    pub fn write_object(&self, object: &str, document: &str) {
        self.0.file(&format!("objects/{object}.json"), document);
    }

    pub fn remove_object(&self, object: &str) {
        fs::remove_file(self.path(object)).unwrap();
    }

    /// The permissions of an object's file.
    pub fn mode(&self, object: &str) -> u32 {
        fs::metadata(self.path(object))
            .unwrap()
            .permissions()
            .mode()
            & 0o777
    }

    /// The names of the objects of a type, sorted.
    pub fn objects(&self, kind: &str) -> Vec<String> {
        let ending = format!(".{kind}.json");
        let entries = fs::read_dir(self.0.folder().join("objects"));
        let names = entries.into_iter().flatten();
        let names = names.map(|it| it.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names
            .filter_map(|it| Some(it.strip_suffix(&ending)?.to_owned()))
            .collect();
        names.sort();
        names
    }

    /// How often a provider has ended orderly.
    pub fn ends(&self) -> usize {
        let ended = fs::read_to_string(self.0.folder().join("objects/ended"));
        ended.unwrap_or_default().lines().count()
    }
}

/// A declaration of a Thing, which is exported.
pub fn thing(name: &str, inputs: &str) -> String {
    thing_with(name, inputs, "{}")
}

/// A declaration of a Thing with options.
pub fn thing_with(name: &str, inputs: &str, options: &str) -> String {
    format!(
        "export const {name} = new lumi.CustomResource(\"conformance:index:Thing\", \"{name}\", {inputs}, {options});\n"
    )
}

/// A declaration of a Note.
pub fn note(name: &str, text: &str) -> String {
    format!(
        "new lumi.CustomResource(\"conformance:index:Note\", \"{name}\", {{ text: \"{text}\" }});\n"
    )
}

/// An output of the stack that a function of the provider answers.
pub fn invoked(name: &str, function: &str, arguments: &str) -> String {
    format!("export const {name} = lumi.invoke(\"conformance:index:{function}\", {arguments});\n")
}
