//! Operations on objects: a first program, a second one, and the provider's calls.

use super::program::{Program, Spec, program};
use super::scenario::Scenario;
use super::world::Fault;
use crate::ResourcePattern;
use lumi_graph::Value;

/// A resource that is replaced in each run.
pub fn keyed(name: &str, run: u32) -> Spec {
    Spec::new(name, "1").input("key", format!("k{run}").as_str())
}

/// A stack with `first` deployed, and its calls cleared.
pub async fn deployed(first: Program) -> Scenario {
    let mut stack = Scenario::new();
    assert!(!stack.up(&first).await.has_failed, "{}", stack.said());
    stack.world.take_calls();
    stack
}

/// The provider's calls for a program.
pub async fn calls(stack: &mut Scenario, next: &Program) -> Vec<String> {
    let preview = stack.preview(next).await;
    assert!(
        stack
            .world
            .take_calls()
            .iter()
            .all(|it| it.starts_with("read "))
    );
    let run = stack.up(next).await;
    assert_eq!(preview.has_failed, run.has_failed, "{}", stack.said());
    stack.world.take_calls()
}

#[tokio::test]
async fn the_host_of_a_protected_object_is_not_deleted() {
    let guest = Spec::new("b", "1").deleted_with("a").protect();
    let mut stack = deployed(program([Spec::new("a", "1"), guest])).await;
    assert!(stack.destroy().await.has_failed);
    assert!(stack.world.take_calls().is_empty());
    assert_eq!(stack.state.resources.len(), 2);
    assert!(
        stack.said().contains("\"b\" stays and depends on it"),
        "{}",
        stack.said()
    );
}

#[tokio::test]
async fn an_import_does_not_delete_a_protected_object() {
    let of = |spec: Spec| program([spec.protect()]);
    let mut stack = deployed(of(Spec::new("i", "1"))).await;
    stack.world.lock().add_foreign("imp-9", "1");
    let importing = Spec::new("i", "1").option("import", "imp-9");
    assert!(calls(&mut stack, &of(importing)).await.is_empty());
    assert!(stack.said().contains("it is protected"), "{}", stack.said());
    assert_eq!(stack.world.view(), ["foreign=1", "i=1"]);
}

#[tokio::test]
async fn a_renamed_resource_is_kept_when_its_goal_fails() {
    let mut stack = deployed(program([
        Spec::component("c"),
        Spec::new("child", "1").below("c"),
        Spec::new("b", "1"),
        Spec::new("e", "1"),
    ]))
    .await;
    stack.options.continue_on_error = true;
    stack.world.fault("a", Fault::Failed);
    let renamed = program([
        Spec::new("a", "1"),
        Spec::component("d").alias("c").after("a"),
        Spec::new("child", "1").below("d").after("a"),
        Spec::new("q", "1").alias("b").after("a"),
        Spec::new("f", "1").alias("e").option("protect", 1.0),
    ]);
    assert!(stack.up(&renamed).await.has_failed);
    assert_eq!(stack.world.take_calls(), ["create a"], "{}", stack.said());
    assert_eq!(stack.world.view(), ["b=1", "child=1", "e=1"]);
}

#[tokio::test]
async fn resources_that_need_more_than_the_targets_are_kept() {
    let mut stack = deployed(program([Spec::new("b", "1")])).await;
    stack.options.continue_on_error = true;
    stack.options.selection.targets = vec![ResourcePattern::new("b".to_owned())];
    let next = program([Spec::new("a", "1"), Spec::new("b", "1").after("a")]);
    assert!(stack.up(&next).await.has_failed);
    assert_eq!(stack.world.view(), ["b=1"], "{}", stack.said());
}

#[tokio::test]
async fn hidden_differences_are_made_and_counted() {
    let of = |value: &str| {
        program([Spec::new("a", value).option("hideDiffs", vec![Value::from("value")])])
    };
    let mut stack = deployed(of("1")).await;
    assert_eq!(stack.up(&of("2")).await.summary.updated, 1);
    assert_eq!(
        stack.said(),
        "a update (the differences are hidden by `hideDiffs`)"
    );
    assert_eq!(stack.world.view(), ["a=2"]);
    // A drifted object differs.
    let id = stack.world.lock().objects.keys().next().unwrap().clone();
    let drifted = Value::from("3");
    {
        let mut world = stack.world.lock();
        let object = world.objects.get_mut(&id).unwrap();
        object.inputs.insert("value".to_owned(), drifted);
    }
    assert_eq!(stack.refresh().await.summary.drifted, 1);
}

