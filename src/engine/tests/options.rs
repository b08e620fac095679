//! Random programs with all options, and invariants of objects after each run.

use std::collections::BTreeSet;
use std::hash::{BuildHasher, RandomState};

use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestCaseResult, TestRunner};

use super::acts::{Act, DefaultConfig, any_act, any_config};
use super::effects::ObjectView;
use super::faults::{any_fault, block_on};
use super::program::{Program, Spec};
use super::random_programs::{FOREIGN, any_options};
use super::scenario::Scenario;
use super::world::Fault;
use crate::ResourcePattern;
use lumi_graph::Value;
use lumi_state::{Action, Resource, Serial, Stage};

/// A stack, and the model's memory of earlier runs.
struct CheckedStack {
    stack: Scenario,
    /// Objects that the stack does not manage: foreign ones, and those it has reported as
    /// forgotten.
    unmanaged: BTreeSet<String>,
    /// Objects that programs have read: their users are not known to use the resource that may
    /// manage them at the same time.
    read: BTreeSet<String>,
    log: Vec<String>,
}

pub fn is_managed(resource: &Resource) -> bool {
    !resource.external
        && resource.id.is_some()
        && resource.stage != Stage::AwaitingReplacement
        && resource.urn.resource_type().starts_with("test:")
}

impl CheckedStack {
    fn new() -> Self {
        let mut stack = Scenario::new();
        stack.options.continue_on_error = true;
        for id in FOREIGN {
            stack.world.lock().add_foreign(id, "v0");
        }
        Self {
            stack,
            unmanaged: FOREIGN.map(str::to_owned).into(),
            read: BTreeSet::new(),
            log: Vec::new(),
        }
    }

    fn managed(&self) -> Vec<Resource> {
        let all = self.stack.state.resources.values();
        all.filter(|it| is_managed(it))
            .map(|it| Resource::clone(it))
            .collect()
    }

    /// Resources whose replacement was begun, with an unknown outcome.
    fn being_replaced(&self) -> Vec<Serial> {
        let pending = self.stack.state.pending.values();
        let replaced = pending.filter_map(|it| match &it.action {
            Action::Create { replaces, .. } => *replaces,
            _ => None,
        });
        replaced.collect()
    }

    async fn act(
        &mut self,
        act: &Act,
        fault: Option<(u8, Fault)>,
        config: DefaultConfig,
    ) -> TestCaseResult {
        self.configure(config);
        let mut before = self.managed();
        {
            // A delete with an unknown outcome may have deleted an object in an earlier act.
            let world = self.stack.world.lock();
            let is_there = |id: &String| world.objects.contains_key(id);
            before.retain(|it| it.id.as_ref().is_some_and(is_there));
        }
        let being_replaced = self.being_replaced();
        if let Some((index, fault)) = fault {
            self.stack.world.fault(&format!("r{index}"), fault);
        }
        let specs = act.program().into_iter().flat_map(|it| &it.0);
        self.read.extend(specs.filter_map(|it| it.read_id.clone()));
        let sight = ObjectView::of(&self.stack);
        self.stack.world.lock().deleted.clear();
        let has_succeeded = self.run(act).await;
        self.stack.options.selection = Default::default();
        self.stack.world.lock().faults.clear();
        self.log.push(format!(
            "{act}\n{fault:?} {config:?}\n{}",
            self.stack.said()
        ));
        self.unmanaged.extend(self.stack.forgotten());
        self.judge(act, &before, &being_replaced)
            .and_then(|()| sight.judge(&ObjectView::of(&self.stack), act, has_succeeded))
            .map_err(|error| TestCaseError::fail(format!("{error}\n{}", self.log.join("\n---\n"))))
    }

    fn configure(&mut self, config: DefaultConfig) {
        let settings: &[(&str, &str)] = match config {
            DefaultConfig::None => &[],
            DefaultConfig::Labelled => &[("label", "green")],
            DefaultConfig::Elsewhere => &[("region", "west"), ("label", "green")],
        };
        let settings = settings
            .iter()
            .map(|(key, it)| ((*key).to_owned(), Value::from(*it)));
        let configs = &mut self.stack.options.provider_config;
        configs.clear();
        if config != DefaultConfig::None {
            configs.insert("test".to_owned(), settings.collect());
        }
    }

