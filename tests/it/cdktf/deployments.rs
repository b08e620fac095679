//! Stacks are planned and deployed as OpenTofu does it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::hcl::Outcome;
use crate::hcl::by_lumi::LumiFolder;
use crate::hcl::by_tofu::TofuFolder;
use crate::hcl::plans::differences;
use crate::hcl::tool_settings;
use crate::support::test_share::TestShare;

use super::{programs, project, stack_names};

/// Programs whose texts providers make up, so that each tool has others.
const MADE_UP: [&str; 3] = ["cdk_terrain", "overrides", "two_stacks"];

/// The configuration of a stack, for OpenTofu: its state and those that it reads are in the folders of this test.
struct Judged {
    tofu: TofuFolder,
    /// The names of outputs in the configuration, by their paths in the program.
    names: BTreeMap<String, String>,
}

impl Judged {
    fn new(stack: &Path, states: &BTreeMap<String, String>) -> Option<Self> {
        let copy = TempDir::new().unwrap();
        copy_folder(stack, copy.path());
        let file = copy.path().join("cdk.tf.json");
        let text = fs::read_to_string(&file).unwrap();
        let mut configuration: Value = serde_json::from_str(&text).unwrap();
        let names = names(&configuration);
        configuration["terraform"]
            .as_object_mut()
            .unwrap()
            .remove("backend");
        let remote = configuration.pointer_mut("/data/terraform_remote_state");
        for (name, source) in remote.and_then(Value::as_object_mut).into_iter().flatten() {
            let other = name.strip_prefix("cross-stack-reference-input-").unwrap();
            source["config"]["path"] = states[other].clone().into();
        }
        fs::write(&file, configuration.to_string()).unwrap();
        let tofu = TofuFolder::new(copy.path(), &tool_settings()?)?;
        Some(Self { tofu, names })
    }

    /// The outcome of Lumi, with the outputs as the configuration names them.
    fn comparable(&self, mut outcome: Outcome) -> Outcome {
        let mut outputs = BTreeMap::new();
        for (name, value) in outcome.outputs {
            flatten(name, value, &self.names, &mut outputs);
        }
        outcome.outputs = outputs;
        without_hidden(outcome)
    }
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        match path.is_dir() {
            true => copy_folder(&path, &target),
            false => drop(fs::copy(&path, &target).unwrap()),
        }
    }
}

/// The names of outputs by their paths, as the configuration itself says.
fn names(configuration: &Value) -> BTreeMap<String, String> {
    fn collect(level: &Value, path: &str, all: &mut BTreeMap<String, String>) {
        for (name, inner) in level.as_object().into_iter().flatten() {
            // Names within values are compared without underscores.
            let name = match path {
                "" => name.clone(),
                _ => name.replace('_', ""),
            };
            let path = format!("{path}/{name}");
            match inner.as_str() {
                Some(output) => drop(all.insert(path, output.to_owned())),
                None => collect(inner, &path, all),
            }
        }
    }
    let mut all = BTreeMap::new();
    let stacks = configuration["//"]["outputs"]
        .as_object()
        .into_iter()
        .flatten();
    stacks.for_each(|(_, stack)| collect(stack, "", &mut all));
    all
}

fn flatten(
    path: String,
    value: Value,
    names: &BTreeMap<String, String>,
    all: &mut BTreeMap<String, Value>,
) {
    if let Some(name) = names.get(&format!("/{path}")) {
        all.insert(name.clone(), value);
        return;
    }
    match value {
        Value::Object(members) if !path.starts_with("cross-stack-output-") => {
            for (name, inner) in members {
                flatten(format!("{path}/{name}"), inner, names, all);
            }
        }
        value => drop(all.insert(path, value)),
    }
}

/// Outputs for other stacks are sensitive for OpenTofu, whatever they are.
fn without_hidden(mut outcome: Outcome) -> Outcome {
    outcome
        .outputs
        .retain(|name, _| !name.starts_with("cross-stack-output-"));
    outcome
}

