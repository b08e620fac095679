//! Dynamic resources whose class the program no longer has.

use serde_json::{Value, json};

use crate::deployments::dynamic_recovery::{kill_up, rows, run};
use crate::support::lumi::{Answer, Lumi};

/// Rows of a JSON file. `delete` hangs if there is a file `stop`, and reports that with the last
/// row.
const PROVIDER: &str = r#"
import * as dynamic from "lumi/dynamic";
import * as fs from "node:fs";

const file = "world.json";
const load = () => fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : {};
const save = (rows: any) => fs.writeFileSync(file, JSON.stringify(rows));

class Store implements dynamic.ResourceProvider {
  constructor(private readonly suffix: string) {}
  async create(inputs: any) {
    const id = inputs.name + this.suffix;
    save({ ...load(), [id]: inputs });
    return { id, outs: inputs };
  }
  async read(id: string, props: any) {
    const row = load()[id];
    return row && { id, props: { ...props, ...row } };
  }
  async update(id: string, _olds: any, news: any) {
    save({ ...load(), [id]: news });
    return { outs: news };
  }
  async delete(id: string) {
    if (!id.endsWith(this.suffix)) throw new Error("not mine");
    const { [id]: _gone, ...rows } = load();
    save(rows);
    if (fs.existsSync("stop")) {
      if (Object.keys(rows).length === 0) fs.writeFileSync("stopped", "");
      await new Promise(() => {});
    }
  }
}

export class Row extends dynamic.Resource {
  constructor(name: string, size = 1, options?: any) {
    super(new Store("!"), name, { name, size }, options);
  }
}
"#;

const TWO: &str = "import { Row } from './row.ts';\nnew Row('a');\nnew Row('b', 2);";

fn project(program: &str) -> Lumi {
    let lumi = Lumi::new();
    lumi.file("row.ts", PROVIDER);
    lumi.file("index.ts", program);
    lumi
}

fn deployed(program: &str) -> Lumi {
    let lumi = project(program);
    run(&lumi, &["up", "-y"]).ok();
    lumi
}

/// The lines of a summary, without durations.
fn summary(stdout: &str) -> String {
    let line = stdout.lines().last().unwrap_or_default();
    line.split(", in ").next().unwrap_or_default().to_owned()
}

fn without_class(lumi: &Lumi) {
    std::fs::remove_file(lumi.folder().join("row.ts")).unwrap();
    lumi.file("index.ts", "export const nothing = 1;");
}

#[test]
pub fn resources_without_a_class_in_the_program_are_deleted() {
    let lumi = deployed(TWO);
    without_class(&lumi);
    let answer = run(&lumi, &["up", "-y"]).ok();
    assert_eq!(summary(&answer), "Done: -2 deleted");
    assert_eq!(rows(&lumi), json!({}));
}

