//! Records with another URN.

use crate::{Record, Resource, Serial, StackState, Stage};
use lumi_graph::{Dependency, Value};

use super::samples::{object, resource, urn};

fn made(serial: u64, name: &str) -> Resource {
    let mut made = resource(serial, name);
    made.id = Some(format!("o-{serial}"));
    made
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
fn what_knows_a_resource_that_is_renamed_knows_its_new_name() {
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
    user.options = object([
        ("deletedWith", name("a")),
        ("replaceWith", Value::Array(vec![name("a"), name("other")])),
    ]);
    let mut state = state([former, made(2, "a"), user]);
    put(&mut state, made(2, "b"));
    assert_eq!(state.resources[&Serial(1)].urn, urn("b"));
    let user = &state.resources[&Serial(3)];
    assert_eq!(user.parent, Some(urn("b")));
    assert_eq!(user.depends_on, [urn("b"), urn("other")]);
    assert_eq!(user.dependencies[0].urn, urn("b"));
    assert_eq!(user.options["deletedWith"], name("b"));
    let both = Value::Array(vec![name("b"), name("other")]);
    assert_eq!(user.options["replaceWith"], both);
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
