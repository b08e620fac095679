//! `lumi reconcile`: drift, resolved in the program or in the world.

use std::fs;

use serde_json::{Value, json};

use crate::random_graphs::chance::Chance;
use crate::support::lumi::{Answer, Lumi};
use crate::support::pseudo_terminal::PseudoTerminal;

/// The number of random programs; `LUMI_RECONCILE_CASES` overrides it for a long run.
const CASES: u64 = 4;

const PROGRAM: &str = r#"import { Config } from "lumi";
import { fs } from "lumi/std";

const config = new Config();
const greeting = "Hello"; // used once
const page = new fs.File("page", {
  path: "site/index.html",
  content: greeting, // the text
});
new fs.File("sum", { path: "site/sum.txt", content: page.path });
for (const name of ["a", "b"]) {
  new fs.File(name, { path: `site/${name}`, content: "same" });
}
new fs.File("size", { path: "site/size", content: config.get("size") ?? "3" });
new fs.File("other", { path: "site/other", mode: 0o640, content: `a
b` });
"#;

fn deployed(program: &str) -> Lumi {
    let lumi = Lumi::program(program);
    lumi.run(&["up", "-y"]).ok();
    lumi
}

fn document(answer: &Answer) -> Value {
    serde_json::from_str(&answer.stdout).unwrap_or_else(|_| panic!("{}", answer.transcript()))
}

fn has_no_changes(lumi: &Lumi) {
    let preview = lumi.run(&["preview", "--refresh", "--detailed-exitcode"]);
    assert_eq!(preview.code, 0, "{}", preview.transcript());
}

/// Code 1, as the plan of the whole program is left with its error.
#[test]
pub fn errors_of_other_resources_keep_no_drift_in_the_world() {
    let lumi = deployed(
        "import { fs, random } from \"lumi/std\";\nnew fs.File(\"page\", { path: \"page.txt\", content: \"hello\" });\n",
    );
    lumi.file("page.txt", "by hand");
    let program = lumi.read("index.ts");
    let more = "new random.Integer(\"wrong\", { min: 10, max: 1 });\n";
    lumi.file("index.ts", format!("{program}{more}"));
    let answer = lumi.run(&["reconcile", "--to", "program", "-y"]);
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    assert!(
        answer
            .stderr
            .contains("only resources whose objects differ are planned"),
        "{}",
        answer.transcript()
    );
    let edited = program.replace("hello", "by hand");
    assert_eq!(lumi.read("index.ts"), format!("{edited}{more}"));
    lumi.file("index.ts", edited);
    has_no_changes(&lumi);
}