#[test]
pub fn destroy_and_refresh_need_no_program() {
    for program in [
        None,
        Some("export const nothing = 1;"),
        Some("throw new Error('broken');"),
    ] {
        let lumi = deployed(TWO);
        std::fs::remove_file(lumi.folder().join("row.ts")).unwrap();
        match program {
            None => std::fs::remove_file(lumi.folder().join("index.ts")).unwrap(),
            Some(text) => drop(lumi.file("index.ts", text)),
        }
        lumi.file("world.json", r#"{"a!":{"name":"a","size":5}}"#);
        let refreshed = run(&lumi, &["refresh", "-y"]);
        assert_eq!(refreshed.code, 0, "{program:?}: {}", refreshed.transcript());
        let exported = lumi.run(&["stack", "export"]).ok();
        assert!(exported.contains("\"size\":5"), "{exported}");
        assert!(!exported.contains("::b\""), "{exported}");
        let destroyed = run(&lumi, &["destroy", "-y"]);
        assert_eq!(destroyed.code, 0, "{program:?}: {}", destroyed.transcript());
        assert_eq!(rows(&lumi), json!({}), "{program:?}");
    }
}

#[test]
pub fn providers_of_the_program_come_first() {
    let lumi = deployed(TWO);
    let silent = PROVIDER.replace(
        "const { [id]: _gone, ...rows } = load();",
        "const rows = { by: id };",
    );
    lumi.file("row.ts", silent);
    lumi.file(
        "index.ts",
        "import { Row } from './row.ts';\nnew Row('b', 2);",
    );
    run(&lumi, &["up", "-y"]).ok();
    assert_eq!(rows(&lumi), json!({ "by": "a!" }));
}

#[test]
pub fn other_code_alone_updates_nothing_and_is_kept() {
    let lumi = deployed(TWO);
    let other = PROVIDER.replace(
        "const { [id]: _gone, ...rows } = load();",
        "const rows = { by: id };",
    );
    lumi.file("row.ts", other);
    let again = run(&lumi, &["up", "-y", "--expect-no-changes"]).ok();
    assert_eq!(summary(&again), "Done: nothing to do, 2 unchanged");
    lumi.file("index.ts", TWO.replace("new Row('a');", ""));
    std::fs::write(lumi.folder().join("index.ts"), "export const nothing = 1;").unwrap();
    run(&lumi, &["destroy", "-y"]).ok();
    assert!(rows(&lumi)["by"].is_string(), "{}", rows(&lumi));
}

#[test]
pub fn several_deletes_that_were_killed_are_looked_up_while_the_program_waits() {
    let lumi = deployed(TWO);
    lumi.file("index.ts", "export const nothing = 1;");
    lumi.file("stop", "");
    kill_up(&lumi);
    std::fs::remove_file(lumi.folder().join("stop")).unwrap();
    // The program awaits its own registration while the engine recovers.
    let program = "import { random } from 'lumi/std';\nnew random.Id('other', { byteLength: 4 });";
    lumi.file("index.ts", program);
    for args in [["preview", "--timeout=20s"], ["up", "--timeout=20s"]] {
        let args: Vec<&str> = args
            .into_iter()
            .chain((args[0] == "up").then_some("-y"))
            .collect();
        let answer = run(&lumi, &args);
        assert_eq!(answer.code, 0, "{}", answer.transcript());
    }
}

#[test]
pub fn secret_configuration_does_not_keep_resources_from_being_deleted() {
    let lumi = deployed(TWO);
    let mut set = lumi.command(&["config", "set", "token", "--secret", "hunter2"]);
    let set = set.stdin(std::process::Stdio::null()).output().unwrap();
    assert!(set.status.success(), "{set:?}");
    for command in ["refresh", "destroy"] {
        let answer = run(&lumi, &[command, "-y"]);
        assert_eq!(answer.code, 0, "{}", answer.transcript());
    }
    assert_eq!(rows(&lumi), json!({}));
}

#[test]
pub fn a_delete_that_was_killed_is_looked_up_with_kept_code() {
    let lumi = deployed("import { Row } from './row.ts';\nnew Row('a');");
    without_class(&lumi);
    lumi.file("stop", "");
    kill_up(&lumi);
    std::fs::remove_file(lumi.folder().join("stop")).unwrap();
    let answer = run(&lumi, &["up", "-y"]);
    assert_eq!(answer.code, 0, "{}", answer.transcript());
    assert_eq!(rows(&lumi), json!({}));
}

const SECRET: &str = r#"
import * as lumi from "lumi";
import * as dynamic from "lumi/dynamic";
import * as fs from "node:fs";

const token = lumi.secret(Promise.resolve("hunter" + 2));
const plain = await Promise.resolve("swordfish" + 1);
const provider = {
  async create(inputs: any) { return { id: "x", outs: {} }; },
  async delete(id: string) { fs.writeFileSync("deleted", `${id} ${await token} ${plain}`); },
};
class Thing extends dynamic.Resource {
  constructor(name: string) { super(provider, name); }
}
new Thing("t");
"#;

#[test]
pub fn captured_secrets_are_never_plain_in_the_state() {
    let lumi = deployed(SECRET);
    for entry in walk(&lumi.folder().join(".lumi")) {
        let bytes = std::fs::read(&entry).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        for secret in ["hunter2", "swordfish1", "writeFileSync"] {
            assert!(!text.contains(secret), "{secret} in {}", entry.display());
        }
    }
    lumi.file("index.ts", "export const nothing = 1;");
    run(&lumi, &["up", "-y"]).ok();
    assert_eq!(lumi.read("deleted"), "x hunter2 swordfish1");
}

/// Resources whose provider works with the current credentials only.
const AUTHORIZED: &str = r#"
import * as lumi from "lumi";
import * as dynamic from "lumi/dynamic";
import * as fs from "node:fs";

const config = new lumi.Config();
const token = config.requireSecret("token");
const limit = config.requireSecretNumber("limit");
const account = config.requireSecretObject<any>("account");
const provider = {
  async create(inputs: any) { return { id: "x", outs: {} }; },
  async delete(id: string) {
    const { user } = await account;
    const given = [await token, await limit, user, await account.keys[1]].join(" ");
    if (given !== "new 2 bob k2") throw new Error("401 Unauthorized");
    fs.writeFileSync("deleted", id);
  },
};
class Thing extends dynamic.Resource {
  constructor(name: string) { super(provider, name); }
}
new Thing("t");
"#;

fn configure(lumi: &Lumi, token: &str, limit: &str, user: &str) {
    let account = format!(r#"{{"user":"{user}","keys":["k1","k2"]}}"#);
    for (key, value) in [("token", token), ("limit", limit), ("account", &account)] {
        let mut set = lumi.command(&["config", "set", key, "--secret", value]);
        let set = set.stdin(std::process::Stdio::null()).output().unwrap();
        assert!(set.status.success(), "{set:?}");
    }
}

#[test]
pub fn rotated_credentials_reach_the_code_in_the_state() {
    let without_program: fn(&Lumi) = |lumi| {
        std::fs::remove_file(lumi.folder().join("index.ts")).unwrap();
    };
    let without_class: fn(&Lumi) = |lumi| drop(lumi.file("index.ts", "export const nothing = 1;"));
    for (leave, args) in [
        (without_class, &["up", "-y"][..]),
        (without_class, &["destroy", "-y"]),
        (without_program, &["destroy", "-y"]),
    ] {
        let lumi = Lumi::program(AUTHORIZED);
        configure(&lumi, "old", "1", "alice");
        run(&lumi, &["up", "-y"]).ok();
        let exported = lumi.run(&["stack", "export", "--show-secrets"]).ok();
        assert!(exported.contains(":token\""), "{exported}");
        assert!(!exported.contains("\"old\""), "{exported}");
        leave(&lumi);
        configure(&lumi, "new", "2", "bob");
        let answer = run(&lumi, args);
        assert_eq!(answer.code, 0, "{args:?}: {}", answer.transcript());
        assert_eq!(lumi.read("deleted"), "x", "{args:?}");
    }
}

#[test]
pub fn a_credential_that_is_gone_is_named() {
    let lumi = Lumi::program(AUTHORIZED);
    configure(&lumi, "new", "2", "bob");
    run(&lumi, &["up", "-y"]).ok();
    lumi.file("index.ts", "export const nothing = 1;");
    lumi.run(&["config", "rm", "token"]).ok();
    let answer = run(&lumi, &["up", "-y"]);
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    let line = answer.stderr.lines().find(|it| it.starts_with("error"));
    insta::assert_snapshot!(line.unwrap(), @r#"error: cannot delete dynamic:index:Thing "t": the program has no provider for `dynamic:index:Thing` any more, and the code that the state keeps for it cannot run: it needs configuration "demo:token", which is not set; set it with `lumi config set demo:token --secret`, or put the class `Thing` back"#);
    configure(&lumi, "new", "many", "bob");
    let answer = run(&lumi, &["destroy", "-y"]);
    assert!(
        answer.stderr.contains(":limit\" must be a number") && !answer.stderr.contains("many"),
        "{}",
        answer.transcript()
    );
}

fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files.extend(walk(&path)),
            false => files.push(path),
        }
    }
    files
}

