//! Resources that look declared and that nothing registers: the run fails, and a deployment deletes nothing.

use std::os::unix::fs::symlink;

use crate::pulumi::node::packages;
use crate::support::lumi::{Answer, Lumi};

/// A stack with the resource `a`.
const CLASSES: &str = r#"
import * as dynamic from "lumi/dynamic";
const provider = {
  create: async (inputs: object) => ({ id: "1", outputs: inputs }),
  update: async () => ({ outputs: {} }),
  delete: async () => console.log("DELETED"),
};
export class Thing extends dynamic.Resource {
  constructor(name: string, inputs: Record<string, unknown> = {}) { super(provider, name, inputs as {}); }
}
"#;

const UP: [&str; 3] = ["up", "-y", "--allow-all"];

fn up(lumi: &Lumi) -> Answer {
    lumi.run_with_passphrase("test", &UP)
}

fn deployed() -> Lumi {
    let lumi = Lumi::program("import { Thing } from \"./classes.ts\";\nnew Thing(\"a\");\n");
    lumi.file("classes.ts", CLASSES);
    let answer = up(&lumi);
    assert_eq!(answer.code, 0, "{}", answer.transcript());
    lumi
}

/// Deploys another program, whose run must fail with these texts.
fn fails(lumi: &Lumi, program: &str, texts: &[&str]) {
    lumi.file("index.ts", program);
    let answer = up(lumi);
    let seen = answer.transcript();
    assert_eq!(answer.code, 1, "{seen}");
    for text in texts {
        assert!(seen.contains(text), "{text}: {seen}");
    }
    assert!(!seen.contains("DELETED"), "{seen}");
    assert!(!seen.contains("deleted"), "{seen}");
    let graph = lumi.output(&["graph", "--format", "json"]);
    assert!(graph.contains("dynamic:index:Thing::a"), "{graph}");
}

#[test]
fn the_end_of_a_preview_by_exit_is_not_that_of_its_deployment() {
    let lumi = deployed();
    for value in [1, 2] {
        let program = format!(
            "import {{ Thing }} from \"./classes.ts\";\n\
             new Thing(\"a\", {{ value: {value} }});\n\
             process.on(\"beforeExit\", () => process.exit(0));\n"
        );
        lumi.file("index.ts", program);
        let answer = up(&lumi);
        let seen = answer.transcript();
        assert_eq!(answer.code, 0, "{seen}");
        assert!(!seen.contains("DELETED"), "{seen}");
        let graph = lumi.output(&["graph", "--format", "json"]);
        assert!(graph.contains("dynamic:index:Thing::a"), "{graph}");
    }
}

#[test]
fn a_resource_whose_error_the_program_catches_is_not_deleted() {
    let lumi = deployed();
    let program = "import { Thing } from \"./classes.ts\";\n\
                   process.on(\"unhandledRejection\", () => {});\n\
                   new Thing(\"a\", { value: Promise.reject(new Error(\"no value\")) });\n";
    fails(
        &lumi,
        program,
        &[
            "dynamic:index:Thing \"a\" was declared and never registered",
            "index.ts:3:1",
        ],
    );
}

#[test]
fn a_resource_whose_input_never_settles_is_not_deleted() {
    let lumi = deployed();
    for end in ["", "process.on(\"beforeExit\", () => process.exit(0));\n"] {
        let program = format!(
            "import {{ Thing }} from \"./classes.ts\";\n\
             new Thing(\"a\", {{ value: new Promise(() => {{}}) }});\n{end}"
        );
        fails(
            &lumi,
            &program,
            &["\"a\" (index.ts:2:1) waits with value for a promise"],
        );
    }
}

#[test]
fn a_resource_in_a_worker_is_not_deleted() {
    let lumi = deployed();
    lumi.file(
        "worker.ts",
        "import { Thing } from \"./classes.ts\";\ntry { new Thing(\"a\"); } catch {}\n",
    );
    let program = "import { Worker } from \"node:worker_threads\";\n\
                   new Worker(new URL(\"./worker.ts\", import.meta.url)).on(\"error\", () => {});\n";
    fails(
        &lumi,
        program,
        &[
            "dynamic:index:Thing \"a\" is declared in a worker",
            "worker.ts:2:7",
        ],
    );
}

/// Both are to be mended, and the one that the program did not catch may be the reason.
#[test]
fn an_uncaught_error_is_shown_with_a_resource_in_a_worker() {
    let lumi = deployed();
    lumi.file(
        "worker.ts",
        "import { Thing } from \"./classes.ts\";\ntry { new Thing(\"a\"); } catch {}\n",
    );
    let program = "import { Worker } from \"node:worker_threads\";\n\
                   new Worker(new URL(\"./worker.ts\", import.meta.url)).on(\"exit\", () => { throw new Error(\"at the end\"); });\n";
    fails(
        &lumi,
        program,
        &[
            "dynamic:index:Thing \"a\" is declared in a worker",
            "at the end",
        ],
    );
    // The error that a worker did not catch is that of the resource.
    lumi.file(
        "worker.ts",
        "import { Thing } from \"./classes.ts\";\nnew Thing(\"a\");\n",
    );
    let program = "import { Worker } from \"node:worker_threads\";\n\
                   new Worker(new URL(\"./worker.ts\", import.meta.url));\n";
    lumi.file("index.ts", program);
    let seen = up(&lumi).transcript();
    assert_eq!(seen.matches("is declared in a worker").count(), 1, "{seen}");
}