    /// Returns whether nothing failed.
    async fn run(&mut self, act: &Act) -> bool {
        let names =
            |index: &usize| ["r", "s"].map(|it| ResourcePattern::new(format!("{it}{index}")));
        let selection = &mut self.stack.options.selection;
        match act {
            Act::Target(_, index, dependents) | Act::Destroy(Some((index, dependents))) => {
                selection.targets = names(index).into();
                selection.with_dependents = *dependents;
            }
            Act::Exclude(_, index, dependents) => {
                selection.excludes = names(index).into();
                selection.excludes_dependents = *dependents;
            }
            Act::Replace(_, index) => selection.replaces = names(index).into(),
            Act::TargetReplace(_, index) => {
                selection.targets = names(index).into();
                selection.replaces = names(index).into();
            }
            Act::DestroyUnprotected(_) => selection.excludes_protected = true,
            Act::Up(_) | Act::Destroy(None) | Act::Refresh | Act::Killed(..) | Act::Full(..) => {}
        }
        let outcome = match act {
            Act::Destroy(_) => self.stack.destroy().await,
            Act::DestroyUnprotected(None) => self.stack.destroy().await,
            Act::DestroyUnprotected(Some(program)) => {
                self.stack.destroy_after(&mut program.clone()).await
            }
            Act::Refresh => self.stack.refresh().await,
            Act::Killed(program, at) => {
                self.stack.killed_after(*at, program).await;
                return false;
            }
            Act::Full(program, at, is_saved) => {
                self.stack.full_after(*at, program, *is_saved).await;
                return false;
            }
            Act::Up(program)
            | Act::Target(program, ..)
            | Act::Exclude(program, ..)
            | Act::Replace(program, _)
            | Act::TargetReplace(program, _) => self.stack.up(program).await,
        };
        !outcome.has_failed
    }

    fn judge(&self, act: &Act, before: &[Resource], being_replaced: &[Serial]) -> TestCaseResult {
        self.objects_are_deleted_once()?;
        self.protected_objects_stay(act, before, being_replaced)?;
        self.declared_resources_are_not_dropped(act, before)?;
        self.nothing_is_orphaned()?;
        self.managed_objects_exist()?;
        self.used_objects_exist()
    }

    /// No object is deleted again in the same run.
    fn objects_are_deleted_once(&self) -> TestCaseResult {
        let mut seen = BTreeSet::new();
        let world = self.stack.world.lock();
        let again = world.deleted.iter().find(|it| !seen.insert(*it));
        prop_assert!(again.is_none(), "{again:?} was deleted twice");
        Ok(())
    }

    /// Once a program is deployed, it has nothing more to do.
    async fn rests(&mut self, program: &Program) -> TestCaseResult {
        self.configure(DefaultConfig::None);
        let deployed = self.stack.up(program).await;
        self.log
            .push(format!("{}{}", Act::Up(program.clone()), self.stack.said()));
        // What is in the way of a program stays in its way.
        if deployed.has_failed {
            return Ok(());
        }
        let outcome = self.stack.up(program).await;
        let summary = &outcome.summary;
        prop_assert!(
            !outcome.has_failed && !summary.has_changes(),
            "it is deployed, and still does:\n{}\n{}",
            self.stack.said(),
            self.log.join("\n---\n")
        );
        Ok(())
    }

    /// A protected object is deleted only if the program lifts the protection.
    fn protected_objects_stay(
        &self,
        act: &Act,
        before: &[Resource],
        being_replaced: &[Serial],
    ) -> TestCaseResult {
        let world = self.stack.world.lock();
        for resource in before {
            let is_protected = resource.is_protected();
            if !is_protected || resource.stage != Stage::Live {
                continue;
            }
            let index = &resource.urn.name()[1..];
            let now = act.program().into_iter().flat_map(|it| &it.0);
            let now = now.filter(|it| !it.is_provider && &it.name[1..] == index);
            let is_released = now.into_iter().any(|it| {
                !it.options.contains_key("protect") && !it.is_component && it.read_id.is_none()
            });
            // A run that was allowed to replace it has not finished.
            let is_released = is_released || being_replaced.contains(&resource.serial);
            let id = resource.id.as_deref().unwrap_or_default();
            prop_assert!(
                is_released || world.objects.contains_key(id),
                "{id} of {} was protected, and is gone",
                resource.urn
            );
        }
        Ok(())
    }

    /// The state still has each declared resource that it had before, under one of its names,
    /// whatever came in between.
    fn declared_resources_are_not_dropped(&self, act: &Act, before: &[Resource]) -> TestCaseResult {
        let Some(program) = act.program() else {
            return Ok(());
        };
        let is_managed = |it: &&Spec| {
            !it.is_provider && !it.is_component && it.read_id.is_none() && it.name.len() == 2
        };
        let state = &self.stack.state;
        let pending = state.pending.values().filter_map(|it| match &it.action {
            Action::Create { resource, .. } => Some(&resource.urn),
            _ => None,
        });
        let live = state.resources.values();
        let live = live.filter(|it| it.stage != Stage::Replaced);
        let known: BTreeSet<&str> = live
            .map(|it| &it.urn)
            .chain(pending)
            .map(|it| &it.name()[1..])
            .collect();
        for spec in program.0.iter().filter(is_managed) {
            let index = &spec.name[1..];
            let was_there = before
                .iter()
                .any(|it| it.stage == Stage::Live && &it.urn.name()[1..] == index);
            prop_assert!(
                !was_there || known.contains(index),
                "{} is in the program, and the state does not have it any more",
                spec.name
            );
        }
        Ok(())
    }

