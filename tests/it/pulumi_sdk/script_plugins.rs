//! Plugins that are scripts of the Node SDK: in processes of lumi, compared with the same ones in node.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use serde_json::{Value, json};

use super::{PLAIN, Project, packages};
use crate::support::lumi::{Answer, Lumi, without_times};
use crate::support::test_share::TestShare;

/// The places of the program and its plugins.
const PLACES: [&str; 2] = ["embedded", "node"];

impl Project {
    /// Runs a command without node on PATH.
    fn without_node(&self, args: &[&str]) -> Answer {
        let mut command = self.command(args);
        command.env("PATH", self.bin());
        Answer::of(command.output().unwrap(), args, self.0.folder())
    }
}

/// The same project once for each place.
fn both(make: impl Fn() -> Option<Project>) -> Option<Vec<(Project, &'static str)>> {
    PLACES
        .into_iter()
        .map(|place| Some((make()?, place)))
        .collect()
}

/// The lines that each run shows, and the state after it.
fn life(project: &Project, place: &str, runs: &[&str]) -> Vec<String> {
    let mut seen = Vec::new();
    for run in runs {
        let mut args: Vec<&str> = run.split(' ').collect();
        args.extend(["-P", "--runtime", place]);
        let shown = without_times(&project.run(&args).transcript());
        let frames = |it: &&str| !it.contains("    at ");
        let mut shown: Vec<&str> = shown.lines().filter(frames).collect();
        // Messages of plugins and steps come in any order.
        shown.sort_unstable();
        let shown = shown
            .join("\n")
            .replace(&format!(" -P --runtime {place}"), "");
        seen.push(shown);
        seen.push(format!("{:#}", resources(project)));
    }
    seen
}

/// The resources of the state, without times.
fn resources(project: &Project) -> Value {
    let answer = project.run(&["stack", "export", "--show-secrets"]);
    if answer.code != 0 {
        return Value::Null;
    }
    let mut state = answer.json();
    let resources = state["resources"].take();
    let Value::Array(mut resources) = resources else {
        return resources;
    };
    for resource in &mut resources {
        let resource = resource.as_object_mut().unwrap();
        resource.retain(|name, _| !["created", "modified", "source"].contains(&name.as_str()));
    }
    Value::from(resources)
}

/// The provider is a text that a process evaluates.
#[test]
fn dynamic_resources_import_modules_in_their_functions() {
    let program = "const pulumi = require(\"@pulumi/pulumi\");\n\
                   const provider = {\n  \
                   async create(inputs) {\n    \
                   const { basename } = await import(\"node:path\");\n    \
                   return { id: basename(inputs.path), outs: inputs };\n  },\n  \
                   async delete(id) { (await import(\"node:fs\")).writeFileSync(\"deleted\", id); },\n};\n\
                   class File extends pulumi.dynamic.Resource {\n  \
                   constructor(name, path) { super(provider, name, { path }); }\n}\n\
                   exports.id = new File(\"a\", \"b/c\").id;\n";
    let Some(project) = Project::text(program) else {
        return;
    };
    let run = |args: &[&str]| {
        let answer = project.without_node(args);
        assert_eq!(answer.code, 0, "{}", answer.transcript());
    };
    run(&["up", "-y"]);
    assert_eq!(project.outputs(), json!({ "id": "c" }));
    run(&["destroy", "-y"]);
    assert_eq!(project.0.read("deleted"), "c");
}

#[test]
fn dynamic_resources_need_no_node() {
    let Some(project) = Project::of("dynamic") else {
        return;
    };
    let run = |args: &[&str]| {
        let answer = project.without_node(args);
        assert_eq!(answer.code, 0, "{}", answer.transcript());
        answer.stdout
    };
    assert!(run(&["preview"]).contains("+1 to create"));
    run(&["up", "-y"]);
    assert_eq!(project.outputs()["text"], "hello you");
    assert!(run(&["up", "-y"]).contains("nothing to do, 1 unchanged"));
    assert!(run(&["up", "-y", "-c", "loud=true"]).contains("~1 updated"));
    assert!(run(&["refresh", "-y"]).contains("nothing to do"));
    assert!(run(&["up", "-y", "-c", "who=all"]).contains("+-1 replaced"));
    let refused = project
        .without_node(&["preview", "-c", "who="])
        .transcript();
    assert!(refused.contains("input `name`: it is empty"), "{refused}");
    // The state has the code, and no program is needed.
    project.0.file("index.js", "throw new Error();");
    run(&["destroy", "-y"]);
    assert_eq!(project.0.read("deleted"), "hello-you\nhello-all\n");
}

