//! States that are taken over without a provider of others, and states that are refused.

use std::os::unix::process::ExitStatusExt as _;

use serde_json::{Value, json};

use crate::support::lumi::{Answer, Lumi};
use crate::support::pseudo_terminal::PseudoTerminal;
use crate::support::test_share::TestShare;

const MAIN: &str = "resource \"terraform_data\" \"a\" {\n  count = 2\n  input = count.index\n}\n\
                    output \"all\" {\n  value = toset(terraform_data.a[*].output)\n}\n";

fn folder() -> Lumi {
    let lumi = Lumi::new();
    lumi.file("Lumi.yaml", "name: demo\nruntime: hcl\n");
    lumi.file("main.tf", MAIN);
    lumi
}

fn run(lumi: &Lumi, args: &[&str]) -> Answer {
    lumi.run_with_passphrase("test", args)
}

fn instance(at: u8) -> Value {
    let input = json!({ "value": at, "type": "number" });
    let attributes = json!({ "id": format!("id-{at}"), "input": input, "output": input, "triggers_replace": null });
    json!({ "index_key": at, "schema_version": 0, "attributes": attributes })
}

fn state(instances: u8) -> Value {
    let instances: Vec<Value> = (0..instances).map(instance).collect();
    json!({
        "version": 4, "terraform_version": "1.9.0", "serial": 3, "lineage": "l-1",
        "outputs": { "all": { "value": [0, 1], "type": ["set", "number"] } },
        "resources": [{
            "mode": "managed", "type": "terraform_data", "name": "a",
            "provider": "provider[\"terraform.io/builtin/terraform\"]", "instances": instances,
        }],
    })
}

#[test]
fn a_state_is_taken_over_once_it_is_agreed_to() {
    let lumi = folder();
    let text = state(2).to_string();
    lumi.file("terraform.tfstate", &text);
    for command in ["preview", "up"] {
        let refused = run(&lumi, &[command, "-s", "default"]);
        assert_eq!(refused.code, 2, "{}", refused.transcript());
        let advice = format!("`lumi {command} -s default --take-over`");
        assert!(refused.stderr.contains(&advice), "{}", refused.stderr);
        assert!(
            refused.stderr.contains("2 objects in terraform.tfstate"),
            "{}",
            refused.stderr
        );
    }
    let taken = run(&lumi, &["preview", "--take-over", "--expect-no-changes"]);
    assert_eq!(taken.code, 0, "{}", taken.transcript());
    assert!(
        taken
            .stderr
            .contains("took over 2 objects from terraform.tfstate"),
        "{}",
        taken.stderr
    );
    assert_eq!(lumi.read("terraform.tfstate"), text);
    let ids = run(&lumi, &["graph", "--format", "json"]).ok();
    assert!(ids.contains("id-0") && ids.contains("id-1"), "{ids}");
    // It is taken over once.
    run(&lumi, &["up", "-y", "--expect-no-changes"]).ok();
    let exported: Value =
        serde_json::from_str(&run(&lumi, &["stack", "export", "--terraform"]).ok()).unwrap();
    assert_eq!(exported["serial"], 4);
    assert_eq!(exported["lineage"], "l-1");
    assert_eq!(exported["outputs"], state(2)["outputs"]);
    for at in [0, 1] {
        let instance = &exported["resources"][0]["instances"][at];
        assert_eq!(
            instance["attributes"],
            state(2)["resources"][0]["instances"][at]["attributes"]
        );
    }
    // The way back.
    run(&lumi, &["stack", "rm", "default", "--force", "-y"]).ok();
    let again = run(&lumi, &["preview"]);
    assert_eq!(again.code, 2, "{}", again.transcript());
}

#[test]
fn objects_that_the_configuration_lacks_are_planned_as_deletions() {
    let lumi = folder();
    lumi.file("terraform.tfstate", state(3).to_string());
    let plan = run(&lumi, &["preview", "--take-over"]).ok();
    assert!(plan.contains("terraform_data.a[2]"), "{plan}");
    run(&lumi, &["up", "-y"]).ok();
    let exported = run(&lumi, &["stack", "export", "--terraform"]).ok();
    assert!(
        exported.contains("id-1") && !exported.contains("id-2"),
        "{exported}"
    );
}

#[test]
fn a_terminal_is_asked() {
    for (answer, code) in [("no\n", 1), ("yes\n", 0)] {
        let lumi = folder();
        lumi.file("terraform.tfstate", state(2).to_string());
        let mut command = lumi.command(&["preview"]);
        command.env("LUMI_PASSPHRASE", "test");
        let mut terminal = PseudoTerminal::start(&mut command, 120, 40);
        terminal.expect("Take them over?");
        terminal.type_keys(answer);
        let (end, text) = terminal.end();
        assert_eq!(end == 0, code == 0, "{text}");
        let has_stack = run(&lumi, &["stack", "export"]).code == 0;
        assert_eq!(has_stack, code == 0, "{text}");
    }
}

