//! Runs that are killed or fail anywhere: the next one reaches the desired state.

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use super::program::{Program, Spec};
use super::random_programs::{FOREIGN, any_options};
use super::scenario::Scenario;
use super::world::Fault;
use crate::engine::RunOutcome;

#[tokio::test]
async fn a_forgotten_object_is_reported_despite_a_full_journal() {
    let mut stack = Scenario::new();
    let retained = Spec::new("a", "v").option("retainOnDelete", true);
    stack.up(&Program(vec![retained])).await;
    // The run is recorded, and nothing else.
    assert!(stack.full_after(1, &Program(Vec::new()), true).await);
    assert!(stack.state.resources.is_empty());
    assert_eq!(stack.forgotten(), ["o-1"]);
}

/// For each name a resource or none, with values, keys, places and links to earlier ones.
pub fn any_program() -> impl Strategy<Value = Program> {
    let spec = (
        0..3u8,
        0..2u8,
        0..4u8,
        0..6usize,
        any::<bool>(),
        any::<bool>(),
    );
    prop::collection::vec(prop::option::weighted(0.8, spec), 6).prop_map(|specs| {
        let mut program = Vec::new();
        for (index, spec) in specs.into_iter().enumerate() {
            let Some((value, key, room, link, is_key, by_option)) = spec else {
                continue;
            };
            let mut spec = Spec::new(&format!("r{index}"), &format!("v{value}"))
                .input("key", format!("k{key}").as_str());
            spec = match room {
                0 => spec,
                1 => spec.input("slot", format!("s{index}").as_str()),
                room => spec.input("place", format!("p{index}-{room}").as_str()),
            };
            let other: Option<&Spec> = program.get(link);
            if let Some(other) = other {
                let name = other.name.clone();
                spec = match (by_option, is_key) {
                    (true, _) => spec.after(&name),
                    (false, true) => spec.from("key_link", &name),
                    (false, false) => spec.from("link", &name),
                };
            }
            program.push(spec);
        }
        Program(program)
    })
}

pub fn any_fault() -> impl Strategy<Value = Option<(u8, Fault)>> {
    let fault = prop_oneof![
        Just(Fault::Failed),
        Just(Fault::UnknownDone),
        Just(Fault::UnknownUndone),
        Just(Fault::PartialInit),
    ];
    prop::option::of((0..6u8, fault))
}

/// Asserts that every object is in the state or in a pending operation.
pub fn nothing_is_lost(stack: &Scenario) -> TestCaseResult {
    let known: Vec<&String> = stack
        .state
        .resources
        .values()
        .filter_map(|it| it.id.as_ref())
        .collect();
    let pending: Vec<&str> = stack
        .state
        .pending
        .values()
        .filter_map(|it| match &it.action {
            lumi_state::Action::Create { resource, .. } => Some(resource.urn.as_str()),
            _ => None,
        })
        .collect();
    for (id, thing) in &stack.world.lock().objects {
        prop_assert!(
            known.contains(&id) || pending.contains(&thing.urn.as_str()),
            "{id} of {} is lost",
            thing.urn
        );
    }
    Ok(())
}

pub async fn converges(stack: &mut Scenario, program: &Program) -> TestCaseResult {
    let outcome = stack.up(program).await;
    prop_assert!(!outcome.has_failed, "{}", stack.said());
    prop_assert!(stack.state.pending.is_empty());
    prop_assert_eq!(stack.state.validate(), Ok(()));
    let wanted: Vec<String> = {
        let mut wanted: Vec<String> = program
            .0
            .iter()
            .map(|it| format!("{}={}", it.name, it.inputs["value"].as_str().unwrap()))
            .collect();
        wanted.sort();
        wanted
    };
    prop_assert_eq!(stack.world.view(), wanted);
    prop_assert_eq!(stack.state.resources.len(), program.0.len());
    nothing_is_lost(stack)?;
    let refreshed = stack.refresh().await;
    prop_assert_eq!(refreshed.summary.drifted, 0);
    let again = stack.up(program).await;
    prop_assert!(!again.summary.has_changes(), "{}", stack.said());
    Ok(())
}

