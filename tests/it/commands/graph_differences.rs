//! `lumi diff --semantic`, with graphs of stacks, of programs and of the world.

use crate::support::lumi::Lumi;

const BEFORE: &str = r#"
import { fs } from "lumi/std";
const page = new fs.File("page", { path: "site/index.html", content: "<h1>Hello</h1>" });
new fs.File("sum", { path: "site/sum.txt", content: page.sha256 });
export const path = page.path;
"#;

/// The same resources in a component, one of them with another name.
const AFTER: &str = r#"
import { ComponentResource } from "lumi";
import { fs } from "lumi/std";
class Site extends ComponentResource {
  constructor(name: string) {
    super("acme:web:Site", name);
    const page = new fs.File("index", { path: "site/index.html", content: "<h1>Hello</h1>" }, { parent: this });
    new fs.File("sum", { path: "site/sum.txt", content: page.sha256 }, { parent: this });
    this.registerOutputs();
  }
}
new Site("site");
export const path = "site/index.html";
"#;

#[test]
pub fn a_program_is_compared_with_what_it_deployed() {
    let lumi = Lumi::program(BEFORE);
    lumi.run(&["up", "-y"]).ok();
    let same = lumi.run(&["diff", "--semantic", "program:", "stack:dev"]);
    insta::assert_snapshot!(same.transcript(), @r"
    $ lumi diff --semantic program: stack:dev
    [exit 0]
    ");
    lumi.file("index.ts", AFTER);
    let moved = lumi.run(&["diff", "--semantic", "stack:dev", "program:index.ts"]);
    insta::assert_snapshot!(moved.transcript(), @r"
    $ lumi diff --semantic stack:dev program:index.ts
    [exit 1]
    --- stdout
    Renamed or moved (4):
      `urn:lumi:dev::demo::index::std:fs:File::page` is now `urn:lumi:dev::demo::index$acme:web:Site::std:fs:File::index` (the same id)
      `urn:lumi:dev::demo::index$acme:web:Site::std:fs:File::index` parent: (none) -> urn:lumi:dev::demo::index::acme:web:Site::site
      `urn:lumi:dev::demo::index$acme:web:Site::std:fs:File::sum` parent: (none) -> urn:lumi:dev::demo::index::acme:web:Site::site
      `urn:lumi:dev::demo::index::acme:web:Site::site` is only in the second
    ");
    // Nothing was deployed by a comparison.
    lumi.file("index.ts", BEFORE);
    lumi.run(&["preview", "--expect-no-changes"]).ok();
}

/// Values that each stack has of its own, what is made of them, and one that the configuration changes.
const TWO_STACKS: &str = r#"
import { Config, getStack, interpolate } from "lumi";
import { fs, random, tls } from "lumi/std";
const size = new Config().get("size") ?? "small";
const id = new random.Id("id", { byteLength: 16 });
const password = new random.Password("password", { length: 20 });
const key = new tls.PrivateKey("key", { algorithm: "ED25519" });
const page = new fs.File("page", { path: `site/${getStack()}/index.html`, content: interpolate`<h1>${id.hex}</h1>` });
new fs.File("env", { path: `site/${getStack()}/env`, content: interpolate`PASSWORD=${password.result}` });
new fs.File("key", { path: `site/${getStack()}/key`, content: key.publicKeyPem });
new fs.File("sum", { path: `site/${getStack()}/sum`, content: page.sha256 });
new fs.File("half", { path: `site/${getStack()}/half`, content: id.hex.then((hex) => btoa(hex)) });
new fs.File("size", { path: `site/${getStack()}/size`, content: interpolate`${id.hex} ${size}` });
export const url = interpolate`https://${getStack()}.example.com/${id.hex}`;
"#;

#[test]
pub fn stacks_of_one_program_differ_in_what_their_configuration_changes() {
    let lumi = Lumi::program(TWO_STACKS);
    lumi.run(&["up", "-y", "--allow-write", "--allow-env"]).ok();
    lumi.run(&[
        "up",
        "-y",
        "-s",
        "prod",
        "--create",
        "-c",
        "size=large",
        "--allow-write",
    ])
    .ok();
    let answer = lumi.run(&["diff", "--semantic", "stack:dev", "stack:prod"]);
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    let mut classes = answer.stdout.split_inclusive("):\n");
    classes.next();
    let meaningful = classes.next().unwrap_or_default();
    let names = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|it| it.starts_with("  "));
        let names = lines.map(|it| it.split("File::").nth(1).unwrap_or(it));
        names
            .map(|it| it.split(':').next().unwrap_or(it).to_owned())
            .collect()
    };
    assert_eq!(
        names(meaningful),
        ["half` inputs `content`", "size` inputs `content`"],
        "{}",
        answer.transcript()
    );
    assert!(meaningful.contains("(it depends on an output that differs)"));
    let derived = classes.next().unwrap_or_default();
    for name in ["page", "env", "key", "sum"] {
        let input = format!("File::{name}` inputs `content`");
        assert!(derived.contains(&input), "{name}: {}", answer.transcript());
    }
    assert!(derived.contains("output `url`"), "{}", answer.transcript());
    assert!(derived.contains("(the same but for the name of the stack)"));
    // Without the change, only what cannot be proved is left.
    lumi.run(&[
        "up",
        "-y",
        "-s",
        "prod",
        "-c",
        "size=small",
        "--allow-write",
    ])
    .ok();
    let answer = lumi.run(&["diff", "--semantic", "stack:dev", "stack:prod"]);
    assert!(
        answer.stdout.starts_with("Meaningful (1):\n"),
        "{}",
        answer.transcript()
    );
}

