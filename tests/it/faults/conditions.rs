//! Random programs under adverse conditions: full disks, folders that become read-only, wrong
//! clocks, new passphrases, concurrent runs; on a folder and on S3.

use std::process::Stdio;
use std::time::Duration;

use super::clock::WrongClock;
use super::deployed::{Deployed, Held};
use super::random_choice::RandomChoice;
use super::random_program::Wanted;
use super::read_only::{ReadOnly, bound_by_permissions};
use super::soak::{kill_after, next_program, rounds_and_seed, runs_for};
use crate::support::lumi::tool;
use crate::support::s3_server::S3Server;

/// A secret in the configuration, which every program outputs.
const TOKEN: &str = "hunter2-of-the-soak";

const EPILOGUE: &str = "export const token = new lumi.Config().requireSecret(\"token\");\n";

struct Soak {
    stack: Deployed,
    clock: Option<WrongClock>,
    /// Counts the passphrases.
    generation: u64,
    kills: u64,
    wanted: Wanted,
    /// The actions of the current round.
    story: Vec<String>,
}

impl Soak {
    fn on_folder() -> Self {
        Self::new(Deployed::new())
    }

    /// `None` without a server.
    fn on_s3() -> Option<Self> {
        let server = S3Server::start()?;
        server.make_bucket("states");
        let mut stack = Deployed::new();
        stack.backend = Some("s3://states/soak".to_owned());
        stack.environment = server.environment();
        stack.server = Some(server);
        Some(Self::new(stack))
    }

    fn new(mut stack: Deployed) -> Self {
        let mut settings = "name: demo\n".to_owned();
        if let Some(url) = &stack.backend {
            settings += &format!("backend: {url}\n");
        }
        stack.lumi.file("Lumi.yaml", settings);
        stack.passphrase = Some("passphrase-0".to_owned());
        EPILOGUE.clone_into(&mut stack.epilogue);
        stack.program(&Wanted::default());
        stack
            .run(&["config", "set", "token", TOKEN, "--secret"])
            .ok();
        let clock = WrongClock::compile(stack.lumi.folder());
        Self {
            stack,
            clock,
            generation: 0,
            kills: 0,
            wanted: Wanted::default(),
            story: Vec::new(),
        }
    }

    fn round(&mut self, dice: &mut RandomChoice) -> Held {
        self.story.clear();
        for _ in 0..=dice.below(3) {
            self.wanted = next_program(&self.wanted, dice);
            self.stack.program(&self.wanted);
            match dice.below(7) {
                0 => self.rotate(dice)?,
                1 => self.full_disk(dice),
                2 => self.wrong_clock(dice),
                3 => self.two_at_once(),
                4 => self.read_only(dice),
                _ => self.killed(dice),
            }
            self.stack.wait_for_orphans();
            self.stack.nothing_is_lost()?;
        }
        self.stack
            .converges(&self.wanted, &["up", "-y", "--refresh"])?;
        self.secret_is_readable()
    }

    fn note(&mut self, what: String) {
        self.story
            .push(format!("{what}, with\n{}", self.wanted.program()));
    }

    fn killed(&mut self, dice: &mut RandomChoice) {
        let args = [["up", "-y"], ["destroy", "-y"], ["refresh", "-y"]][dice.below(3) as usize];
        let delay = Duration::from_millis(dice.below(500));
        let is_killed = kill_after(&self.stack, &args, delay);
        self.kills += u64::from(is_killed);
        self.note(format!("{} for {delay:?}", args[0]));
    }

    /// Sets another passphrase, with a command that may be killed.
    fn rotate(&mut self, dice: &mut RandomChoice) -> Held {
        self.generation += 1;
        let next = format!("passphrase-{}", self.generation);
        self.stack.lumi.file("next", &next);
        let args = ["stack", "rotate", "-y", "--to-passphrase", "next"];
        let delay = Duration::from_millis(dice.below(2000));
        let is_killed = kill_after(&self.stack, &args, delay);
        self.kills += u64::from(is_killed);
        self.note(format!("rotation for {delay:?}, killed: {is_killed}"));
        let old = self.stack.passphrase.replace(next);
        let Err(new_fails) = self.opens() else {
            return Ok(());
        };
        self.stack.passphrase = old;
        self.opens().map_err(|old_fails| {
            format!("the new passphrase does not open the stack: {new_fails}\nthe old one neither: {old_fails}")
        })
    }