/// Compares what commands show and leave in both places, if the share that `LUMI_TEST_SHARE` names has the position of the
/// test: node needs seconds for a command. The commands must show the texts.
fn compare_lives(
    position: usize,
    make: impl Fn() -> Option<Project>,
    runs: &[&str],
    texts: &[&str],
) {
    if !TestShare::of_this_run().has(position) {
        return;
    }
    let Some(projects) = both(make) else {
        return;
    };
    let lives: Vec<_> = projects
        .iter()
        .map(|(project, place)| life(project, place, runs))
        .collect();
    let shown = lives[0].join("\n");
    for text in texts {
        assert!(shown.contains(text), "{text}: {shown}");
    }
    for (embedded, node) in lives[0].iter().zip(&lives[1]) {
        assert_eq!(embedded, node);
    }
}

#[test]
fn dynamic_providers_refuse_to_create_as_in_node() {
    compare_lives(
        0,
        || Project::of("dynamic_faults"),
        &[
            "up -y -c what=create:error",
            "up -y -c what=create:text",
            "up -y -c what=check:error",
        ],
        &["no luck in create", "no luck in check"],
    );
}

#[test]
fn dynamic_resources_are_half_made_as_in_node() {
    compare_lives(
        1,
        || Project::of("dynamic_faults"),
        &[
            "up -y -c what=create:partial",
            "up -y -c what=none:first",
            "destroy -y",
        ],
        &["half made", "it is slow"],
    );
}

#[test]
fn dynamic_providers_fail_to_update_as_in_node() {
    compare_lives(
        2,
        || Project::of("dynamic_faults"),
        &[
            "up -y -c what=create:print",
            "up -y -c what=update:error",
            "up -y -c what=diff:error",
        ],
        &["printed create", "no luck in update", "no luck in diff"],
    );
}

#[test]
fn dynamic_providers_read_as_in_node() {
    compare_lives(
        3,
        || Project::of("dynamic_faults"),
        &[
            "up -y -c what=none:first",
            "refresh -y",
            "up -y -c what=read:error",
            "refresh -y",
        ],
        &["no luck in read"],
    );
}

#[test]
fn dynamic_providers_fail_to_delete_as_in_node() {
    compare_lives(
        4,
        || Project::of("dynamic_faults"),
        &[
            "up -y -c what=delete:error",
            "destroy -y",
            "up -y -c what=none:second",
            "destroy -y",
        ],
        &["no luck in delete"],
    );
}

#[test]
fn dynamic_providers_that_end_or_hang_are_reported() {
    // Node does not answer when a provider throws `undefined`.
    let Some(project) = Project::of("dynamic_faults") else {
        return;
    };
    let nothing = project.failure(&["up", "-y", "-c", "what=create:nothing"]);
    assert!(nothing.contains("cannot create pulumi-nodejs"), "{nothing}");
    for (fault, told) in [("create:exit", "exit code 7"), ("create:hang", "3s")] {
        let Some(projects) = both(|| Project::of("dynamic_faults")) else {
            return;
        };
        let run = format!("up -y -c what={fault}");
        let seen: Vec<_> = projects
            .iter()
            .map(|(project, place)| life(project, place, &[&run]))
            .collect();
        assert!(seen[0][0].contains(told), "{}", seen[0][0]);
        assert_eq!(seen[0], seen[1], "{fault}");
    }
}

#[test]
fn a_dynamic_provider_has_the_permissions_of_its_program() {
    let program = "const pulumi = require(\"@pulumi/pulumi\");\n\
                   const provider = { create: async () => {\n  \
                   require(\"fs\").writeFileSync(\"made.txt\", \"\");\n  return { id: \"it\", outs: {} };\n} };\n\
                   class It extends pulumi.dynamic.Resource { constructor(name) { super(provider, name, {}); } }\n\
                   new It(\"it\");\n";
    let Some(project) = Project::text(program) else {
        return;
    };
    let narrow = project
        .run(&["up", "-y", "--allow-read", "--allow-env"])
        .transcript();
    assert!(narrow.contains("--allow-write"), "{narrow}");
    assert!(!project.has("made.txt"));
    project.succeeds(&[
        "up",
        "-y",
        "--allow-read",
        "--allow-env",
        "--allow-write=made.txt",
    ]);
    assert!(project.has("made.txt"));
    project.succeeds(&["destroy", "-y", "--allow-read"]);
}

/// A project whose program makes a component of a plugin in a folder of its own.
fn shed() -> Option<Project> {
    let packages = packages()?;
    let project = Project::of("shed")?;
    project.0.file(
        "Pulumi.yaml",
        format!("{PLAIN}packages:\n  sheds: ./sheds\n"),
    );
    copy_shed(&project.0, "sheds");
    symlink(&packages, project.0.folder().join("sheds/node_modules")).unwrap();
    Some(project)
}

