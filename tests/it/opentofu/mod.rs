//! OpenTofu as the judge: the programs of `tests/opentofu`, in HCL and in TypeScript, with the same providers.
//!
//! `make judges` builds it; see [`crate::support::peers`]. Each program is planned and deployed by both, then changed, damaged from outside, and removed:
//! what happens to each resource, and what is known of it, must be the same.
//!
//! | module | |
//! |---|---|
//! | `by_tofu` | what OpenTofu says |
//! | `by_lumi` | what Lumi says |
//! | `comparable` | the values of both in one form |
//! | `mirror` | the providers, where both find them |
//! | `imported` | states of OpenTofu, imported by Lumi |
//! | `ordering` | the order of replacements, targets, excludes, and deletions beside a failure |

mod by_lumi;
mod by_tofu;
pub mod comparable;
mod imported;
pub mod mirror;
mod ordering;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use by_lumi::LumiProject;
use by_tofu::TofuProject;
use comparable::reconcile;

/// The action of a plan for a resource, and the planned values.
#[derive(Debug, PartialEq)]
struct Change {
    action: String,
    values: Value,
}

/// By type and name.
type Plan = BTreeMap<String, Change>;
type State = BTreeMap<String, Value>;

/// One program, by both.
struct Trial {
    tofu: TofuProject,
    lumi: LumiProject,
    /// Whether texts and numbers are made up by the providers, so that they differ.
    is_made_up: bool,
}

impl Trial {
    /// `None` without the judges.
    fn new(program: &str, is_made_up: bool) -> Option<Self> {
        let mirror = mirror::mirror()?;
        Some(Self {
            tofu: TofuProject::new(mirror, &source(program, "main.tf"))?,
            lumi: LumiProject::new(mirror, &source(program, "index.ts")),
            is_made_up,
        })
    }

    fn plans_are_equal(&self, step: u8) {
        let (mut by_tofu, mut by_lumi) = (self.tofu.plan(step), self.lumi.plan(step));
        for (key, lumi) in &mut by_lumi {
            if let Some(tofu) = by_tofu.get_mut(key) {
                reconcile(&mut lumi.values, &mut tofu.values, self.is_made_up);
            }
        }
        assert_eq!(by_lumi, by_tofu, "the plans of step {step}");
    }

    fn deploys_are_equal(&self, step: u8) {
        self.tofu.apply(step);
        self.lumi.up(step);
        self.states_are_equal(step);
    }

    /// Deploys what fails in the middle.
    fn failures_are_equal(&self, step: u8) {
        self.tofu.fail(step);
        self.lumi.fail(step);
        self.states_are_equal(step);
    }

    fn states_are_equal(&self, step: u8) {
        let (mut by_tofu, mut by_lumi) = (self.tofu.state(), self.lumi.state());
        for (key, lumi) in &mut by_lumi {
            if let Some(tofu) = by_tofu.get_mut(key) {
                reconcile(lumi, tofu, self.is_made_up);
            }
        }
        assert_eq!(by_lumi, by_tofu, "the states after step {step}");
    }

    /// Plans and deploys both steps, and plans each once more, which changes nothing.
    fn both_steps_are_equal(&self) {
        for step in [1, 2] {
            self.plans_are_equal(step);
            self.deploys_are_equal(step);
            self.plans_are_equal(step);
        }
    }

    /// Does the same in both folders.
    fn outside(&self, change: impl Fn(&Path)) {
        change(self.tofu.folder());
        change(self.lumi.folder());
    }

    /// Goes on with the files of another program.
    fn goes_on_with(&self, program: &str) {
        for folder in [self.tofu.folder(), self.lumi.folder()] {
            for file in ["main.tf", "index.ts"] {
                if folder.join(file).exists() {
                    fs::write(folder.join(file), source(program, file)).unwrap();
                }
            }
        }
    }

    fn ends_are_equal(&self) {
        self.tofu.destroy();
        self.lumi.destroy();
        assert_eq!(self.lumi.state(), State::new());
        assert_eq!(self.tofu.state(), State::new());
    }
}

/// A file of a program.
fn source(program: &str, name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/opentofu");
    fs::read_to_string(folder.join(program).join(name)).unwrap()
}

macro_rules! trial {
    ($program:literal) => {
        trial!($program, false)
    };
    ($program:literal, $is_made_up:literal) => {
        match Trial::new($program, $is_made_up) {
            Some(trial) => trial,
            None => return,
        }
    };
}

#[test]
fn random_values() {
    let trial = trial!("random", true);
    trial.both_steps_are_equal();
    trial.ends_are_equal();
}

#[test]
fn files() {
    let trial = trial!("local");
    trial.both_steps_are_equal();
    trial.outside(|folder| fs::remove_file(folder.join("motd.txt")).unwrap());
    trial.plans_are_equal(2);
    trial.deploys_are_equal(2);
    trial.ends_are_equal();
}

#[test]
fn certificates() {
    let trial = trial!("tls", true);
    trial.both_steps_are_equal();
    trial.ends_are_equal();
}

#[test]
fn times() {
    let trial = trial!("time");
    trial.both_steps_are_equal();
    trial.ends_are_equal();
}

#[test]
fn all_kinds_of_values() {
    let trial = trial!("kit");
    trial.both_steps_are_equal();
    // The provider reads other objects from now on.
    trial.outside(|folder| {
        fs::write(folder.join("kit-drift.json"), r#"{"whole":"other"}"#).unwrap();
    });
    trial.plans_are_equal(2);
    trial.ends_are_equal();
}

#[test]
fn the_older_kind_of_provider() {
    let trial = trial!("legacy");
    trial.both_steps_are_equal();
    trial.ends_are_equal();
}

#[test]
fn a_failure_in_the_middle() {
    let trial = trial!("failing");
    trial.plans_are_equal(1);
    trial.failures_are_equal(1);
    // A resource that was half created is replaced, and one that was not created is created.
    trial.plans_are_equal(1);
    trial.plans_are_equal(2);
    trial.deploys_are_equal(2);
    trial.plans_are_equal(2);
    trial.ends_are_equal();
}

#[test]
fn objects_that_exist_already() {
    let trial = trial!("adopting");
    trial.both_steps_are_equal();
    trial.ends_are_equal();
}

#[test]
fn objects_of_another_type() {
    let trial = trial!("moved");
    trial.deploys_are_equal(1);
    trial.goes_on_with("moved/after");
    trial.plans_are_equal(2);
    trial.deploys_are_equal(2);
    trial.plans_are_equal(2);
    trial.ends_are_equal();
}

#[test]
fn many_of_a_kind() {
    let trial = trial!("many", true);
    trial.both_steps_are_equal();
    trial.outside(|folder| fs::write(folder.join("b.txt"), "drift").unwrap());
    trial.plans_are_equal(2);
    trial.deploys_are_equal(2);
    trial.ends_are_equal();
}

#[test]
fn data_sources() {
    let trial = trial!("read", true);
    trial.both_steps_are_equal();
    trial.ends_are_equal();
}

#[test]
fn ephemeral_values() {
    let trial = trial!("ephemeral");
    trial.both_steps_are_equal();
    trial.ends_are_equal();
}