    /// Decrypts state and configuration with the passphrase.
    fn opens(&self) -> Held {
        self.stack.state()?;
        self.stack.expect(&["config", "get", "token"], 0).map(drop)
    }

    fn full_disk(&mut self, dice: &mut RandomChoice) {
        let blocks = 1 + dice.below(40);
        let mut command = tool("sh");
        command
            .args(["-c", &format!("ulimit -f {blocks}; exec \"$0\" up -y")])
            .arg(env!("CARGO_BIN_EXE_lumi"))
            .envs(self.stack.environment.iter().cloned())
            .env("LUMI_PASSPHRASE", self.stack.passphrase.as_ref().unwrap())
            .current_dir(self.stack.lumi.folder());
        let output = command.output().unwrap();
        self.note(format!("up with {blocks} blocks: {}", output.status));
    }

    /// Removes write permission during a run: of the state, of the files, or of all.
    fn read_only(&mut self, dice: &mut RandomChoice) {
        let part = [".lumi", "out", "."][dice.below(3) as usize];
        let delay = Duration::from_millis(dice.below(500));
        let command = self.stack.command(&["up", "-y"]);
        let Some(mut command) = bound_by_permissions(command) else {
            return;
        };
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut run = command.spawn().unwrap();
        runs_for(&mut run, delay);
        let status = {
            let _read_only = ReadOnly::make(&self.stack.lumi.folder().join(part));
            run.wait().unwrap()
        };
        self.note(format!("{part} is read-only after {delay:?}: {status}"));
    }

    fn wrong_clock(&mut self, dice: &mut RandomChoice) {
        let Some(clock) = &self.clock else { return };
        let hours = i64::try_from(dice.below(200)).unwrap() - 100;
        let mut command = self.stack.command(&["up", "-y"]);
        command.envs(clock.environment(hours * 3600));
        let output = command.output().unwrap();
        self.note(format!(
            "up with a clock {hours} hours ahead: {}",
            output.status
        ));
    }

    fn two_at_once(&mut self) {
        let start = || {
            let mut command = self.stack.command(&["up", "-y"]);
            command.stdout(Stdio::null()).stderr(Stdio::null());
            command.spawn().unwrap()
        };
        let mut both = [start(), start()];
        let ends = both.each_mut().map(|it| it.wait().unwrap().to_string());
        self.note(format!("two runs at once: {}", ends.join(", ")));
    }

    fn secret_is_readable(&self) -> Held {
        let shown = self
            .stack
            .expect(&["stack", "output", "token", "--show-secrets"], 0)?;
        match shown.stdout.contains(TOKEN) {
            true => Ok(()),
            false => Err(format!("the secret is lost: {}", shown.transcript())),
        }
    }
}

/// Returns the number of runs that were killed.
fn run_rounds(soak: &mut Soak, rounds: u64, seed: u64) -> u64 {
    let mut dice = RandomChoice::new(seed);
    for number in 1..=rounds {
        if let Err(problem) = soak.round(&mut dice) {
            let story = soak.story.join("\n");
            panic!("round {number} of seed {seed}:\n{story}\n{problem}");
        }
    }
    soak.kills
}

#[test]
fn adverse_conditions_lose_nothing() {
    run_rounds(&mut Soak::on_folder(), 2, 5);
}

#[test]
fn adverse_conditions_lose_nothing_on_s3() {
    if let Some(mut soak) = Soak::on_s3() {
        run_rounds(&mut soak, 1, 6);
    }
}

#[test]
#[ignore = "long, a part of `make soak`"]
fn soak_adverse_conditions() {
    let (rounds, seed) = rounds_and_seed();
    let kills = run_rounds(&mut Soak::on_folder(), rounds, seed);
    println!("{rounds} rounds under adverse conditions, {kills} kills, nothing lost");
}

#[test]
#[ignore = "long, a part of `make soak`"]
fn soak_adverse_conditions_on_s3() {
    let (rounds, seed) = rounds_and_seed();
    let Some(mut soak) = Soak::on_s3() else {
        return;
    };
    let kills = run_rounds(&mut soak, rounds, seed);
    println!("{rounds} rounds under adverse conditions on S3, {kills} kills, nothing lost");
}
