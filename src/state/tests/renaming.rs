//! Renaming of resources.

use std::sync::Arc;

use lumi_graph::{Dependency, ResourceKind, ResourceReference, Urn, Value};

use super::super::record::Record;
use super::super::resource::{Resource, Stage};
use super::super::stack::renaming::RenamingError;
use super::super::stack_state::StackState;
use super::samples::{begin, object, resource};

const SITE: &str = "urn:lumi:dev::web::index::acme:web:Site::docs";
const PAGE: &str = "urn:lumi:dev::web::index$acme:web:Site::std:fs:File::page";
const NOTE: &str = "urn:lumi:dev::web::index::std:fs:File::note";

fn urn(text: &str) -> Urn {
    Urn::parse(text).unwrap()
}

fn reference(to: &str) -> Value {
    let (urn, id) = (urn(to), None);
    Value::Resource(Box::new(ResourceReference { urn, id }))
}

/// A component with a child, and a file that refers to the child in every possible way.
fn state() -> StackState {
    let site = Resource {
        urn: urn(SITE),
        kind: ResourceKind::Component,
        ..resource(1, "x")
    };
    let page = Resource {
        urn: urn(PAGE),
        id: Some("page.html".to_owned()),
        parent: Some(urn(SITE)),
        ..resource(2, "x")
    };
    let note = Resource {
        urn: urn(NOTE),
        id: Some("note.txt".to_owned()),
        depends_on: vec![urn(PAGE)],
        dependencies: vec![Dependency {
            path: "content".parse().unwrap(),
            urn: urn(PAGE),
        }],
        inputs: Arc::new(object([("at", Value::secret(reference(PAGE)))])),
        options: object([("deletedWith", PAGE.into())]).into(),
        ..resource(3, "x")
    };
    let mut state = StackState::default();
    for resource in [site, page, note] {
        state.apply(&Record::Put(Box::new(resource))).unwrap();
    }
    state.outputs = object([("page", reference(PAGE))]);
    state.validate().unwrap();
    state
}

fn text(state: &StackState) -> String {
    format!(
        "{:?} {:?} {:?}",
        state.resources, state.pending, state.outputs
    )
}

#[test]
fn all_references_to_a_renamed_resource_follow() {
    let mut state = state();
    let new = StackState::renamed(&urn(PAGE), "start").unwrap();
    let uses = text(&state).matches(PAGE).count();
    let renamed = state.rename(&urn(PAGE), &new).unwrap();
    assert_eq!(renamed, [(urn(PAGE), new.clone())]);
    state.validate().unwrap();
    assert_eq!(text(&state).matches(PAGE).count(), 0);
    assert_eq!(text(&state).matches(new.as_str()).count(), uses);
}

#[test]
fn children_that_are_named_after_their_parent_follow() {
    let mut state = state();
    let names = ["docs-web", "docs", "docsWeb", "docstring", "docs2", "page"];
    for (serial, name) in (10..).zip(names) {
        let child = Resource {
            urn: StackState::renamed(&urn(PAGE), name).unwrap(),
            id: Some(name.to_owned()),
            parent: Some(urn(SITE)),
            ..resource(serial, "x")
        };
        state.resources.retain(|_, it| it.urn != child.urn);
        state.apply(&Record::Put(Box::new(child))).unwrap();
    }
    let new = StackState::renamed(&urn(SITE), "handbook").unwrap();
    let renamed = state.rename(&urn(SITE), &new).unwrap();
    let names: Vec<&str> = renamed.iter().map(|(_, new)| new.name()).collect();
    assert_eq!(
        names,
        ["handbook", "handbook-web", "handbook", "handbookWeb"]
    );
    state.validate().unwrap();
}

