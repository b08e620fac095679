//! States of OpenTofu, imported by Lumi: the program that it writes changes nothing.

use std::fs;

use serde_json::{Value, json};

use crate::support::lumi::without_times;

use super::by_lumi::LumiProject;
use super::by_tofu::TofuProject;
use super::{mirror, source};

/// Deploys the first step of a program with OpenTofu, in the folder of a project of Lumi that has no program.
fn deployed(program: &str, packages: &str) -> Option<(TofuProject, LumiProject)> {
    let mirror = mirror::mirror()?;
    let lumi = LumiProject::empty(mirror, packages);
    let tofu = TofuProject::within(mirror, lumi.folder(), &source(program, "main.tf"))?;
    tofu.apply(1);
    Some((tofu, lumi))
}

/// Deploys a program with OpenTofu, and imports its state.
fn imported(program: &str) -> Option<(TofuProject, LumiProject)> {
    let (tofu, lumi) = deployed(program, &source(program, "index.ts"))?;
    import(&lumi, "terraform.tfstate");
    Some((tofu, lumi))
}

fn import(lumi: &LumiProject, state: &str) {
    lumi.run(&[
        "import", "--from", state, "--out", "index.ts", "-yP", "--create",
    ]);
}

/// The state has what OpenTofu has, the preview of the program is empty, and everything can be removed.
fn changes_nothing(program: &str) {
    let Some((tofu, lumi)) = imported(program) else {
        return;
    };
    let text = file(&lumi, "index.ts");
    let (by_tofu, by_lumi) = (tofu.state(), lumi.state());
    assert_eq!(by_lumi.len(), by_tofu.len(), "{text}");
    for refresh in [
        &["preview", "-P", "--expect-no-changes"][..],
        &["preview", "-P", "--expect-no-changes", "--refresh"],
    ] {
        let preview = lumi.output(refresh);
        let shown = [preview.stdout, preview.stderr].map(|it| String::from_utf8(it).unwrap());
        assert!(preview.status.success(), "{text}{}{}", shown[0], shown[1]);
    }
    lumi.run(&["up", "-yP"]);
    lumi.destroy();
    assert_eq!(lumi.state().len(), 0);
}

macro_rules! unchanged {
    ($($program:ident)*) => {
        $(#[test]
        fn $program() {
            changes_nothing(stringify!($program));
        })*
    };
}

unchanged!(kit legacy local many random read time tls);

/// An older provider stores a zero for what a configuration leaves out, and refuses most of these. What it may set itself is in the
/// program where that shows where it comes from.
#[test]
fn a_program_has_what_a_provider_accepts_and_where_it_comes_from() {
    let Some((_, lumi)) = imported("strict") else {
        return;
    };
    insta::assert_snapshot!(file(&lumi, "index.ts"));
    lumi.run(&["preview", "-P", "--expect-no-changes"]);
    // By its id, too.
    let args = [
        "import",
        "legacy:resources:legacy_strict",
        "other",
        "other",
        "-yP",
    ];
    let told = seen(&lumi, &args);
    let code = &told[told.find("new ").unwrap_or(0)..];
    for zero in [
        "expires", "timeout", "user", "group", "external", "notes", "keyFile",
    ] {
        assert!(!code.contains(zero), "{told}");
    }
    assert!(
        code.contains("name: \"other\"") && code.contains("key: \"k\""),
        "{told}"
    );
}

/// The output of a command, without the names of the machine.
fn seen(lumi: &LumiProject, args: &[&str]) -> String {
    let output = lumi.output(args);
    let text = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
    let folder = lumi.folder().display().to_string();
    without_times(&text.concat().replace(&folder, "[folder]"))
}

fn file(lumi: &LumiProject, name: &str) -> String {
    fs::read_to_string(lumi.folder().join(name)).unwrap()
}

/// Changes the state of OpenTofu.
fn edit(lumi: &LumiProject, change: impl Fn(&mut Value)) {
    let path = lumi.folder().join("terraform.tfstate");
    let mut state: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    change(&mut state);
    fs::write(path, state.to_string()).unwrap();
}