    /// Every object is in the state, or was reported as forgotten.
    fn nothing_is_orphaned(&self) -> TestCaseResult {
        let state = &self.stack.state;
        let known: BTreeSet<&str> = state
            .resources
            .values()
            .filter_map(|it| it.id.as_deref())
            .collect();
        let pending: BTreeSet<&str> = state
            .pending
            .values()
            .filter_map(|it| match &it.action {
                Action::Create { resource, .. } => Some(resource.urn.as_str()),
                _ => None,
            })
            .collect();
        for (id, thing) in &self.stack.world.lock().objects {
            prop_assert!(
                known.contains(id.as_str())
                    || self.unmanaged.contains(id)
                    || pending.contains(thing.urn.as_str()),
                "{id} of {} is orphaned",
                thing.urn
            );
        }
        Ok(())
    }

    /// Managed objects exist, unless an operation on them is pending.
    fn managed_objects_exist(&self) -> TestCaseResult {
        let world = self.stack.world.lock();
        let pending: BTreeSet<u64> = self
            .stack
            .state
            .pending
            .values()
            .filter_map(|it| match &it.action {
                Action::Delete { serial, .. } => Some(serial.0),
                _ => None,
            })
            .collect();
        let is_pending = !pending.is_empty();
        // Replaced objects are to be deleted anyway.
        let live = |it: &Resource| it.stage == Stage::Live;
        for resource in self.managed().into_iter().filter(live) {
            let id = resource.id.as_deref().unwrap_or_default();
            prop_assert!(
                // Guests of an object with a pending deletion may be gone with it.
                is_pending || world.objects.contains_key(id),
                "{id} of {} is gone",
                resource.urn
            );
        }
        Ok(())
    }

    /// Live objects use objects that exist, except those that must be deleted first.
    fn used_objects_exist(&self) -> TestCaseResult {
        if !self.stack.state.pending.is_empty() {
            return Ok(());
        }
        let world = self.stack.world.lock();
        // Users of those are updated afterwards, or that fails.
        let deleted_first = &self.stack.deleted_first;
        for resource in self.managed() {
            let id = resource.id.as_deref().unwrap_or_default();
            let Some(thing) = world.objects.get(id) else {
                continue;
            };
            for key in ["key_link", "link", "host"] {
                let Some(used) = thing.inputs.get(key).and_then(Value::as_str) else {
                    continue;
                };
                prop_assert!(
                    world.objects.contains_key(used)
                        || deleted_first.contains(used)
                        || self.read.contains(used),
                    "{used} is gone, which {id} of {} uses",
                    resource.urn
                );
            }
        }
        Ok(())
    }
}

/// Consecutive acts, each with a fault or without one.
type Sequence = Vec<(Act, Option<(u8, Fault)>, DefaultConfig)>;

/// A sequence, and the program that is deployed after it.
type Judged = (Sequence, Program);

fn any_sequence() -> impl Strategy<Value = Judged> {
    let acts = prop::collection::vec((any_act(), any_fault(), any_config()), 1..6);
    (acts, any_options())
}

fn judge_all((acts, last): &Judged) -> TestCaseResult {
    block_on(async {
        let mut judged = CheckedStack::new();
        let all = async {
            for (act, fault, config) in acts {
                judged.act(act, *fault, *config).await?;
            }
            judged.rests(last).await
        };
        let in_time = tokio::time::timeout(std::time::Duration::from_secs(20), all).await;
        in_time.unwrap_or_else(|_| Err(TestCaseError::fail("a run hangs")))
    })
}

/// Checks random sequences; their number is `PROPTEST_CASES` and their seed `PROPTEST_RNG_SEED`, if
/// set.
fn judge_random(cases: u32, default_seed: u64) {
    let given = ProptestConfig::default();
    let seed = match given.rng_seed {
        RngSeed::Fixed(seed) => seed,
        RngSeed::Random => default_seed,
    };
    let config = ProptestConfig {
        cases: cases.max(given.cases),
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: None,
        ..given
    };
    let judged = TestRunner::new(config).run(&any_sequence(), |acts| judge_all(&acts));
    if let Err(error) = judged {
        panic!("{error}\nPROPTEST_RNG_SEED={seed} repeats this");
    }
}

/// Deterministic sequences: a change of the code is judged by its effect, not by chance.
#[test]
fn objects_are_treated_as_the_options_say() {
    judge_random(250, 1);
}

#[test]
#[ignore = "long, a part of `make soak`"]
fn soak_objects_are_treated_as_the_options_say() {
    judge_random(2000, RandomState::new().hash_one("a new seed"));
}
