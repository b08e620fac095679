//! Single behaviours of runs.

use super::program::{ContinuesOnError, Program, Spec, program, urn};
use super::scenario::Scenario;
use super::world::Fault;
use lumi_graph::Value;

#[tokio::test]
async fn up_creates_changes_and_deletes() {
    let mut stack = Scenario::new();
    let first = program([
        Spec::new("a", "1"),
        Spec::new("b", "2").from("link", "a"),
        Spec::new("c", "3"),
    ]);
    let outcome = stack.up(&first).await;
    assert!(!outcome.has_failed);
    assert_eq!(outcome.summary.created, 3);
    assert_eq!(stack.world.view(), ["a=1", "b=2", "c=3"]);
    let again = stack.up(&first).await;
    assert!(!again.summary.has_changes() && !again.is_touched);
    let second = program([Spec::new("a", "one"), Spec::new("b", "2").from("link", "a")]);
    let outcome = stack.up(&second).await;
    let summary = outcome.summary;
    assert_eq!(
        (summary.updated, summary.deleted, summary.created),
        (2, 1, 0)
    );
    assert_eq!(stack.world.view(), ["a=one", "b=2"]);
    let outcome = stack.destroy().await;
    assert_eq!(outcome.summary.deleted, 2);
    assert!(stack.world.view().is_empty() && stack.state.resources.is_empty());
}

#[tokio::test]
async fn a_preview_touches_nothing_and_is_honest() {
    let mut stack = Scenario::new();
    let program = program([Spec::new("a", "1"), Spec::new("b", "2").from("link", "a")]);
    let outcome = stack.preview(&program).await;
    assert_eq!(outcome.summary.created, 2);
    assert!(stack.world.take_calls().is_empty());
    let graph = outcome.planned.unwrap();
    assert_eq!(graph.vertices.len(), 2);
    // The provider predicts `copy` before the object exists.
    assert_eq!(graph.vertices[1].inputs["link"], Value::from("1"));
    stack.up(&program).await;
    // A dependency of `a` changes, but not the input of `b`.
    let mut changed = program.clone();
    changed.0[0] = Spec::new("a", "1").input("other", "new");
    let outcome = stack.preview(&changed).await;
    assert_eq!((outcome.summary.updated, outcome.summary.same), (1, 1));
}

#[tokio::test]
async fn replacements_create_first_and_update_dependents_in_between() {
    let mut stack = Scenario::new();
    let of = |key: &str, value: &str| {
        program([
            Spec::new("a", value).input("key", key),
            Spec::new("b", "2").from("link", "a"),
        ])
    };
    stack.up(&of("x", "1")).await;
    stack.world.take_calls();
    stack.up(&of("y", "9")).await;
    assert_eq!(
        stack.world.take_calls(),
        ["create a", "update b", "delete a"]
    );
    assert_eq!(stack.world.view(), ["a=9", "b=2"]);
    assert_eq!(stack.state.resources.len(), 2);
}

#[tokio::test]
async fn a_replacement_gets_defaults_of_its_own() {
    let mut stack = Scenario::new();
    let of = |key: &str, value: &str| {
        let spec = Spec::new("a", value).input("prefix", "p");
        program([spec.input("key", key)])
    };
    let name = |stack: &Scenario| {
        let resource = stack.state.resources.values().next().unwrap();
        resource.inputs["name"].as_str().unwrap().to_owned()
    };
    stack.up(&of("x", "1")).await;
    assert_eq!(name(&stack), "p-1");
    // An update keeps the generated name; two objects cannot have it at the same time.
    stack.up(&of("x", "2")).await;
    assert_eq!(name(&stack), "p-1");
    stack.up(&of("y", "2")).await;
    assert_eq!(name(&stack), "p-2");
}

#[tokio::test]
async fn an_object_deleted_first_is_deleted_with_its_dependents() {
    let mut stack = Scenario::new();
    let of = |key: &str| {
        program([
            Spec::new("a", "1").input("slot", "s").input("key", key),
            Spec::new("b", "2").from("key_from_a", "a"),
            Spec::new("c", "3").from("key_from_b", "b"),
            Spec::new("d", "4").from("link", "a"),
        ])
    };
    stack.up(&of("x")).await;
    stack.world.take_calls();
    let preview = stack.preview(&of("y")).await;
    assert_eq!(preview.summary.replaced, 3);
    stack.up(&of("y")).await;
    let calls = stack.world.take_calls();
    assert_eq!(calls[..3], ["delete c", "delete b", "delete a"]);
    assert_eq!(calls[3..6], ["create a", "create b", "create c"]);
    assert_eq!(stack.state.resources.len(), 4);
    assert_eq!(stack.world.view(), ["a=1", "b=2", "c=3", "d=4"]);
}

