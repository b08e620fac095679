//! Programs that use Pulumi's published Node SDK, with lumi as their engine.

mod copies;
mod dynamic_ids;
mod embedded;
mod hooks;
mod interruptions;
mod limits;
mod mocha;
mod parameters;
mod plugins;
mod routes;
mod script_plugins;
mod versions;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::pulumi::node::packages;
use crate::support::lumi::{Answer, Lumi, without_times};

const PLAIN: &str = "name: web\nruntime: { name: nodejs, options: { typescript: false } }\n";

struct Project(Lumi);

impl Project {
    fn text(program: &str) -> Option<Self> {
        Some(Self::with_packages(&packages()?, program))
    }

    /// A project with this `node_modules`.
    fn with_packages(packages: &Path, program: &str) -> Self {
        let lumi = Lumi::new();
        fs::remove_file(lumi.folder().join("Lumi.yaml")).unwrap();
        symlink(packages, lumi.folder().join("node_modules")).unwrap();
        lumi.file("Pulumi.yaml", PLAIN);
        lumi.file("package.json", r#"{ "name": "web" }"#);
        lumi.file("index.js", program);
        lumi.file("file.js", fixture("file.js"));
        Self(lumi)
    }

    /// A program of `tests/programs/pulumi_sdk`.
    fn of(name: &str) -> Option<Self> {
        Self::text(&fixture(&format!("{name}.js")))
    }

    /// The folder of plugins, on PATH.
    fn bin(&self) -> PathBuf {
        self.0.folder().join("bin")
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = self.0.command(args);
        let path = std::env::var("PATH").unwrap_or_default();
        command
            .env("PATH", format!("{}:{path}", self.bin().display()))
            .env("LUMI_PASSPHRASE", "test")
            .env("HOME", self.0.folder())
            .env_remove("PULUMI_HOME");
        command
    }

    fn run(&self, args: &[&str]) -> Answer {
        let mut command = self.command(args);
        Answer::of(command.output().unwrap(), args, self.0.folder())
    }

    fn succeeds(&self, args: &[&str]) -> Answer {
        let answer = self.run(args);
        assert_eq!(answer.code, 0, "{}", answer.transcript());
        answer
    }

    /// The planned graph, with its vertices by name.
    fn graph(&self) -> Value {
        let args = ["engine", "--protocol", "pulumi", "run", "--format", "json"];
        let graph = plain_graph(self.succeeds(&args).json());
        let embedded = self.succeeds(&["run", "--format", "json"]).json();
        assert_eq!(plain_graph(embedded), graph, "not as in a process of node");
        graph
    }

    /// Deploys the program twice, the second time without changes; returns its outputs.
    fn deploy(&self) -> Value {
        self.succeeds(&["engine", "--protocol", "pulumi", "preview"]);
        self.succeeds(&["engine", "--protocol", "pulumi", "up", "-y"]);
        let again = self.succeeds(&["up", "-y"]);
        assert!(
            again.stdout.contains("nothing to do"),
            "{}",
            again.transcript()
        );
        self.outputs()
    }

    fn outputs(&self) -> Value {
        let args = ["stack", "output", "--json", "--show-secrets"];
        self.succeeds(&args).json()
    }

    fn destroy(&self) {
        self.succeeds(&["engine", "--protocol", "pulumi", "destroy", "-y"]);
    }

    fn has(&self, file: &str) -> bool {
        self.0.folder().join(file).exists()
    }

    /// The error output of a failed `up`, without that of node.
    fn failure(&self, args: &[&str]) -> String {
        let answer = self.run(args);
        let text = without_times(&answer.transcript());
        // No stack frame is Lumi's own.
        assert!(!text.contains("data:text/javascript"), "{text}");
        let noise = |it: &&str| !it.trim_start().starts_with("at ");
        text.lines().filter(noise).collect::<Vec<_>>().join("\n")
    }
}

fn fixture(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/pulumi_sdk");
    fs::read_to_string(folder.join(name)).unwrap()
}

/// The graph without source positions, sorted by URN.
fn plain_graph(mut graph: Value) -> Value {
    let vertices = graph["vertices"].as_array_mut().unwrap();
    for vertex in vertices.iter_mut() {
        vertex.as_object_mut().unwrap().remove("source");
    }
    vertices.sort_by_key(|it| it["urn"].to_string());
    let edges = graph["edges"].as_array_mut().unwrap();
    edges.sort_by_key(Value::to_string);
    graph
}

#[test]
fn outputs_are_lifted_joined_and_shown() {
    let Some(project) = Project::of("outputs") else {
        return;
    };
    insta::assert_snapshot!(format!("{:#}", project.deploy()));
    assert!(project.has("c.txt"));
    let changed = fixture("outputs.js").replace("one", "another");
    project.0.file("index.js", changed);
    let answer = project.succeeds(&["up", "-y"]);
    assert!(
        answer.stdout.contains("~2 updated"),
        "{}",
        answer.transcript()
    );
    project.destroy();
    assert!(!project.has("a.txt") && !project.has("c.txt"));
}

#[test]
fn components_are_those_of_an_equivalent_program() {
    let Some(project) = Project::of("components") else {
        return;
    };
    let graph = project.graph();
    let equal = Lumi::program(&fixture("equal/components.ts"));
    equal.file("Lumi.yaml", "name: web\n");
    let expected = equal.run(&["run", "--format", "json"]);
    assert_eq!(graph, plain_graph(expected.json()));
    let outputs = project.deploy();
    assert_eq!(outputs["digests"].as_array().unwrap().len(), 2);
    project.destroy();
    assert!(!project.has("site-home.html"));
}

#[test]
fn options_become_those_of_lumi() {
    let Some(project) = Project::of("options") else {
        return;
    };
    insta::assert_snapshot!(format!("{:#}", project.graph()));
    project.deploy();
    project.succeeds(&["up", "-y", "-c", "text=new"]);
    assert_eq!(project.0.read("kept.txt"), "old");
    project.succeeds(&["up", "-y", "-c", "protect=true"]);
    let refused = project.run(&["destroy", "-y"]);
    assert!(
        refused
            .stderr
            .contains("would be deleted: std:fs:File \"first\""),
        "{}",
        refused.transcript()
    );
    project.succeeds(&["up", "-y", "-c", "protect=false"]);
    project.destroy();
    assert!(project.has("kept.txt") && !project.has("first.txt"));
}

#[test]
fn functions_are_called_and_may_refuse() {
    let Some(project) = Project::of("invokes") else {
        return;
    };
    project.succeeds(&["up", "-y"]);
    insta::assert_snapshot!(format!("{:#}", project.outputs()));
}

#[test]
fn objects_are_read() {
    let Some(project) = Project::of("reads") else {
        return;
    };
    project.0.file("given.txt", "given");
    assert_eq!(project.deploy(), json!({ "size": 5, "id": "given.txt" }));
    assert_eq!(project.0.read("copy.txt"), "given");
    project.destroy();
    assert!(project.has("given.txt") && !project.has("copy.txt"));
}

#[test]
fn assets_and_archives_cross() {
    let Some(project) = Project::of("assets") else {
        return;
    };
    insta::assert_snapshot!(format!("{:#}", project.graph()));
}

#[test]
fn secrets_stay_secret() {
    let Some(project) = Project::of("secrets") else {
        return;
    };
    project.0.file(
        "Pulumi.dev.yaml",
        "config:\n  web:size: \"3\"\n  tags: { a: [1] }\n  token: { secure: \"v1:x:y\" }\n",
    );
    insta::assert_snapshot!(project.run(&["preview"]).transcript());
    let secret = ["-c", "token=hunter2"];
    let up = project.succeeds(&["up", "-v", "-y", secret[0], secret[1]]);
    for text in [&up.stdout, &up.stderr] {
        assert!(!text.contains("hunter2"), "{text}");
    }
    insta::assert_snapshot!(format!("{:#}", project.outputs()));
    assert!(
        up.stderr.contains("debug: Registering resource"),
        "{}",
        up.stderr
    );
    let mut open = vec![project.0.folder().join(".lumi")];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(path).unwrap().map(|it| it.unwrap().path()));
        } else {
            let bytes = fs::read(&path).unwrap();
            let found = bytes.windows(7).any(|it| it == b"hunter2");
            assert!(!found, "{}", path.display());
        }
    }
}

