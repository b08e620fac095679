//! A deployment does not evaluate its program again if its plan has no changes, or changes nothing that the program uses.
//! It shows and writes what it would if it did.

use std::fmt::Write as _;

use crate::random_graphs::chance::Chance;
use crate::support::lumi::{Answer, Lumi, without_times};

/// The number of random programs; `LUMI_IDLE_RUNS` overrides it for a long run.
const CASES: u64 = 3;
const FILES: usize = 6;

/// A program with the same objects for each seed. What differs between two versions is only recorded: positions,
/// dependencies, and outputs of components and of the stack.
fn program(chance: &mut Chance) -> String {
    changed_program(chance, None)
}

/// The program with another content of one file.
fn changed_program(chance: &mut Chance, changed: Option<usize>) -> String {
    let mut text = String::from(
        r#"import { ComponentResource, log, secret } from "lumi";
import { fs } from "lumi/std";
import { appendFileSync } from "node:fs";
appendFileSync("evaluations", ".");
class Group extends ComponentResource {
  constructor(name: string, size: unknown) {
    super("demo:index:Group", name);
    this.registerOutputs({ size });
  }
}
"#,
    );
    let _ = writeln!(text, "const g = new Group(\"g\", {});", chance.below(3));
    for index in 0..FILES {
        if chance.one_in(3) {
            text.push_str("// A comment.\n");
        }
        let mut options = Vec::new();
        if index > 0 && chance.one_in(2) {
            options.push(format!("dependsOn: [f{}]", chance.below(index)));
        }
        if index % 2 == 0 {
            options.push("parent: g".to_owned());
        }
        let content = match changed {
            Some(it) if it == index => "changed",
            _ => "as ever",
        };
        let _ = writeln!(
            text,
            "const f{index} = new fs.File(\"f{index}\", {{ path: \"out/{index}\", content: \"{content}\" }}, {{ {} }});",
            options.join(", ")
        );
    }
    let _ = writeln!(text, "console.log(\"seen\", {});", chance.below(9));
    if chance.one_in(3) {
        text.push_str("log.warn(\"take care\");\n");
    }
    let _ = writeln!(text, "export const count = {};", chance.below(3));
    if chance.one_in(3) {
        let _ = writeln!(
            text,
            "export const token = secret(\"hunter{}\");",
            chance.below(3)
        );
    }
    let _ = writeln!(text, "export const path = f{}.path;", chance.below(FILES));
    text
}

fn run(lumi: &Lumi, line: &str) -> Answer {
    let mut args: Vec<&str> = line.split(' ').collect();
    if args[0] == "up" {
        args.push("--allow-write");
    }
    lumi.run_with_passphrase("test", &args)
}

/// A text without its moments, such as `2026-11-21T10:00:00.5Z`.
fn without_moments(text: &str) -> String {
    let is_moment = |it: &str| chrono::DateTime::parse_from_rfc3339(it).is_ok();
    let parts = text.split('"');
    let parts = parts.map(|it| if is_moment(it) { "[time]" } else { it });
    parts.collect::<Vec<_>>().join("\"")
}

/// All that a user can see of a stack. Objects are numbered in the order in which they were made, which is chance.
fn stack(lumi: &Lumi) -> Vec<String> {
    let mut all = String::new();
    for line in [
        "stack export --show-secrets",
        "stack history",
        "stack output --json",
    ] {
        all += &run(lumi, line).ok();
    }
    let text = without_times(&without_moments(&all));
    let without_serial = |line: &str| match line.split_once("\"order\":") {
        Some((_, rest)) => rest.trim_end_matches(',').to_owned(),
        None => line.to_owned(),
    };
    let mut lines: Vec<String> = text.lines().map(without_serial).collect();
    lines.sort_unstable();
    lines
}

fn evaluations(lumi: &Lumi) -> usize {
    lumi.read("evaluations").len()
}

/// Deploys both versions with a plan and without one.
fn is_the_same_without_a_plan(first: &str, second: &str) {
    let twins = [
        (Lumi::program(first), "up -y"),
        (Lumi::program(first), "up --skip-preview"),
    ];
    let mut seen = Vec::new();
    for (lumi, line) in &twins {
        run(lumi, "up -y").ok();
        lumi.file("index.ts", second);
        lumi.file("evaluations", "");
        let answer = run(lumi, line);
        assert_eq!(answer.code, 0, "{}", answer.transcript());
        assert_eq!(evaluations(lumi), 1, "{}", answer.transcript());
        let said = [without_times(&answer.stdout), without_times(&answer.stderr)];
        let events = run(lumi, &format!("{line} --json")).ok();
        let events = events.matches("\"type\"").count();
        seen.push((said, stack(lumi), events));
    }
    assert_eq!(seen[0], seen[1], "{first}\n{second}");
}

