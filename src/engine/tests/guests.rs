//! Objects that are deleted with another one: the option `deletedWith`.

use super::program::{Program, Spec, program};
use super::scenario::Scenario;
use super::world::Fault;
use crate::ResourcePattern;
use lumi_state::{Action, Stage};

async fn deployed(first: &Program) -> Scenario {
    let mut stack = Scenario::new();
    stack.options.continue_on_error = true;
    assert!(!stack.up(first).await.has_failed, "{}", stack.said());
    stack.world.take_calls();
    stack
}

fn guest(name: &str, host: &str) -> Spec {
    Spec::new(name, "1").uses("host", host).deleted_with(host)
}

/// The names of live resources without an object and without a pending operation.
fn without_object(stack: &Scenario) -> Vec<String> {
    let world = stack.world.lock();
    let deleted = stack
        .state
        .pending
        .values()
        .filter_map(|it| match it.action {
            Action::Delete { serial, .. } => Some(serial),
            _ => None,
        });
    let deleted: Vec<_> = deleted.collect();
    let all = stack.state.resources.values();
    let live = all.filter(|it| it.stage == Stage::Live && !deleted.contains(&it.serial));
    let gone = live.filter(|it| !world.objects.contains_key(it.id.as_ref().unwrap()));
    gone.map(|it| it.urn.name().to_owned()).collect()
}

#[tokio::test]
async fn killed_anywhere_a_guest_is_not_known_without_its_object() {
    let first = program([Spec::new("a", "1"), guest("b", "a"), guest("c", "b")]);
    for records in 0..12 {
        let mut stack = deployed(&first).await;
        stack.killed_after(records, &program([])).await;
        assert_eq!(without_object(&stack), [""; 0], "after {records} records");
        assert!(!stack.up(&first).await.has_failed, "{}", stack.said());
        assert_eq!(stack.world.view(), ["a=1", "b=1", "c=1"], "{records}");
    }
}

#[tokio::test]
async fn a_guest_is_looked_for_when_its_hosts_deletion_is_unknown() {
    for (fault, was_deleted) in [(Fault::UnknownDone, true), (Fault::UnknownUndone, false)] {
        let mut stack = deployed(&program([Spec::new("a", "1"), guest("b", "a")])).await;
        stack.world.fault("a", fault);
        assert!(stack.up(&program([])).await.has_failed);
        assert_eq!(stack.state.pending.len(), 2);
        let outcome = stack.up(&program([Spec::new("b", "1")])).await;
        assert!(!outcome.has_failed, "{}", stack.said());
        assert_eq!(outcome.summary.created, usize::from(was_deleted));
        assert_eq!(stack.world.view(), ["b=1"]);
        assert_eq!(stack.state.resources.len(), 1);
    }
}

#[tokio::test]
async fn a_guest_stays_known_when_its_host_could_not_be_deleted() {
    let mut stack = deployed(&program([Spec::new("a", "1"), guest("b", "a")])).await;
    stack.world.fault("a", Fault::Failed);
    assert!(stack.up(&program([])).await.has_failed);
    assert!(stack.state.pending.is_empty());
    assert_eq!(stack.state.resources.len(), 2);
    assert!(!stack.up(&program([])).await.has_failed);
    assert!(stack.state.resources.is_empty() && stack.world.view().is_empty());
}

#[tokio::test]
async fn users_of_a_guest_are_deleted_before_its_host() {
    let user = Spec::new("c", "1").uses("key_b", "b");
    let mut stack = deployed(&program([Spec::new("a", "1"), guest("b", "a"), user])).await;
    stack.world.fault("c", Fault::Failed);
    assert!(stack.destroy().await.has_failed);
    assert_eq!(stack.world.take_calls(), ["delete c"]);
    assert_eq!(stack.world.view(), ["a=1", "b=1", "c=1"]);
}

/// It uses a user of its host.
#[tokio::test]
async fn a_guest_that_must_go_before_its_host_is_deleted_itself() {
    let between = Spec::new("y", "1").uses("key_a", "a");
    let guest = guest("b", "a").uses("key_y", "y");
    let mut stack = deployed(&program([Spec::new("a", "1"), between, guest])).await;
    stack.world.fault("a", Fault::Failed);
    assert!(stack.destroy().await.has_failed);
    assert_eq!(
        stack.world.take_calls(),
        ["delete b", "delete y", "delete a"]
    );
    assert_eq!(stack.world.view(), ["a=1"]);
    assert_eq!(stack.state.resources.len(), 1);
}

#[tokio::test]
async fn the_guest_of_an_object_that_stays_is_not_taken_for_one_of_the_object_that_is_imported() {
    let host = Spec::new("a", "1").option("retainOnDelete", true);
    let mut stack = deployed(&program([host, guest("b", "a")])).await;
    stack.world.lock().add_foreign("imp-9", "1");
    let importing = Spec::new("a", "2").option("import", "imp-9");
    stack.up(&program([importing])).await;
    assert_eq!(stack.world.view(), ["a=1", "a=2"], "{}", stack.said());
}

#[tokio::test]
async fn a_guest_that_an_interrupted_update_may_have_moved_is_deleted_itself() {
    let mut stack = deployed(&program([Spec::new("a", "1"), guest("b", "a")])).await;
    let moved = program([Spec::new("a", "1"), Spec::new("b", "1")]);
    // The run and the intent; the outcome is not recorded.
    assert!(stack.killed_after(2, &moved).await);
    assert_eq!(stack.state.pending.len(), 1);
    assert!(!stack.up(&program([])).await.has_failed, "{}", stack.said());
    assert_eq!(stack.world.view(), [""; 0]);
}

/// `b` moved out of `a`, but `c` still uses its old object.
#[tokio::test]
async fn a_host_is_not_deleted_first_while_an_old_guest_of_it_is_needed() {
    let host = |key: &str| Spec::new("a", "1").input("key", key);
    let first = program([host("1"), guest("b", "a"), guest("c", "b").protect()]);
    let mut stack = deployed(&first).await;
    stack.options.selection.targets = vec![ResourcePattern::new("b")];
    let moved = Spec::new("b", "1").input("key", "2");
    stack.up(&program([host("1"), moved.clone()])).await;
    assert_eq!(
        stack.world.view(),
        ["a=1", "b=1", "b=1", "c=1"],
        "{}",
        stack.said()
    );
    stack.options.selection = Default::default();
    let first = host("2").option("deleteBeforeReplace", true);
    assert!(stack.up(&program([first, moved])).await.has_failed);
    assert_eq!(
        stack.world.view(),
        ["a=1", "b=1", "b=1", "c=1"],
        "{}",
        stack.said()
    );
}
