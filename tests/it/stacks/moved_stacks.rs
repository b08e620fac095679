//! Stacks that are moved or renamed.

use crate::stacks::stack_tools::deployed;
use crate::support::lumi::{Answer, Lumi};

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
        let said = format!("the stack `{old}` is now called `live`");
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
                    format!("`lumi stack rename {old} {new}` completes the renaming"),
                    format!("the stack `{old}` is now called `{new}`"),
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
        "state rm note -y -s typo",
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