/// The differences between both tools for all stacks of a program; `None` without the judges.
fn wrong(project: &LumiFolder, name: &str) -> Option<Vec<String>> {
    let is_made_up = MADE_UP.contains(&name);
    // A program with several stacks is refused afterwards.
    drop(project.run(&["run"]));
    let output = project.folder().join("cdktf.out");
    let mut states = BTreeMap::new();
    let mut wrong = Vec::new();
    // The folders of states stay until all stacks have read them.
    let mut kept = Vec::new();
    for stack in stack_names(&output) {
        let folder = output.join("stacks").join(&stack);
        let judged = Judged::new(&folder, &states)?;
        let flags = ["-s", &stack];
        let found = differences(
            judged.comparable(project.plan_of(&flags)),
            without_hidden(judged.tofu.plan()),
            is_made_up,
        );
        wrong.extend(
            found
                .into_iter()
                .map(|it| format!("plan of {name}/{stack}: {it}")),
        );
        let found = differences(
            judged.comparable(project.up_of(&flags)),
            without_hidden(judged.tofu.apply()),
            is_made_up,
        );
        wrong.extend(
            found
                .into_iter()
                .map(|it| format!("state of {name}/{stack}: {it}")),
        );
        let again = project.run(&["preview", "--expect-no-changes", "-s", &stack]);
        if again.code != 0 {
            wrong.push(format!(
                "{name}/{stack} changes again:\n{}",
                again.transcript()
            ));
        }
        let state = judged.tofu.folder().join("terraform.tfstate");
        states.insert(stack, state.display().to_string());
        kept.push(judged);
    }
    Some(wrong)
}

/// A third of the programs with each commit.
#[test]
fn programs_are_planned_and_deployed_as_opentofu_does_it() {
    let share = TestShare::of_this_run();
    let mut all = Vec::new();
    for (position, program) in programs().into_iter().enumerate() {
        if !share.has(position) {
            continue;
        }
        let Some(project) = project(&program) else {
            return;
        };
        let name = program.file_name().unwrap().to_string_lossy().into_owned();
        let Some(wrong) = wrong(&project, &name) else {
            return;
        };
        all.extend(wrong);
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

/// Removes the settings of the backend, so that OpenTofu has its state in the folder.
fn remove_backend(stack: &Path) {
    let file = stack.join("cdk.tf.json");
    let text = fs::read_to_string(&file).unwrap();
    let mut configuration: Value = serde_json::from_str(&text).unwrap();
    configuration["terraform"]
        .as_object_mut()
        .unwrap()
        .remove("backend");
    fs::write(file, configuration.to_string()).unwrap();
}

#[test]
fn a_state_of_cdktf_goes_both_ways_without_a_change() {
    let Some(project) = project(Path::new("tests/programs/cdktf/constructs")) else {
        return;
    };
    drop(project.run(&["run"]));
    let stack = project.folder().join("cdktf.out/stacks/pages");
    remove_backend(&stack);
    let Some(tofu) = TofuFolder::within(&stack, &tool_settings().unwrap()) else {
        return;
    };
    tofu.apply();
    let own = project.folder().join("terraform.pages.tfstate");
    let of_tofu = stack.join("terraform.tfstate");
    fs::rename(&of_tofu, &own).unwrap();
    project
        .run(&["preview", "--take-over", "--expect-no-changes"])
        .ok();
    project.run(&["up", "-y"]).ok();
    project
        .run(&["stack", "export", "--terraform", "exported.tfstate"])
        .ok();
    fs::rename(project.folder().join("exported.tfstate"), &of_tofu).unwrap();
    remove_backend(&stack);
    tofu.run(&["plan", "-input=false", "-detailed-exitcode"]);
}

#[test]
fn assets_are_read_where_the_provider_runs() {
    let Some(project) = project(Path::new("tests/programs/cdktf/assets")) else {
        return;
    };
    project.run(&["up", "-y"]).ok();
    let made = project
        .folder()
        .join("cdktf.out/stacks/assets/out/copy.html");
    assert_eq!(fs::read_to_string(made).unwrap(), "<h1>Page</h1>\n");
    assert_eq!(
        project.run(&["stack", "output", "data"]).ok(),
        "some data\n"
    );
}

#[test]
fn outputs_have_the_names_of_the_program() {
    let Some(project) = project(Path::new("tests/programs/cdktf/constructs")) else {
        return;
    };
    project.run(&["up", "-y"]).ok();
    let outputs: Value =
        serde_json::from_str(&project.run(&["stack", "output", "--json"]).ok()).unwrap();
    assert_eq!(outputs["name"], "pages");
    assert_eq!(outputs["site"]["port_number"], 8000);
    assert!(outputs["site"]["about"]["hash"].is_string(), "{outputs}");
}
