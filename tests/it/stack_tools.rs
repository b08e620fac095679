//! `lumi state`, and stacks that are moved or renamed.

use crate::lumi::{Answer, Lumi};

const PROGRAM: &str = "import * as lumi from \"lumi\";\n\
    import { fs, random } from \"lumi/std\";\n\
    const password = new random.Password(\"password\", { length: 12 });\n\
    new fs.File(\"note\", { path: \"out/note.txt\", content: \"1\" });\n\
    export const token = new lumi.Config().requireSecret(\"token\");\n\
    export const shown = password.result;\n";

fn deployed() -> Lumi {
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

#[test]
fn a_protected_resource_is_taken_out_by_force_only() {
    let lumi = deployed();
    lumi.run(&["state", "protect", "note"]).ok();
    for command in [
        &["state", "rm", "note", "-y"][..],
        &["state", "rm", "note"],
        &["stack", "forget", "*", "-y"],
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

#[test]
fn a_stack_moves_to_another_backend() {
    let lumi = deployed();
    let before = lumi.run(&["stack", "export", "--show-secrets"]).ok();
    lumi.file("Lumi.yaml", "# Ours.\nname: demo\n");
    lumi.run(&["stack", "migrate", "file:./there", "-y"]).ok();
    assert!(!lumi.folder().join(".lumi/stacks/demo/dev").exists());
    let manifest = lumi.read("Lumi.yaml");
    assert_eq!(manifest, "# Ours.\nname: demo\nbackend: file:./there\n");
    // A stack of the same name cannot be created in its old place.
    lumi.file("Lumi.yaml", "name: demo\n");
    for args in [&["up", "-y"][..], &["preview"], &["stack", "init", "dev"]] {
        let refused = lumi.run(args);
        assert_ne!(refused.code, 0, "{}", refused.transcript());
        let said = "the stack `dev` was moved to `file:./there`; write `backend: file:./there`";
        assert!(refused.stderr.contains(said), "{}", refused.transcript());
    }
    lumi.file("Lumi.yaml", manifest);
    assert_eq!(
        lumi.run(&["stack", "export", "--show-secrets"]).ok(),
        before
    );
    assert_eq!(lumi.run(&["config", "get", "token"]).ok(), "hunter2\n");
    assert_eq!(lumi.run(&["stack", "history"]).ok().lines().count(), 1);
    let plan = lumi.run(&["preview"]).ok();
    assert!(plan.contains("no changes"), "{plan}");
    let again = lumi.run(&["stack", "migrate", "file:./there", "-y"]);
    assert_eq!(again.code, 2, "{}", again.transcript());
    // The stack may be moved back.
    lumi.run(&["stack", "migrate", "file:./.lumi", "-y"]).ok();
    lumi.run(&["preview", "--expect-no-changes"]).ok();
}

/// Wherever a migration is killed, at most one of the two backends can be deployed to, each says what
/// to run, and a retry completes the move.
#[cfg(debug_assertions)]
#[test]
fn a_migration_survives_a_kill() {
    let lumi = deployed();
    let before = lumi.run(&["stack", "export", "--show-secrets"]).ok();
    let at = |backend: &str, args: &[&str]| {
        let mut command = lumi.command(args);
        command.env("LUMI_BACKEND", backend);
        Answer::of(command.output().unwrap(), args, lumi.folder())
    };
    let (mut from, mut to) = ("file:./.lumi", "file:./there");
    let mut kills = 0;
    for moment in ["before", "after"] {
        for number in 1.. {
            let point = format!("{moment}:{number}");
            let args = ["stack", "migrate", to, "-y"];
            let mut command = lumi.command(&args);
            command.env("LUMI_BACKEND", from);
            command.env("LUMI_FAILPOINT", &point);
            let was_done = command.output().unwrap().status.success();
            if !was_done {
                kills += 1;
                let export = ["stack", "export", "--show-secrets"];
                let usable: Vec<Answer> = [from, to].map(|it| at(it, &export)).into();
                let (whole, refused): (Vec<_>, Vec<_>) =
                    usable.into_iter().partition(|it| it.code == 0);
                assert!(whole.len() < 2, "{point}");
                assert!(whole.iter().all(|it| it.stdout == before), "{point}");
                for answer in &refused {
                    let says = ["unfinished copy", "was moved to", "does not exist"];
                    let is_helped = says.iter().any(|it| answer.stderr.contains(it));
                    assert!(is_helped, "{point}: {}", answer.transcript());
                }
                at(from, &args).ok();
            }
            let moved = at(to, &["stack", "export", "--show-secrets"]);
            assert_eq!(moved.ok(), before, "{point}");
            // Nothing is left in the old place.
            let rest = at(from, &["stack", "export"]);
            assert_ne!(rest.code, 0, "{}", rest.transcript());
            assert_eq!(at(from, &["stack", "ls"]).ok(), "", "{point}");
            (from, to) = (to, from);
            if was_done {
                break;
            }
        }
    }
    assert!(kills >= 12, "{kills}");
}

/// A stack that has moved twice is found from its first place.
#[test]
fn a_stack_that_moved_twice_is_found() {
    let lumi = deployed();
    let at = |backend: &str, args: &[&str]| {
        let mut command = lumi.command(args);
        command.env("LUMI_BACKEND", backend);
        Answer::of(command.output().unwrap(), args, lumi.folder())
    };
    let (first, second, third) = ("file:./.lumi", "file:./there", "file:./elsewhere");
    at(first, &["stack", "migrate", second, "-y"]).ok();
    at(second, &["stack", "migrate", third, "-y"]).ok();
    for (backend, next) in [(first, second), (second, third)] {
        let refused = at(backend, &["up", "-y"]);
        assert_ne!(refused.code, 0, "{}", refused.transcript());
        let said = format!("the stack `dev` was moved to `{next}`");
        assert!(refused.stderr.contains(&said), "{}", refused.transcript());
    }
    at(third, &["preview", "--expect-no-changes"]).ok();
}

/// A stack whose name changed twice, and back, is found under each name.
#[test]
fn a_stack_that_was_renamed_twice_is_found() {
    let lumi = deployed();
    lumi.run(&["stack", "rename", "dev", "prod", "-y"]).ok();
    lumi.run(&["stack", "rename", "prod", "live", "-y"]).ok();
    for old in ["dev", "prod"] {
        let refused = lumi.run(&["up", "-y", "-s", old, "--create"]);
        assert_ne!(refused.code, 0, "{}", refused.transcript());
        let said = format!("the stack `{old}` is called `live` now");
        assert!(refused.stderr.contains(&said), "{}", refused.transcript());
    }
    // The old name is free for another stack, and for the same one.
    lumi.run(&["stack", "init", "prod"]).ok();
    lumi.run(&["stack", "rm", "prod", "-y"]).ok();
    lumi.run(&["stack", "rename", "live", "dev", "-y"]).ok();
    lumi.run(&["preview", "-s", "dev", "--expect-no-changes"])
        .ok();
}

/// Wherever a renaming is killed, exactly one of the two names can be deployed, the other one says
/// what to run, and a retry completes the renaming.
#[cfg(debug_assertions)]
#[test]
fn a_renamed_stack_survives_a_kill() {
    let lumi = deployed();
    let get = |name: &str| lumi.run(&["config", "get", "token", "-s", name]);
    let (mut old, mut new) = ("dev", "prod");
    let mut kills = 0;
    for moment in ["before", "after"] {
        for number in 1.. {
            let point = format!("{moment}:{number}");
            let args = ["stack", "rename", old, new, "-y"];
            let mut command = lumi.command(&args);
            command.env("LUMI_FAILPOINT", &point);
            let was_done = command.output().unwrap().status.success();
            if !was_done {
                kills += 1;
                let plan = |name| lumi.run(&["preview", "-s", name, "--expect-no-changes"]);
                let (usable, refused): (Vec<_>, Vec<_>) = [old, new]
                    .map(plan)
                    .into_iter()
                    .partition(|it| it.code == 0);
                let [refused] = &refused[..] else {
                    panic!("{point}: {} can be deployed", usable.len());
                };
                let says = [
                    format!("`lumi stack rename {old} {new}` ends the renaming"),
                    format!("the stack `{old}` is called `{new}` now"),
                    format!("stack `{new}` does not exist"),
                ];
                let is_helped = says.iter().any(|it| refused.stderr.contains(it));
                assert!(is_helped, "{point}: {}", refused.transcript());
                lumi.run(&args).ok();
            }
            lumi.run(&["preview", "-s", new, "--expect-no-changes"])
                .ok();
            assert_eq!(get(new).ok(), "hunter2\n", "{point}");
            let list = lumi.run(&["stack", "ls"]).ok();
            assert!(!list.contains(old) && list.contains(new), "{point}: {list}");
            assert!(!lumi.folder().join(format!("Lumi.{old}.yaml")).exists());
            (old, new) = (new, old);
            if was_done {
                break;
            }
        }
    }
    assert!(kills >= 12, "{kills}");
}

/// A copy that is given up leaves the stack as it was.
#[cfg(debug_assertions)]
#[test]
fn an_unfinished_copy_can_be_dropped() {
    let lumi = deployed();
    let args = ["stack", "rename", "dev", "prod", "-y"];
    let mut command = lumi.command(&args);
    command.env("LUMI_FAILPOINT", "after:3");
    assert!(!command.output().unwrap().status.success());
    let other = lumi.run(&["stack", "init", "prod"]);
    assert_ne!(other.code, 0, "{}", other.transcript());
    let list = lumi.run(&["stack", "ls"]).ok();
    assert!(list.contains("prod  (an unfinished copy of dev:"), "{list}");
    let list = lumi.run(&["stack", "ls", "--json"]).ok();
    assert_eq!(
        list.matches("\"unfinishedCopy\": true").count(),
        1,
        "{list}"
    );
    lumi.run(&["stack", "rm", "prod", "-y"]).ok();
    assert!(!lumi.folder().join("Lumi.prod.yaml").exists());
    lumi.run(&["preview", "-s", "dev", "--expect-no-changes"])
        .ok();
    // Settings that were written for a stack to come are not lost.
    lumi.run(&["config", "set", "-s", "prod", "--create", "a", "1"])
        .ok();
    let refused = lumi.run(&args);
    assert_eq!(refused.code, 2, "{}", refused.transcript());
    assert!(lumi.read("Lumi.prod.yaml").contains("a: "));
}

#[test]
fn a_stack_gets_another_name() {
    let lumi = deployed();
    lumi.file(
        "Lumi.dev.yaml",
        format!("# Kept.\n{}", lumi.read("Lumi.dev.yaml")),
    );
    lumi.run(&["stack", "rename", "dev", "prod", "-y"]).ok();
    assert!(!lumi.folder().join("Lumi.dev.yaml").exists());
    assert!(lumi.read("Lumi.prod.yaml").starts_with("# Kept.\n"));
    let get = lumi.run(&["config", "get", "token", "-s", "prod"]);
    assert_eq!(get.ok(), "hunter2\n");
    let plan = lumi.run(&["preview", "-s", "prod"]).ok();
    assert!(plan.contains("no changes"), "{plan}");
    let list = lumi.run(&["state", "ls", "-s", "prod", "--json"]).ok();
    assert!(
        list.contains("urn:lumi:prod:") && !list.contains("urn:lumi:dev:"),
        "{list}"
    );
    assert_ne!(lumi.run(&["stack", "export", "-s", "dev"]).code, 0);
}

/// The records of files in `.lumi/made` are part of what is renamed.
#[test]
fn files_of_a_renamed_stack_are_its_own() {
    let program = |name: &str| {
        format!(
            "import {{ fs }} from \"lumi/std\";\n\
             new fs.File(\"{name}\", {{ path: \"new/a.txt\", content: \"1\" }});\n"
        )
    };
    let lumi = Lumi::program(&program("note"));
    lumi.run(&["up", "-y"]).ok();
    lumi.run(&["stack", "rename", "dev", "prod", "-y"]).ok();
    lumi.run(&["state", "mv", "note", "memo", "-s", "prod"])
        .ok();
    lumi.file("index.ts", program("memo"));
    lumi.run(&["destroy", "-y", "-s", "prod"]).ok();
    assert!(!lumi.folder().join("new").exists());
    assert!(!lumi.folder().join(".lumi/made").exists());
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

/// A lock needs a folder, which would be listed and migrated like a stack.
#[test]
fn a_mistyped_stack_leaves_nothing_behind() {
    let lumi = deployed();
    let target = format!("file://{}", lumi.folder().join("elsewhere").display());
    for line in [
        "state mv note memo -s typo",
        "state taint note -s typo",
        "state resolve note --not-done -s typo",
        "stack rotate --to-key-file -y -s typo",
        "stack forget note -y -s typo",
        "stack rename typo other",
        "stack rename typo other -y",
        &format!("stack migrate -y -s typo {target}"),
    ] {
        let answer = lumi.run(&line.split(' ').collect::<Vec<_>>());
        assert_eq!(answer.code, 2, "{}", answer.transcript());
        let message = "stack `typo` does not exist";
        assert!(answer.stderr.contains(message), "{}", answer.transcript());
        let folder = lumi.folder().join(".lumi/stacks/demo/typo");
        assert!(!folder.exists(), "{}", answer.transcript());
    }
    assert!(!lumi.folder().join("elsewhere").exists());
    assert!(!lumi.folder().join(".lumi/stacks/demo/other").exists());
    // Earlier versions left a guard without a state, which is not listed as a stack.
    lumi.file(".lumi/stacks/demo/typo/guard", "");
    let list = lumi.run(&["stack", "ls"]).ok();
    assert!(!list.contains("typo"), "{list}");
    let moved = lumi.run(&["stack", "migrate", "-y", &target]);
    assert!(
        moved.stderr.contains("wrote `backend"),
        "{}",
        moved.transcript()
    );
}