/// A program, the resource that meets a failure, and whether the run continues after it.
type FaultyRun = (Program, Option<(u8, Fault)>, bool);

/// Runs programs, each of which may meet a failure, and then a last one without failures.
pub async fn survives(
    mut stack: Scenario,
    programs: Vec<FaultyRun>,
    last: &Program,
) -> TestCaseResult {
    for (program, fault, go_on) in programs {
        if let Some((index, fault)) = fault {
            stack.world.fault(&format!("r{index}"), fault);
        }
        stack.options.continue_on_error = go_on;
        stack.up(&program).await;
        nothing_is_lost(&stack)?;
        stack.world.lock().faults.clear();
    }
    converges(&mut stack, last).await
}

pub fn block_on(future: impl Future<Output = TestCaseResult>) -> TestCaseResult {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(future)
}

/// Kills a run when it has created, changed or removed a part of the only object.
async fn killed_half_way(stack: &mut Scenario, program: &Program, records: usize) {
    assert!(stack.killed_after(records, program).await);
    assert_eq!(stack.state.pending.len(), 1);
    for thing in stack.world.lock().objects.values_mut() {
        thing.is_half = true;
    }
}

#[tokio::test]
async fn a_partial_creation_is_completed() {
    let mut stack = Scenario::new();
    let program = Program(vec![Spec::new("a", "v")]);
    // The run, the configuration and the intent; the outcome is not recorded.
    killed_half_way(&mut stack, &program, 3).await;
    assert_eq!(stack.world.view(), ["a=v in part"]);
    converges(&mut stack, &program).await.unwrap();
}

#[tokio::test]
async fn a_partial_deletion_is_repaired_when_the_resource_is_declared_again() {
    let mut stack = Scenario::new();
    let program = Program(vec![Spec::new("a", "v")]);
    stack.up(&program).await;
    let object = stack.world.lock().objects.clone();
    // The run and the intent.
    killed_half_way(&mut stack, &Program(Vec::new()), 2).await;
    // The provider was interrupted before the operation was done.
    stack.world.lock().objects = object;
    for thing in stack.world.lock().objects.values_mut() {
        thing.is_half = true;
    }
    converges(&mut stack, &program).await.unwrap();
}

#[tokio::test]
async fn a_refresh_forgets_deleted_objects() {
    let mut stack = Scenario::new();
    let program = Program(vec![Spec::new("a", "v"), Spec::new("b", "v").after("a")]);
    stack.up(&program).await;
    stack
        .world
        .lock()
        .objects
        .retain(|_, it| it.urn.name() == "b");
    stack.refresh().await;
    assert_eq!(stack.state.validate(), Ok(()));
    converges(&mut stack, &program).await.unwrap();
    let b = stack
        .state
        .resources
        .values()
        .find(|it| it.urn.name() == "b");
    assert_eq!(b.unwrap().depends_on.len(), 1);
}

/// The number of cases where `PROPTEST_CASES` asks for none.
const PROPTEST_DEFAULT: u32 = 256;