#[test]
pub fn a_program_adopts_what_others_have_changed() {
    let lumi = deployed(PROGRAM);
    lumi.file("site/index.html", "Good \"morning\"");
    lumi.file("site/a", "other");
    lumi.file("site/b", "other");
    lumi.file("site/other", "a\nc\n`");
    let shown = lumi.run(&["reconcile"]);
    insta::assert_snapshot!(shown.transcript(), @r#"
    $ lumi reconcile
    [exit 1]
    --- stdout
    std:fs:File "page" (index.ts:6:14)
      content: "Hello" -> "Good \"morning\""
        edit index.ts:5:18
    std:fs:File "a" (index.ts:12:3)
      content: "same" -> "other"
        edit index.ts:12:54
    std:fs:File "b" (index.ts:12:3)
      content: "same" -> "other"
        edit index.ts:12:54
    std:fs:File "other" (index.ts:15:1)
      content: "a\nb" -> "a\nc\n`"
        edit index.ts:15:66
    --- stderr
    `--to program` makes these edits, `--to world` sets the objects back, `--to ask` asks.
    "#);
    assert_eq!(lumi.read("index.ts"), PROGRAM);
    let done = lumi.run(&["reconcile", "--to", "program", "-y"]);
    assert_eq!(done.code, 0, "{}", done.transcript());
    assert!(
        done.stderr.contains("A preview has no changes."),
        "{}",
        done.transcript()
    );
    let edited = PROGRAM
        .replace("\"Hello\"", r#""Good \"morning\"""#)
        .replace("\"same\"", "\"other\"")
        .replace("`a\nb`", "`a\nc\n\\``");
    assert_eq!(lumi.read("index.ts"), edited);
    // Also without a look at the objects.
    lumi.run(&["preview", "--expect-no-changes"]).ok();
    has_no_changes(&lumi);
    assert_eq!(lumi.read("site/a"), "other");
    let again = lumi.run(&["reconcile", "--to", "program", "-y", "--json"]);
    assert_eq!(
        document(&again),
        json!({ "drift": [], "edited": [], "isLeft": false })
    );
}

#[test]
pub fn objects_are_set_back() {
    let lumi = deployed(PROGRAM);
    lumi.file("site/index.html", "changed");
    fs::remove_file(lumi.folder().join("site/a")).unwrap();
    let done = lumi.run(&["reconcile", "--to", "world", "-y", "--json"]);
    assert_eq!(done.code, 0, "{}", done.transcript());
    let document = document(&done);
    assert_eq!(document["isLeft"], false);
    assert_eq!(document["drift"][0]["to"], "world");
    assert_eq!(document["drift"][1]["state"], "deleted");
    assert_eq!(lumi.read("site/index.html"), "Hello");
    assert_eq!(lumi.read("site/a"), "same");
    assert_eq!(lumi.read("index.ts"), PROGRAM);
    has_no_changes(&lumi);
}

#[test]
pub fn edits_that_cannot_be_made_are_suggested() {
    let lumi = deployed(PROGRAM);
    lumi.file("site/sum.txt", "x");
    lumi.file("site/size", "4");
    lumi.file("site/a", "only this one");
    fs::remove_file(lumi.folder().join("site/other")).unwrap();
    let said = lumi.run(&["reconcile", "--json"]);
    assert_eq!(said.code, 1);
    let document = document(&said);
    assert_eq!(document["isLeft"], Value::Null);
    let resolution = |urn: &str| {
        let all = document["drift"].as_array().unwrap();
        let found = all
            .iter()
            .find(|it| it["urn"].as_str().unwrap().ends_with(urn));
        found.unwrap()["resolution"].clone()
    };
    assert_eq!(resolution("::size")["reason"], "configuration");
    assert_eq!(
        resolution("::size")["place"],
        json!({ "file": "index.ts", "line": 14, "column": 51 })
    );
    assert_eq!(resolution("::a")["reason"], "sharedDeclaration");
    assert_eq!(resolution("::other")["kind"], "removal");
    assert_eq!(lumi.read("index.ts"), PROGRAM);
    let said = lumi.run(&["reconcile", "--to", "program", "-y"]);
    insta::assert_snapshot!(said.transcript(), @r#"
    $ lumi reconcile --to program -y
    [exit 1]
    --- stdout
    std:fs:File "sum" (index.ts:10:1)
      content: "site/index.html" -> "x"
        index.ts:10:53: the program computes the value
    std:fs:File "a" (index.ts:12:3)
      content: "same" -> "only this one"
        index.ts:12:3: 2 resources are made here, and the change would be one of all of them
    std:fs:File "size" (index.ts:14:1)
      content: "3" -> "4"
        index.ts:14:51: the configuration has the value: `lumi config set size`
    std:fs:File "other" (index.ts:15:1): the object is gone
        remove index.ts:15:1
    --- stderr
    A preview still has changes: `lumi preview --refresh --diff`.
    "#);
    // The statement of the object that is gone is removed, and nothing else.
    let (kept, _) = PROGRAM.split_once("new fs.File(\"other\"").unwrap();
    assert_eq!(lumi.read("index.ts"), kept);
    let said = lumi.run(&["reconcile"]);
    assert!(!said.stdout.contains("other"), "{}", said.transcript());
}

#[test]
pub fn secrets_stay_out_of_the_source() {
    let program = r#"import { secret } from "lumi";
import { fs } from "lumi/std";
new fs.File("token", { path: "out/token", content: secret("hunter2-hunter2") });
"#;
    let lumi = deployed(program);
    lumi.file("out/token", "changed-by-hand");
    for args in [
        &["reconcile"][..],
        &["reconcile", "--json"],
        &["reconcile", "--to", "program", "-y"],
    ] {
        let said = lumi.run(args);
        let text = said.transcript();
        assert_eq!(said.code, 1, "{text}");
        assert!(
            !text.contains("hunter2") && !text.contains("by-hand"),
            "{text}"
        );
        assert!(text.contains("lumi config set --secret"), "{text}");
    }
    assert_eq!(lumi.read("index.ts"), program);
}

#[test]
pub fn files_of_others_and_of_no_use_are_left_alone() {
    let lumi = Lumi::program("import \"./more.ts\";\nimport \"../shared.ts\";\n");
    let file = |name: &str| {
        format!(
            "import {{ fs }} from \"lumi/std\";\nnew fs.File(\"{name}\", {{ path: \"{name}\", content: \"x\" }});\n"
        )
    };
    let shared = lumi.folder().with_file_name("shared.ts");
    fs::write(&shared, file("shared")).unwrap();
    let more = lumi.file("more.ts", file("more"));
    lumi.run(&["up", "-y", "-A"]).ok();
    lumi.file("more", "y");
    lumi.file("shared", "y");
    let said = lumi.run(&["reconcile", "--to", "program", "-y", "-A"]);
    assert_eq!(said.code, 1, "{}", said.transcript());
    assert!(
        said.stdout.contains("it is outside of the project"),
        "{}",
        said.stdout
    );
    assert_eq!(fs::read_to_string(&shared).unwrap(), file("shared"));
    assert_eq!(
        fs::read_to_string(more).unwrap(),
        file("more").replace("\"x\"", "\"y\"")
    );
}

/// The check of the edited program finds that the edit breaks it.
#[test]
pub fn edits_that_break_the_program_are_undone() {
    let program = r#"import { fs } from "lumi/std";
class Page extends fs.File {
  constructor(name: string, args: { path: string; content: string }) {
    if (args.content !== "x") throw new Error("only x");
    super(name, args);
  }
}
new Page("a", { path: "a.txt", content: "x" });
"#;
    let lumi = deployed(program);
    lumi.file("a.txt", "y");
    let said = lumi.run(&["reconcile", "--to", "program", "-y"]);
    assert_ne!(said.code, 0);
    assert!(
        said.stderr.contains("the edits were undone"),
        "{}",
        said.transcript()
    );
    assert_eq!(lumi.read("index.ts"), program);
    lumi.file("index.ts", "const = 1;");
    let said = lumi.run(&["reconcile", "--to", "program", "-y"]);
    assert_ne!(said.code, 0, "{}", said.transcript());
    let said = lumi.run(&["reconcile", "--to", "program"]);
    assert_eq!(said.code, 2, "{}", said.transcript());
    assert!(said.stderr.contains("pass -y"), "{}", said.transcript());
    assert_eq!(lumi.run(&["reconcile", "-s", "none"]).code, 2);
}

#[test]
pub fn each_property_is_asked_for_at_a_terminal() {
    let program = r#"import { fs } from "lumi/std";
new fs.File("a", { path: "a.txt", content: "x" });
new fs.File("b", { path: "b.txt", content: "x" });
"#;
    let lumi = deployed(program);
    lumi.file("a.txt", "y");
    lumi.file("b.txt", "y");
    let args = ["reconcile", "--to", "ask", "-y"];
    assert_eq!(lumi.run(&args).code, 2);
    let mut terminal = PseudoTerminal::start(&mut lumi.command(&args), 120, 40);
    terminal.expect("world / program / skip: ");
    terminal.type_keys("w\r");
    terminal.expect("\"b\" (index.ts:3:1)");
    terminal.type_keys("p\r");
    terminal.expect("A preview has no changes.");
    let (code, screen) = terminal.end();
    assert_eq!(code, 0, "{screen}");
    assert_eq!(lumi.read("index.ts"), program.replacen("\"x\"", "\"y\"", 1));
    assert_eq!(
        (lumi.read("a.txt"), lumi.read("b.txt")),
        ("y".into(), "x".into())
    );
}

/// Rows of a JSON file that anyone may edit.
const ROWS: &str = r#"
import * as dynamic from "lumi/dynamic";
import * as fs from "node:fs";
const load = () => fs.existsSync("world.json") ? JSON.parse(fs.readFileSync("world.json", "utf8")) : {};
const save = (rows: any) => fs.writeFileSync("world.json", JSON.stringify(rows));
class Rows implements dynamic.ResourceProvider {
  async create(inputs: any) { save({ ...load(), [inputs.key]: inputs }); return { id: inputs.key, outs: inputs }; }
  async read(id: string) { const row = load()[id]; return row && { id, props: row, inputs: row }; }
  async update(id: string, olds: any, news: any) { save({ ...load(), [id]: news }); return { outs: news }; }
  async delete(id: string) { const { [id]: _gone, ...rows } = load(); save(rows); }
}
export class Row extends dynamic.Resource {
  constructor(name: string, args: any, options?: any) { super(new Rows(), name, args, options); }
}
"#;

fn any_value(chance: &mut Chance, depth: usize) -> Value {
    match chance.below(if depth == 0 { 4 } else { 6 }) {
        0 => json!(chance.below(1000)),
        1 => json!(chance.below(2) == 0),
        2 => json!(["", "x", "it's", "say \"hi\"", "`${a}`\n\\", "größe"][chance.below(6)]),
        3 => json!(chance.below(100) as f64 / 8.0),
        4 => (0..chance.below(4))
            .map(|_| any_value(chance, depth - 1))
            .collect(),
        _ => Value::Object(
            (0..chance.below(4))
                .map(|_| {
                    let key = ["a", "b", "b-c", "class", "1"][chance.below(5)];
                    (key.to_owned(), any_value(chance, depth - 1))
                })
                .collect(),
        ),
    }
}

fn drifted(chance: &mut Chance, value: &Value) -> Value {
    match value {
        Value::Object(members) if chance.below(4) > 0 => {
            let mut result = serde_json::Map::new();
            for (key, it) in members {
                if chance.below(6) > 0 {
                    result.insert(key.clone(), drifted(chance, it));
                }
            }
            if chance.below(3) == 0 {
                result.insert("new".to_owned(), any_value(chance, 1));
            }
            Value::Object(result)
        }
        Value::Array(items) if chance.below(4) > 0 => {
            let mut result: Vec<Value> = Vec::new();
            for it in items {
                if chance.below(5) > 0 {
                    result.push(drifted(chance, it));
                }
                if chance.below(5) == 0 {
                    result.push(any_value(chance, 1));
                }
            }
            Value::Array(result)
        }
        value if chance.below(3) > 0 => value.clone(),
        _ => any_value(chance, 2),
    }
}

/// One program: rows with literals, constants and comments.
fn random_program(chance: &mut Chance) -> (String, Vec<Value>) {
    let mut text = "import { Row } from \"./rows.ts\";\n".to_owned();
    let mut rows = Vec::new();
    for index in 0..6 {
        let (body, note) = (any_value(chance, 3), any_value(chance, 2));
        let written = match chance.below(2) {
            0 => serde_json::to_string(&body).unwrap(),
            _ => serde_json::to_string_pretty(&body).unwrap(),
        };
        let note_text = serde_json::to_string(&note).unwrap();
        text += &match chance.below(3) {
            0 => format!(
                "new Row(\"r{index}\", {{ key: \"k{index}\", body: {written}, note: {note_text} }});\n"
            ),
            1 => format!(
                "const body{index} = {written};\nnew Row(\"r{index}\", {{\n  // The key.\n  key: \"k{index}\",\n  body: body{index},\n  note: {note_text}, // note\n}});\n"
            ),
            _ => format!(
                "const all{index} = {{ body: {written}, note: {note_text}, key: \"k{index}\" }};\nnew Row(\"r{index}\", all{index} as any);\n"
            ),
        };
        rows.push(json!({ "key": format!("k{index}"), "body": body, "note": note }));
    }
    (text, rows)
}

#[test]
fn random_drift_of_random_programs_is_adopted() {
    let cases = std::env::var("LUMI_RECONCILE_CASES");
    let cases = cases.map_or(CASES, |it| it.parse().unwrap());
    for seed in 0..cases {
        let mut chance = Chance::new(seed);
        let (program, rows) = random_program(&mut chance);
        let lumi = Lumi::program(&program);
        lumi.file("rows.ts", ROWS);
        let permissions = ["--allow-read=.", "--allow-write=."];
        lumi.run(&[&["up", "-y"][..], &permissions].concat()).ok();
        let mut world = serde_json::Map::new();
        for row in &rows {
            let mut changed = row.clone();
            for property in ["body", "note"] {
                changed[property] = drifted(&mut chance, &row[property]);
            }
            world.insert(row["key"].as_str().unwrap().to_owned(), changed);
        }
        let world = serde_json::to_string(&world).unwrap();
        lumi.file("world.json", &world);
        let done = lumi.run(
            &[
                &["reconcile", "--to", "program", "-y", "--json"][..],
                &permissions,
            ]
            .concat(),
        );
        let text = lumi.read("index.ts");
        assert_eq!(
            done.code,
            0,
            "seed {seed}: {}\n{program}\n{text}",
            done.transcript()
        );
        let preview = lumi.run(
            &[
                &["preview", "--refresh", "--detailed-exitcode"][..],
                &permissions,
            ]
            .concat(),
        );
        assert_eq!(
            preview.code,
            0,
            "seed {seed}: {}\n{program}\n{text}",
            preview.transcript()
        );
        assert_eq!(lumi.read("world.json"), world, "seed {seed}");
        // Comments stay.
        let notes = |text: &str| text.matches("// The key.").count();
        assert_eq!(notes(&text), notes(&program), "seed {seed}");
    }
}
