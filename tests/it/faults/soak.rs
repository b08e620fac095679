//! Random programs, killed at random times, with external changes of the world in between.

use std::env;
use std::fs;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::deployed::{Deployed, Held};
use super::random_choice::RandomChoice;
use super::random_program::{Kind, Thing, Wanted};

/// The number of names.
pub const NAMES: u64 = 14;

fn any_kind(dice: &mut RandomChoice) -> Kind {
    match dice.below(8) {
        0 => Kind::Id { keeper: 0 },
        1..4 => Kind::File { place: 0 },
        4 => Kind::Directory { place: 0, files: 2 },
        _ => Kind::Command { trigger: 0 },
    }
}

/// A random variation of a program: most of it stays.
pub fn next_program(wanted: &Wanted, dice: &mut RandomChoice) -> Wanted {
    let mut next = Wanted::default();
    for number in 0..NAMES {
        let name = format!("r{number}");
        let old = wanted.find(&name).filter(|_| !dice.chance(12));
        let mut thing = match old {
            Some(old) => old.clone(),
            None if dice.chance(50) => Thing::new(&name, any_kind(dice)),
            None => continue,
        };
        if dice.chance(25) {
            thing.version = dice.below(3);
        }
        if dice.chance(20) {
            change_for_good(&mut thing.kind, dice);
        }
        if dice.chance(20) {
            let others: Vec<&Thing> = next.0.iter().collect();
            thing.link = dice.one_of(&others).map(|it| it.name.clone());
        }
        if dice.chance(10) {
            thing.delete_first = !thing.delete_first;
        }
        if thing
            .link
            .as_ref()
            .is_some_and(|it| next.find(it).is_none())
        {
            thing.link = None;
        }
        next.0.push(thing);
    }
    next
}

fn change_for_good(kind: &mut Kind, dice: &mut RandomChoice) {
    match kind {
        Kind::Id { keeper } => *keeper = dice.below(3),
        Kind::File { place } => *place = dice.below(3),
        Kind::Directory { files, .. } if dice.chance(50) => *files = dice.below(4),
        Kind::Directory { place, .. } => *place = dice.below(3),
        Kind::Command { trigger } => *trigger = dice.below(3),
    }
}

/// Removes or overwrites files as another program would; returns a description.
fn disturb(stack: &Deployed, wanted: &Wanted, dice: &mut RandomChoice) -> Vec<String> {
    let world: Vec<String> = stack.world().into_keys().collect();
    let mut done = Vec::new();
    for _ in 0..dice.below(4) {
        let Some(path) = dice.one_of(&world) else {
            break;
        };
        let file = stack.lumi.folder().join(path);
        // A command only checks that its file exists.
        let is_made = wanted.0.iter().any(|it| {
            matches!(it.kind, Kind::Command { .. }) && it.path().as_deref() == Some(path)
        });
        if is_made || dice.chance(50) {
            let _ = fs::remove_file(file);
            done.push(format!("removed {path}"));
        } else {
            fs::write(file, "something else").unwrap();
            done.push(format!("changed {path}"));
        }
    }
    done
}

/// Starts `lumi` and kills it after the delay; returns whether it was still running.
pub fn kill_after(stack: &Deployed, args: &[&str], delay: Duration) -> bool {
    let mut command = stack.command(args);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    if !runs_for(&mut child, delay) {
        return false;
    }
    // The process may have just ended.
    let _ = child.kill();
    let status = child.wait().unwrap();
    stack.wait_for_orphans();
    status.code().is_none()
}

/// Waits for the delay, or for the end of a process; returns whether it still runs.
pub fn runs_for(child: &mut Child, delay: Duration) -> bool {
    let start = Instant::now();
    while start.elapsed() < delay {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        thread::sleep(Duration::from_micros(500));
    }
    true
}

/// The events of a round, for the report of a failure.
struct Round<'a> {
    stack: &'a Deployed,
    dice: &'a mut RandomChoice,
    /// The maximum duration of a whole run.
    span: Duration,
    kills: u64,
    story: Vec<String>,
}

impl Round<'_> {
    fn run(&mut self, wanted: &mut Wanted) -> Held {
        let story = disturb(self.stack, wanted, self.dice);
        self.story.extend(story);
        for _ in 0..=self.dice.below(3) {
            *wanted = next_program(wanted, self.dice);
            self.stack.program(wanted);
            let parallel = ["1", "3", "32"][self.dice.below(3) as usize];
            let args: Vec<&str> = match self.dice.below(10) {
                0 => vec!["destroy", "-y", "--parallel", parallel],
                1 => vec!["refresh", "-y", "--parallel", parallel],
                2 => vec!["up", "-y", "--refresh", "--parallel", parallel],
                3 => vec!["up", "-y", "--continue-on-error", "--parallel", parallel],
                _ => vec!["up", "-y", "--parallel", parallel],
            };
            let delay = self.span.mul_f64(self.dice.below(1000) as f64 / 1000.0);
            let is_killed = kill_after(self.stack, &args, delay);
            self.kills += u64::from(is_killed);
            let end = if is_killed { "killed" } else { "ended" };
            let program = wanted.program();
            self.story.push(format!(
                "{} {end} within {delay:?}, with\n{program}",
                args.join(" ")
            ));
            self.stack.nothing_is_lost()?;
        }
        let start = Instant::now();
        let held = self.stack.converges(wanted, &["up", "-y", "--refresh"]);
        // Five runs, of which the first does more than the others.
        self.span = (self.span * 7 + start.elapsed() / 3) / 8;
        held
    }
}

fn variable(name: &str) -> Option<u64> {
    env::var(name).ok()?.parse().ok()
}

/// The number of rounds, and the seed. Both are printed, to repeat a run.
pub fn rounds_and_seed() -> (u64, u64) {
    let rounds = variable("LUMI_SOAK_ROUNDS").unwrap_or(200);
    let seed = variable("LUMI_SOAK_SEED").unwrap_or_else(|| {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        now.unwrap().as_secs()
    });
    println!("{rounds} rounds; this again: LUMI_SOAK_SEED={seed} make soak");
    (rounds, seed)
}

#[test]
#[ignore = "long, a part of `make soak`"]
fn soak_random_kills() {
    let (rounds, seed) = rounds_and_seed();
    let mut dice = RandomChoice::new(seed);
    let stack = Deployed::new();
    let mut wanted = Wanted::default();
    let mut span = Duration::from_millis(300);
    let mut kills = 0;
    for number in 1..=rounds {
        let mut round = Round {
            stack: &stack,
            dice: &mut dice,
            span,
            kills: 0,
            story: Vec::new(),
        };
        let before = wanted.program();
        if let Err(problem) = round.run(&mut wanted) {
            let story = round.story.join("\n");
            panic!("round {number} of seed {seed}, after\n{before}\n{story}\n{problem}");
        }
        (span, kills) = (round.span, kills + round.kills);
    }
    println!("{rounds} rounds, {kills} kills, nothing lost");
    assert!(kills >= rounds / 4);
}