#[test]
fn there_and_back_is_the_same() {
    for (old, new) in [
        (PAGE, "urn:lumi:dev::web::index::std:fs:File::page"),
        (SITE, "urn:lumi:dev::web::index::acme:net:Site::docs"),
        (
            NOTE,
            "urn:lumi:dev::web::index$acme:web:Site::std:fs:File::note",
        ),
    ] {
        let mut moved = state();
        moved.rename(&urn(old), &urn(new)).unwrap();
        moved.validate().unwrap();
        assert_ne!(moved, state(), "{new}");
        moved.rename(&urn(new), &urn(old)).unwrap();
        assert_eq!(moved, state(), "{new}");
    }
}

#[test]
fn children_have_the_type_of_their_parent_in_their_urns() {
    let mut state = state();
    let new = urn("urn:lumi:dev::web::index::acme:web:Docs::docs");
    let renamed = state.rename(&urn(SITE), &new).unwrap();
    let child = urn("urn:lumi:dev::web::index$acme:web:Docs::std:fs:File::page");
    assert_eq!(renamed[1], (urn(PAGE), child.clone()));
    let renamed_child = state.resources.values().find(|it| it.urn == child).unwrap();
    assert_eq!(renamed_child.parent, Some(new));
}

#[test]
fn a_module_names_the_parent() {
    let mut state = state();
    let new = urn("urn:lumi:dev::web::index$acme:web:Site::std:fs:File::note");
    state.rename(&urn(NOTE), &new).unwrap();
    let renamed_note = state.resources.values().find(|it| it.urn == new).unwrap();
    assert_eq!(renamed_note.parent, Some(urn(SITE)));
}

#[test]
fn old_objects_and_open_operations_follow() {
    let mut state = state();
    let replaced = Resource {
        urn: urn(NOTE),
        id: Some("old.txt".to_owned()),
        stage: Stage::Replaced,
        ..resource(4, "x")
    };
    state.apply(&Record::Put(Box::new(replaced))).unwrap();
    let begun = Resource {
        urn: urn("urn:lumi:dev::web::index::std:fs:File::next"),
        depends_on: vec![urn(NOTE)],
        ..resource(5, "x")
    };
    state.apply(&begin(1, begun)).unwrap();
    let new = StackState::renamed(&urn(NOTE), "memo").unwrap();
    state.rename(&urn(NOTE), &new).unwrap();
    assert_eq!(text(&state).matches(NOTE).count(), 0);
    assert_eq!(text(&state).matches(new.as_str()).count(), 3);
}

#[test]
fn invalid_renames_are_refused_without_changes() {
    let mut state = state();
    let mut begun = resource(5, "x");
    begun.urn = urn("urn:lumi:dev::web::index::std:fs:File::next");
    state.apply(&begin(1, begun)).unwrap();
    let before = state.clone();
    let mut refuse = |old: &str, new: &str| state.rename(&urn(old), &urn(new)).unwrap_err();
    let second = "urn:lumi:dev::web::index::std:fs:File::next";
    assert_eq!(refuse(NOTE, second), RenamingError::Clash(urn(second)));
    assert_eq!(refuse(NOTE, NOTE), RenamingError::Clash(urn(NOTE)));
    let errors = [
        refuse(NOTE, "urn:lumi:prod::web::index::std:fs:File::note"),
        refuse(NOTE, "urn:lumi:dev::web::index::acme:fs:File::note"),
        refuse(
            NOTE,
            "urn:lumi:dev::web::index$acme:web:Nothing::std:fs:File::note",
        ),
        refuse(
            SITE,
            "urn:lumi:dev::web::index$acme:web:Site::acme:web:Site::docs",
        ),
    ];
    assert!(matches!(errors[0], RenamingError::OtherStack(_)));
    assert!(matches!(errors[1], RenamingError::OtherPackage { .. }));
    assert!(matches!(errors[2], RenamingError::NoParent { .. }));
    assert!(matches!(errors[3], RenamingError::OwnChild { .. }));
    assert!(StackState::renamed(&urn(NOTE), "a::b").is_err());
    assert_eq!(state, before);
}