#[tokio::test]
async fn a_failure_stops_what_depends_on_it() {
    let mut stack = Scenario::new();
    let program = program([
        Spec::new("a", "1"),
        Spec::new("b", "2").from("link", "a"),
        Spec::new("c", "3"),
        Spec::new("d", "4").from("link", "c"),
    ]);
    stack.options.continue_on_error = true;
    stack.world.fault("a", Fault::Failed);
    let outcome = stack.up(&program).await;
    assert!(outcome.has_failed);
    assert_eq!(stack.world.view(), ["c=3", "d=4"]);
    let outcome = stack.up(&program).await;
    assert!(!outcome.has_failed);
    assert_eq!(stack.world.view(), ["a=1", "b=2", "c=3", "d=4"]);
}

/// The deletions of a run in which `bad` fails, and what it says.
async fn deletions_beside_a_failure(first: Program, second: Program) -> (Vec<String>, String) {
    let mut stack = Scenario::new();
    assert!(!stack.up(&first).await.has_failed);
    stack.world.take_calls();
    stack.options.continue_on_error = true;
    stack.world.fault("bad", Fault::Failed);
    assert!(
        stack
            .up_with(&mut ContinuesOnError(second))
            .await
            .has_failed
    );
    let calls = stack.world.take_calls();
    let deletions = calls.into_iter().filter(|it| it.starts_with("delete "));
    (deletions.collect(), stack.said())
}