#[test]
fn a_plan_without_changes_is_deployed_without_another_evaluation() {
    let cases = std::env::var("LUMI_IDLE_RUNS");
    let cases = cases.ok().and_then(|it| it.parse().ok()).unwrap_or(CASES);
    for seed in 0..cases {
        let mut chance = Chance::new(seed + 1);
        let (first, second) = (program(&mut chance), program(&mut chance));
        is_the_same_without_a_plan(&first, &second);
    }
}

/// The lines of a run, in any order: steps end when they end.
fn lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = without_times(text).lines().map(str::to_owned).collect();
    lines.sort_unstable();
    lines
}

#[test]
fn a_change_that_the_program_does_not_use_is_deployed_without_another_evaluation() {
    for seed in 0..CASES {
        let mut chance = Chance::new(seed + 100);
        let first = program(&mut chance);
        let changed = chance.below(FILES);
        let second = changed_program(&mut chance, Some(changed));
        let is_used = second.contains(&format!("f{changed}.path"));
        let mut seen = Vec::new();
        for line in ["up -y", "up --skip-preview"] {
            let lumi = Lumi::program(&first);
            run(&lumi, "up -y").ok();
            lumi.file("index.ts", &second);
            lumi.file("evaluations", "");
            let answer = run(&lumi, line);
            assert_eq!(answer.code, 0, "{}", answer.transcript());
            let expected = 1 + usize::from(is_used && line == "up -y");
            assert_eq!(evaluations(&lumi), expected, "{}", answer.transcript());
            assert_eq!(lumi.read(&format!("out/{changed}")), "changed");
            seen.push((lines(&answer.stdout), lines(&answer.stderr), stack(&lumi)));
        }
        assert_eq!(seen[0], seen[1], "{first}\n{second}");
    }
}

/// A deployment may give an output another value than its plan.
#[test]
fn dependents_of_a_change_are_evaluated_again() {
    let head = "import { fs } from \"lumi/std\";\nimport { appendFileSync } from \"node:fs\";\nappendFileSync(\"evaluations\", \".\");\n";
    let uses = [
        "f.path.then((path) => console.log(\"deployed\", path));",
        "export const id = f.id;\nconsole.log(\"deployed\");",
        "new fs.File(\"g\", { path: \"out/g\", content: f.path });\nconsole.log(\"deployed\");",
    ];
    for text in uses {
        let of = |content: &str| {
            format!(
                "{head}const f = new fs.File(\"f\", {{ path: \"out/f\", content: \"{content}\" }});\n{text}\n"
            )
        };
        let lumi = Lumi::program(&of("1"));
        run(&lumi, "up -y").ok();
        lumi.file("index.ts", of("2"));
        lumi.file("evaluations", "");
        let answer = run(&lumi, "up -y");
        assert!(
            answer.stderr.contains("deployed"),
            "{}",
            answer.transcript()
        );
        assert_eq!(evaluations(&lumi), 2, "{}", answer.transcript());
    }
}

/// A program that knows that it is only planned, and resources that are read or managed by the program, are evaluated
/// for the deployment, too.
#[test]
fn values_unknown_to_a_plan_are_evaluated_again() {
    let file = "import { fs } from \"lumi/std\";\nimport { appendFileSync } from \"node:fs\";\nappendFileSync(\"evaluations\", \".\");\nconst f = new fs.File(\"f\", { path: \"out/f\", content: \"f\" });\n";
    let asks = format!(
        "import {{ isDryRun }} from \"lumi\";\n{file}if (!isDryRun()) console.log(\"deployed\");\n"
    );
    let asks_and_exits = format!("{asks}f.id.then(() => process.exit(0));\n");
    let worker = "import { isDryRun } from \"lumi\"; if (!isDryRun()) console.log(\"deployed\"); process.exit(0);";
    let asks_in_a_worker = format!(
        "import {{ Worker }} from \"node:worker_threads\";\n{file}\
         const worker = new Worker(new URL(\"data:text/javascript,{}\"));\n\
         await new Promise((done) => worker.on(\"exit\", done));\n",
        worker.replace('"', "%22")
    );
    let reads = format!("{file}fs.File.get(\"r\", \"Lumi.yaml\");\n");
    for text in [asks, asks_and_exits, asks_in_a_worker, reads] {
        let lumi = Lumi::program(&text);
        run(&lumi, "up -y").ok();
        lumi.file("evaluations", "");
        let answer = run(&lumi, "up -y");
        let has_asked = text.contains("isDryRun");
        assert_eq!(
            answer.stderr.contains("deployed"),
            has_asked,
            "{}",
            answer.transcript()
        );
        assert_eq!(evaluations(&lumi), 2, "{}", answer.transcript());
    }
}