#[test]
fn an_import_takes_any_file_over() {
    let lumi = folder();
    lumi.file("old/other.json", state(2).to_string());
    let refused = run(
        &lumi,
        &[
            "import",
            "--from",
            "old/other.json",
            "--out",
            "index.ts",
            "-y",
        ],
    );
    assert_eq!(refused.code, 2, "{}", refused.transcript());
    run(&lumi, &["import", "--from", "old/other.json", "-y"]).ok();
    run(&lumi, &["preview", "--expect-no-changes"]).ok();
}

#[test]
fn states_that_cannot_be_read_are_refused_by_name() {
    let newer = json!({ "version": 5, "resources": [{}] });
    let older = json!({ "version": 3, "modules": [{ "resources": {} }] });
    let encrypted = json!({ "meta": {}, "encrypted_data": "x", "encryption_version": "v0" });
    let mut unknown = state(1);
    unknown["resources"][0]["provider"] = "provider[\"registry.opentofu.org/acme/dns\"]".into();
    unknown["resources"][0]["type"] = "dns_record".into();
    for (text, reason) in [
        (newer.to_string(), "this version of lumi reads version 4"),
        (older.to_string(), "older than 4"),
        (
            encrypted.to_string(),
            "`tofu state pull | lumi import --from -`",
        ),
        (
            "{\"version\":4,".to_owned(),
            "is not a state of Terraform or OpenTofu",
        ),
        (
            unknown.to_string(),
            "the provider `acme/dns` of `dns_record.a[0]` is not one of the configuration",
        ),
    ] {
        let lumi = folder();
        lumi.file("terraform.tfstate", text);
        let refused = run(&lumi, &["preview", "--take-over"]);
        assert_ne!(refused.code, 0, "{}", refused.transcript());
        assert!(refused.stderr.contains(reason), "{}", refused.stderr);
    }
}

#[test]
fn states_that_are_elsewhere_are_refused_by_name() {
    let lumi = folder();
    let settings =
        json!({ "version": 3, "backend": { "type": "s3", "config": { "bucket": "b" } } });
    lumi.file(".terraform/terraform.tfstate", settings.to_string());
    let refused = run(&lumi, &["preview", "--take-over"]);
    assert_eq!(refused.code, 2, "{}", refused.transcript());
    for part in [
        "`s3`",
        ".terraform/terraform.tfstate",
        "tofu state pull > terraform.tfstate",
    ] {
        assert!(refused.stderr.contains(part), "{}", refused.stderr);
    }
    // What was fetched counts.
    lumi.file("terraform.tfstate", state(2).to_string());
    run(&lumi, &["preview", "--take-over", "--expect-no-changes"]).ok();
    let other = run(&lumi, &["preview", "-s", "prod", "--create"]);
    assert!(
        other.stderr.contains("workspace `default`"),
        "{}",
        other.stderr
    );
}

#[test]
fn only_configurations_have_states_of_terraform() {
    let lumi = Lumi::with_sdk("export const a = 1;\n");
    run(&lumi, &["up", "-y"]).ok();
    let refused = run(&lumi, &["stack", "export", "--terraform"]);
    assert_eq!(refused.code, 2, "{}", refused.transcript());
    assert!(
        refused.stderr.contains("only a configuration in HCL"),
        "{}",
        refused.stderr
    );
}

/// Kills a takeover at one of its writes; false if it has fewer. No object is made a second time afterwards.
fn is_killed_takeover_survived(point: &str) -> bool {
    let lumi = folder();
    lumi.file("main.tf", MAIN.replace("count = 2", "count = 6"));
    lumi.file("terraform.tfstate", state(6).to_string());
    let mut killed = lumi.command(&["preview", "--take-over"]);
    killed
        .env("LUMI_PASSPHRASE", "test")
        .env("LUMI_FAILPOINT", point);
    let is_killed = killed.output().unwrap().status.signal().is_some();
    let next = run(&lumi, &["preview", "--take-over"]);
    assert_eq!(next.code, 0, "{point}: {}", next.transcript());
    assert!(
        next.stdout.contains("6 unchanged"),
        "{point}: {}",
        next.transcript()
    );
    is_killed
}

#[test]
fn a_killed_takeover_takes_all_objects_or_none() {
    let share = TestShare::of_this_run();
    let mut kills = 0;
    for number in 1.. {
        let moments = ["after", "torn"].into_iter().enumerate();
        let mut moments = moments.filter(|(at, _)| share.has(number + at));
        if !moments.all(|(_, moment)| is_killed_takeover_survived(&format!("{moment}:{number}"))) {
            break;
        }
        kills = number;
    }
    assert!(kills > 3, "{kills}");
}
