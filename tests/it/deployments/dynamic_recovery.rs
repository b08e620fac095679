//! Dynamic resources whose program is killed during a create.

use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::lumi::{Answer, Lumi};

/// A row of a JSON file by its name. `create` hangs at the point in the file `stop`: `before` or
/// `after` the row is written, or in the `middle`.
const PROGRAM: &str = r#"
import * as dynamic from "lumi/dynamic";
import * as fs from "node:fs";

const load = () => fs.existsSync("world.json") ? JSON.parse(fs.readFileSync("world.json", "utf8")) : {};
const save = (rows: any) => fs.writeFileSync("world.json", JSON.stringify(rows));
const stop = fs.existsSync("stop") ? fs.readFileSync("stop", "utf8") : "";
const forever = () => { fs.writeFileSync("stopped", ""); return new Promise(() => {}); };

const provider = {
  async create(inputs: any) {
    if (stop === "before") await forever();
    if (stop === "middle") { save({ ...load(), [inputs.name]: { ...inputs, size: 0 } }); await forever(); }
    save({ ...load(), [inputs.name]: inputs });
    if (stop === "after") await forever();
    return { id: inputs.name, outs: inputs };
  },
  async recover(inputs: any) {
    const row = load()[inputs.name];
    return row && { id: inputs.name, props: row };
  },
  async update(id: string, _olds: any, news: any) {
    save({ ...load(), [id]: news });
    return { outs: news };
  },
  async delete(id: string) {
    const { [id]: _gone, ...rows } = load();
    save(rows);
  },
};
class Row extends dynamic.Resource {
  constructor(name: string, size: number) { super(provider, name, { name, size }); }
}
new Row("a", 3);
"#;

/// Kills a run once it waits at the point in the file `stop`.
pub fn kill_up(lumi: &Lumi) {
    let mut child = lumi
        .command(&["up", "-y", "--allow-write=."])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while !lumi.folder().join("stopped").exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended too soon");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

/// A project whose run was killed at the point `stop`.
fn killed(program: &str, stop: &str) -> Lumi {
    let lumi = Lumi::program(program);
    lumi.file("stop", stop);
    kill_up(&lumi);
    lumi.file("stop", "");
    lumi
}

pub fn run(lumi: &Lumi, args: &[&str]) -> Answer {
    lumi.run(&[args, &["--allow-write=."]].concat())
}

pub fn rows(lumi: &Lumi) -> Value {
    serde_json::from_str(&lumi.read("world.json")).unwrap()
}

#[test]
pub fn a_killed_create_is_looked_up() {
    for (stop, done) in [
        ("before", "+1 created"),
        ("middle", "~1 updated"),
        ("after", "nothing to do"),
    ] {
        let lumi = killed(PROGRAM, stop);
        let answer = run(&lumi, &["up", "-y"]);
        assert_eq!(answer.code, 0, "{stop}: {}", answer.transcript());
        assert!(
            answer.stdout.contains(done),
            "{stop}: {}",
            answer.transcript()
        );
        assert_eq!(
            rows(&lumi),
            json!({"a": {"name": "a", "size": 3}}),
            "{stop}"
        );
        let again = run(&lumi, &["up", "-y", "--expect-no-changes"]);
        assert_eq!(again.code, 0, "{}", again.transcript());
    }
}

#[test]
pub fn objects_of_a_killed_create_can_be_destroyed() {
    for stop in ["before", "middle", "after"] {
        let lumi = killed(PROGRAM, stop);
        let answer = run(&lumi, &["destroy", "-y"]);
        assert_eq!(answer.code, 0, "{stop}: {}", answer.transcript());
        let is_there = lumi.folder().join("world.json").exists();
        assert!(!is_there || rows(&lumi) == json!({}), "{stop}");
    }
}

#[test]
pub fn without_the_method_the_user_has_to_look() {
    let lumi = killed(&PROGRAM.replace("async recover(", "async other("), "after");
    let answer = run(&lumi, &["up", "-y"]);
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    assert!(
        answer
            .stderr
            .contains("its provider has no method `recover`"),
        "{}",
        answer.transcript()
    );
    let answer = run(&lumi, &["up", "-y", "--forget-pending"]);
    assert_eq!(answer.code, 0, "{}", answer.transcript());
}