/// The parts of Pulumi's SDK that register resources, without its engine.
fn add_sdk(lumi: &Lumi, folder: &str) {
    let file = |name: &str, text: &str| drop(lumi.file(&format!("{folder}/{name}"), text));
    file(
        "package.json",
        r#"{ "name": "@pulumi/pulumi", "version": "3.0.0" }"#,
    );
    file(
        "runtime/settings.js",
        "let monitor;\n\
         exports.hasMonitor = function hasMonitor() { return monitor !== undefined; };\n\
         function getMonitor() { return monitor; }\n\
         exports.getMonitor = getMonitor;\n\
         exports.setMocks = function setMocks(mocks) { monitor = mocks; };\n",
    );
    file(
        "runtime/resource.js",
        "const settings = require(\"./settings\");\n\
         exports.registerResource = function registerResource(resource, type, name) {\n\
           const monitor = settings.getMonitor();\n\
           if (monitor) monitor.register(type, name);\n\
         };\n\
         exports.readResource = exports.registerResource;\n",
    );
    file(
        "index.js",
        "const { registerResource } = require(\"./runtime/resource\");\n\
         exports.runtime = require(\"./runtime/settings\");\n\
         exports.CustomResource = class CustomResource {\n\
           constructor(type, name) {\n\
             this.__pulumiType = type;\n\
             this.__name = name;\n\
             registerResource(this, type, name);\n\
           }\n\
         };\n\
         exports.invoke = async () => exports.runtime.getMonitor().invoke();\n",
    );
}

#[test]
fn a_program_of_pulumi_without_its_engine_fails_and_deletes_nothing() {
    let lumi = deployed();
    add_sdk(&lumi, "node_modules/@pulumi/pulumi");
    let random = "node_modules/@pulumi/random";
    add_sdk(&lumi, &format!("{random}/node_modules/@pulumi/pulumi"));
    lumi.file(
        &format!("{random}/package.json"),
        r#"{ "name": "@pulumi/random", "version": "4.0.0" }"#,
    );
    lumi.file(
        &format!("{random}/index.js"),
        "const pulumi = require(\"@pulumi/pulumi\");\n\
         exports.Id = class Id extends pulumi.CustomResource {\n\
           constructor(name) { super(\"random:index/id:Id\", name); }\n\
         };\n",
    );
    let own = "t:index:R \"a\" needs Pulumi's engine";
    let nested = "random:index/id:Id \"a\" needs Pulumi's engine";
    for (program, problem) in [
        (
            "import * as pulumi from \"@pulumi/pulumi\";\nnew pulumi.CustomResource(\"t:index:R\", \"a\");\n",
            own,
        ),
        (
            "import pulumi from \"@pulumi/pulumi\";\ntry { new pulumi.CustomResource(\"t:index:R\", \"a\"); } catch {}\n",
            own,
        ),
        (
            "import { createRequire } from \"node:module\";\n\
          new (createRequire(import.meta.url)(\"@pulumi/pulumi\").CustomResource)(\"t:index:R\", \"a\");\n",
            own,
        ),
        (
            "import { Id } from \"@pulumi/random\";\nnew Id(\"a\");\n",
            nested,
        ),
        (
            "const { Id } = await import(\"@pulumi/random\");\nsetTimeout(() => { try { new Id(\"a\"); } catch {} process.exit(0); });\n",
            nested,
        ),
        (
            "import { invoke } from \"@pulumi/pulumi\";\nawait invoke().catch(() => {});\n",
            "a function of a provider needs",
        ),
    ] {
        fails(
            &lumi,
            &format!("// @ts-nocheck\n{program}"),
            &[problem, "index.ts:3:", "`runtime: nodejs`"],
        );
    }
}

#[test]
fn mocks_of_pulumi_are_an_engine() {
    let lumi = Lumi::program(
        "// @ts-nocheck\n\
         import * as pulumi from \"@pulumi/pulumi\";\n\
         pulumi.runtime.setMocks({ register: (type, name) => console.log(type, name) });\n\
         new pulumi.CustomResource(\"t:index:R\", \"a\");\n",
    );
    add_sdk(&lumi, "node_modules/@pulumi/pulumi");
    let answer = lumi.run(&["run", "--allow-all"]);
    let seen = answer.transcript();
    assert_eq!(answer.code, 0, "{seen}");
    assert!(seen.contains("t:index:R a\n"), "{seen}");
}

#[test]
fn the_published_sdk_of_pulumi_needs_its_engine() {
    let Some(packages) = packages() else { return };
    let lumi = deployed();
    symlink(packages, lumi.folder().join("node_modules")).unwrap();
    let program = "import * as pulumi from \"@pulumi/pulumi\";\n\
                   class R extends pulumi.CustomResource {\n\
                     constructor(name: string) { super(\"t:index:R\", name, {}); }\n\
                   }\n\
                   try { new R(\"a\"); } catch {}\n";
    fails(
        &lumi,
        program,
        &["t:index:R \"a\" needs Pulumi's engine", "index.ts:3:"],
    );
}
