//! Damaged or edited states.

use std::fs;
use std::path::PathBuf;

use super::deployed::Deployed;
use super::random_program::{Kind, Thing, Wanted};

const UP: [&str; 2] = ["up", "-y"];

fn wanted(version: u64) -> Wanted {
    let mut file = Thing::new("a", Kind::File { place: 0 });
    file.version = version;
    Wanted(vec![file])
}

/// A stack with a finished run and a killed one.
fn stack() -> Deployed {
    let stack = Deployed::new();
    stack.program(&wanted(0));
    stack.expect(&UP, 0).unwrap();
    stack.program(&wanted(1));
    let mut killed = stack.command(&UP);
    killed.env("LUMI_FAILPOINT", "after:1").output().unwrap();
    stack
}

fn file(stack: &Deployed, name: &str) -> PathBuf {
    stack.lumi.folder().join(".lumi/stacks/demo/dev").join(name)
}

/// Flips a bit of every `step`-th byte: each time the run is refused without an effect, or succeeds
/// as if nothing had happened.
fn flip_bits(name: &str, step: usize) {
    let stack = stack();
    let whole = fs::read(file(&stack, name)).unwrap();
    let mut refused = 0;
    for at in (0..whole.len()).step_by(step) {
        let copy = stack.copy();
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << (at % 8);
        fs::write(file(&copy, name), damaged).unwrap();
        let before = copy.world();
        let answer = copy.lumi.run(&UP);
        if answer.code == 0 {
            copy.converges(&wanted(1), &UP).unwrap();
        } else {
            refused += 1;
            assert_eq!(answer.code, 1, "byte {at}: {}", answer.transcript());
            assert!(answer.stderr.contains(name), "{}", answer.transcript());
            assert_eq!(copy.world(), before);
        }
    }
    assert!(refused * 4 > whole.len() / step * 3, "{refused}");
}

#[test]
fn a_damaged_snapshot_is_refused() {
    flip_bits("snapshot.json", 43);
}

#[test]
fn a_damaged_journal_is_refused_or_harmless() {
    flip_bits("journal", 43);
}

#[test]
#[ignore = "long, a part of `make soak`"]
fn soak_damage_anywhere() {
    flip_bits("snapshot.json", 1);
    flip_bits("journal", 1);
}

#[test]
fn a_snapshot_edited_by_hand_is_refused_with_a_way_out() {
    let stack = Deployed::new();
    stack.program(&wanted(0));
    stack.expect(&UP, 0).unwrap();
    let path = file(&stack, "snapshot.json");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("a 0", "a 7")).unwrap();
    let answer = stack.expect(&UP, 1).unwrap();
    assert!(
        answer.stderr.contains("lumi stack export"),
        "{}",
        answer.stderr
    );
    fs::write(&path, text).unwrap();
    stack.converges(&wanted(1), &UP).unwrap();
}

/// An import replaces an unreadable state, which is kept; nothing is lost.
#[test]
fn a_damaged_state_can_be_replaced_and_is_kept() {
    for (name, is_emptied) in [
        ("snapshot.json", false),
        ("journal", false),
        ("journal", true),
    ] {
        let stack = stack();
        let document = stack.lumi.run(&["stack", "export"]).ok();
        stack.lumi.file("export.json", document);
        let mut damaged = fs::read(file(&stack, name)).unwrap();
        let middle = damaged.len() / 2;
        match is_emptied {
            true => damaged.clear(),
            false => damaged[middle] ^= 1,
        }
        fs::write(file(&stack, name), &damaged).unwrap();
        let import = ["stack", "import", "export.json"];
        let refused = stack.lumi.run(&import);
        assert_eq!(refused.code, 1, "{}", refused.transcript());
        assert!(refused.stderr.contains("lumi stack import --force"));
        assert_eq!(fs::read(file(&stack, name)).unwrap(), damaged);
        // A rejected import changes nothing.
        stack.lumi.file("bad.json", "{}");
        let bad = stack.lumi.run(&["stack", "import", "bad.json", "--force"]);
        assert_eq!(bad.code, 1, "{}", bad.transcript());
        assert_eq!(fs::read(file(&stack, name)).unwrap(), damaged);
        let imported = stack.lumi.run(&[&import[..], &["--force"]].concat());
        assert_eq!(imported.code, 0, "{}", imported.transcript());
        assert!(imported.stderr.contains("kept the damaged state as"));
        let folder = fs::read_dir(file(&stack, "")).unwrap();
        let prefix = format!("{name}.damaged-");
        let kept = folder.map(|it| it.unwrap()).find(|it| {
            let name = it.file_name();
            name.to_string_lossy().starts_with(&prefix)
        });
        assert_eq!(fs::read(kept.unwrap().path()).unwrap(), damaged);
        stack.converges(&wanted(1), &UP).unwrap();
    }
}
