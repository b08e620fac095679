//! `lumi infer`: programs from graphs, which give the same graphs.

use std::fs;
use std::path::Path;

use lumi::graph::{Graph, Secrets};
use serde_json::Value;

use crate::documents::examples::EXAMPLES;
use crate::random_graphs::random_graph;
use crate::support::lumi::{Lumi, tool};
use crate::support::peers::node_packages;

/// The number of random graphs; `LUMI_INFERENCE_CASES` overrides it for a long run.
const CASES: u64 = 12;

/// Infers the program of `graph.json`, runs it, and returns what differs in a way that means something.
fn differences(lumi: &Lumi, name: &str, values: impl Fn(&str) -> String) -> Option<String> {
    let made = lumi
        .run(&["infer", "graph.json", "-o", "index.ts", "--force", "--json"])
        .ok();
    let made: Value = serde_json::from_str(&made).unwrap();
    assert_eq!(made["program"], lumi.read("index.ts"));
    let keys = made["configuration"].as_array().unwrap();
    let config: Vec<String> = keys
        .iter()
        .map(|it| it["key"].as_str().unwrap())
        .map(|key| format!("{key}={}", values(key)))
        .collect();
    let mut arguments = vec!["run", "--format", "json", "--show-secrets"];
    arguments.extend(config.iter().flat_map(|it| ["-c", it]));
    let ran = lumi.run(&arguments);
    if ran.code != 0 {
        return Some(format!("{name}: {}\n{}", ran.stderr, lumi.read("index.ts")));
    }
    lumi.file("again.json", ran.ok());
    let compared = lumi.run(&["diff", "--semantic", "graph.json", "again.json"]);
    (compared.code != 0).then(|| format!("{name}: {}\n{}", compared.stdout, lumi.read("index.ts")))
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).unwrap()),
        }
    }
}

