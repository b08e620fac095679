//! Backends that cannot be written.

use std::os::unix::process::ExitStatusExt as _;
use std::process::Command;

use super::deployed::Deployed;
use super::random_program::{Kind, Thing, Wanted};
use crate::support::lumi::tool;

fn wanted() -> Wanted {
    let thing = |number: u32| {
        let name = format!("f{number}");
        match number % 2 {
            0 => Thing::new(&name, Kind::File { place: 0 }),
            _ => Thing::new(&name, Kind::Command { trigger: 0 }),
        }
    };
    Wanted((0..10).map(thing).collect())
}

#[test]
fn without_room_for_the_state_nothing_is_done() {
    let stack = Deployed::new();
    stack.program(&wanted());
    stack
        .lumi
        .file("Lumi.yaml", "name: demo\nbackend: file:./states\n");
    stack.lumi.file("states", "no folder");
    let answer = stack.expect(&["up", "-y"], 1).unwrap();
    assert!(answer.stderr.contains("states"), "{}", answer.transcript());
    assert!(stack.world().is_empty());
}

/// Limits the size of files to a number of blocks, as on a full disk.
fn on_full_disk(stack: &Deployed, blocks: u32) -> Command {
    let mut command = tool("sh");
    let script = format!("ulimit -f {blocks}; exec \"$0\" \"$@\"");
    command
        .arg("-c")
        .arg(script)
        .arg(env!("CARGO_BIN_EXE_lumi"));
    command.args(["up", "-y", "--parallel", "2"]);
    command.current_dir(stack.lumi.folder());
    command
}

#[test]
fn a_full_disk_stops_the_run_and_loses_nothing() {
    let wanted = wanted();
    let mut failures = 0;
    for blocks in [1, 4, 8, 12, 20] {
        let stack = Deployed::new();
        stack.program(&wanted);
        let output = on_full_disk(&stack, blocks).output().unwrap();
        assert_eq!(output.status.signal(), None);
        if !output.status.success() {
            failures += 1;
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(1), "{said}");
            assert!(said.contains("too large"), "{said}");
        }
        stack.wait_for_orphans();
        stack.nothing_is_lost().unwrap();
        stack.converges(&wanted, &["up", "-y"]).unwrap();
    }
    assert!(failures >= 2);
}
