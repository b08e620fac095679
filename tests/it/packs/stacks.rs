//! Stacks of errors in resources: the same text, wherever the folder of the program is.

use std::fs;

use super::Packed;
use crate::support::lumi::Lumi;

const PROGRAM: &str = r#"import * as lumi from "lumi";
import { fail } from "./lib/a ü/fail.ts";

class Box {
  constructor() {
    throw new Error("boxes fail");
  }
}

function stackOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    return (error as Error).stack ?? "";
  }
  return "";
}

async function late(): Promise<string> {
  await null;
  return new Error("late").stack ?? "";
}

new lumi.CustomResource("a:b:C", "c", {
  box: stackOf(() => new Box()),
  callback: stackOf(() => [1].map((it) => fail(it))),
  late: late(),
  native: stackOf(() => (null as unknown as { x: number }).x),
});
"#;
const FAIL: &str =
    "export function fail(it: number): never {\n  throw new TypeError(`fails ${it}`);\n}\n";

fn written(folder: &std::path::Path) {
    fs::create_dir_all(folder.join("lib/a ü")).unwrap();
    fs::write(folder.join("Lumi.yaml"), "name: stacks\n").unwrap();
    fs::write(folder.join("index.ts"), PROGRAM).unwrap();
    fs::write(folder.join("lib/a ü/fail.ts"), FAIL).unwrap();
}

#[test]
fn stacks_name_files_below_the_project() {
    let lumi = Lumi::new();
    let folders = ["one", "the other % 20"].map(|it| lumi.folder().join(it));
    folders.iter().for_each(|it| written(it));
    let [one, other] = folders;
    let packed = Packed::of(one);
    let [source, pack] = packed.both(&[]);
    assert!(source.0.contains("\"vertices\""), "{}", source.1);
    assert_eq!(pack.0, source.0);
    assert_eq!(packed.run(other.to_str().unwrap(), &[]).0, source.0);

    let graph: serde_json::Value = serde_json::from_str(&source.0).unwrap();
    let inputs = &graph["vertices"][0]["inputs"];
    let text = |name: &str| inputs[name].as_str().unwrap();
    assert!(
        text("box")
            .starts_with("Error: boxes fail\n    at new Box (index.ts:6:11)\n    at index.ts:"),
        "{inputs}"
    );
    assert!(
        text("callback").contains("at fail (lib/a ü/fail.ts:2:9)\n"),
        "{inputs}"
    );
    assert!(text("late").contains("at late (index.ts:"), "{inputs}");
}

/// Only frames are changed, and a program that makes stacks itself gets the whole paths.
#[test]
fn messages_and_stacks_of_the_program_are_kept() {
    let lumi = Lumi::program(
        "import { CustomResource } from \"lumi\";\n\
         const here = import.meta.url;\n\
         const message = new Error(`wrong: ${here}`).stack?.split(\"\\n\")[0];\n\
         Error.prepareStackTrace = (_, sites) => sites[0].getFileName();\n\
         const made = new Error().stack;\n\
         new CustomResource(\"a:b:C\", \"c\", {\n  \
           kept: message === `Error: wrong: ${here}`, made: here === `file://${made}`,\n});\n",
    );
    let graph = lumi.run(&["run", "--format", "json"]).ok();
    let graph: serde_json::Value = serde_json::from_str(&graph).unwrap();
    let inputs = &graph["vertices"][0]["inputs"];
    assert_eq!(*inputs, serde_json::json!({ "kept": true, "made": true }));
}
