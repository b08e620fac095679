//! Records that change URNs.

use proptest::prelude::*;

use crate::{Record, Resource, Serial, StackState, Stage};
use lumi_graph::{Dependency, Value};

use super::samples::{object, resource, urn};

fn made(serial: u64, name: &str) -> Resource {
    let mut resource = resource(serial, name);
    resource.id = Some(format!("o-{serial}"));
    resource
}

fn state(resources: impl IntoIterator<Item = Resource>) -> StackState {
    let mut state = StackState::default();
    for resource in resources {
        state.apply(&Record::Put(Box::new(resource))).unwrap();
    }
    state
}

fn put(state: &mut StackState, resource: Resource) {
    state.apply(&Record::Put(Box::new(resource))).unwrap();
}

#[test]
fn references_to_a_renamed_resource_are_updated() {
    let mut former = made(1, "a");
    former.stage = Stage::Replaced;
    let mut user = made(3, "user");
    user.parent = Some(urn("a"));
    user.depends_on = vec![urn("a"), urn("other")];
    user.dependencies.push(Dependency {
        path: "x".to_owned(),
        urn: urn("a"),
    });
    let name = |it: &str| Value::from(urn(it).as_str());
    let both = Value::Array(vec![name("a"), name("other")]);
    user.options = object([("deletedWith", name("a")), ("replaceWith", both)]).into();
    let mut state = state([former, made(2, "a"), user]);
    put(&mut state, made(2, "b"));
    assert_eq!(state.resources[&Serial(1)].urn, urn("b"));
    let user = &state.resources[&Serial(3)];
    assert_eq!(user.parent, Some(urn("b")));
    assert_eq!(user.depends_on, [urn("b"), urn("other")]);
    assert_eq!(user.dependencies[0].urn, urn("b"));
    let both = Value::Array(vec![name("b"), name("other")]);
    let renamed = object([("deletedWith", name("b")), ("replaceWith", both)]);
    assert_eq!(user.options.to_object(), renamed);
}

#[test]
fn a_record_with_the_same_name_renames_nothing() {
    let mut user = made(2, "user");
    user.depends_on.push(urn("a"));
    let mut state = state([made(1, "a"), user.clone()]);
    put(&mut state, made(3, "b"));
    put(&mut state, made(1, "a"));
    assert_eq!(*state.resources[&Serial(2)], user);
}

/// A resource with one of a few names, and dependencies on others of them.
fn any_resource() -> impl Strategy<Value = Resource> {
    let names = || prop::collection::vec(0..4usize, 0..3);
    let stage = prop::sample::select(vec![Stage::Live, Stage::Replaced]);
    (1..7u64, 0..4usize, names(), names(), names(), stage).prop_map(
        |(serial, name, depends_on, parents, options, stage)| {
            let urn_of = |it: &usize| urn(["a", "b", "c", "d"][*it]);
            let mut resource = made(serial, ["a", "b", "c", "d"][name]);
            resource.depends_on = depends_on.iter().map(urn_of).collect();
            resource.parent = parents.first().map(urn_of);
            let named = options.iter().map(|it| Value::from(urn_of(it).as_str()));
            resource.options = object([("replaceWith", Value::Array(named.collect()))]).into();
            resource.stage = stage;
            resource
        },
    )
}

proptest! {
    /// The index never misses a resource, regardless of earlier records.
    #[test]
    fn renames_with_an_index_are_those_without(records in prop::collection::vec(any_resource(), 1..30)) {
        let (mut indexed, mut fresh) = (StackState::default(), StackState::default());
        for resource in records {
            put(&mut indexed, resource.clone());
            fresh.name_index.clear();
            put(&mut fresh, resource);
            prop_assert_eq!(&indexed, &fresh);
        }
    }
}