#[test]
pub fn drift_is_what_differs_between_a_stack_and_the_world() {
    let lumi = Lumi::program(BEFORE);
    lumi.run(&["up", "-y"]).ok();
    lumi.run(&["diff", "--semantic", "stack:dev", "live:dev"])
        .ok();
    lumi.file("site/index.html", "<h1>Changed by hand</h1>");
    let drift = lumi.run(&["diff", "--semantic", "stack:dev", "live:dev"]);
    insta::assert_snapshot!(drift.transcript(), @r#"
    $ lumi diff --semantic stack:dev live:dev
    [exit 1]
    --- stdout
    Meaningful (3):
      `urn:lumi:dev::demo::index::std:fs:File::page` inputs `content`: "<h1>Hello</h1>" -> "<h1>Changed by hand</h1>"
      `urn:lumi:dev::demo::index::std:fs:File::page` outputs `sha256`: "e2c6c0ea7c7900c31f953e48d30d5e839801ab90630d751e7c8426ed5859da47" -> "0c6e49bc1cf5083e4009670e14df79d146a4581f67a32866cd29c1786e021093"
      `urn:lumi:dev::demo::index::std:fs:File::page` outputs `size`: 14 -> 24
    "#);
    // The state is as it was: the next refresh still finds the drift.
    let refreshed = lumi.run(&["refresh", "-y", "--expect-no-changes"]);
    assert_eq!(refreshed.code, 1, "{}", refreshed.transcript());
}

#[test]
pub fn a_comparison_by_meaning_is_a_document() {
    let lumi = Lumi::program(BEFORE);
    lumi.run(&["up", "-y"]).ok();
    lumi.run(&["graph", "--out", "before.json"]).ok();
    lumi.file("index.ts", AFTER);
    let answer = lumi.run(&["diff", "--semantic", "--json", "before.json", "program:"]);
    let document: serde_json::Value = serde_json::from_str(&answer.stdout).unwrap();
    assert_eq!(document["isApproximate"], false);
    assert_eq!(document["counts"]["meaningful"], 0);
    // One is renamed, two have moved, and the component is new.
    assert_eq!(document["counts"]["identity"], 4, "{document:#}");
    let renamed = &document["differences"][0];
    assert_eq!(renamed["matchedBy"], "sameId", "{document:#}");
}

#[test]
pub fn defaults_of_a_provider_are_no_difference_to_a_plan_without_it() {
    let lumi = Lumi::program(AFTER);
    let graph = lumi.run(&["run", "--format", "json"]).ok();
    lumi.file("graph.json", graph);
    lumi.run(&["up", "-y"]).ok();
    for (first, second) in [("graph.json", "program:"), ("stack:dev", "graph.json")] {
        let answer = lumi.run(&["diff", "--semantic", "--json", first, second]);
        assert_eq!(answer.code, 0, "{}", answer.transcript());
        let document: serde_json::Value = serde_json::from_str(&answer.stdout).unwrap();
        assert_eq!(document["counts"]["meaningful"], 0, "{document:#}");
        let found = document["differences"].as_array().unwrap();
        let defaults = found.iter().filter(|it| it["reason"] == "uncheckedDefault");
        // The mode of each file.
        assert_eq!(defaults.count(), 2, "{document:#}");
    }
    // A property that the program of the plan sets is compared as any other.
    let other = AFTER.replace(
        "path: \"site/sum.txt\"",
        "mode: \"0600\", path: \"site/sum.txt\"",
    );
    lumi.file("index.ts", other);
    let graph = lumi.run(&["run", "--format", "json"]).ok();
    lumi.file("graph.json", graph);
    let answer = lumi.run(&["diff", "--semantic", "graph.json", "stack:dev"]);
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    assert!(
        answer.stdout.contains("`mode`: \"0600\" -> \"0644\""),
        "{}",
        answer.stdout
    );
}

#[test]
pub fn files_that_are_not_graphs_are_explained() {
    let lumi = Lumi::program("throw new Error('no');");
    for (args, expected) in [
        (["stack:prod", "stack:dev"], "stack `prod` does not exist"),
        (["live:prod", "stack:dev"], "stack `prod` does not exist"),
        (["program:", "stack:dev"], "error: no"),
        (["program:missing.ts", "stack:dev"], "missing.ts"),
        (["stack:../x", "stack:dev"], "../x"),
        (["pack:index.ts", "stack:dev"], "is not a .lumipack file"),
        (["pack:missing.lumipack", "stack:dev"], "missing.lumipack"),
    ] {
        let answer = lumi.run(&["diff", "--semantic", args[0], args[1]]);
        assert_ne!(answer.code, 0);
        assert!(answer.stderr.contains(expected), "{}", answer.transcript());
    }
}

#[test]
pub fn a_package_is_compared_with_its_program() {
    let lumi = Lumi::program(BEFORE);
    lumi.run(&["pack", "build", "--out", "site.lumipack"]).ok();
    for how in ["--semantic", "--json"] {
        lumi.run(&["diff", how, "program:", "pack:site.lumipack"])
            .ok();
    }
    // The ids that `std` knows in advance do not make its resources ones that are only read.
    for source in ["program:", "pack:site.lumipack"] {
        let program = lumi.run(&["infer", source]).ok();
        assert_eq!(program.matches("new fs.File(").count(), 2, "{program}");
    }
    lumi.file("index.ts", AFTER);
    let said = lumi.run(&["diff", "--semantic", "program:", "pack:site.lumipack"]);
    assert_eq!(said.code, 1, "{}", said.transcript());
}

/// A mistyped name must not overwrite a program.
#[test]
pub fn a_picture_of_a_run_has_the_name_of_one() {
    let lumi = Lumi::program(BEFORE);
    let said = lumi.run(&["preview", "--graph", "index.ts"]);
    assert_eq!(said.code, 2, "{}", said.transcript());
    assert_eq!(lumi.read("index.ts"), BEFORE);
}
