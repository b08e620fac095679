//! `lumi state resolve --list`: what a creation without an answer may have made.

use crate::support::lumi::Lumi;

/// Rows of a database, which is a file. A row is made, and the answer is lost.
const PROGRAM: &str = r#"
import { readFileSync, writeFileSync } from "node:fs";
import * as dynamic from "lumi/dynamic";

const rows = () => JSON.parse(readFileSync("rows.json", "utf8"));
const found = ({ id, ...props }: any) => ({ id, name: id, props, inputs: props });

class Row extends dynamic.Resource {
  constructor(name: string, inputs: object) {
    super({
      create: async (inputs: any) => {
        const all = rows();
        writeFileSync("rows.json", JSON.stringify([...all, { id: `row-${all.length}`, ...inputs }]));
        throw new dynamic.UnknownOutcomeError("no answer");
      },
      read: async (id: string) => rows().map(found).find((it: any) => it.id === id),
      list: async (kind?: string) => rows().filter((it: any) => it.kind.startsWith(kind ?? "")).map(found),
    }, name, inputs);
  }
}
new Row("small", { kind: "box", size: 1 });
"#;

#[test]
fn objects_that_may_have_been_created_are_lines_for_ids() {
    let lumi = Lumi::program(PROGRAM);
    lumi.file(
        "rows.json",
        r#"[{"id":"row-0","kind":"box","size":9},{"id":"other","kind":"bag","size":1}]"#,
    );
    let up = lumi.run(&["up", "-y", "--allow-write"]);
    assert_eq!(up.code, 1, "{}", up.transcript());

    insta::assert_snapshot!(lumi.seen(&["state", "resolve", "small", "--list=box"]), @"
    $ lumi state resolve small --list=box
    small row-2
    # small row-0   differs in: size
    [exit 0]
    ");
    let none = lumi.run(&["state", "resolve", "large", "--list"]);
    assert_eq!(none.code, 2, "{}", none.transcript());

    let lines = lumi.run(&["state", "resolve", "*", "--list"]).ok();
    lumi.file("ids.txt", lines);
    lumi.run(&["state", "resolve", "--done", "--ids", "ids.txt"])
        .ok();
    let up = lumi.run(&["up", "-y", "--allow-write"]).ok();
    assert!(up.contains("1 unchanged"), "{up}");
    let shown = lumi.run(&["state", "ls"]).ok();
    assert!(shown.contains("  small  row-2"), "{shown}");
    // Nothing is listed that the stack has.
    let again = lumi.run(&["state", "resolve", "small", "--list"]);
    assert_eq!(again.code, 2, "{}", again.transcript());
}
