//! Dynamic resources: `lumi/dynamic`.

use serde_json::{Value, json};

use crate::support::lumi::{Answer, Lumi};

/// Rows of a JSON file. `kind` replaces, `size` updates; `how` selects faults.
pub const PROVIDER: &str = r#"
import * as dynamic from "lumi/dynamic";
import * as fs from "node:fs";
import type { CustomResourceOptions, Property } from "lumi";

type Rows = Record<string, any>;
const file = "world.json";
const load = (): Rows => fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : {};
const save = (rows: Rows) => fs.writeFileSync(file, JSON.stringify(rows));

export class RowProvider implements dynamic.ResourceProvider {
  async check(olds: any, news: any) {
    if (news.size > 100) {
      return { failures: [{ property: "size", reason: `${news.size} is more than 100` }] };
    }
    return { inputs: { color: olds?.color ?? "red", ...news } };
  }
  async diff(id: string, olds: any, news: any) {
    return {
      changes: olds.size !== news.size || olds.kind !== news.kind || olds.color !== news.color,
      replaces: olds.kind !== news.kind ? ["kind"] : [],
      stables: ["kind"],
    };
  }
  async create(inputs: any) {
    switch (inputs.how) {
      case "throw":
        throw new RangeError(`no room for ${inputs.token}`);
      case "partial":
        save({ ...load(), partial: inputs });
        throw new dynamic.PartialInitError("partial", inputs, ["the row is not indexed"]);
      case "unknown":
        throw new dynamic.UnknownOutcomeError("no answer", { cause: new Error("line is dead") });
      case "function":
        return { id: "f", outs: { f: () => 1 } };
      case "nothing":
        return undefined as any;
      case "never":
        await new Promise(() => {});
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
    const rows = load();
    const id = `${inputs.kind}-${inputs.size}`;
    save({ ...rows, [id]: inputs });
    return { id, outs: { ...inputs, length: id.length } };
  }
  async read(id: string, props: any) {
    const row = load()[id];
    return row && { id, props: { ...props, ...row } };
  }
  async update(id: string, olds: any, news: any) {
    save({ ...load(), [id]: news });
    return { outs: { ...news, length: olds.length } };
  }
  async delete(id: string) {
    const { [id]: _gone, ...rows } = load();
    save(rows);
  }
}

export class Row extends dynamic.Resource {
  declare readonly kind: Property<string>;
  declare readonly size: Property<number>;
  declare readonly length: Property<number>;
  constructor(name: string, args: any, options?: CustomResourceOptions) {
    super(new RowProvider(), name, args, options);
  }
}
"#;

/// A project with rows and the program `text`.
pub fn project(text: &str) -> Lumi {
    let lumi = Lumi::new();
    lumi.file("row.ts", PROVIDER);
    program(&lumi, text);
    lumi
}

pub fn program(lumi: &Lumi, text: &str) {
    let head = "import * as lumi from \"lumi\";\nimport { Row, RowProvider } from \"./row.ts\";\n";
    lumi.file("index.ts", format!("{head}{text}"));
}

pub fn run(lumi: &Lumi, args: &[&str]) -> Answer {
    lumi.run(&[args, &["--allow-write=."]].concat())
}

pub fn up(lumi: &Lumi) -> String {
    run(lumi, &["up", "-y"]).ok()
}

pub fn rows(lumi: &Lumi) -> Value {
    serde_json::from_str(&lumi.read("world.json")).unwrap()
}

/// The lines of a summary, without durations.
pub fn summary(stdout: &str) -> String {
    let line = stdout.lines().last().unwrap_or_default();
    line.split(", in ").next().unwrap_or_default().to_owned()
}

/// The message of an error, without its stack.
pub fn errors(answer: &Answer) -> String {
    let at = answer.stderr.find("error:").unwrap_or_default();
    let lines = answer.stderr[at..].lines();
    let lines: Vec<&str> = lines
        .take_while(|it| !it.starts_with("note: wrote"))
        .collect();
    lines.join("\n")
}

pub const TWO: &str = r#"
const a = new Row("a", { kind: "x", size: 1 });
const b = new Row("b", { kind: "y", size: a.length });
export const size = b.size;
"#;

#[test]
pub fn a_row_is_created_changed_and_deleted() {
    let lumi = project(TWO);
    let preview = run(&lumi, &["preview"]).ok();
    assert_eq!(summary(&preview), "Plan: +2 to create");
    assert!(!lumi.folder().join("world.json").exists());

    assert_eq!(summary(&up(&lumi)), "Done: +2 created");
    let made = json!({
        "x-1": { "color": "red", "kind": "x", "size": 1 },
        "y-3": { "color": "red", "kind": "y", "size": 3 },
    });
    assert_eq!(rows(&lumi), made);
    assert_eq!(summary(&up(&lumi)), "Done: nothing to do, 2 unchanged");

    program(&lumi, &TWO.replace("size: 1", "size: 2"));
    assert_eq!(summary(&up(&lumi)), "Done: ~1 updated, 1 unchanged");
    assert_eq!(rows(&lumi)["x-1"]["size"], 2);

    program(&lumi, &TWO.replace("\"x\"", "\"xx\""));
    let preview = run(&lumi, &["preview"]).ok();
    assert!(preview.contains("+-1 to replace"), "{preview}");
    assert_eq!(summary(&up(&lumi)), "Done: ~1 updated, +-1 replaced");
    let replaced = json!({
        "xx-1": { "color": "red", "kind": "xx", "size": 1 },
        "y-3": { "color": "red", "kind": "y", "size": 4 },
    });
    assert_eq!(rows(&lumi), replaced);

    // The class still exists: resources that the program no longer declares are deleted by type.
    program(&lumi, "new Row('a', { kind: 'xx', size: 1 });");
    assert_eq!(summary(&up(&lumi)), "Done: -1 deleted, 1 unchanged");
    assert_eq!(
        run(&lumi, &["destroy", "-y"])
            .ok()
            .lines()
            .last()
            .unwrap()
            .split(',')
            .next()
            .unwrap(),
        "Done: -1 deleted"
    );
    assert_eq!(rows(&lumi), json!({}));
}

#[test]
pub fn drift_is_seen_and_repaired() {
    let lumi =
        project("new Row('a', { kind: 'x', size: 1 });\nnew Row('b', { kind: 'x', size: 2 });");
    up(&lumi);
    lumi.file(
        "world.json",
        r#"{"x-1":{"color":"blue","kind":"x","size":7}}"#,
    );
    let refreshed = run(&lumi, &["refresh", "-y"]);
    assert!(
        refreshed.stderr.contains("the object no longer exists"),
        "{}",
        refreshed.transcript()
    );
    refreshed.ok();
    assert_eq!(summary(&up(&lumi)), "Done: +1 created, ~1 updated");
    assert_eq!(
        rows(&lumi)["x-1"],
        json!({ "color": "blue", "kind": "x", "size": 1 })
    );

    // The same in one run: providers are called before the program is evaluated.
    lumi.file(
        "world.json",
        r#"{"x-1":{"color":"blue","kind":"x","size":9}}"#,
    );
    let answer = run(&lumi, &["up", "-y", "--refresh"]).ok();
    assert!(
        answer.contains("+1 created") && answer.contains("~1 updated"),
        "{answer}"
    );
    assert_eq!(rows(&lumi)["x-1"]["size"], 1);
    assert_eq!(rows(&lumi)["x-2"]["size"], 2);
}

#[test]
pub fn inputs_are_checked_in_a_preview() {
    let lumi = project("new Row('a', { kind: 'x', size: 101 });");
    let answer = run(&lumi, &["preview"]);
    assert_eq!(answer.code, 1);
    assert!(
        answer.stderr.contains("input `size`: 101 is more than 100"),
        "{}",
        answer.stderr
    );
    assert!(
        answer.stderr.contains("index.ts:3:27\n"),
        "{}",
        answer.stderr
    );
}

#[test]
pub fn without_its_class_a_resource_stays() {
    // Its code cannot be captured for the state.
    let lumi = project("new Row('a', { kind: 'x', size: 1 });");
    let native = PROVIDER
        .replace("const file =", "const seen = new WeakMap();\nconst file =")
        .replace(
            "async delete(id: string) {",
            "async delete(id: string) {\n    seen.has(this);",
        );
    lumi.file("row.ts", native);
    up(&lumi);
    lumi.file("index.ts", "export const nothing = 1;");
    let answer = run(&lumi, &["up", "-y"]);
    assert_eq!(answer.code, 1);
    let errors = errors(&answer);
    insta::assert_snapshot!(errors.lines().next().unwrap(), @r##"
    error: cannot delete dynamic:index:Row "a": its provider for `dynamic:index:Row` is code of the program, which no longer has it; put the class `Row` back, or call `dynamic.register("dynamic:index:Row", provider)` in the program, until the last such resource is deleted (a resource that was deployed with `retainOnDelete` needs no provider, because its object stays); the state has no copy of the code, because it could not be captured when it was deployed
    "##);
    assert_eq!(run(&lumi, &["destroy", "-y"]).code, 1);
    assert_eq!(run(&lumi, &["refresh", "-y"]).code, 1);
    assert_eq!(rows(&lumi)["x-1"]["size"], 1);

    let register = "import * as dynamic from 'lumi/dynamic';\nimport { Row, RowProvider } from './row.ts';\n\
                    dynamic.register(Row, new RowProvider());";
    lumi.file("index.ts", register);
    assert_eq!(summary(&up(&lumi)), "Done: -1 deleted");
    assert_eq!(rows(&lumi), json!({}));
}

#[test]
pub fn a_retained_object_needs_no_class() {
    let lumi = project("new Row('a', { kind: 'x', size: 1 }, { retainOnDelete: true });");
    up(&lumi);
    lumi.file("index.ts", "");
    let answer = up(&lumi);
    assert!(answer.contains("forgotten"), "{answer}");
    assert_eq!(rows(&lumi)["x-1"]["size"], 1);
}

#[test]
pub fn a_program_that_fails_still_finishes_what_it_began() {
    let lumi = project(
        "new Row('a', { kind: 'x', size: 1 });\nawait new Promise((resolve) => setTimeout(resolve, 0));\n\
         throw new Error('halfway');",
    );
    let answer = run(&lumi, &["up", "--skip-preview"]);
    assert_eq!(answer.code, 1);
    assert!(answer.stderr.contains("halfway"), "{}", answer.stderr);
    assert_eq!(rows(&lumi)["x-1"]["size"], 1);
    program(&lumi, "new Row('a', { kind: 'x', size: 1 });");
    assert_eq!(summary(&up(&lumi)), "Done: nothing to do, 1 unchanged");
}

#[test]
pub fn without_update_every_change_replaces() {
    let text = |size: u32| {
        format!(
            "import * as dynamic from 'lumi/dynamic';\n\
             const provider = {{ create: (it: any) => ({{ id: `id-${{it.size}}`, outs: it }}) }};\n\
             class Once extends dynamic.Resource {{}}\n\
             export const id = new Once(provider, 'a', {{ size: {size} }}).id;"
        )
    };
    let lumi = Lumi::program(&text(1));
    up(&lumi);
    lumi.file("index.ts", text(2));
    let answer = up(&lumi);
    assert!(answer.contains("id: \"id-2\""), "{answer}");
    assert_eq!(summary(&answer), "Done: +-1 replaced");
    // Without a `read` method the object is assumed unchanged.
    assert_eq!(
        summary(&run(&lumi, &["refresh", "-y"]).ok()),
        "Done: nothing to do, 1 unchanged"
    );
}

#[test]
pub fn an_object_is_imported() {
    let lumi = project("new Row('a', { kind: 'x', size: 2, color: 'red' }, { import: 'x-1' });");
    lumi.file(
        "world.json",
        r#"{"x-1":{"color":"red","kind":"x","size":1}}"#,
    );
    let answer = up(&lumi);
    assert!(answer.contains("=1 imported"), "{answer}");
    assert_eq!(
        rows(&lumi),
        json!({ "x-1": { "color": "red", "kind": "x", "size": 2 } })
    );
}

/// `lumi import` evaluates the program for its providers, but keeps no code of them.
#[test]
fn an_object_is_imported_by_command() {
    let lumi = project("new Row('a', { kind: 'y', size: 1 });");
    up(&lumi);
    let mut world = rows(&lumi);
    world["x-1"] = json!({ "color": "red", "kind": "x", "size": 1 });
    lumi.file("world.json", world.to_string());
    let answer = run(&lumi, &["import", "dynamic:index:Row", "b", "x-1", "-y"]);
    let text = answer.transcript();
    assert_eq!(answer.code, 0, "{text}");
    assert!(text.contains("new Row(\"b\", {"), "{text}");
    assert!(text.contains("no code of its provider yet"), "{text}");
}

#[test]
fn a_deployment_without_changes_adds_the_code_of_an_imported_resource() {
    let lumi = project("new Row('b', { kind: 'x', size: 1, color: 'red' }, { protect: true });");
    let world = r#"{"x-1":{"color":"red","kind":"x","size":1}}"#;
    lumi.file("world.json", world);
    run(&lumi, &["import", "dynamic:index:Row", "b", "x-1", "-y"]).ok();
    assert_eq!(summary(&up(&lumi)), "Done: nothing to do, 1 unchanged");
    std::fs::remove_file(lumi.folder().join("row.ts")).unwrap();
    lumi.file("index.ts", "");
    lumi.run(&["state", "unprotect", "b"]).ok();
    run(&lumi, &["destroy", "-y"]).ok();
    assert_eq!(rows(&lumi), json!({}));
}

#[test]
fn tests_need_no_provider() {
    let lumi = project("");
    lumi.file(
        "row.test.ts",
        "import { assertEquals, run, test } from 'lumi/testing';\nimport { Row } from './row.ts';\n\
         test('a row', async () => {\n\
           const result = await run(() => { new Row('a', { size: 1 }); });\n\
           assertEquals(result.resources[0].type, 'dynamic:index:Row');\n\
         });",
    );
    lumi.run(&["test", "row.test.ts"]).ok();
}

#[test]
pub fn methods_get_values_as_the_program_wrote_them() {
    let lumi = Lumi::program(
        "import * as lumi from 'lumi';\nimport * as dynamic from 'lumi/dynamic';\n\
         class Thing extends dynamic.Resource {}\n\
         const create = ({ text, bytes, folder, token, list }: any) => ({ id: '1', outs: {\n\
           said: [text.text, [...bytes], folder.assets['a.txt'].text, folder.assets.b.path, token, list[0].on],\n\
           text, bytes, folder, token: lumi.secret(token + '!'),\n\
         }});\n\
         const thing: any = new Thing({ create }, 'a', {\n\
           text: new lumi.StringAsset('hello'),\n\
           bytes: new Uint8Array([1, 2]),\n\
           folder: new lumi.AssetArchive({ 'a.txt': new lumi.StringAsset('a'), b: new lumi.FileAsset('b.txt') }),\n\
           token: lumi.secret('hush'),\n\
           list: [{ on: true }],\n\
         }, { additionalSecretOutputs: ['said'] });\n\
         export const said = lumi.unsecret(thing.said);\n\
         export const token = thing.token;\n\
         export const text = thing.text.then((it: any) => it instanceof lumi.StringAsset && it.text);\n",
    );
    lumi.file("b.txt", "b");
    let answer = lumi.run(&["up", "-y"]).ok();
    insta::assert_snapshot!(answer.split("Done").next().unwrap(), @r##"
    Outputs:
      said: [
        "hello"
        [1, 2]
        "a"
        "b.txt"
        "hush"
        true
      ]
      text: "hello"
      token: [secret]
    "##);
    // The state has the hash of a file's content.
    std::fs::remove_file(lumi.folder().join("b.txt")).unwrap();
    lumi.run(&["refresh", "-y"]).ok();
}

#[test]
pub fn many_rows_are_made_at_the_same_time() {
    let lumi = Lumi::program(
        "import * as dynamic from 'lumi/dynamic';\nclass Gate extends dynamic.Resource {}\n\
         let open: () => void;\nlet count = 0;\nconst all = new Promise<void>((resolve) => open = resolve);\n\
         // None ends before all have begun.\n\
         const create = async () => {\n\
           if (++count === 20) open();\n\
           await all;\n\
           return { id: '1' };\n\
         };\n\
         for (let index = 0; index < 20; index++) new Gate({ create }, `gate-${index}`);\n",
    );
    assert_eq!(summary(&lumi.run(&["up", "-y"]).ok()), "Done: +20 created");
}

/// The type of a dynamic resource is the name of its class.
#[test]
fn advice_for_a_renamed_class_names_aliases() {
    let lumi = project("new Row('a', { kind: 'x', size: 1 });");
    up(&lumi);
    let renamed = |options: &str| {
        let class = "class Line extends Row {}\n";
        program(
            &lumi,
            &format!("{class}new Line('a', {{ kind: 'x', size: 1 }}, {{ {options} }});"),
        );
    };
    renamed("");
    let plan = run(&lumi, &["preview"]);
    let option = "aliases: [{ type: \"dynamic:index:Row\" }]";
    assert!(plan.stderr.contains(option), "{}", plan.transcript());
    renamed(option);
    let plan = run(&lumi, &["preview"]);
    assert!(plan.stdout.contains("1 unchanged"), "{}", plan.transcript());
}
