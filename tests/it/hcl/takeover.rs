//! States of OpenTofu become those of stacks, and go back.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::test_share::TestShare;

use super::by_lumi::LumiFolder;
use super::by_tofu::TofuFolder;
use super::{folders, tool_settings};

/// A folder that both tools deploy; `None` without the judges.
fn shared(folder: &Path) -> Option<(TofuFolder, LumiFolder)> {
    let settings = tool_settings()?;
    let lumi = LumiFolder::new(folder, &settings);
    let tofu = TofuFolder::within(lumi.folder(), &settings)?;
    Some((tofu, lumi))
}

/// The state that OpenTofu has in a folder.
fn state(lumi: &LumiFolder) -> Value {
    serde_json::from_str(&lumi.read("terraform.tfstate")).unwrap()
}

/// The text of a plan of OpenTofu; empty if it has no changes.
fn planned(tofu: &TofuFolder) -> String {
    let output = tofu.output(&["plan", "-input=false", "-no-color", "-detailed-exitcode"]);
    let text = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
    match output.status.code() {
        Some(0) => String::new(),
        _ => text.concat(),
    }
}

/// Replaces the state of OpenTofu with that of the stack.
fn export(lumi: &LumiFolder) {
    let exported = ["stack", "export", "--terraform", "exported.tfstate"];
    lumi.run(&exported).ok();
    let path = |name: &str| lumi.folder().join(name);
    fs::rename(path("exported.tfstate"), path("terraform.tfstate")).unwrap();
}

/// A third of the folders with each commit.
#[test]
fn states_of_all_folders_go_both_ways_without_a_change() {
    let share = TestShare::of_this_run();
    let mut wrong = Vec::new();
    for (position, folder) in folders("valid").into_iter().enumerate() {
        if !share.has(position) {
            continue;
        }
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        // A list in an attribute of any type is a tuple for Lumi.
        if name == "nested" {
            continue;
        }
        let Some((tofu, lumi)) = shared(&folder) else {
            return;
        };
        tofu.run(&["apply", "-input=false", "-auto-approve"]);
        if !lumi.folder().join("terraform.tfstate").exists() {
            continue;
        }
        let before = lumi.read("terraform.tfstate");
        let preview = lumi.run(&["preview", "--take-over", "--expect-no-changes"]);
        if preview.code != 0 {
            wrong.push(format!(
                "{name} changes when it is taken over:\n{}",
                preview.transcript()
            ));
            continue;
        }
        assert_eq!(lumi.read("terraform.tfstate"), before, "{name}");
        lumi.run(&["up", "-y"]).ok();
        export(&lumi);
        let plan = planned(&tofu);
        if !plan.is_empty() {
            wrong.push(format!("{name} changes when it has gone back:\n{plan}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Everything that a state can have: modules, keys, aliases, secrets, half made and deposed objects, and some that the
/// configuration does not have any more.
#[test]
fn changes_after_a_takeover_go_back() {
    let Some((tofu, lumi)) = shared(Path::new("tests/programs/hcl/takeover")) else {
        return;
    };
    tofu.run(&["apply", "-input=false", "-auto-approve"]);
    let before = state(&lumi);
    let preview = ["preview", "--take-over", "--expect-no-changes"];
    lumi.run(&preview).ok();
    let answer = lumi
        .run(&["stack", "output", "secret", "--show-secrets"])
        .ok();
    assert_eq!(answer.trim(), "secret of secret");
    // The token is in no state that can be read.
    let kept = lumi.run(&["stack", "export"]).ok();
    assert!(!kept.contains("t0ken") && !kept.contains("secret of secret"));
    let text = lumi.read("main.tf");
    let leaving = "resource \"kit_thing\" \"leaving\" {\n  name = \"leaving\"\n}\n";
    assert!(text.contains(leaving));
    let text = text
        .replace(leaving, "")
        .replace("\"us\"]", "\"us\", \"as\"]");
    lumi.file("main.tf", &text);
    lumi.run(&["up", "-y"]).ok();
    export(&lumi);
    assert_eq!(planned(&tofu), "");
    let after = state(&lumi);
    assert_eq!(after["lineage"], before["lineage"]);
    assert_eq!(after["serial"], before["serial"].as_u64().unwrap() + 1);
    let text = after.to_string();
    assert!(
        !text.contains("\"leaving\"") && text.contains("as-0"),
        "{text}"
    );
    let pets = |state: &Value| -> Vec<Value> {
        let all = state["resources"].as_array().unwrap().iter();
        let pets = all.filter(|it| it["type"] == "random_pet");
        pets.map(|it| it["instances"][0]["attributes"].clone())
            .collect()
    };
    assert_eq!(pets(&after), pets(&before));
    tofu.run(&["destroy", "-auto-approve"]);
}

#[test]
fn objects_that_are_to_be_replaced_or_deleted_are_planned_so() {
    let Some((tofu, lumi)) = shared(Path::new("tests/programs/hcl/takeover")) else {
        return;
    };
    tofu.run(&["apply", "-input=false", "-auto-approve"]);
    tofu.run(&["taint", "kit_thing.broken"]);
    let mut changed = state(&lumi);
    let resources = changed["resources"].as_array_mut().unwrap();
    let secret = resources
        .iter_mut()
        .find(|it| it["name"] == "secret")
        .unwrap();
    let instances = secret["instances"].as_array_mut().unwrap();
    let mut deposed = instances[0].clone();
    deposed["deposed"] = "0000abcd".into();
    instances.push(deposed);
    lumi.file("terraform.tfstate", &changed.to_string());
    lumi.run(&["preview", "--take-over"]).ok();
    export(&lumi);
    let plan = planned(&tofu);
    for part in [
        "kit_thing.broken is tainted",
        "(deposed object",
        "1 to add, 0 to change, 2 to destroy",
    ] {
        assert!(plan.contains(part), "{plan}");
    }
    let text = lumi.run(&["up", "-y"]).ok();
    assert!(text.contains("1 replaced"), "{text}");
    export(&lumi);
    assert_eq!(planned(&tofu), "");
}

#[test]
fn workspaces_are_stacks() {
    let settings = tool_settings();
    let Some((tofu, lumi)) =
        settings.and_then(|_| shared(Path::new("tests/programs/hcl/valid/count")))
    else {
        return;
    };
    tofu.run(&["workspace", "new", "prod"]);
    tofu.run(&["apply", "-input=false", "-auto-approve"]);
    lumi.run(&[
        "preview",
        "-s",
        "prod",
        "--create",
        "--take-over",
        "--expect-no-changes",
    ])
    .ok();
    let exported = "terraform.tfstate.d/prod/exported.tfstate";
    lumi.run(&["stack", "export", "-s", "prod", "--terraform", exported])
        .ok();
    let own = lumi
        .folder()
        .join("terraform.tfstate.d/prod/terraform.tfstate");
    fs::rename(lumi.folder().join(exported), own).unwrap();
    assert_eq!(planned(&tofu), "");
}