/// So many cases; `PROPTEST_CASES` asks for more.
pub fn cases(usual: u32) -> ProptestConfig {
    let given = ProptestConfig::default();
    ProptestConfig {
        cases: match given.cases {
            PROPTEST_DEFAULT => usual,
            asked => usual.max(asked),
        },
        failure_persistence: None,
        ..given
    }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn killed_anywhere_the_next_run_converges(
        first in any_program(),
        second in any_program(),
        third in any_program(),
        at in prop::collection::vec(0..40usize, 2),
    ) {
        block_on(async {
            let mut stack = Scenario::new();
            stack.killed_after(at[0], &first).await;
            nothing_is_lost(&stack)?;
            stack.killed_after(at[1], &second).await;
            nothing_is_lost(&stack)?;
            converges(&mut stack, &third).await?;
            stack.destroy().await;
            prop_assert!(stack.world.view().is_empty() && stack.state.resources.is_empty());
            Ok(())
        })?;
    }

    #[test]
    fn unwritable_anywhere_the_next_run_converges(
        programs in prop::collection::vec((any_program(), 0..40usize), 1..4),
        last in any_program(),
        is_saved in any::<bool>(),
        refresh in any::<bool>(),
    ) {
        block_on(async {
            let mut stack = Scenario::new();
            stack.options.refresh = refresh;
            for (program, records) in programs {
                stack.full_after(records, &program, is_saved).await;
                nothing_is_lost(&stack)?;
            }
            converges(&mut stack, &last).await
        })?;
    }

    #[test]
    fn after_any_failures_the_next_run_converges(
        programs in prop::collection::vec((any_program(), any_fault(), any::<bool>()), 1..4),
        last in any_program(),
    ) {
        block_on(survives(Scenario::new(), programs, &last))?;
    }

    /// Without objects that must be deleted first: which of their old dependents were registered
    /// before them, and no longer depend on them, depends on timing.
    #[test]
    fn previews_say_what_runs_do(first in any_program(), second in any_program()) {
        let (first, second) = (without_slots(first), without_slots(second));
        block_on(async {
            let mut stack = Scenario::new();
            stack.up(&first).await;
            let preview = stack.preview(&second).await.summary;
            let run = stack.up(&second).await.summary;
            prop_assert_eq!(
                (preview.created, preview.replaced, preview.deleted),
                (run.created, run.replaced, run.deleted)
            );
            prop_assert!(preview.updated >= run.updated);
            Ok(())
        })?;
    }
}

/// Slots and places are taken or free in the world, which a preview does not know.
fn without_slots(mut program: Program) -> Program {
    for spec in &mut program.0 {
        spec.inputs.shift_remove("slot");
        spec.inputs.shift_remove("place");
    }
    program
}

/// Asserts that a preview counts the operations of the run.
async fn is_done_as_previewed(first: &Program, second: &Program) -> TestCaseResult {
    let mut stack = Scenario::new();
    for id in FOREIGN {
        stack.world.lock().add_foreign(id, "v0");
    }
    stack.options.continue_on_error = true;
    stack.up(first).await;
    let preview = stack.preview(second).await;
    let planned = stack.said();
    if preview.has_failed {
        return Ok(());
    }
    let run = stack.up(second).await;
    let counts = |it: &RunOutcome| {
        let it = &it.summary;
        [it.created, it.replaced, it.deleted, it.forgotten]
    };
    let (announced, counted) = (counts(&preview), counts(&run));
    // A preview cannot predict failures: they only reduce the operations.
    let is_less = announced
        .iter()
        .zip(&counted)
        .all(|(all, some)| some <= all);
    let is_kept_to = announced == counted || (run.has_failed && is_less);
    let done = stack.said();
    prop_assert!(
        is_kept_to,
        "{announced:?} {counted:?}\n{planned}\n---\n{done}"
    );
    Ok(())
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn previews_of_all_options_say_what_runs_do(first in any_options(), second in any_options()) {
        let (first, second) = (without_slots(first), without_slots(second));
        block_on(is_done_as_previewed(&first, &second))?;
    }
}