#[test]
fn stacks_read_the_outputs_of_others() {
    let Some(project) = Project::of("producer") else {
        return;
    };
    project.succeeds(&["up", "-y", "-s", "base", "--create"]);
    project.0.file("index.js", fixture("consumer.js"));
    let up = project.succeeds(&["up", "-y"]);
    assert!(!up.stdout.contains("hunter2"), "{}", up.transcript());
    insta::assert_snapshot!(format!("{:#}", project.outputs()));
}

#[test]
fn logs_are_shown() {
    let Some(project) = Project::of("logs") else {
        return;
    };
    let answer = project.succeeds(&["preview"]);
    let mut lines: Vec<&str> = answer.stderr.lines().collect();
    lines.sort_unstable();
    insta::assert_snapshot!(lines.join("\n"));
    // Debug messages of the SDK are only printed on request.
    let messages = |args| project.succeeds(args).stdout;
    let few = messages(&["preview", "--json"]);
    let all = messages(&["preview", "--json", "-v"]);
    for text in [&few, &all] {
        assert!(text.contains("a detail"), "{text}");
        assert!(!text.contains("RPC finished"), "{text}");
    }
    assert!(!few.contains("Registering resource"), "{few}");
    assert!(all.contains("Registering resource"), "{all}");
}

#[test]
fn published_packages_plan_without_a_plugin() {
    let Some(project) = Project::of("packages") else {
        return;
    };
    insta::assert_snapshot!(format!("{:#}", project.graph()));
}