#[tokio::test]
async fn a_component_does_not_take_the_name_of_a_protected_object() {
    let mut stack = deployed(program([Spec::new("a", "1").protect()])).await;
    let component = Spec::component("a")
        .alias_of("type", "test:index:Thing")
        .protect();
    assert!(calls(&mut stack, &program([component])).await.is_empty());
    assert!(stack.said().contains("is protected"), "{}", stack.said());
    assert_eq!(stack.world.view(), ["a=1"]);
}

#[tokio::test]
async fn a_provider_does_not_take_the_name_of_a_protected_object() {
    let mut stack = deployed(program([Spec::new("a", "1").protect()])).await;
    let provider = Spec::provider("a", "x").alias_of("type", "test:index:Thing");
    assert!(calls(&mut stack, &program([provider])).await.is_empty());
    assert_eq!(stack.world.view(), ["a=1"]);
    // An unprotected one is deleted.
    stack.up(&program([Spec::new("a", "1")])).await;
    let provider = Spec::provider("a", "x").alias_of("type", "test:index:Thing");
    assert_eq!(calls(&mut stack, &program([provider])).await, ["delete a"]);
    assert_eq!(stack.state.resources.len(), 1);
}

#[tokio::test]
async fn an_object_is_deleted_with_the_configuration_it_was_made_with() {
    for slot in [false, true] {
        let of = |provider: Spec| {
            let mut a = Spec::new("a", "1").with(&provider.name);
            if slot {
                a = a.input("slot", "s");
            }
            program([provider, a])
        };
        let mut stack = deployed(of(Spec::provider("p", "eu"))).await;
        let renamed = Spec::provider("q", "us").alias("p");
        stack.up(&of(renamed.clone())).await;
        assert_eq!(stack.world.view(), ["a=1 in us"], "{}", stack.said());
        assert_eq!(stack.state.resources.len(), 2);
        assert!(!stack.up(&of(renamed)).await.summary.has_changes());
        assert_eq!(stack.state.validate(), Ok(()));
    }
}

/// Its provider is renamed and replaced, but its own replacement fails.
#[tokio::test]
async fn an_object_that_could_not_move_is_found_by_its_old_provider() {
    let of = |provider: Spec| {
        let a = Spec::new("a", "1").with(&provider.name);
        program([provider, a])
    };
    let mut stack = deployed(of(Spec::provider("p", "eu"))).await;
    let renamed = of(Spec::provider("q", "us").alias("p"));
    stack.options.continue_on_error = true;
    stack.world.fault("a", Fault::Failed);
    assert!(stack.up(&renamed).await.has_failed);
    assert_eq!(stack.world.view(), ["a=1 in eu"]);
    assert_eq!(stack.refresh().await.summary.drifted, 0);
    assert!(!stack.up(&renamed).await.has_failed);
    assert_eq!(stack.world.view(), ["a=1 in us"]);
    assert_eq!(stack.state.resources.len(), 2);
}

#[tokio::test]
async fn a_guest_is_replaced_with_its_host() {
    let of = |run: u32| {
        let guest = Spec::new("b", "1").deleted_with("a");
        let chained = Spec::new("c", "1").deleted_with("b");
        program([keyed("a", run), guest, chained])
    };
    let mut stack = deployed(of(1)).await;
    let made = calls(&mut stack, &of(2)).await;
    assert_eq!(made, ["create a", "create b", "create c", "delete a"]);
    assert_eq!(stack.state.resources.len(), 3);
    // The object must be deleted first.
    let of = |run: u32| {
        let mut program = of(run);
        program.0[0] = program.0[0].clone().option("deleteBeforeReplace", true);
        program
    };
    let made = calls(&mut stack, &of(3)).await;
    assert_eq!(made, ["delete a", "create a", "create b", "create c"]);
    assert!(!stack.up(&of(3)).await.summary.has_changes());
}

#[tokio::test]
async fn a_protected_guest_keeps_its_host() {
    let of = |run: u32| {
        program([
            keyed("a", run),
            Spec::new("b", "1")
                .uses("host", "a")
                .deleted_with("a")
                .protect(),
        ])
    };
    let mut stack = deployed(of(1)).await;
    for run in 2..5 {
        stack.up(&of(run)).await;
        let refused = "is replaced): it is protected";
        assert!(stack.said().contains(refused), "{}", stack.said());
        let first = stack.world.lock().objects.contains_key("o-1");
        assert!(first, "{}", stack.said());
    }
    let mut open = of(5);
    open.0[1]
        .options
        .insert("protect".to_owned(), Value::Bool(false));
    assert!(!stack.up(&open).await.has_failed, "{}", stack.said());
    assert_eq!(stack.state.resources.len(), 2);
    assert_eq!(stack.world.view(), ["a=1", "b=1"]);
}