/// An operation that the provider cannot look up requires the user, who is advised once.
#[tokio::test]
async fn an_outcome_that_cannot_be_looked_up_waits_for_the_user() {
    let mut stack = Scenario::new();
    stack.options.continue_on_error = true;
    let program = Program(vec![Spec::new("a", "1"), Spec::new("b", "1")]);
    for name in ["a", "b"] {
        stack.world.fault(name, Fault::UnknownUndone);
    }
    stack.up(&program).await;
    stack.world.lock().is_undecidable = true;
    assert!(stack.up(&program).await.has_failed);
    insta::assert_snapshot!(stack.said(), @"
    a says its create was interrupted in an earlier run, and its outcome is unknown: its provider cannot look it up / if the object exists, `lumi state resolve 'a' --done --id ID` adopts it; if not, or if it may be done again, use `lumi state resolve 'a' --not-done`; `lumi stack pending` lists all of these, and `--forget-pending` treats all as not done
    b says its create was interrupted in an earlier run, and its outcome is unknown: its provider cannot look it up
    ");
    stack.options.forget_pending = true;
    assert!(!stack.up(&program).await.has_failed);
    assert_eq!(stack.world.view(), ["a=1", "b=1"]);
}

/// Updates and deletes are idempotent, so the user is not asked.
#[tokio::test]
async fn an_update_or_delete_that_cannot_be_looked_up_is_done_again() {
    for fault in [Fault::UnknownDone, Fault::UnknownUndone] {
        let mut stack = Scenario::new();
        stack.options.continue_on_error = true;
        let first = Program(vec![Spec::new("a", "1"), Spec::new("b", "1")]);
        assert!(!stack.up(&first).await.has_failed);
        let next = Program(vec![Spec::new("a", "2")]);
        stack.world.fault("a", fault);
        stack.up(&next).await;
        stack.world.fault("b", fault);
        stack.world.lock().is_undecidable = true;
        // The update is repeated, and the delete is interrupted.
        stack.up(&next).await;
        assert_eq!(stack.state.pending.len(), 1, "{}", stack.said());
        assert!(!stack.up(&next).await.has_failed, "{}", stack.said());
        assert!(stack.said().contains(
            "b says the outcome of the delete that an interrupted run started cannot be looked up \
             (it cannot look); Lumi assumes that it was not done"
        ));
        assert_eq!(stack.world.view(), ["a=2"]);
        assert_eq!(stack.state.resources.len(), 1);
    }
}

/// A state may come with a repository, and providers run commands that it describes.
#[tokio::test]
async fn a_mere_preview_asks_no_provider_what_an_interrupted_run_did() {
    let mut stack = Scenario::new();
    stack.options.continue_on_error = true;
    let first = Program(vec![Spec::new("b", "1")]);
    assert!(!stack.up(&first).await.has_failed);
    let second = Program(vec![Spec::new("a", "1"), Spec::new("b", "2")]);
    let third = Program(vec![Spec::new("b", "2")]);
    let steps: [(&Program, &[(&str, &str)]); 2] = [
        (&second, &[("a", "create"), ("b", "update")]),
        (&third, &[("a", "delete")]),
    ];
    for (program, interrupted) in steps {
        for (name, _) in interrupted {
            stack.world.fault(name, Fault::UnknownDone);
        }
        stack.up(program).await;
        assert_eq!(stack.state.pending.len(), interrupted.len());
        stack.world.take_calls();
        stack.options.look_up = false;
        assert!(!stack.preview(program).await.has_failed, "{}", stack.said());
        let calls = stack.world.take_calls();
        let is_asked = |it: &String| it.starts_with("read ") || it.starts_with("recover ");
        assert!(!calls.iter().any(is_asked), "{calls:?}");
        for (name, what) in interrupted {
            let open = format!(
                "{name} says the outcome of the {what} that an interrupted run started is not \
                 known here"
            );
            assert!(stack.said().contains(&open), "{}", stack.said());
        }
        stack.options.look_up = true;
        assert!(!stack.up(program).await.has_failed, "{}", stack.said());
    }
    assert_eq!(stack.world.view(), ["b=2"]);
}

/// The server is still processing the request of the run before.
#[tokio::test]
async fn an_unfinished_creation_is_not_repeated() {
    let mut stack = Scenario::new();
    let program = Program(vec![Spec::new("a", "1")]);
    stack.world.fault("a", Fault::UnknownLate);
    assert!(stack.up(&program).await.has_failed);
    assert!(!stack.up(&program).await.has_failed, "{}", stack.said());
    assert!(
        stack.said().contains("may still be in progress"),
        "{}",
        stack.said()
    );
    assert_eq!(stack.world.view(), ["a=1"]);
}
