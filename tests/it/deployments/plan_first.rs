//! Deployments plan before they change anything, with or without a confirmation.

use std::fs;

use crate::support::lumi::{Answer, Lumi, without_times};

const FILES: &str = r#"
import { fs } from "lumi/std";
new fs.File("a", { path: "out/a.txt", content: "a" });
new fs.File("b", { path: "out/b.txt", content: "b" }, { protect: true });
new fs.File("c", { path: "out/c.txt", content: "c" }, { protect: true });
"#;

/// Runs a command line.
pub fn run(lumi: &Lumi, line: &str) -> Answer {
    lumi.run(&line.split(' ').collect::<Vec<_>>())
}

/// Files in `out/`.
pub fn made(lumi: &Lumi) -> Vec<String> {
    let Ok(entries) = fs::read_dir(lumi.folder().join("out")) else {
        return Vec::new();
    };
    let names = entries.map(|it| it.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort_unstable();
    names
}

#[test]
pub fn protected_resources_stop_a_destroy_before_the_first_delete() {
    let lumi = Lumi::program(FILES);
    run(&lumi, "up -y").ok();
    let answer = run(&lumi, "destroy -y");
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    assert_eq!(made(&lumi), ["a.txt", "b.txt", "c.txt"]);
    for name in ["\"b\"", "\"c\""] {
        assert!(answer.stderr.contains(name), "{}", answer.transcript());
    }
    let way = "lumi state unprotect";
    let said = answer.stderr.matches(way).count() + answer.stdout.matches(way).count();
    assert_eq!(said, 1, "{}", answer.transcript());
    // A resource removed from the program is protected as well.
    lumi.file("index.ts", "import \"lumi\";\n");
    assert_eq!(run(&lumi, "up -y").code, 1);
    assert_eq!(made(&lumi), ["a.txt", "b.txt", "c.txt"]);
    assert_eq!(run(&lumi, "destroy --skip-preview").code, 1);
    assert_eq!(made(&lumi), ["b.txt", "c.txt"]);
}

#[test]
pub fn a_program_that_throws_deploys_nothing() {
    let lumi = Lumi::program(&format!(
        "{FILES}\nconsole.log('on the way');\nthrow new Error('late');\n"
    ));
    let answer = run(&lumi, "up -y");
    assert_eq!(answer.code, 1);
    assert!(answer.stderr.contains("late"), "{}", answer.transcript());
    assert_eq!(answer.stderr.matches("on the way").count(), 1);
    assert!(
        answer.stderr.contains("nothing was done"),
        "{}",
        answer.transcript()
    );
    assert!(made(&lumi).is_empty());
    assert_eq!(run(&lumi, "up --skip-preview").code, 1);
    assert_eq!(made(&lumi).len(), 3);
}

#[test]
pub fn a_plan_without_errors_is_not_shown_with_yes() {
    let lumi = Lumi::program(&format!("{FILES}\nconsole.log('on the way');\n"));
    let answer = run(&lumi, "up -y");
    assert_eq!(answer.stderr.matches("on the way").count(), 1);
    assert!(!answer.stdout.contains("Plan"), "{}", answer.transcript());
    let events = run(&lumi, "up -y --json").ok();
    assert_eq!(
        events.matches("\"type\":\"started\"").count(),
        1,
        "{events}"
    );
}

/// The program is not evaluated again if its plan settles all goals; its output has the same place.
#[test]
pub fn output_of_the_program_comes_after_the_heading() {
    let lumi = Lumi::program(
        "import { fs } from \"lumi/std\";\nconsole.log('on the way');\n\
         new fs.File('a', { path: 'out/a.txt', content: 'a' });\n",
    );
    let settled = run(&lumi, "up -y").stderr;
    run(&lumi, "destroy -y").ok();
    let evaluated = run(&lumi, "up --skip-preview").stderr;
    insta::assert_snapshot!(without_times(&settled), @r#"
    Updating stack dev of demo
    on the way
    +  std:fs:File "a"  creating
    +  std:fs:File "a"  created ([time] s)
    "#);
    assert_eq!(without_times(&settled), without_times(&evaluated));
}

#[test]
pub fn every_deployment_can_be_a_dry_run() {
    let lumi = Lumi::program(FILES);
    let plan = run(&lumi, "up -n").ok();
    assert!(plan.contains("Plan: +3 to create"), "{plan}");
    assert!(made(&lumi).is_empty());
    lumi.file("other.txt", "x");
    run(&lumi, "import std:fs:File other other.txt -n").ok();
    assert_eq!(run(&lumi, "stack ls").ok(), "");
    run(&lumi, "up -y").ok();
    run(&lumi, "refresh --dry-run").ok();
    lumi.file("index.ts", FILES.replace("true", "false"));
    run(&lumi, "up -y").ok();
    let plan = run(&lumi, "destroy --dry-run").ok();
    assert!(plan.contains("-3 to delete"), "{plan}");
    let answer = run(&lumi, "destroy -y -n");
    let note = "note: --dry-run takes precedence over --yes";
    assert!(answer.stderr.contains(note), "{}", answer.transcript());
    assert!(answer.ok().contains("-3 to delete"));
    assert_eq!(made(&lumi).len(), 3);
}

/// Nothing is done if the journal cannot be written.
#[test]
pub fn nothing_is_done_that_cannot_be_written_down() {
    let lumi = Lumi::program(FILES);
    run(&lumi, "stack init dev").ok();
    fs::create_dir_all(
        lumi.folder()
            .join(".lumi/stacks/demo/dev/journal/in the way"),
    )
    .unwrap();
    for line in ["up -y", "up --skip-preview"] {
        let answer = run(&lumi, line);
        assert_ne!(answer.code, 0, "{}", answer.transcript());
        assert!(made(&lumi).is_empty(), "{}", answer.transcript());
    }
}

/// The key of a stack is required as soon as the program has a secret, whatever the state contains.
#[test]
pub fn a_missing_passphrase_is_found_before_anything_is_made() {
    let lumi = Lumi::program(
        r#"
import { exec, random } from "lumi/std";
new random.Password("p", { length: 8 });
new exec.Command("c", { create: "echo made >> made.log" });
"#,
    );
    let with = |line: &str| {
        let args: Vec<&str> = line.split(' ').collect();
        let mut command = lumi.command(&args);
        command.env("LUMI_PASSPHRASE", "abc");
        Answer::of(command.output().unwrap(), &args, lumi.folder())
    };
    with("up -y").ok();
    with("destroy -y").ok();
    fs::remove_file(lumi.folder().join("made.log")).unwrap();
    for line in ["up -y", "up --skip-preview"] {
        let answer = run(&lumi, line);
        assert_eq!(answer.code, 2, "{}", answer.transcript());
        assert!(
            answer.stderr.contains("LUMI_PASSPHRASE"),
            "{}",
            answer.transcript()
        );
        assert!(!lumi.folder().join("made.log").exists());
    }
    assert_eq!(run(&lumi, "stack pending").ok(), "");
    with("up -y").ok();
    assert_eq!(lumi.read("made.log"), "made\n");
}

/// A read of an object that the plan creates is unknown, not an error.
#[test]
pub fn an_object_that_is_read_may_be_created_first() {
    let lumi = Lumi::program(
        r#"
import { exec, fs } from "lumi/std";
const made = new exec.Command("made", { create: "echo 1 > made.txt" });
const seen = fs.File.get("seen", "made.txt", { dependsOn: [made] });
const copy = new fs.File("copy", { path: "out/copy.txt", content: seen.sha256 });
"#,
    );
    run(&lumi, "up -y").ok();
    assert_eq!(made(&lumi), ["copy.txt"]);
    run(&lumi, "up -y --expect-no-changes").ok();
}

#[test]
pub fn a_mistyped_stack_is_not_created() {
    let lumi = Lumi::program(FILES);
    lumi.file("Lumi.prod.yaml", "config: {}\n");
    for line in [
        "up -y -s prdo",
        "deploy prdo -y",
        "destroy -y -s prdo",
        "up --skip-preview -s prdo",
        "refresh -y -s prdo",
        "preview -s prdo",
        "preview -s prdo --refresh --json",
        "preview --destroy -s prdo",
        "up -n -s prdo",
        "deploy prdo -n",
    ] {
        let answer = run(&lumi, line);
        assert_eq!(answer.code, 2, "{}", answer.transcript());
        assert!(
            answer.stderr.contains("stack `prdo` does not exist"),
            "{}",
            answer.transcript()
        );
        assert!(
            answer.stderr.contains("did you mean `prod`?"),
            "{}",
            answer.transcript()
        );
        assert!(
            answer.stderr.contains("--create"),
            "{}",
            answer.transcript()
        );
    }
    for line in [
        "preview -s prdo --create",
        "deploy prdo -n --create",
        "preview",
        "preview -s prod",
    ] {
        let plan = run(&lumi, line).ok();
        assert!(plan.contains("Plan: +3 to create"), "{plan}");
    }
    // A failed program leaves no stack, either.
    lumi.file("bad.ts", "throw new Error('no');\n");
    for line in ["up -y bad.ts", "up -y -s prdo --create bad.ts", "up"] {
        assert_ne!(run(&lumi, line).code, 0);
    }
    assert_eq!(
        run(&lumi, "stack ls").ok(),
        "  prod  (not deployed, only configured)\n"
    );
    assert!(made(&lumi).is_empty());
    run(&lumi, "up -y -s prdo --create").ok();
    // Its configuration shows that the stack is intended.
    lumi.file("index.ts", FILES.replace("out/", "out/prod-"));
    run(&lumi, "up -y -s prod").ok();
    let stacks = run(&lumi, "stack ls").ok();
    let names = stacks.lines().map(|it| it.split_whitespace().next());
    let names: Vec<_> = names.map(Option::unwrap).collect();
    assert_eq!(names, ["prdo", "prod"], "{stacks}");
    assert_eq!(made(&lumi).len(), 6);
}

/// A deployment's `-c` is saved for the next one; a plan saves nothing.
#[test]
pub fn configuration_of_a_deployment_is_kept() {
    let lumi = Lumi::program(
        r#"
import { Config } from "lumi";
import { fs } from "lumi/std";
for (const key of ["size", "token"]) {
  const value = new Config().get(key);
  if (value !== undefined) new fs.File(key, { path: `out/${key}.txt`, content: value });
}
"#,
    );
    lumi.file(
        "Lumi.dev.yaml",
        "config:\n  # how large\n  other: 1\n  token: { secret: first }\n",
    );
    run(&lumi, "preview -c size=17").ok();
    assert!(!lumi.read("Lumi.dev.yaml").contains("17"));
    run(&lumi, "up -y -c size=17 -c token=hunter2").ok();
    let text = lumi.read("Lumi.dev.yaml");
    assert!(
        text.contains("size: 17") || text.contains("size: \"17\""),
        "{text}"
    );
    assert!(text.contains("# how large"), "{text}");
    assert!(!text.contains("hunter2"), "{text}");
    assert_eq!(run(&lumi, "config get token").ok(), "hunter2\n");
    run(&lumi, "up -y --expect-no-changes").ok();
    assert_eq!(made(&lumi), ["size.txt", "token.txt"]);
}

/// An unknown name is reported before the missing one that it causes.
#[test]
pub fn the_cause_comes_first() {
    let lumi = Lumi::program(
        "import { fs } from \"lumi/std\";\nnew fs.File(\"a\", { path: \"a\", contents: \"a\" } as any);\n",
    );
    let answer = run(&lumi, "up -y");
    let (unknown, missing) = (
        answer.stderr.find("unknown property `contents`"),
        answer.stderr.find("is missing"),
    );
    assert!(unknown.is_some(), "{}", answer.transcript());
    assert!(
        missing.is_none() || unknown < missing,
        "{}",
        answer.transcript()
    );
}

/// The length of a secret is secret.
#[test]
pub fn facts_about_a_secret_content_are_secret() {
    let lumi = Lumi::program(
        r#"
import { fs, random } from "lumi/std";
const password = new random.Password("p", { length: 13 });
export const { size, sha256 } = new fs.File("f", { path: "out/f.txt", content: password.result });
const inputs = [password.result, "b"];
export const chosen = new random.Shuffle("s", { inputs, resultCount: 1, seed: 1 }).result;
"#,
    );
    let text = run(&lumi, "up -y").ok();
    for name in ["size", "sha256", "chosen"] {
        assert!(text.contains(&format!("{name}: [secret]")), "{text}");
    }
    run(&lumi, "up -y --expect-no-changes").ok();
    run(&lumi, "refresh -y").ok();
    let state = run(&lumi, "stack export").ok();
    let state: serde_json::Value = serde_json::from_str(&state).unwrap();
    let resources = state["resources"].as_array().unwrap();
    let file = resources
        .iter()
        .find(|it| it["urn"].as_str().unwrap().contains("std:fs:File"));
    let size = &file.unwrap()["outputs"]["size"];
    assert!(size.is_object(), "{size}");
}

/// The output for a pull request: no secrets, and deterministic.
#[test]
pub fn a_plan_is_shown_as_markdown() {
    let lumi = Lumi::program(
        r#"
import { secret } from "lumi";
import { fs, random } from "lumi/std";
const id = new random.Id("an|id `1`", { byteLength: 4 });
new fs.File("a", { path: "out/a.txt", content: id.hex });
new fs.File("b", { path: "out/b.txt", content: secret("hunter2 ".repeat(100)) });
new fs.File("c", { path: "out/c.txt", content: "long ".repeat(100) });
export const path = "out";
"#,
    );
    let plan = run(&lumi, "preview --markdown --save plan.json").ok();
    assert!(!plan.contains("hunter"), "{plan}");
    assert!(lumi.folder().join("plan.json").exists());
    assert_eq!(plan, run(&lumi, "preview --markdown").ok());
    insta::assert_snapshot!(plan);
    run(&lumi, "up -y").ok();
    assert_eq!(
        run(&lumi, "preview --markdown").ok(),
        "### Plan for stack `dev` of `demo`\n\n**Plan: no changes, 4 unchanged**\n"
    );
    lumi.file("index.ts", "throw new Error('no');");
    let failed = run(&lumi, "preview --markdown");
    assert_eq!(failed.code, 1);
    assert!(
        failed.stdout.contains("**Failed: no plan was made**"),
        "{}",
        failed.transcript()
    );
}
