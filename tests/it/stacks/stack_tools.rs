//! `lumi state`.

use crate::support::lumi::{Answer, Lumi};

const PROGRAM: &str = "import * as lumi from \"lumi\";\n\
    import { fs, random } from \"lumi/std\";\n\
    const password = new random.Password(\"password\", { length: 12 });\n\
    new fs.File(\"note\", { path: \"out/note.txt\", content: \"1\" });\n\
    export const token = new lumi.Config().requireSecret(\"token\");\n\
    export const shown = password.result;\n";

pub fn deployed() -> Lumi {
    let lumi = Lumi::program(PROGRAM);
    lumi.run(&["config", "set", "token", "hunter2", "--secret"])
        .ok();
    lumi.run(&["up", "-y"]).ok();
    lumi
}

fn outputs(answer: Answer) -> serde_json::Value {
    answer.json()
}

#[test]
fn resources_are_listed_and_shown() {
    let lumi = deployed();
    let list = lumi.run(&["state", "ls"]).ok();
    assert!(list.contains("std:fs:File"), "{list}");
    assert!(list.contains("note  out/note.txt"), "{list}");
    let shown = lumi.run(&["state", "show", "password"]).json();
    assert_eq!(shown["name"], "password");
    assert!(!shown.to_string().contains("hunter2"));
    let secret = lumi.run(&["state", "show", "password", "--show-secrets"]);
    let length = secret.json()["outputs"].to_string().len();
    assert!(length > shown["outputs"].to_string().len() - 12);
    let unknown = lumi.run(&["state", "show", "passwort"]);
    assert_eq!(unknown.code, 2);
    assert_eq!(lumi.run(&["state", "show", "*"]).code, 2);
}

#[test]
fn an_old_object_that_could_not_be_deleted_is_listed() {
    let program = |version: u32| {
        format!(
            "import {{ exec }} from 'lumi/std';\n\
             new exec.Command('a', {{ create: 'true', delete: 'test -e allowed', triggers: [{version}] }}, {{ deleteBeforeReplace: false }});\n"
        )
    };
    let lumi = Lumi::program(&program(1));
    lumi.run(&["up", "-y", "--allow-run"]).ok();
    let marked = |lumi: &Lumi| {
        let list = lumi.run(&["state", "ls"]).ok();
        let listed = lumi.run(&["state", "ls", "--json"]).json();
        let marks = listed.as_array().unwrap().iter().map(|it| &it["marks"]);
        let is_marked = marks.filter(|it| it[0] == "to be deleted").count();
        assert_eq!(list.matches("to be deleted").count(), is_marked, "{list}");
        is_marked
    };
    assert_eq!(marked(&lumi), 0);
    lumi.file("index.ts", program(2));
    assert_eq!(lumi.run(&["up", "-y", "--allow-run"]).code, 1);
    assert_eq!(marked(&lumi), 1);
    // The graph shows what is live.
    let graph = lumi.run(&["graph", "--format", "json"]).json();
    assert_eq!(graph["vertices"].as_array().unwrap().len(), 1, "{graph}");
    lumi.file("allowed", "");
    lumi.run(&["up", "-y", "--allow-run"]).ok();
    assert_eq!(marked(&lumi), 0);
}

#[test]
fn a_tainted_resource_is_replaced_once() {
    let lumi = deployed();
    let before = outputs(lumi.run(&["stack", "output", "--json", "--show-secrets"]));
    lumi.run(&["state", "taint", "password"]).ok();
    lumi.run(&["state", "untaint", "password"]).ok();
    let plan = lumi.run(&["preview"]).ok();
    assert!(plan.contains("no changes"), "{plan}");
    lumi.run(&["state", "taint", "password"]).ok();
    assert!(lumi.run(&["state", "ls"]).ok().contains("tainted"));
    let up = lumi.run(&["up", "-y"]).ok();
    assert!(up.contains("+-1 replaced"), "{up}");
    let after = outputs(lumi.run(&["stack", "output", "--json", "--show-secrets"]));
    assert_ne!(before["shown"], after["shown"]);
    let plan = lumi.run(&["preview"]).ok();
    assert!(plan.contains("no changes"), "{plan}");
}

#[test]
fn a_tainted_component_stands_for_its_children() {
    let lumi = Lumi::with_sdk(
        "import { random } from \"lumi/std\";\n\
         class Outer extends lumi.ComponentResource {\n\
           constructor(name: string, inner = false, options?: lumi.ComponentResourceOptions) {\n\
             super(inner ? \"a:b:Inner\" : \"a:b:Outer\", name, {}, options);\n\
             new random.Id(`${name}-id`, { byteLength: 4 }, { parent: this });\n\
             if (!inner) new Outer(`${name}-inner`, true, { parent: this });\n\
           }\n\
         }\n\
         new Outer(\"a\");\nnew random.Id(\"b\", { byteLength: 4 });\n",
    );
    lumi.run(&["up", "-y"]).ok();
    let tainted = lumi.seen(&["state", "taint", "a"]);
    assert!(
        tainted.contains("tainted std:random:Id a-id\n"),
        "{tainted}"
    );
    assert!(tainted.contains("tainted 2 resources"), "{tainted}");
    let plan = lumi.run(&["preview"]).ok();
    assert!(plan.contains("+-2 to replace"), "{plan}");
    lumi.run(&["state", "untaint", "a"]).ok();
    lumi.run(&["preview", "--expect-no-changes"]).ok();
    assert_eq!(
        lumi.run(&["state", "list"]).ok(),
        lumi.run(&["state", "ls"]).ok()
    );
}

