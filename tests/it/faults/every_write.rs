//! Runs that are killed at one of their writes to the state.

use std::os::unix::process::ExitStatusExt as _;

use super::deployed::Deployed;
use super::random_program::{Kind, Thing, Wanted};

/// The program before.
fn before() -> Wanted {
    let mut things = Vec::new();
    for number in 0..8 {
        let id = Thing::new(&format!("i{number}"), Kind::Id { keeper: 0 });
        let file = Thing::new(&format!("f{number}"), Kind::File { place: 0 });
        let command = Thing::new(&format!("c{number}"), Kind::Command { trigger: 0 });
        let folder = Kind::Directory { place: 0, files: 3 };
        let folder = Thing::new(&format!("d{number}"), folder);
        let other = Thing::new(&format!("g{number}"), Kind::File { place: 0 });
        let (file, command) = (file.linked(&id.name), command.linked(&folder.name));
        let other = other.linked(&command.name);
        things.extend([id, file, folder, command, other]);
    }
    things.push(Thing::new("last", Kind::Command { trigger: 0 }));
    Wanted(things)
}

/// The program of the killed run: it creates, updates, replaces both ways and deletes.
fn after() -> Wanted {
    let mut things = before().0;
    // Dependents are deleted with these.
    let gone = ["f0", "d1", "c1", "g1", "g2", "i3", "f3", "last"];
    things.retain(|it| !gone.contains(&it.name.as_str()));
    for thing in &mut things {
        match (&mut thing.kind, thing.name.as_str()) {
            (Kind::Id { keeper }, "i4" | "i5") => *keeper = 1,
            (Kind::File { place }, "f5" | "f6" | "g3") => *place = 1,
            (Kind::File { place }, "g4") => {
                *place = 1;
                thing.delete_first = true;
            }
            (Kind::Directory { place, .. }, "d4") => *place = 1,
            (Kind::Directory { files, .. }, "d5") => *files = 2,
            (Kind::Command { trigger }, "c5" | "c6") => *trigger = 1,
            (_, "f2" | "g5" | "d6" | "c2" | "c7") => thing.version = 1,
            _ => {}
        }
    }
    for number in 0..4 {
        let file = Thing::new(&format!("n{number}"), Kind::File { place: 0 });
        let command = Thing::new(&format!("m{number}"), Kind::Command { trigger: 0 });
        let command = command.linked(&file.name);
        things.extend([file.linked(&format!("c{}", number + 4)), command]);
    }
    Wanted(things)
}

const UP: [&str; 4] = ["up", "-y", "--parallel", "4"];

/// Kills a deployment at a write; false if it has fewer writes.
fn kill_at(stack: &Deployed, wanted: &Wanted, point: &str) -> bool {
    stack.program(wanted);
    let mut command = stack.command(&UP);
    let command = command.env("LUMI_FAILPOINT", point);
    let is_killed = command.output().unwrap().status.signal().is_some();
    stack.wait_for_orphans();
    is_killed
}

/// Kills the run at a write; false if the run has fewer writes.
fn killed(prepared: &Deployed, point: &str) -> Result<bool, String> {
    let stack = prepared.copy();
    let wanted = after();
    if !kill_at(&stack, &wanted, point) {
        return Ok(false);
    }
    let held = stack
        .nothing_is_lost()
        .and_then(|()| stack.converges(&wanted, &UP));
    held.map_err(|error| format!("killed {point}: {error}"))?;
    Ok(true)
}

fn prepared() -> Deployed {
    let prepared = Deployed::new();
    prepared.converges(&before(), &UP).unwrap();
    prepared
}

/// Kills a run at every `step`-th write, on two threads.
fn kill_everywhere(first: u64, step: u64) -> u64 {
    let prepared = prepared();
    let share = |offset: u64| {
        let mut kills = 0;
        for number in (first + offset * step..).step_by(2 * step as usize) {
            let moment = ["before", "torn", "after"][(number / step % 3) as usize];
            if !killed(&prepared, &format!("{moment}:{number}")).unwrap() {
                return kills;
            }
            kills += 1;
        }
        kills
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(|| share(1));
        share(0) + other.join().unwrap()
    })
}

/// A file at one of two paths, and another one that depends on it.
fn movable(place: u64, version: u64) -> Wanted {
    let mut file = Thing::new("f", Kind::File { place });
    file.version = version;
    let user = Thing::new("u", Kind::File { place: 0 }).linked("f");
    Wanted(vec![file, user])
}

#[test]
fn a_file_comes_back_to_its_path_wherever_a_run_was_killed() {
    let prepared = Deployed::new();
    prepared.converges(&movable(0, 0), &UP).unwrap();
    let back = movable(0, 1);
    let mut kills = 0;
    for number in 1.. {
        let stack = prepared.copy();
        if !kill_at(&stack, &movable(1, 0), &format!("after:{number}")) {
            break;
        }
        let held = stack.nothing_is_lost();
        let held = held.and_then(|()| stack.converges(&back, &["up", "-y", "--refresh"]));
        held.unwrap_or_else(|error| panic!("killed after write {number}: {error}"));
        kills += 1;
    }
    assert!(kills >= 5, "{kills}");
}

#[test]
fn killed_at_some_writes_the_next_run_converges() {
    assert!(kill_everywhere(1, 6) >= 10);
}

#[test]
#[ignore = "long, a part of `make soak`"]
fn soak_killed_at_every_write() {
    let kills: u64 = (0..3).map(|it| kill_everywhere(1 + it, 1)).sum();
    println!("killed {kills} times");
    assert!(kills >= 150);
}