#[test]
fn resources_are_found_by_urn() {
    let Some(project) = Project::of("references") else {
        return;
    };
    assert_eq!(project.deploy(), json!({ "path": "a.txt", "id": "a.txt" }));
}

#[test]
fn transformations_and_async_programs_work() {
    let Some(project) = Project::of("transformations") else {
        return;
    };
    assert_eq!(project.deploy(), json!({ "mode": "0600", "stack": "dev" }));
}

#[test]
fn typescript_is_compiled() {
    let Some(project) = Project::of("logs") else {
        return;
    };
    fs::remove_file(project.0.folder().join("index.js")).unwrap();
    fs::remove_file(project.0.folder().join("Pulumi.yaml")).unwrap();
    project.0.file("Lumi.yaml", "name: web\nruntime: nodejs\n");
    let program = "import * as pulumi from \"@pulumi/pulumi\";\n\
                   const size: number = 3;\n\
                   export const text = pulumi.output(size).apply((it: number) => it + 1);\n";
    project.0.file("index.ts", program);
    project.succeeds(&["up", "-y"]);
    assert_eq!(project.outputs(), json!({ "text": 4 }));
    project
        .0
        .file("index.ts", "const size: number = \"3\";\nexport = size;\n");
    // Only the SDK's own way checks types.
    insta::assert_snapshot!(project.failure(&["preview", "--runtime", "node"]));
    project.0.file("index.ts", "export const size = ;\n");
    insta::assert_snapshot!(project.failure(&["preview"]));
}

#[test]
fn each_failure_is_reported_once() {
    let file =
        "const pulumi = require(\"@pulumi/pulumi\");\nconst { File } = require(\"./file\");\n";
    let programs = [
        "throw new Error(\"broken\");",
        "new File(\"a\", { path: \"a.txt\", content: \"x\" }).urn.apply(() => { Promise.reject(new Error(\"rejected\")); });",
        "throw new pulumi.RunError(\"do not do that\");",
        "const = 3;",
        "new File(\"b\", { path: \"b.txt\", content: \"x\" }).urn.apply(() => \
         new File(\"b\", { path: \"c.txt\", content: \"x\" }));",
        "const f = new File(\"f\", { path: \"/proc/none/f.txt\", content: \"x\" });\n\
         f.urn.apply(() => new File(\"g\", { path: \"g.txt\", content: f.sha256 }));\n\
         exports.digest = f.sha256;",
        "process.exit(7);",
        "pulumi.log.error(\"this will not do\");",
    ];
    let Some(project) = Project::text("") else {
        return;
    };
    let mut told = String::new();
    for program in programs {
        project.0.file("index.js", format!("{file}{program}\n"));
        let mut failure = project.failure(&["up", "-y"]);
        if program.contains(".apply(") {
            // The SDK and its runner both hear of a rejection; the one that is first words the message.
            let by_the_runner =
                "Running program '[folder]/' failed with an unhandled exception:\n  Error: ";
            failure = failure.replace(by_the_runner, "Error: ");
        }
        told.push_str(&format!("> {program}\n{failure}\n\n"));
    }
    insta::assert_snapshot!(told);
}

#[test]
fn programs_that_never_end_are_stopped() {
    let Some(project) = Project::text("setInterval(() => {}, 1000);\n") else {
        return;
    };
    for runtime in ["embedded", "node"] {
        let args = ["preview", "--timeout", "3s", "--runtime", runtime];
        insta::assert_snapshot!(runtime, project.failure(&args));
    }
}

#[test]
fn a_process_of_node_may_be_killed() {
    let Some(project) = Project::text("process.kill(process.pid, \"SIGKILL\");\n") else {
        return;
    };
    let seen = project.failure(&["preview", "--runtime", "node"]);
    assert!(seen.contains("the program ended with signal 9"), "{seen}");
}

#[test]
fn missing_parts_are_named() {
    let Some(project) = Project::text("") else {
        return;
    };
    fs::remove_file(project.0.folder().join("node_modules")).unwrap();
    let no_package = project.failure(&["preview"]);
    let args = ["preview", "--runtime", "node"];
    let mut command = project.0.command(&args);
    command.env("PATH", project.0.folder());
    let no_node = Answer::of(command.output().unwrap(), &args, project.0.folder());
    project.0.file("Pulumi.yaml", "name: web\nruntime: go\n");
    let go = project.failure(&["preview"]);
    insta::assert_snapshot!([no_package, no_node.transcript(), go].join("\n"));
}