#[test]
fn protection_is_set_and_taken_back_by_hand() {
    let lumi = deployed();
    lumi.run(&["state", "protect", "note"]).ok();
    let destroy = lumi.run(&["destroy", "-y"]);
    assert_eq!(destroy.code, 1, "{}", destroy.transcript());
    assert!(lumi.folder().join("out/note.txt").exists());
    lumi.run(&["state", "unprotect", "*"]).ok();
    lumi.run(&["destroy", "-y"]).ok();
    assert!(!lumi.folder().join("out/note.txt").exists());
}

#[test]
fn a_resource_is_taken_out_by_its_name() {
    let lumi = deployed();
    lumi.run(&["state", "rm", "note", "-y"]).ok();
    assert!(!lumi.run(&["state", "ls"]).ok().contains("note"));
    assert!(lumi.folder().join("out/note.txt").exists());
}

/// The name that `state rm` had before goes on working, without being shown.
#[test]
fn a_resource_is_taken_out_by_the_older_name_of_the_command() {
    let lumi = deployed();
    lumi.run(&["stack", "forget", "note", "-y"]).ok();
    assert!(!lumi.run(&["state", "ls"]).ok().contains("note"));
    assert!(!lumi.run(&["stack", "--help"]).ok().contains("forget"));
}

#[test]
fn a_protected_resource_is_taken_out_by_force_only() {
    let lumi = deployed();
    lumi.run(&["state", "protect", "note"]).ok();
    for command in [
        &["state", "rm", "note", "-y"][..],
        &["state", "rm", "note"],
        &["state", "rm", "*", "-y"],
    ] {
        let answer = lumi.run(command);
        assert_eq!(answer.code, 1, "{}", answer.transcript());
        let said = answer.stderr.replace("  urn:", "urn:");
        assert!(said.contains("1 resource is protected"), "{said}");
        assert!(said.contains("std:fs:File::note"), "{said}");
        assert!(said.contains("--force"), "{said}");
        assert!(lumi.run(&["state", "ls"]).ok().contains("password"));
    }
    lumi.run(&["state", "rm", "note", "-y", "--force"]).ok();
    assert!(!lumi.run(&["state", "ls"]).ok().contains("note"));
    assert!(lumi.folder().join("out/note.txt").exists());
}

/// A resource renamed in both state and program is not replaced.
#[test]
fn a_resource_gets_another_name() {
    let program = |parent: &str, name: &str| {
        format!(
            "import * as lumi from \"lumi\";\n\
             import {{ fs }} from \"lumi/std\";\n\
             class Site extends lumi.ComponentResource {{\n\
             constructor(name: string) {{ super(\"acme:web:Site\", name); }}\n}}\n\
             const parent = new Site(\"{parent}\");\n\
             const note = new fs.File(\"{name}\", {{ path: \"a.txt\", content: \"1\" }}, {{ parent }});\n\
             new fs.File(\"other\", {{ path: \"b.txt\", content: note.path }}, {{ dependsOn: parent }});\n\
             export const file = note;\n"
        )
    };
    let lumi = Lumi::program(&program("docs", "note"));
    lumi.run(&["up", "-y"]).ok();
    for (args, code) in [
        (["state", "mv", "note", "memo"], 0),
        (["state", "mv", "docs", "handbook"], 0),
        (["state", "mv", "gone", "memo"], 2),
        (["state", "mv", "memo", "a::b"], 2),
        (["state", "mv", "memo", "urn:lumi:nonsense"], 2),
    ] {
        let answer = lumi.run(&args);
        assert_eq!(answer.code, code, "{}", answer.transcript());
    }
    lumi.file("index.ts", program("handbook", "memo"));
    let plan = lumi.run(&["preview", "--expect-no-changes"]);
    assert_eq!(plan.code, 0, "{}", plan.transcript());
    let below = "urn:lumi:dev::demo::index$acme:web:Site::std:fs:File::other";
    let told = lumi.run(&["state", "mv", "other", below]).stderr;
    assert_eq!(
        told.lines().filter(|it| it.contains("urn:")).count(),
        2,
        "{told}"
    );
    let clash = lumi.run(&["state", "mv", "memo", "other"]);
    assert_eq!(clash.code, 2, "{}", clash.transcript());
    assert!(clash.stderr.contains("already"), "{}", clash.stderr);
    let history = lumi.run(&["stack", "history"]).ok();
    assert_eq!(history.matches("renamed 1").count(), 3, "{history}");
}

/// Wherever the command is killed, the state has either the old name or the new one.
#[test]
fn a_renaming_survives_a_kill() {
    let lumi = deployed();
    let names = |lumi: &Lumi| lumi.run(&["state", "ls"]).ok();
    let (mut old, mut new) = ("note", "memo");
    for moment in ["before", "after"] {
        for number in 1..=4 {
            let args = ["state", "mv", old, new];
            let mut command = lumi.command(&args);
            command.env("LUMI_FAILPOINT", format!("{moment}:{number}"));
            command.output().unwrap();
            let found = names(&lumi);
            let is = |name: &str| found.contains(&format!("  {name}  "));
            assert!(is(old) != is(new), "{moment}:{number}: {found}");
            if is(old) {
                lumi.run(&args).ok();
            }
            (old, new) = (new, old);
        }
    }
}