/// Copies the plugin into a folder of a project.
fn copy_shed(to: &Lumi, folder: &str) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/pulumi/shed");
    for entry in fs::read_dir(source).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{folder}/{}", entry.file_name().display());
        to.file(&name, fs::read(entry.path()).unwrap());
    }
}

#[test]
fn components_of_a_folder_are_made_as_in_node() {
    let runs = ["preview", "up -y", "up -y"];
    let texts = ["+2 created", "the shed s stands in dev"];
    compare_lives(5, shed, &runs, &texts);
}

#[test]
fn components_of_a_folder_change_as_in_node() {
    let runs = ["up -y", "preview -c text=other", "up -y -c text=other"];
    compare_lives(6, shed, &runs, &["\"content\": \"other\""]);
}

#[test]
fn components_of_a_folder_fail_as_in_node() {
    let runs = ["up -y", "up -y -c failure=throw", "up -y -c failure=exit"];
    compare_lives(7, shed, &runs, &["the shed has burnt down"]);
}

#[test]
fn components_of_a_folder_are_refreshed_and_deleted_as_in_node() {
    let runs = ["up -y", "refresh -y", "destroy -y"];
    compare_lives(8, shed, &runs, &["-2 deleted"]);
}

#[test]
fn a_component_host_needs_no_node() {
    let Some(project) = shed() else {
        return;
    };
    let answer = project.without_node(&["up", "-y", "-P"]);
    assert_eq!(answer.code, 0, "{}", answer.transcript());
    assert_eq!(project.0.read("s.txt"), "bicycles");
    let outputs = project.outputs();
    assert_eq!(outputs["path"], "s.txt");
    assert_eq!(
        outputs["code"],
        json!({ "$lumi": "secret", "value": "4711-s.txt" })
    );
    let answer = project.without_node(&["destroy", "-y", "-P"]);
    assert_eq!(answer.code, 0, "{}", answer.transcript());
}

/// A program of Lumi has typed modules of a plugin that is a program.
#[test]
fn a_folder_is_a_package_of_a_project() {
    let Some(packages) = packages() else {
        return;
    };
    let lumi = Lumi::program(
        "import * as sheds from \"lumi:sheds\";\n\
         const shed = new sheds.Shed(\"s\", { text: \"bicycles\", code: \"1\" });\n\
         export const path = shed.path;\n",
    );
    copy_shed(&lumi, "sheds");
    symlink(&packages, lumi.folder().join("sheds/node_modules")).unwrap();
    let run = |args: &[&str]| {
        let mut command = lumi.command(args);
        command
            .env("PATH", lumi.folder())
            .env("LUMI_PASSPHRASE", "test")
            .env("HOME", lumi.folder());
        Answer::of(command.output().unwrap(), args, lumi.folder())
    };
    let added = run(&["add", "./sheds"]);
    assert_eq!(added.code, 0, "{}", added.transcript());
    let up = run(&["up", "-y", "-P"]);
    assert_eq!(up.code, 0, "{}", up.transcript());
    assert_eq!(lumi.read("s.txt"), "bicycles");
    // The description follows the sources.
    let source = lumi.read("sheds/index.ts");
    lumi.file(
        "sheds/index.ts",
        source.replace(
            "  code?: pulumi",
            "  color?: pulumi.Input<string>;\n  code?: pulumi",
        ),
    );
    let program = lumi.read("index.ts").replace("code:", "color:");
    lumi.file("index.ts", program);
    let up = run(&["up", "-y", "-P"]);
    assert_eq!(up.code, 0, "{}", up.transcript());
}

#[test]
fn a_plugin_that_cannot_run_says_why() {
    let Some(project) = shed() else {
        return;
    };
    let told = |texts: &[&str]| {
        let seen = project.failure(&["up", "-y", "-P"]);
        for text in texts {
            assert!(seen.contains(text), "{seen}");
        }
    };
    project
        .0
        .file("sheds/PulumiPlugin.yaml", "runtime: python\n");
    told(&["/sheds is a program for `runtime: python`; lumi runs those for `nodejs`"]);
    project
        .0
        .file("sheds/PulumiPlugin.yaml", "runtime: { name: nodejs }\n");
    project.0.file("sheds/index.ts", "export const a = (;\n");
    told(&[
        "ended before it listened: exit code 32",
        "sheds/index.ts(1,19): error TS1109: Expression expected.",
    ]);
    project.0.file(
        "sheds/index.ts",
        "throw new Error(\"the shed is closed\");\n",
    );
    told(&[
        "ended before it listened: exit code 32",
        "Error: the shed is closed",
    ]);
}
