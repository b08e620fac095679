//! Copies of a project that have the file of a stack, and not its state.

use crate::support::lumi::{Answer, Lumi};

const PROGRAM: &str = "import { Config } from \"lumi\";
import { fs, random } from \"lumi/std\";
new random.Password(\"password\", { length: 12 });
new fs.File(\"made\", { path: \"out/made\", content: new Config().get(\"text\") ?? \"x\" });
";

fn run(lumi: &Lumi, line: &str) -> Answer {
    let args: Vec<&str> = line.split(' ').collect();
    lumi.run_with_passphrase("sesame", &args)
}

/// Whether the file of the stack records that it is deployed.
fn record(lumi: &Lumi) -> bool {
    lumi.read("Lumi.dev.yaml").contains("\ndeployed: true\n")
}

fn is_refused(answer: &Answer) {
    assert_eq!(answer.code, 2, "{}", answer.transcript());
    for part in [
        "the stack `dev` has no state in ",
        "although Lumi.dev.yaml says that it is deployed",
        "LUMI_BACKEND",
        "lumi stack migrate",
        "--new-state",
    ] {
        assert!(answer.stderr.contains(part), "{}", answer.transcript());
    }
}

#[test]
fn a_copy_without_the_state_is_not_deployed_a_second_time() {
    let lumi = Lumi::program(PROGRAM);
    run(&lumi, "up -y").ok();
    assert!(record(&lumi), "{}", lumi.read("Lumi.dev.yaml"));
    run(&lumi, "preview --expect-no-changes").ok();
    let clone = lumi.cloned();
    for line in [
        "preview",
        "preview --refresh",
        "preview --create",
        "preview --destroy",
        "up -y",
        "up -y --create",
        "up -n",
        "up --skip-preview",
        "deploy dev -y",
        "destroy -y",
        "refresh -y",
        "import std:fs:File made out/made -y",
        "diff live:dev stack:dev",
        "stack init dev",
    ] {
        is_refused(&run(&clone, line));
    }
    assert!(!clone.folder().join("out").exists());
    let plan = run(&clone, "preview --new-state").ok();
    assert!(plan.contains("Plan: +2 to create"), "{plan}");
    run(&clone, "up -y --new-state").ok();
    run(&clone, "up -y --expect-no-changes").ok();
    // The state may be there later on, too.
    let elsewhere = lumi.cloned();
    let backend = format!("file://{}/.lumi", lumi.folder().display());
    let mut command = elsewhere.command(&["preview", "--expect-no-changes", "-P"]);
    command
        .env("LUMI_BACKEND", backend)
        .env("LUMI_PASSPHRASE", "sesame");
    let plan = Answer::of(command.output().unwrap(), &["preview"], elsewhere.folder());
    plan.ok();
}

/// Keys are there before the first deployment, and after the last one.
#[test]
fn a_stack_that_is_only_configured_is_deployed_anywhere() {
    let lumi = Lumi::program(PROGRAM);
    run(&lumi, "config set token hunter2 --secret").ok();
    run(&lumi, "config set token hunter2 --secret --create -s prod").ok();
    for line in ["up -y", "up -y -s prod"] {
        let clone = lumi.cloned();
        run(&clone, &line.replace("up -y", "preview")).ok();
        run(&clone, line).ok();
    }
    // A stack that is there and has nothing.
    run(&lumi, "stack init dev").ok();
    run(&lumi, "up -y").ok();
    assert!(record(&lumi));
    run(&lumi, "destroy -y").ok();
    assert!(!record(&lumi));
    run(&lumi.cloned(), "up -y").ok();
    run(&lumi, "up -y").ok();
    assert!(record(&lumi));
    run(&lumi, "stack rm dev --force -y").ok();
    assert!(!record(&lumi));
    std::fs::remove_dir_all(lumi.folder().join("out")).unwrap();
    run(&lumi, "up -y").ok();
}

/// A state in the folder of the project may be one for each developer, who share the configuration.
#[test]
fn configuration_without_a_key_is_shared_by_stacks_of_several_people() {
    let lumi = Lumi::program(
        "import { fs } from \"lumi/std\";\nnew fs.File(\"f\", { path: \"out/f\", content: \"x\" });\n",
    );
    let file = "config:\n  size: 3\n";
    lumi.file("Lumi.dev.yaml", file);
    run(&lumi, "up -y").ok();
    assert_eq!(lumi.read("Lumi.dev.yaml"), file);
    run(&lumi, "destroy -y").ok();
    // A backend for all has one stack for all.
    lumi.file("Lumi.yaml", "name: demo\nbackend: file:./state\n");
    run(&lumi, "up -y").ok();
    assert_eq!(
        lumi.read("Lumi.dev.yaml"),
        format!("{file}deployed: true\n")
    );
    let clone = lumi.cloned();
    clone.file("Lumi.yaml", "name: demo\n");
    is_refused(&run(&clone, "up -y"));
    run(&lumi, "destroy -y").ok();
    assert_eq!(lumi.read("Lumi.dev.yaml"), file);
}

#[test]
fn the_record_goes_with_a_stack_that_moves() {
    let lumi = Lumi::program(PROGRAM);
    run(&lumi, "up -y").ok();
    run(&lumi, "stack rename dev prod -y").ok();
    let file = lumi.read("Lumi.prod.yaml");
    assert!(file.contains("deployed: true"), "{file}");
    run(&lumi, "preview -s prod --expect-no-changes").ok();
    let answer = run(&lumi.cloned(), "up -y -s prod");
    assert_eq!(answer.code, 2, "{}", answer.transcript());
    let url = format!("file://{}/shared", lumi.folder().display());
    run(&lumi, &format!("stack migrate -s prod {url} -y")).ok();
    // The backend is in Lumi.yaml from then on.
    run(&lumi.cloned(), "preview -s prod --expect-no-changes -P").ok();
    let exported = run(&lumi, "stack export -s prod --show-secrets").ok();
    let clone = lumi.cloned();
    clone.file("Lumi.yaml", "name: demo\n");
    clone.file("state.json", exported);
    run(&clone, "stack import -s prod state.json").ok();
    run(&clone, "preview -s prod --expect-no-changes").ok();
}