#[test]
pub fn an_output_that_the_provider_uses_is_kept_and_waited_for() {
    let program = r#"
        import * as dynamic from "lumi/dynamic";
        import * as fs from "node:fs";
        import { Id } from "lumi/std";
        import { Row } from "./row.ts";
        const row = new Row("a");
        const provider = {
          async create() { return { id: "x", outs: {} }; },
          async delete(id: string) {
            fs.writeFileSync("deleted", `${id} ${await row.name} ${Object.keys(JSON.parse(fs.readFileSync("world.json", "utf8")))}`);
          },
        };
        class Thing extends dynamic.Resource {
          constructor(name: string) { super(provider, name); }
        }
        new Thing("t");
    "#;
    let program = program.replace("import { Id } from \"lumi/std\";", "");
    let lumi = deployed(&program);
    without_class(&lumi);
    run(&lumi, &["up", "-y"]).ok();
    assert_eq!(lumi.read("deleted"), "x a a!");
    assert_eq!(rows(&lumi), json!({}));
}

#[test]
pub fn code_that_cannot_be_kept_is_reported_and_harms_nothing() {
    let program = r#"
        import * as dynamic from "lumi/dynamic";
        const known = new WeakMap();
        const helpers = { cache: { known } };
        const provider = {
          async create(inputs: any) { known_of(inputs); return { id: "x", outs: {} }; },
        };
        function known_of(inputs: any) { helpers.cache.known.set(inputs, 1); }
        class Thing extends dynamic.Resource {
          constructor(name: string) { super(provider, name); }
        }
        new Thing("t");
        new Thing("u");
    "#;
    let lumi = project(program);
    let answer = run(&lumi, &["up", "-y"]);
    assert_eq!(answer.code, 0, "{}", answer.transcript());
    insta::assert_snapshot!(warnings(&answer), @"warning: the code that manages dynamic:index:Thing cannot be kept in the state: cannot capture the object.create -> known_of -> helpers.cache.known: the contents of a WeakMap cannot be listed, as it holds them weakly");
    without_class(&lumi);
    let answer = run(&lumi, &["destroy", "-y"]);
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    assert!(
        answer.stderr.contains("the state has no copy of the code"),
        "{}",
        answer.stderr
    );
}