#[tokio::test]
async fn resources_unrelated_to_a_failure_are_deleted() {
    let first = program([
        Spec::new("bad", "1"),
        Spec::new("used", "1"),
        Spec::new("user", "1")
            .from("link", "bad")
            .from("other", "used"),
        Spec::new("old", "1"),
        Spec::new("of_bad", "1").from("link", "bad"),
        Spec::new("of_old", "1").from("link", "old"),
        Spec::new("renamed", "1"),
    ]);
    let second = program([
        Spec::new("bad", "2"),
        // It still uses the object of `used`, as it cannot be updated.
        Spec::new("user", "1").from("link", "bad"),
        Spec::new("new_name", "1")
            .from("link", "bad")
            .alias("renamed"),
    ]);
    let (deletions, said) = deletions_beside_a_failure(first, second).await;
    assert_eq!(deletions, ["delete of_old", "delete old"]);
    insta::assert_snapshot!(said, @r#"
    bad update: the world says no
    new_name skipped: bad failed
    of_bad skipped: it depends on "bad", which failed
    of_old delete
    old delete
    used skipped: "user" stays and depends on it
    user skipped: bad failed
    "#);
}

/// The state has `bad` under another name, and so have its dependents.
#[tokio::test]
async fn dependents_of_a_failed_resource_under_its_former_name_stay() {
    let first = program([
        Spec::new("good", "1"),
        Spec::new("of_good", "1").from("link", "good"),
        Spec::new("of_of_good", "1").from("link", "of_good"),
    ]);
    let renamed = program([Spec::new("bad", "2").alias("good")]);
    let (deletions, said) = deletions_beside_a_failure(first.clone(), renamed).await;
    assert!(deletions.is_empty(), "{deletions:?}");
    insta::assert_snapshot!(said, @r#"
    bad moved from good
    bad update: the world says no
    of_good skipped: it depends on "bad", which failed
    of_of_good skipped: it depends on "bad", which failed
    "#);
    let other = program([Spec::new("bad", "2")]);
    let (deletions, _) = deletions_beside_a_failure(first, other).await;
    assert_eq!(deletions.len(), 3);
}

#[tokio::test]
async fn a_preview_reports_all_mistakes() {
    let mut stack = Scenario::new();
    stack.options.parallel = 1;
    let program = program([
        Spec::new("a", "1").input("value", 1.0),
        Spec::new("b", "2").from("link", "a"),
        Spec::new("c", "3").input("value", 3.0),
        Spec::new("d", "4"),
    ]);
    assert!(stack.preview(&program).await.has_failed);
    insta::assert_snapshot!(stack.said(), @"
    a create: input `value`: must be text
    c create: input `value`: must be text
    d create
    ");
}

#[tokio::test]
async fn a_partial_initialisation_is_recorded_and_repaired() {
    let mut stack = Scenario::new();
    let program = program([Spec::new("a", "1"), Spec::new("b", "2").from("link", "a")]);
    stack.world.fault("a", Fault::PartialInit);
    let outcome = stack.up(&program).await;
    assert!(outcome.has_failed);
    assert_eq!(stack.world.view(), ["a=1"]);
    insta::assert_snapshot!(stack.said(), @"a create: it exists, but is not ready: it does not answer");
    let outcome = stack.up(&program).await;
    assert!(!outcome.has_failed);
    insta::assert_snapshot!(stack.said(), @r#"
        a update (it is incomplete: it does not answer)
        b create
        "#);
}

#[tokio::test]
async fn an_unknown_outcome_is_looked_up_by_the_next_run() {
    for fault in [Fault::UnknownDone, Fault::UnknownUndone] {
        let mut stack = Scenario::new();
        let first = program([Spec::new("a", "1")]);
        stack.world.fault("a", fault);
        assert!(stack.up(&first).await.has_failed);
        assert_eq!(stack.state.pending.len(), 1);
        assert!(!stack.up(&first).await.has_failed);
        assert_eq!(stack.world.view(), ["a=1"]);
        let second = program([Spec::new("a", "2")]);
        stack.world.fault("a", fault);
        assert!(stack.up(&second).await.has_failed);
        // Back to the first program: so must be the object.
        assert!(!stack.up(&first).await.has_failed);
        assert_eq!(stack.world.view(), ["a=1"]);
        stack.world.fault("a", fault);
        assert!(stack.destroy().await.has_failed);
        assert!(!stack.destroy().await.has_failed);
        assert!(stack.world.view().is_empty());
        assert!(stack.state.resources.is_empty() && stack.state.pending.is_empty());
    }
}

#[tokio::test]
async fn protected_resources_stay() {
    let mut stack = Scenario::new();
    let protected = Spec::new("a", "1")
        .input("key", "x")
        .option("protect", true);
    stack
        .up(&program([
            protected.clone(),
            Spec::new("b", "2").from("link", "a"),
        ]))
        .await;
    assert!(stack.destroy().await.has_failed);
    // Its dependent is deleted, it stays.
    assert_eq!(stack.world.view(), ["a=1"]);
    let outcome = stack.up(&program([protected.input("key", "y")])).await;
    assert!(outcome.has_failed);
    insta::assert_snapshot!(stack.said(), @"a create-replacement: it is protected; remove `protect` and deploy, then make this change");
    // A program without the option does not lift the protection in the state.
    let silent = Spec::new("a", "1").input("key", "y");
    assert!(stack.up(&program([silent])).await.has_failed);
    insta::assert_snapshot!(stack.said(), @"a create-replacement: the state protects it; first \
                                            set `protect: false` in the program, or use `lumi \
                                            state unprotect`");
    let open = Spec::new("a", "1")
        .input("key", "x")
        .option("protect", false);
    stack.up(&program([open])).await;
    assert!(!stack.destroy().await.has_failed);
}

#[tokio::test]
async fn objects_are_kept_or_forgotten_as_the_options_say() {
    let mut stack = Scenario::new();
    let kept = Spec::new("kept", "1").option("retainOnDelete", true);
    let host = Spec::new("host", "2");
    let along = Spec::new("along", "3")
        .from("link", "host")
        .option("deletedWith", urn("host").as_str());
    stack.up(&program([kept, host, along])).await;
    stack.world.take_calls();
    stack.destroy().await;
    assert_eq!(stack.world.take_calls(), ["delete host"]);
    assert!(stack.state.resources.is_empty());
}

#[tokio::test]
async fn ignored_changes_are_ignored_and_chosen_ones_replace() {
    let mut stack = Scenario::new();
    stack
        .up(&program([Spec::new("a", "1"), Spec::new("b", "1")]))
        .await;
    let ignoring = Spec::new("a", "2").option("ignoreChanges", vec![Value::from("value")]);
    let replacing = Spec::new("b", "2").option("replaceOnChanges", vec![Value::from("*")]);
    let outcome = stack.up(&program([ignoring, replacing])).await;
    assert_eq!((outcome.summary.same, outcome.summary.replaced), (1, 1));
    assert_eq!(stack.world.view(), ["a=1", "b=2"]);
}

#[tokio::test]
async fn renamed_resources_keep_their_objects() {
    let mut stack = Scenario::new();
    let group = |name: &str| {
        program([
            Spec::component(name),
            Spec::new("child", "1").below(name),
            Spec::new("x", "2"),
        ])
    };
    stack.up(&group("site")).await;
    stack.world.take_calls();
    let mut renamed = group("site2");
    let alias = |name: &str| {
        let parts = [("name".to_owned(), Value::from(name))];
        Value::Array(vec![Value::Object(parts.into_iter().collect())])
    };
    renamed.0[0] = renamed.0[0].clone().option("aliases", alias("site"));
    renamed.0[2] = Spec::new("y", "2").option("aliases", alias("x"));
    let outcome = stack.up(&renamed).await;
    assert!(!outcome.has_failed);
    assert!(stack.world.take_calls().is_empty());
    assert_eq!(stack.state.resources.len(), 3);
    let forgotten = program([Spec::new("z", "2")]);
    stack.preview(&forgotten).await;
    insta::assert_snapshot!(stack.said(), @r#"
        child delete
        site2 delete
        y delete
        z create
        z says it looks like "y" under a new name, because type and inputs are the same; but the program declares a new resource, and the old one will be deleted / to keep the object, give it the option aliases: [{ name: "y" }]
        "#);
}

#[tokio::test]
async fn drift_is_seen_and_repaired() {
    let mut stack = Scenario::new();
    let program = program([
        Spec::new("a", "1"),
        Spec::new("b", "2"),
        Spec::new("c", "3"),
    ]);
    stack.up(&program).await;
    {
        let mut world = stack.world.lock();
        let ids: Vec<String> = world.objects.keys().cloned().collect();
        world.objects.remove(&ids[0]);
        let thing = world.objects.get_mut(&ids[1]).unwrap();
        thing.inputs.insert("value".into(), Value::from("drifted"));
    }
    let outcome = stack.refresh().await;
    assert_eq!((outcome.summary.drifted, outcome.summary.same), (2, 1));
    let preview = stack.preview(&program).await;
    assert_eq!((preview.summary.created, preview.summary.updated), (1, 1));
    stack.up(&program).await;
    assert_eq!(stack.world.view(), ["a=1", "b=2", "c=3"]);
}

#[tokio::test]
async fn objects_are_imported_and_then_like_any_other() {
    let mut stack = Scenario::new();
    let other = Scenario::new();
    drop(other);
    stack.up(&program([Spec::new("a", "1")])).await;
    let id = stack.world.lock().objects.keys().next().unwrap().clone();
    stack.state = Default::default();
    stack.world.take_calls();
    let adopting = program([Spec::new("b", "2").option("import", id.as_str())]);
    let outcome = stack.up(&adopting).await;
    assert_eq!((outcome.summary.imported, outcome.summary.updated), (1, 1));
    assert_eq!(stack.world.take_calls(), ["read b", "update b"]);
    let outcome = stack.up(&adopting).await;
    assert!(!outcome.summary.has_changes());
    let missing = program([Spec::new("c", "1").option("import", "o-99")]);
    stack.up(&missing).await;
    insta::assert_snapshot!(stack.said(), @r#"c import: there is no object with the id "o-99""#);
}

#[tokio::test]
async fn bad_inputs_are_refused_before_anything_happens() {
    let mut stack = Scenario::new();
    let bad = program([
        Spec::new("a", "1").input("value", 3.0),
        Spec::new("b", "1").option("ignoreChanges", vec![Value::from("a[")]),
    ]);
    stack.options.continue_on_error = true;
    let outcome = stack.up(&bad).await;
    assert!(outcome.has_failed && !outcome.is_touched);
    insta::assert_snapshot!(stack.said(), @r#"
        a create: input `value`: must be text
        b create: option `ignoreChanges`: `a[` is not a property path: an index is missing at character 3; one looks like `rules[0].port` or `tags["a.b"]`
        "#);
}

#[tokio::test]
async fn a_saved_plan_is_kept_to() {
    let mut stack = Scenario::new();
    let planned = program([Spec::new("a", "1"), Spec::new("b", "2").from("link", "a")]);
    let plan = stack.preview(&planned).await.plan;
    stack.options.plan = Some(plan.clone());
    let other = program([Spec::new("a", "1"), Spec::new("b", "3").from("link", "a")]);
    assert!(stack.up(&other).await.has_failed);
    assert_eq!(stack.world.view(), ["a=1"]);
    stack.options.plan = None;
    let now = stack.preview(&planned).await.plan;
    insta::assert_snapshot!(plan.differences(&now).join("\n"), @r#"test:index:Thing "a": planned as create, but it no longer changes"#);
    stack.options.plan = Some(now);
    assert!(!stack.up(&planned).await.has_failed);
    assert_eq!(stack.world.view(), ["a=1", "b=2"]);
}

#[tokio::test]
async fn steps_run_side_by_side_up_to_a_limit() {
    let mut stack = Scenario::new();
    stack.options.parallel = 3;
    let names: Vec<String> = (0..20).map(|it| format!("r{it}")).collect();
    let all = program(names.iter().map(|it| Spec::new(it, "1")));
    stack.up(&all).await;
    assert_eq!(stack.world.lock().most_running, 3);
    stack.destroy().await;
    assert_eq!(stack.world.lock().most_running, 3);
}
