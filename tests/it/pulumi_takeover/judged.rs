//! Pulumi's own engine as the judge: what it has made is taken over without changes, and given back.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use super::Project;
use crate::pulumi::node;
use crate::pulumi_packages::built;
use crate::support::lumi::{Answer, tool};
use crate::support::peers::pulumi_engine;

const SETTINGS: &str =
    "name: web\nruntime: { name: nodejs, options: { typescript: false } }\nmain: index.js\n";

/// A project that both tools run.
struct Judged {
    project: Project,
    pulumi: PathBuf,
    bin: PathBuf,
}

impl Judged {
    /// A stack that Pulumi has deployed.
    fn deployed(program: &str) -> Option<Self> {
        let (tool, packages, random) = (pulumi_engine()?, node::packages()?, built("random")?);
        let project = Project::new(SETTINGS);
        let folder = project.0.folder();
        symlink(&packages, folder.join("node_modules")).unwrap();
        project.0.file("package.json", r#"{ "name": "web" }"#);
        project.0.file("index.js", program);
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
        judged.pulumi(&["config", "set", "--secret", "token", "hunter2"]);
        judged.pulumi(&["up", "--yes", "--skip-preview"]);
        Some(judged)
    }

    /// Standard output of a command of Pulumi that is to succeed.
    fn pulumi(&self, args: &[&str]) -> String {
        let beside = |name: &str| self.project.0.folder().with_file_name(name);
        let mut command = tool(&self.pulumi);
        let path = std::env::var("PATH").unwrap_or_default();
        command
            .args(args)
            .arg("--non-interactive")
            .current_dir(self.project.0.folder())
            .env("PATH", format!("{}:{path}", self.bin.display()))
            .env("PULUMI_HOME", beside("pulumi-home"))
            .env(
                "PULUMI_BACKEND_URL",
                format!("file://{}", beside("states").display()),
            )
            .env("PULUMI_CONFIG_PASSPHRASE", "correct horse")
            .env("PULUMI_SKIP_UPDATE_CHECK", "true")
            .env("PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION", "true")
            .env("HOME", beside("home"));
        let output = command.output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success(),
            "pulumi {}: {text}{errors}",
            args.join(" ")
        );
        text
    }

    fn lumi(&self, args: &[&str]) -> Answer {
        let mut command = self.project.command(args);
        let path = std::env::var("PATH").unwrap_or_default();
        command.env("PATH", format!("{}:{path}", self.bin.display()));
        let output = command.output().unwrap();
        let answer = Answer::of(output, args, self.project.0.folder());
        assert_eq!(answer.code, 0, "{}", answer.transcript());
        answer
    }

    /// Lumi's last line about the program and the state.
    fn preview(&self) -> String {
        let shown = self
            .lumi(&["engine", "--protocol", "pulumi", "preview", "--diff"])
            .stdout;
        shown.trim().to_owned()
    }

    fn state_file(&self) -> PathBuf {
        let states = self.project.0.folder().with_file_name("states");
        states.join(".pulumi/stacks/web/dev.json")
    }
}

fn program() -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/pulumi");
    fs::read_to_string(format!("{folder}/takeover.js")).unwrap()
}

#[test]
fn a_stack_is_taken_over_changed_and_given_back() {
    let Some(judged) = Judged::deployed(&program()) else {
        return;
    };
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
    let changed = program().replace("max: 9", "max: 8");
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