fn warnings(answer: &Answer) -> String {
    let lines = answer.stderr.lines().filter(|it| it.contains("warning"));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
pub fn resources_that_wait_for_each_other_wait_for_no_code() {
    let program = r#"
        import * as dynamic from "lumi/dynamic";
        const made: any[] = [];
        const never = new Promise(() => {});
        const provider = {
          async create(inputs: any) { return { id: "x" + made.length, outs: { of: await made[0].size } }; },
          async delete() { await never; },
        };
        class Thing extends dynamic.Resource {
          constructor(name: string) { super(provider, name, { size: 1 }); made.push(this); }
        }
        new Thing("t");
    "#;
    let lumi = project(&program.replace("await made[0].size", "made.length"));
    let answer = run(&lumi, &["up", "-y"]);
    assert_eq!(answer.code, 0, "{}", answer.transcript());
    assert!(
        warnings(&answer).contains("it holds a promise"),
        "{}",
        answer.stderr
    );
}

#[test]
pub fn damaged_code_says_so() {
    let lumi = deployed("import { Row } from './row.ts';\nnew Row('a');");
    without_class(&lumi);
    let exported = lumi.run(&["stack", "export", "--show-secrets"]).ok();
    let damaged = exported.replace("not mine", "not ours");
    assert_ne!(exported, damaged);
    lumi.file("state.json", damaged);
    lumi.run(&["stack", "import", "state.json", "--force"]).ok();
    let answer = run(&lumi, &["up", "-y"]);
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    let line = answer
        .stderr
        .lines()
        .find(|it| it.starts_with("error"))
        .unwrap();
    insta::assert_snapshot!(line, @r##"error: cannot delete dynamic:index:Row "a": the program has no provider for `dynamic:index:Row` any more, and the code that the state keeps for it is damaged: its text does not match its hash; put the class `Row` back, or call `dynamic.register("dynamic:index:Row", provider)` in the program"##);

    let mut document: Value = serde_json::from_str(&exported).unwrap();
    document.as_object_mut().unwrap().remove("modules");
    lumi.file("state.json", document.to_string());
    let answer = lumi.run(&["stack", "import", "state.json", "--force"]);
    answer.ok();
    let answer = run(&lumi, &["destroy", "-y"]);
    assert!(
        answer.stderr.contains("it is missing there"),
        "{}",
        answer.transcript()
    );
}

#[test]
pub fn a_thousand_resources_share_their_code() {
    let program =
        "import { Row } from './row.ts';\nfor (let i = 0; i < 1000; i++) new Row(`r${i}`, i);";
    let lumi = deployed(program);
    let snapshot = walk(&lumi.folder().join(".lumi"))
        .into_iter()
        .find(|it| it.ends_with("snapshot.json"))
        .unwrap();
    let text = std::fs::read_to_string(snapshot).unwrap();
    assert_eq!(text.matches("\"ciphertext\"").count(), 1);
    assert_eq!(text.matches("\"kept\"").count(), 1000);
}