#[test]
fn the_program_of_each_example_gives_the_same_graph() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut wrong = Vec::new();
    for example in EXAMPLES {
        let lumi = Lumi::new();
        copy(&root.join(example), lumi.folder());
        let graph = lumi.run(&["run", "--format", "json"]).ok();
        lumi.file("graph.json", &graph);
        let project = Graph::from_json(&graph).unwrap().project;
        lumi.file("Lumi.yaml", format!("name: {project}\n"));
        wrong.extend(differences(&lumi, example, |_| "any".to_owned()));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn the_program_of_a_random_graph_gives_the_same_graph() {
    let cases = std::env::var("LUMI_INFERENCE_CASES");
    let cases = cases.map_or(CASES, |it| it.parse().unwrap());
    let mut wrong = Vec::new();
    for seed in 0..cases {
        let graph = random_graph(seed);
        graph.validate().unwrap();
        let lumi = Lumi::new();
        lumi.file("Lumi.yaml", "name: random\n");
        let json = serde_json::to_string(&graph.serializable(Secrets::Shown)).unwrap();
        lumi.file("graph.json", json);
        let program = lumi::inference::infer(&graph, &()).unwrap();
        let value = |key: &str| {
            let found = program.configured.iter().find(|it| it.key == key);
            let found = found.and_then(|it| it.value.clone());
            found.unwrap_or_else(|| "any".to_owned())
        };
        wrong.extend(differences(&lumi, &format!("seed {seed}"), value));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Formats with the rules of this repository.
#[test]
fn inferred_programs_are_formatted() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    if node_packages("typescript").is_none() {
        return;
    }
    let lumi = Lumi::new();
    let mut files = Vec::new();
    for seed in 0..40 {
        let program = lumi::inference::infer(&random_graph(seed), &()).unwrap();
        let name = format!("{seed}.ts");
        files.push(lumi.file(&name, program.text));
    }
    let output = tool("node")
        .arg(root.join("tools/typescript/formatted.mjs"))
        .args(&files)
        .current_dir(root)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}

const STACK: &str = r#"
import { ComponentResource, Config, interpolate } from "lumi";
import { fs, random } from "lumi/std";

const pet = new random.Pet("pet", { length: 3 });
const password = new random.Password("password", { length: 20 });
const group = new ComponentResource("acme:files:Group", "group");
for (const name of ["a", "b", "c"]) {
  new fs.File(name, { path: `out/${name}`, content: interpolate`${pet.result} of ${name}` }, { parent: group });
}
new fs.File("login", { path: "out/login", content: interpolate`pw=${password.result}`, mode: "0600" });
new fs.File("token", { path: "out/token", content: new Config().requireSecret("token") });
export const name = pet.result;
"#;

#[test]
fn the_program_of_a_stack_changes_nothing() {
    let lumi = Lumi::program(STACK);
    lumi.run(&["up", "-y", "-c", "token=hunter2hunter2"]).ok();
    fs::remove_file(lumi.folder().join("Lumi.dev.yaml")).ok();
    let said = lumi.run(&[
        "infer",
        "stack:dev",
        "--set-secrets",
        "-o",
        "index.ts",
        "--force",
    ]);
    assert_eq!(said.code, 0, "{}", said.transcript());
    let said = said.stderr;
    assert!(said.contains("set 2 secrets in Lumi.dev.yaml"), "{said}");
    let program = lumi.read("index.ts");
    assert!(!program.contains("hunter2"), "{program}");
    for part in [
        // What is around the output may be a secret, too.
        "`${config.requireSecret(\"login-content\")}${password.result}`",
        "parent: group",
        "config.requireSecret(\"token-content\")",
    ] {
        assert!(program.contains(part), "{part} is missing:\n{program}");
    }
    let preview = lumi.run(&["preview", "--detailed-exitcode"]);
    assert_eq!(preview.code, 0, "{}\n{program}", preview.transcript());
}

#[test]
fn a_file_that_exists_is_kept() {
    let lumi = Lumi::program("export const a = 1;\n");
    let graph = lumi.run(&["run", "--format", "json"]).ok();
    lumi.file("graph.json", graph);
    insta::assert_snapshot!(lumi.seen(&["infer", "graph.json", "-o", "index.ts"]), @r"
    $ lumi infer graph.json -o index.ts
    error: index.ts exists already; nothing was done
    help: give another file with --out, or --force
    [exit 2]
    ");
    assert_eq!(
        lumi.run(&["infer", "graph.json"]).ok(),
        "export const a = 1;\n"
    );
}

const ROOT: &str = r#"{ "urn": "urn:lumi:dev::web::index::acme:a:A::r", "type": "acme:a:A", "name": "r", "custom": true, "inputs": {}, "outputs": {} }"#;

#[test]
fn graphs_that_no_program_has_are_refused() {
    let lumi = Lumi::new();
    let vertex = |name: &str, parent: &str| {
        format!(
            r#"{{ "urn": "urn:lumi:dev::web::index::acme:a:A::{name}", "type": "acme:a:A", "name": "{name}",
               "custom": true, "inputs": {{}}, "outputs": {{}}, "parent": "urn:lumi:dev::web::index::acme:a:A::{parent}" }}"#
        )
    };
    let graph = |version: u32, vertices: &str| {
        format!(
            r#"{{ "lumigl": {version}, "kind": "plan", "stack": "dev", "project": "web", "complete": true,
               "vertices": [{vertices}], "edges": [], "outputs": {{}} }}"#
        )
    };
    let cycle = [vertex("a", "b"), vertex("b", "a")].join(",");
    let cases = [
        (
            "cycle.json",
            graph(1, &cycle),
            "depend on each other in a loop",
        ),
        (
            "orphan.json",
            graph(1, &vertex("a", "x")),
            "which is not in the graph",
        ),
        ("version.json", graph(2, ""), "LumiGL version 2"),
        (
            "corrupt.json",
            graph(1, "")[..60].to_owned(),
            "not a LumiGL graph",
        ),
        ("empty.json", String::new(), "not a LumiGL graph"),
        (
            "twice.json",
            graph(1, &[ROOT, ROOT].join(",")),
            "two resources have the URN",
        ),
        (
            "control.json",
            graph(1, &ROOT.replace("::r\"", "::r\\u001b[31m\"")),
            "\\u{1b}[31m",
        ),
        (
            "deep.json",
            graph(
                1,
                &ROOT.replace(
                    "{}",
                    &format!("{}1{}", r#"{"a":"#.repeat(100_000), "}".repeat(100_000)),
                ),
            ),
            "nested deeper than 500 levels",
        ),
        ("lists.json", "[".repeat(1_000_000), "not a LumiGL graph"),
        ("null.json", "null".to_owned(), "not a LumiGL graph"),
        (
            "number.json",
            graph(1, &ROOT.replace("{}", r#"{ "n": 1e999 }"#)),
            "number out of range",
        ),
    ];
    for (name, text, expected) in cases {
        lumi.file(name, text);
        for command in [&["infer", name][..], &["diff", "--semantic", name, name]] {
            let answer = lumi.run(command);
            assert_eq!(answer.code, 2, "{command:?}");
            let said = answer.stderr;
            assert!(said.contains(expected), "{command:?}: {said}");
            assert!(!said.contains('\u{1b}'), "{command:?}: {said}");
        }
    }
    // Names that only look strange are names.
    let strange = ROOT.replace("::r\"", "::\u{202e}__proto__\"");
    lumi.file(
        "strange.json",
        graph(1, &strange.replace("\"r\"", "\"\u{202e}__proto__\"")),
    );
    lumi.run(&["infer", "strange.json"]).ok();
}