/// Modules, counts, secrets, outputs, configurations of providers.
#[test]
fn everything_that_a_state_has_is_in_the_program() {
    let Some(mirror) = mirror::mirror() else {
        return;
    };
    let lumi = LumiProject::empty(mirror, "lumi:random lumi:local lumi:kit");
    let module = lumi.folder().join("pair");
    fs::create_dir(&module).unwrap();
    fs::write(module.join("main.tf"), source("modules", "pair/main.tf")).unwrap();
    let Some(tofu) = TofuProject::within(mirror, lumi.folder(), &source("modules", "main.tf"))
    else {
        return;
    };
    tofu.apply(1);
    let told = seen(
        &lumi,
        &[
            "import",
            "--from",
            "terraform.tfstate",
            "--out",
            "index.ts",
            "-yP",
            "--create",
        ],
    );
    let state: Value = serde_json::from_str(&file(&lumi, "terraform.tfstate")).unwrap();
    let mut text = file(&lumi, "index.ts");
    // Names are made up, and the keys in the state are in a fixed order.
    for (at, name) in state["outputs"]["names"]["value"]
        .as_array()
        .unwrap()
        .iter()
        .enumerate()
    {
        text = text.replace(name.as_str().unwrap(), &format!("[pet {at}]"));
    }
    insta::assert_snapshot!(text);
    assert!(told.contains("1 data source is not imported"), "{told}");
    assert!(
        told.contains("provider kit.other is not in the state"),
        "{told}"
    );
    assert!(told.contains("set 1 secret in Lumi.dev.yaml"), "{told}");
    assert!(
        !file(&lumi, "index.ts").contains("hunter2")
            && !file(&lumi, "Lumi.dev.yaml").contains("hunter2")
    );
    lumi.run(&["preview", "-P", "--expect-no-changes", "--refresh"]);
    // The content of the files has the content of the names.
    let types = lumi.run(&["stack", "output", "--json", "--show-secrets"]);
    assert!(types.contains("hunter2-token"), "{types}");
    lumi.run(&["up", "-yP", "--expect-no-changes"]);
    lumi.destroy();
}

#[test]
fn a_state_comes_from_standard_input_and_is_imported_once() {
    let Some((tofu, lumi)) = deployed("random", "lumi:random") else {
        return;
    };
    let state = tofu.run(&["state", "pull"]);
    let import = ["import", "--from", "-", "-yP", "--create"];
    let (answer, told) = lumi.with_input(&import, &state);
    assert!(answer.contains("new random.Pet(\"pet\""), "{answer}{told}");
    let before = lumi.state();
    let (_, told) = lumi.with_input(&import, &state);
    assert!(
        told.contains("the stack has a resource of this name already"),
        "{told}"
    );
    assert_eq!(lumi.state(), before);
}

#[test]
fn tainted_and_deposed_objects_stay_what_they_are() {
    let Some((_, lumi)) = deployed("local", "lumi:local") else {
        return;
    };
    edit(&lumi, |state| {
        for resource in state["resources"].as_array_mut().unwrap() {
            let instances = resource["instances"].as_array_mut().unwrap();
            let mut other = instances[0].clone();
            other["deposed"] = "0badcafe".into();
            match instances[0]["attributes"]["filename"].as_str().unwrap() {
                "./copy.txt" => instances[0]["status"] = "tainted".into(),
                "./key.txt" => {
                    other["attributes"]["filename"] = "./old.txt".into();
                    other["attributes"]["id"] = "the one before".into();
                    instances.push(other);
                }
                _ => {}
            }
        }
    });
    fs::write(lumi.folder().join("old.txt"), "hunter2").unwrap();
    import(&lumi, "terraform.tfstate");
    let preview = seen(&lumi, &["preview", "-P"]);
    assert!(preview.contains("it is tainted"), "{preview}");
    lumi.run(&["up", "-yP"]);
    assert!(!lumi.folder().join("old.txt").exists());
    assert!(lumi.folder().join("key.txt").exists());
    lumi.run(&["preview", "-P", "--expect-no-changes", "--refresh"]);
}

#[test]
fn objects_of_an_older_schema_are_upgraded() {
    let Some((_, lumi)) = deployed("kit", "lumi:kit") else {
        return;
    };
    edit(&lumi, |state| {
        let resources = state["resources"].as_array_mut().unwrap();
        resources.truncate(1);
        let instance = &mut resources[0]["instances"][0];
        instance["schema_version"] = 1.into();
        instance["attributes"] = json!({ "id": "thing-a", "name": "a", "type": "old" });
    });
    import(&lumi, "terraform.tfstate");
    assert!(file(&lumi, "index.ts").contains("kind: \"old\""));
    lumi.run(&["preview", "-P", "--expect-no-changes"]);
}