#[tokio::test]
async fn guests_of_a_target_are_among_its_dependents() {
    let guest = Spec::new("b", "1").deleted_with("a");
    let mut stack = deployed(program([Spec::new("a", "1"), guest])).await;
    stack.options.selection.targets = vec![ResourcePattern::new("a")];
    assert!(stack.destroy().await.has_failed);
    assert_eq!(stack.world.view(), ["a=1", "b=1"]);
    stack.options.selection.with_dependents = true;
    assert!(!stack.destroy().await.has_failed);
    assert!(stack.state.resources.is_empty());
    assert_eq!(stack.world.take_calls(), ["delete a"]);
}

#[tokio::test]
async fn a_guest_of_a_retained_object_is_deleted_itself() {
    let host = Spec::new("a", "1").option("retainOnDelete", true);
    let guest = Spec::new("b", "1").deleted_with("a");
    let mut stack = deployed(program([host, guest])).await;
    stack.destroy().await;
    assert_eq!(stack.world.take_calls(), ["delete b"]);
    assert_eq!(stack.world.view(), ["a=1"]);
}

#[tokio::test]
async fn another_type_alone_does_not_replace() {
    let mut stack = deployed(program([Spec::new("a", "1")])).await;
    let retyped = Spec::new("a", "1")
        .of_type("Item")
        .alias_of("type", "test:index:Thing");
    assert!(
        calls(&mut stack, &program([retyped.clone()]))
            .await
            .is_empty()
    );
    assert!(!stack.up(&program([retyped])).await.summary.has_changes());
    assert_eq!(stack.state.resources.len(), 1);
}

#[tokio::test]
async fn a_resource_that_is_only_read_now_is_not_orphaned() {
    let mut stack = deployed(program([Spec::new("ex", "1").protect()])).await;
    stack.world.lock().add_foreign("other-1", "2");
    let reading = program([Spec::read("ex", "other-1")]);
    assert_eq!(calls(&mut stack, &reading).await, ["read ex"]);
    let said = "is protected and would be deleted, because the program now declares an object \
                that it only reads under it; deploy it once with `protect: false`, or use another name";
    assert!(stack.said().contains(said), "{}", stack.said());
    stack.up(&program([Spec::new("ex", "1")])).await;
    assert_eq!(calls(&mut stack, &reading).await, ["read ex", "delete ex"]);
    assert_eq!(stack.world.view(), ["foreign=2"]);
    assert_eq!(stack.state.resources.len(), 1);
    // The resource is forgotten, and its object stays.
    let mut stack = deployed(program([Spec::new("ex", "1").protect()])).await;
    let reading = program([Spec::read("ex", "o-1")]);
    assert_eq!(calls(&mut stack, &reading).await, ["read ex"]);
    assert!(stack.said().contains("ex forget"), "{}", stack.said());
    assert_eq!(stack.world.view(), ["ex=1"]);
}

#[tokio::test]
async fn the_program_can_refuse_to_delete_first() {
    let of = |run: u32| {
        let spec = keyed("a", run).input("slot", format!("s{run}").as_str());
        program([spec.option("deleteBeforeReplace", false)])
    };
    let mut stack = deployed(of(1)).await;
    assert_eq!(calls(&mut stack, &of(2)).await, ["create a", "delete a"]);
}

#[tokio::test]
async fn a_refresh_that_finds_an_object_well_says_so() {
    let of = program([Spec::new("a", "1")]);
    let mut stack = Scenario::new();
    stack.world.fault("a", Fault::PartialInit);
    assert!(stack.up(&of).await.has_failed);
    stack.refresh().await;
    stack.world.take_calls();
    assert!(calls(&mut stack, &of).await.is_empty());
}

#[tokio::test]
async fn a_refresh_leaves_a_tainted_resource_tainted() {
    let of = program([Spec::new("a", "1")]);
    let mut stack = deployed(of.clone()).await;
    for resource in stack.state.resources.values_mut() {
        std::sync::Arc::make_mut(resource).set_tainted(true);
    }
    stack.refresh().await;
    assert_eq!(stack.up(&of).await.summary.replaced, 1);
}
