//! Resources of other stacks, by URN (`getResource`), and commands for all projects of a folder (`--all`).

use std::fs;

use serde_json::Value;

use crate::support::lumi::{Answer, Lumi};

const NETWORK: &str = r#"import { fs, random } from "lumi/std";
new fs.File("page", { path: "page.txt", content: "hello" });
new random.Password("token", { length: 24 });
"#;

const APP: &str = r#"import { getResource, interpolate } from "lumi";
import { fs, random } from "lumi/std";
const page = getResource(fs.File, "urn:lumi:dev::network::index::std:fs:File::page");
const token = getResource(random.Password, "urn:lumi:dev::network::index::std:random:Password::token");
new fs.File("copy", { path: "copy.txt", content: interpolate`${page.content}!` }, { dependsOn: [page] });
new fs.File("token", { path: "token.txt", content: token.result });
export const isFile = page instanceof fs.File;
export const place = page.id;
export const password = token.result;
"#;

/// Two projects of one backend.
fn projects(network: &str, app: &str) -> Lumi {
    let lumi = Lumi::new();
    fs::remove_file(lumi.folder().join("Lumi.yaml")).unwrap();
    for (name, program) in [("app", app), ("network", network)] {
        lumi.file(
            &format!("{name}/Lumi.yaml"),
            format!("name: {name}\nbackend: file:../state\n"),
        );
        lumi.file(&format!("{name}/index.ts"), program);
    }
    lumi
}

fn run(lumi: &Lumi, args: &[&str]) -> Answer {
    lumi.run_with_passphrase("test", args)
}

fn deployed() -> Lumi {
    let lumi = projects(NETWORK, APP);
    run(&lumi, &["up", "-y", "network"]).ok();
    run(&lumi, &["up", "-y", "app"]).ok();
    lumi
}