#[test]
fn a_state_that_cannot_be_imported_changes_nothing() {
    let Some((_, lumi)) = deployed("kit", "lumi:kit") else {
        return;
    };
    let good = file(&lumi, "terraform.tfstate");
    let edited = |change: &dyn Fn(&mut Value)| {
        let mut state: Value = serde_json::from_str(&good).unwrap();
        change(&mut state);
        state.to_string()
    };
    let states = [
        ("truncated", good[..good.len() / 2].to_owned()),
        ("of version 3", "{\"version\":3,\"modules\":[]}".to_owned()),
        (
            "encrypted",
            "{\"meta\":{},\"encrypted_data\":\"x\",\"encryption_version\":\"v0\"}".to_owned(),
        ),
        (
            "deep",
            format!("{{\"version\":4,\"resources\":{}", "[".repeat(100_000)),
        ),
        (
            "of other providers",
            edited(&|it| {
                it["resources"][0]["provider"] =
                    "provider[\"registry.terraform.io/hashicorp/aws\"].x".into();
                it["resources"][1]["provider"] = "provider[\"example.com/acme/dns\"]".into();
            }),
        ),
        (
            "of an unknown type",
            edited(&|it| it["resources"][1]["type"] = "kit_other".into()),
        ),
        (
            "of a newer schema",
            edited(&|it| it["resources"][1]["instances"][0]["schema_version"] = 99.into()),
        ),
        (
            "of other attributes",
            edited(&|it| it["resources"][1]["instances"][0]["attributes"]["size"] = "x".into()),
        ),
    ];
    let mut told = String::new();
    for (what, state) in states {
        fs::write(lumi.folder().join("bad.tfstate"), state).unwrap();
        let answer = seen(
            &lumi,
            &[
                "import",
                "--from",
                "bad.tfstate",
                "--out",
                "index.ts",
                "-yP",
                "--create",
            ],
        );
        told.push_str(&format!("# {what}\n{answer}"));
        assert!(!lumi.folder().join("index.ts").exists(), "{what}");
        let graph = lumi.output(&["graph", "--format", "json"]);
        let graph = serde_json::from_slice::<Value>(&graph.stdout).unwrap_or_default();
        assert!(
            graph["vertices"].as_array().is_none_or(Vec::is_empty),
            "{what}"
        );
    }
    fs::write(lumi.folder().join("index.ts"), "").unwrap();
    told.push_str("# over a file\n");
    told.push_str(&seen(
        &lumi,
        &[
            "import",
            "--from",
            "terraform.tfstate",
            "--out",
            "index.ts",
            "-yP",
        ],
    ));
    told.push_str(&seen(
        &lumi,
        &[
            "import",
            "--from",
            "terraform.tfstate",
            "kit:resources:kit_thing",
        ],
    ));
    insta::assert_snapshot!(told);
}

/// A new project for a state, as its reader makes it: the plan of the program has no changes.
#[test]
fn a_new_project_takes_over_a_state() {
    let Some((_, old)) = deployed("local", &source("local", "index.ts")) else {
        return;
    };
    let mirror = mirror::mirror().unwrap();
    let state = old.folder().join("terraform.tfstate");
    let lumi = crate::support::lumi::Lumi::new();
    let run = |folder: &str, args: &[&str]| {
        let mut command = lumi.command(args);
        command.env("LUMI_PACKAGE_MIRROR", mirror);
        command.env("LUMI_PASSPHRASE", "test");
        command.current_dir(lumi.folder().join(folder));
        crate::support::lumi::Answer::of(command.output().unwrap(), args, lumi.folder())
    };
    // A wrong file creates no project.
    lumi.file("other.json", "{}");
    let refused = run("", &["new", "infra", "--from", "other.json", "-y"]);
    assert_eq!(refused.code, 2, "{}", refused.transcript());
    assert!(!lumi.folder().join("infra").exists());
    let state = state.to_str().unwrap();
    let answer = run(
        "",
        &["new", "infra", "--from", state, "-y", "--stack", "prod"],
    );
    assert_eq!(answer.code, 0, "{}", answer.transcript());
    assert!(
        answer.stderr.contains("Next: cd infra && lumi preview"),
        "{}",
        answer.transcript()
    );
    let plan = run("infra", &["preview", "-s", "prod", "--expect-no-changes"]);
    assert_eq!(plan.code, 0, "{}{}", answer.transcript(), plan.transcript());
}
