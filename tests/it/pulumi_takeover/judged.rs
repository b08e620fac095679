//! Pulumi's own engine as the judge: what it has made is taken over without changes, and given back.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::Project;
use crate::pulumi::node;
use crate::pulumi_packages::built;
use crate::support::lumi::{Answer, tool};
use crate::support::peers::pulumi_engine;

const SETTINGS: &str =
    "name: web\nruntime: { name: nodejs, options: { typescript: false } }\nmain: index.js\n";

/// A project that both tools run.
pub struct Judged {
    pub project: Project,
    pulumi: PathBuf,
    /// The folder of plugins.
    pub bin: PathBuf,
}

impl Judged {
    /// A stack of Pulumi without resources, and a program of `tests/programs/pulumi`.
    pub fn new(program: &str) -> Option<Self> {
        let judged = Self::with_packages(|packages, project| {
            symlink(packages, project.0.folder().join("node_modules")).unwrap();
        })?;
        judged.program(program);
        Some(judged)
    }

    /// Gives the project a program of `tests/programs/pulumi`.
    pub fn program(&self, name: &str) {
        self.project.0.file("index.js", fixture(name));
    }

    /// A project whose `node_modules` a function makes from those of the tests.
    pub fn with_packages(install: impl FnOnce(&Path, &Project)) -> Option<Self> {
        let (tool, packages, random) = (pulumi_engine()?, node::packages()?, built("random")?);
        let project = Project::new(SETTINGS);
        let folder = project.0.folder();
        install(&packages, &project);
        project.0.file("package.json", r#"{ "name": "web" }"#);
        let bin = folder.with_file_name("bin");
        let dynamic = packages.join("@pulumi/pulumi/cmd/dynamic-provider/index.js");
        node::install(&bin, "pulumi-nodejs", &packages, &dynamic);
        symlink(random, bin.join("pulumi-resource-random")).unwrap();
        let host =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/pulumi/language_host.js");
        let script = format!(
            "#!/bin/sh\nexec env NODE_PATH='{}' node '{}' \"$@\"\n",
            packages.display(),
            host.display()
        );
        let path = bin.join("pulumi-language-nodejs");
        fs::write(&path, script).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        fs::create_dir_all(folder.with_file_name("states")).unwrap();
        let judged = Self {
            project,
            pulumi: tool.join("pulumi"),
            bin,
        };
        judged.pulumi(&["stack", "init", "dev"]);
        Some(judged)
    }

    /// Standard output of a command of Pulumi that is to succeed.
    pub fn pulumi(&self, args: &[&str]) -> String {
        let (succeeded, text) = self.pulumi_ends(args);
        assert!(succeeded, "pulumi {}: {text}", args.join(" "));
        text
    }

    /// Whether a command of Pulumi succeeds, and its output.
    pub fn pulumi_ends(&self, args: &[&str]) -> (bool, String) {
        let mut command = tool(&self.pulumi);
        command
            .args(args)
            .arg("--non-interactive")
            .current_dir(self.project.0.folder());
        self.surround(&mut command);
        let output = command.output().unwrap();
        let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
        if !output.status.success() {
            text += &String::from_utf8_lossy(&output.stderr);
        }
        (output.status.success(), text)
    }

    /// Sets the variables of Pulumi's command line.
    pub fn surround(&self, command: &mut Command) {
        let beside = |name: &str| self.project.0.folder().with_file_name(name);
        let path = std::env::var("PATH").unwrap_or_default();
        let backend = format!("file://{}", beside("states").display());
        command
            .env("PATH", format!("{}:{path}", self.bin.display()))
            .env("PULUMI_HOME", beside("pulumi-home"))
            .env("PULUMI_BACKEND_URL", backend)
            .env("PULUMI_CONFIG_PASSPHRASE", "correct horse")
            .env("PULUMI_SKIP_UPDATE_CHECK", "true")
            .env("PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION", "true")
            .env("TS_NODE_TRANSPILE_ONLY", "true")
            .env("HOME", beside("home"));
    }

    /// The answer of a command of Lumi that is to succeed.
    pub fn lumi(&self, args: &[&str]) -> Answer {
        let answer = self.lumi_ends(args);
        assert_eq!(answer.code, 0, "{}", answer.transcript());
        answer
    }

    pub fn lumi_ends(&self, args: &[&str]) -> Answer {
        let mut command = self.project.command(args);
        let path = std::env::var("PATH").unwrap_or_default();
        command
            .env("PATH", format!("{}:{path}", self.bin.display()))
            .env("TS_NODE_TRANSPILE_ONLY", "true");
        let output = command.output().unwrap();
        Answer::of(output, args, self.project.0.folder())
    }

    /// Lumi's last line about the program and the state.
    pub fn preview(&self) -> String {
        let shown = self
            .lumi(&["engine", "--protocol", "pulumi", "preview", "--diff"])
            .stdout;
        shown.trim().to_owned()
    }

    /// Lumi takes over a stack as Pulumi has it.
    pub fn take(&self, stack: &str) {
        let name = "taken.json";
        self.pulumi(&["stack", "export", "-s", stack, "--file", name]);
        self.lumi(&["stack", "import", "-s", stack, "--force", "-y", name]);
    }

    /// Pulumi gets a stack as Lumi has it, and finds nothing to do. Returns what it tells.
    pub fn give(&self, stack: &str) -> String {
        self.import_back(stack);
        self.pulumi(&["preview", "-s", stack, "--diff", "--expect-no-changes"])
    }

    /// Pulumi gets a stack that Lumi has destroyed, and has nothing to destroy.
    pub fn give_empty(&self, stack: &str) {
        self.import_back(stack);
        let text = self.pulumi(&["destroy", "--yes", "--skip-preview", "-s", stack]);
        assert_eq!(changed_resources(&text), "", "{text}");
        let exported = self.pulumi(&["stack", "export", "-s", stack]);
        let exported: Value = serde_json::from_str(&exported).unwrap();
        let left = exported["deployment"]["resources"].as_array();
        assert!(left.is_none_or(Vec::is_empty), "{exported}");
    }

    fn import_back(&self, stack: &str) {
        let name = "back.json";
        self.lumi(&["stack", "export", "-s", stack, "--pulumi", "--out", name]);
        assert!(!self.project.read(name).contains("hunter2"));
        self.pulumi(&["stack", "import", "-s", stack, "--file", name]);
    }

    /// The outputs of a stack in Lumi, which must be those that Pulumi has.
    pub fn outputs(&self, stack: &str) -> Value {
        let args = ["stack", "output", "--json", "--show-secrets", "-s", stack];
        let both = [self.lumi(&args).stdout, self.pulumi(&args)];
        let [lumi, pulumi] = both.map(|it| plain(serde_json::from_str(&it).unwrap()));
        assert_eq!(lumi, pulumi);
        lumi
    }

    pub fn state_file(&self) -> PathBuf {
        let states = self.project.0.folder().with_file_name("states");
        states.join(".pulumi/stacks/web/dev.json")
    }
}

/// The numbers of changes that Pulumi tells.
pub fn changed_resources(told: &str) -> String {
    let (_, rest) = told.rsplit_once("\nResources:\n").unwrap_or_default();
    let lines = rest.lines().take_while(|it| it.starts_with("    "));
    lines.map(|it| it.trim_start().to_owned() + "\n").collect()
}

/// Outputs without Lumi's marks of secrets, which Pulumi does not show.
fn plain(value: Value) -> Value {
    match value {
        Value::Object(mut members) if members.get("$lumi").is_some_and(|it| it == "secret") => {
            plain(members.remove("value").unwrap_or_default())
        }
        Value::Object(members) => Value::Object(
            members
                .into_iter()
                .map(|(name, it)| (name, plain(it)))
                .collect(),
        ),
        other => other,
    }
}

/// The last line of a plan or run.
pub fn last_line(text: &str) -> &str {
    text.trim().lines().last().unwrap_or_default()
}

fn fixture(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/pulumi");
    fs::read_to_string(format!("{folder}/{name}.js")).unwrap()
}

#[test]
fn a_stack_is_taken_over_changed_and_given_back() {
    let Some(judged) = Judged::new("takeover") else {
        return;
    };
    judged.pulumi(&["config", "set", "--secret", "token", "hunter2"]);
    judged.pulumi(&["up", "--yes", "--skip-preview"]);
    assert_eq!(judged.lumi(&["config", "get", "token"]).stdout, "hunter2\n");
    // The file of the backend, then two exports.
    let file = judged.state_file();
    judged.lumi(&["stack", "import", file.to_str().unwrap()]);
    const UNCHANGED: &str = "Plan: no changes, 9 unchanged";
    assert_eq!(judged.preview(), UNCHANGED);
    for (name, flags) in [
        ("sealed.json", &[][..]),
        ("open.json", &["--show-secrets"][..]),
    ] {
        let export = [&["stack", "export", "--file", name][..], flags].concat();
        judged.pulumi(&export);
        judged.lumi(&["stack", "import", "--force", "-y", name]);
        assert!(
            judged.preview().starts_with("Plan: no changes"),
            "{}",
            judged.preview()
        );
    }
    // Without a change in between.
    judged.lumi(&["stack", "export", "--pulumi", "--out", "back.json"]);
    judged.pulumi(&["stack", "import", "--file", "back.json"]);
    judged.pulumi(&["preview", "--expect-no-changes"]);
    // With one.
    let changed = fixture("takeover").replace("max: 9", "max: 8");
    judged.project.0.file("index.js", changed);
    judged.lumi(&["up", "-y"]);
    judged.lumi(&[
        "stack",
        "export",
        "--pulumi",
        "--show-secrets",
        "--out",
        "back.json",
    ]);
    judged.pulumi(&["stack", "import", "--file", "back.json"]);
    judged.pulumi(&["preview", "--expect-no-changes"]);
    let pet = judged.lumi(&["stack", "output", "pet"]).stdout;
    assert_eq!(judged.pulumi(&["stack", "output", "pet"]), pet);
}

#[test]
fn a_stack_of_lumi_is_given_to_pulumi_and_taken_back() {
    let Some(judged) = Judged::new("given") else {
        return;
    };
    const UNCHANGED: &str = "Plan: no changes, 6 unchanged";
    judged.lumi(&["up", "-y"]);
    assert_eq!(judged.preview(), UNCHANGED);
    judged.lumi(&["stack", "export", "--pulumi", "--out", "given.json"]);
    assert!(!judged.project.read("given.json").contains("hunter2"));
    judged.pulumi(&["stack", "import", "--file", "given.json"]);
    judged.pulumi(&["up", "--yes", "--skip-preview", "--expect-no-changes"]);
    judged.pulumi(&["stack", "export", "--file", "taken.json"]);
    judged.lumi(&["stack", "import", "--force", "-y", "taken.json"]);
    assert_eq!(judged.preview(), UNCHANGED);
}

/// Pulumi has made the new object of a replacement, and could not delete the old one.
#[test]
fn an_object_that_was_left_behind_is_deleted_later() {
    let Some(judged) = Judged::new("stuck") else {
        return;
    };
    judged.pulumi(&["up", "--yes", "--skip-preview"]);
    let stuck = judged.project.0.file("stuck", "");
    let (succeeded, text) = judged.pulumi_ends(&["up", "--yes", "--skip-preview"]);
    assert!(!succeeded && text.contains("it is stuck"), "{text}");
    judged.lumi(&["stack", "import", judged.state_file().to_str().unwrap()]);
    fs::rename(&stuck, stuck.with_file_name("later")).unwrap();
    let plan = judged.preview();
    assert!(plan.ends_with("Plan: -1 to delete, 2 unchanged"), "{plan}");
    judged.lumi(&["up", "-y"]);
    assert_eq!(judged.project.read("deleted"), "box-1\n");
    judged.lumi(&["stack", "export", "--pulumi", "--out", "back.json"]);
    judged.pulumi(&["stack", "import", "--file", "back.json"]);
    judged.pulumi(&["preview", "--expect-no-changes"]);
}

#[test]
fn references_reads_and_hooks_are_taken_over() {
    let Some(judged) = Judged::new("referring") else {
        return;
    };
    judged.pulumi(&["stack", "init", "base"]);
    for stack in ["base", "dev"] {
        judged.pulumi(&["up", "--yes", "--skip-preview", "-s", stack]);
        judged.pulumi(&["stack", "export", "-s", stack, "--file", "taken.json"]);
        judged.lumi(&["stack", "import", "-s", stack, "taken.json"]);
    }
    let plan = judged.preview();
    assert!(
        plan.ends_with("Plan: no changes, >2 to read, 3 unchanged"),
        "{plan}"
    );
    judged.lumi(&["stack", "export", "--pulumi", "--out", "back.json"]);
    judged.pulumi(&["stack", "import", "-s", "dev", "--file", "back.json"]);
    judged.pulumi(&["preview", "-s", "dev", "--expect-no-changes"]);
    let second = "urn:pulumi:dev::web::random:index/randomPet:RandomPet::second";
    judged.pulumi(&["state", "taint", "--yes", "-s", "dev", second]);
    judged.pulumi(&["stack", "export", "-s", "dev", "--file", "taken.json"]);
    judged.lumi(&["stack", "import", "--force", "-y", "taken.json"]);
    let plan = judged.preview();
    assert!(
        plan.contains("+- replace random:index/randomPet:RandomPet \"second\""),
        "{plan}"
    );
}