/// A run that fails, with these parts in its output.
fn refused(lumi: &Lumi, args: &[&str], parts: &[&str]) {
    let answer = run(lumi, args);
    let text = answer.transcript();
    assert_ne!(answer.code, 0, "{text}");
    for part in parts {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
pub fn a_reference_has_the_outputs_of_its_resource() {
    let lumi = deployed();
    assert_eq!(lumi.read("app/copy.txt"), "hello!");
    let shown = run(&lumi, &["-C", "app", "stack", "output", "--json"]);
    let outputs: Value = serde_json::from_str(&shown.stdout).unwrap();
    assert_eq!(outputs["isFile"], true, "{outputs}");
    assert_eq!(outputs["place"], "page.txt", "{outputs}");
    // A secret is one here, too.
    let password = lumi.read("app/token.txt");
    assert_eq!(password.len(), 24);
    assert!(!shown.stdout.contains(&password), "{}", shown.stdout);
    let state = lumi.folder().join("state/stacks/app/dev/snapshot.json");
    assert!(!fs::read_to_string(state).unwrap().contains(&password));

    // The graph has the reference, and reads as any other.
    let graph = run(&lumi, &["-C", "app", "graph", "--format", "json"]).stdout;
    assert!(!graph.contains(&password));
    lumi.file("app.json", &graph);
    let graph: Value = serde_json::from_str(&graph).unwrap();
    let vertices = graph["vertices"].as_array().unwrap();
    let page = &vertices[0];
    assert_eq!(page["type"], "lumi:lumi:ResourceReference", "{page}");
    assert_eq!(page["name"], "network/dev/std:fs:File/page");
    assert_eq!(
        page["inputs"]["urn"],
        "urn:lumi:dev::network::index::std:fs:File::page"
    );
    run(&lumi, &["diff", "app.json", "app.json"]).ok();
    let drawn = run(&lumi, &["graph", "app.json", "--format", "mermaid"]);
    assert!(
        drawn.stdout.contains("network/dev/std:fs:File/page"),
        "{}",
        drawn.stdout
    );

    // What changes there changes here with the next deployment; a refresh sees it as well.
    lumi.file("network/index.ts", NETWORK.replace("hello", "bye"));
    run(&lumi, &["up", "-y", "network"]).ok();
    run(&lumi, &["refresh", "-y", "app"]).ok();
    run(&lumi, &["up", "-y", "app"]).ok();
    assert_eq!(lumi.read("app/copy.txt"), "bye!");
    run(&lumi, &["preview", "--expect-no-changes", "app"]).ok();
    // A plan against an empty stack reads no other stack.
    let planned = run(&lumi, &["run", "app"]);
    assert!(
        planned.stdout.contains("place: [unknown]"),
        "{}",
        planned.transcript()
    );
}

#[test]
pub fn a_plan_checks_references() {
    let lumi = projects(NETWORK, APP);
    let urn = "urn:lumi:dev::network::index::std:fs:File::page";
    refused(
        &lumi,
        &["preview", "app"],
        &[urn, "index.ts:3", "does not exist", "deploy it first"],
    );
    run(&lumi, &["up", "-y", "network"]).ok();
    let with = |class: &str, urn: &str| {
        lumi.file(
            "app/index.ts",
            format!(
                "import {{ CustomResource, getResource }} from \"lumi\";\nimport {{ fs }} from \"lumi/std\";\n\
                 const it = getResource({class}, \"{urn}\");\nexport const id = it.id;\n"
            ),
        );
    };
    let line = "index.ts:3";
    with(
        "fs.File",
        "urn:lumi:dev::network::index::std:fs:File::pages",
    );
    refused(
        &lumi,
        &["preview", "app"],
        &[
            line,
            "has no such resource",
            &format!("did you mean `{urn}`?"),
        ],
    );
    with(
        "fs.File",
        "urn:lumi:prod::network::index::std:fs:File::page",
    );
    refused(
        &lumi,
        &["preview", "app"],
        &[line, "stack `prod` of the project `network` does not exist"],
    );
    with("fs.Directory", urn);
    refused(
        &lumi,
        &["preview", "app"],
        &[line, "is a std:fs:File, not a std:fs:Directory"],
    );
    with("'std:fs:Directory'", urn);
    refused(
        &lumi,
        &["preview", "app"],
        &[line, "is a std:fs:File, not a std:fs:Directory"],
    );
    with("fs.File", "urn:lumi:dev::app::index::std:fs:File::page");
    refused(
        &lumi,
        &["preview", "app"],
        &[line, "is a resource of this stack"],
    );
    with("fs.File", "page");
    refused(
        &lumi,
        &["preview", "app"],
        &[line, "is not the URN of a resource"],
    );
    with("String", urn);
    refused(
        &lumi,
        &["preview", "app"],
        &[line, "needs the class of the resource"],
    );
    with(
        "CustomResource",
        "urn:lumi:dev::network::index::lumi:providers:aws::main",
    );
    refused(&lumi, &["preview", "app"], &[line, "is a provider"]);
    for class in ["fs.File", "'std:fs:File'", "CustomResource"] {
        with(class, urn);
        run(&lumi, &["preview", "app"]).ok();
    }
    lumi.file(
        "app/index.ts",
        format!(
            "import {{ getResource }} from \"lumi\";\nimport {{ fs }} from \"lumi/std\";\n\
             const it = getResource(fs.File, \"{urn}\");\n\
             new fs.File(\"x\", {{ path: \"x.txt\", content: \"\" }}, {{ parent: it }});\n"
        ),
    );
    refused(
        &lumi,
        &["preview", "app"],
        &["index.ts:4", "which another stack manages"],
    );
}

#[test]
pub fn a_resource_with_references_is_not_deleted() {
    let lumi = deployed();
    let without = NETWORK.replace("new fs.File", "// new fs.File");
    lumi.file("network/index.ts", &without);
    let parts = ["`app/dev` refers to it", "getResource"];
    refused(&lumi, &["preview", "network"], &parts);
    refused(&lumi, &["up", "-y", "network"], &parts);
    refused(&lumi, &["destroy", "-y", "network"], &parts);
    assert_eq!(lumi.read("network/page.txt"), "hello");
    // A replacement has the same URN.
    lumi.file("network/index.ts", NETWORK.replace("page.txt", "other.txt"));
    run(&lumi, &["up", "-y", "network"]).ok();
    // The keys of others are not needed.
    lumi.file("network/index.ts", &without);
    lumi.file("app/index.ts", "export {};");
    run(&lumi, &["up", "-y", "app"]).ok();
    run(&lumi, &["up", "-y", "network"]).ok();
    assert!(!lumi.folder().join("network/other.txt").exists());
}

#[test]
pub fn python_refers_to_resources_of_other_stacks() {
    let lumi = projects(NETWORK, "");
    fs::remove_file(lumi.folder().join("app/index.ts")).unwrap();
    lumi.file(
        "app/main.py",
        "import lumi\nfrom lumi.std import fs\n\n\
         page = lumi.get_resource(fs.File, \"urn:lumi:dev::network::index::std:fs:File::page\")\n\
         fs.File(\"copy\", path=\"copy.txt\", content=page.content)\n\
         lumi.export(\"size\", page.size)\n",
    );
    run(&lumi, &["check", "app"]).ok();
    refused(
        &lumi,
        &["preview", "app"],
        &["main.py:4", "deploy it first"],
    );
    run(&lumi, &["up", "-y", "network"]).ok();
    run(&lumi, &["up", "-y", "app"]).ok();
    assert_eq!(lumi.read("app/copy.txt"), "hello");
}

/// Each project that a command was run for, in order.
fn order(text: &str) -> Vec<&str> {
    let of = |line: &&str| ["app/dev", "network/dev", "web/dev"].contains(line);
    text.lines().map(str::trim).filter(of).collect()
}

#[test]
pub fn all_projects_of_a_folder_are_deployed_in_order() {
    let lumi = projects(NETWORK, APP);
    lumi.file("web/Lumi.yaml", "name: web\nbackend: file:../state\n");
    lumi.file(
        "web/index.ts",
        "import { StackReference } from \"lumi\";\n\
         export const place = new StackReference(\"app/dev\").requireOutput(\"place\");\n",
    );
    lumi.file("app/node_modules/x/Lumi.yaml", "name: x\n");
    let up = run(&lumi, &["up", "--all", "-y"]);
    let text = up.transcript();
    assert_eq!(up.code, 0, "{text}");
    assert!(
        text.contains("Projects: network/dev, app/dev, web/dev"),
        "{text}"
    );
    assert_eq!(
        order(&up.stderr),
        ["network/dev", "app/dev", "web/dev"],
        "{text}"
    );
    assert_eq!(lumi.read("app/copy.txt"), "hello!");
    let preview = run(&lumi, &["preview", "--all", "--detailed-exitcode"]);
    assert_eq!(preview.code, 0, "{}", preview.transcript());
    lumi.file("network/index.ts", NETWORK.replace("hello", "bye"));
    let preview = run(&lumi, &["preview", "--all", "--detailed-exitcode"]);
    assert_eq!(preview.code, 2, "{}", preview.transcript());

    // A project that fails ends it.
    lumi.file("app/index.ts", format!("{APP}throw new Error(\"no\");\n"));
    refused(
        &lumi,
        &["up", "--all", "-y"],
        &["the program of app/dev cannot be planned", "no"],
    );
    lumi.file("app/index.ts", APP.replace("::token", "::tokens"));
    refused(
        &lumi,
        &["up", "--all", "-y"],
        &["stopped after app/dev", "left out: web/dev", "did you mean"],
    );
    lumi.file("app/index.ts", APP);
    let destroy = run(&lumi, &["destroy", "--all", "-y"]);
    assert_eq!(destroy.code, 0, "{}", destroy.transcript());
    assert_eq!(
        order(&destroy.stderr),
        ["web/dev", "app/dev", "network/dev"]
    );
    assert!(!lumi.folder().join("network/page.txt").exists());
}

#[test]
pub fn a_plan_to_destroy_all_takes_referrers_as_deleted() {
    let lumi = deployed();
    for args in [
        &["preview", "--destroy", "--all"][..],
        &["destroy", "--all", "-n"],
    ] {
        let plan = run(&lumi, args);
        assert_eq!(plan.code, 0, "{}", plan.transcript());
        assert_eq!(order(&plan.stderr), ["app/dev", "network/dev"]);
    }
    let detailed = ["preview", "--destroy", "--all", "--detailed-exitcode"];
    assert_eq!(run(&lumi, &detailed).code, 2);
    refused(
        &lumi,
        &["preview", "--destroy", "network"],
        &["`app/dev` refers to it"],
    );
    assert_eq!(lumi.read("network/page.txt"), "hello");
}

#[test]
pub fn projects_in_a_loop_are_refused() {
    let refer = |to: &str| {
        format!("import {{ StackReference }} from \"lumi\";\nnew StackReference(\"{to}/dev\");\n")
    };
    let lumi = projects(&refer("app"), &refer("network"));
    refused(
        &lumi,
        &["up", "--all", "-y"],
        &[
            "in a loop",
            "app/dev refers to network/dev refers to app/dev",
        ],
    );
    refused(&lumi, &["up", "--all", "-y", "app"], &["--all"]);
    refused(&lumi, &["up", "--all=state", "-y"], &["state"]);
}
