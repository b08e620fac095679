//! Exports, imports and graphs.

use std::sync::Arc;

use proptest::prelude::*;

use lumi_graph::{GraphKind, Secrets, Value};

use super::super::export::Origin;
use super::super::keys::keyring::Keyring;
use super::super::resource::{Resource, Serial};
use super::super::stack_state::StackState;
use super::super::state_error::StateError;
use super::samples::*;

/// A state that a run has finished.
fn finished() -> StackState {
    let mut state = fold(&story());
    state.pending.clear();
    state
}

fn import(document: &[u8], keyring: &Keyring) -> Result<StackState, StateError> {
    let own = ("web", "dev");
    StackState::import(document, "s.json", own, keyring, Origin::SameStack).map(|it| it.state)
}

#[test]
fn an_export_is_imported_again() {
    wait(async {
        let project = Project::new();
        let keyring = project.stack().keyring().await.unwrap();
        let state = finished();
        for (secrets, shown) in [(Secrets::Sealed(&keyring), false), (Secrets::Shown, true)] {
            let document = state.export("web", "dev", secrets).unwrap();
            let text = String::from_utf8(document.clone()).unwrap();
            assert_eq!(
                text.contains(r#"{"$lumi":"secret","value":"hunter2"}"#),
                shown
            );
            assert_eq!(import(&document, &keyring).unwrap(), state);
        }
    });
}

#[test]
fn a_document_of_another_stack_can_be_taken_over() {
    wait(async {
        let project = Project::new();
        let keyring = project.stack().keyring().await.unwrap();
        // A run that is not finished: pending operations move, too.
        let mut state = fold(&story()[..8]);
        state.resources.shift_remove(&Serial(3));
        let document = state.export("web", "dev", Secrets::Shown).unwrap();
        let other = ("shop", "prod");
        let import = |origin| StackState::import(&document, "s.json", other, &keyring, origin);
        import(Origin::SameStack).unwrap_err();
        let imported = import(Origin::AnyStack).unwrap();
        let from = ("dev".to_owned(), "web".to_owned());
        assert_eq!(imported.moved_from, Some(from));
        assert!(!imported.state.pending.is_empty());
        let moved = imported
            .state
            .export("shop", "prod", Secrets::Shown)
            .unwrap();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let expected = text(&document)
            .replace("urn:lumi:dev::web::", "urn:lumi:prod::shop::")
            .replace(
                r#""project":"web","stack":"dev""#,
                r#""project":"shop","stack":"prod""#,
            );
        assert_eq!(text(&moved), expected);
    });
}

#[test]
fn an_import_says_what_is_wrong() {
    wait(async {
        let project = Project::new();
        let keyring = project.stack().keyring().await.unwrap();
        let mut state = finished();
        let mut second = resource(9, "z");
        second.id = Some("/z".to_owned());
        second.depends_on.push(urn("a"));
        state.set_counters(9, 0);
        state.resources.insert(Serial(9), Arc::new(second));
        let document = state.export("web", "dev", Secrets::Shown).unwrap();
        let text = String::from_utf8(document).unwrap();
        let message = |from: &str, to: &str| {
            assert!(text.contains(from), "{from} in {text}");
            let changed = text.replace(from, to);
            import(changed.as_bytes(), &keyring)
                .unwrap_err()
                .to_string()
        };
        let messages = [
            message("\"export\":1", "\"export\":9"),
            message("\"export\"", "\"snapshot\""),
            message("\"stack\":\"dev\"", "\"stack\":\"prod\""),
            message("File::z\"", "File::a\""),
            message(
                "\"dependsOn\":[\"urn:lumi:dev::web::index::std:fs:File::a\"]",
                "\"dependsOn\":[\"urn:lumi:dev::web::index::std:fs:File::x\"]",
            ),
            message(
                "\"dependsOn\":[\"urn:lumi:dev::web::index::std:fs:File::a\"]",
                "\"dependsOn\":[\"urn:lumi:dev::web::index::std:fs:File::z\"]",
            ),
            message("\"id\":\"/z\",", ""),
            message("\"lastSerial\":9", "\"lastSerial\":3"),
            message("\"lastSerial\":9", "\"lastSerial\":18446744073709551615"),
            message("\"serial\":9", "\"serial\":1"),
            message(",\"value\":\"hunter2\"", ""),
            message("\"finished\":true", "\"finished\":true,\"news\":1"),
        ];
        insta::assert_snapshot!(messages.join("\n"), @r"
        `s.json` has version 9 of the state format, and this lumi (version 0.1.0) knows versions up to 1; use the lumi that wrote it (version 0.1.0), or a newer one
        the document cannot be imported: `s.json`: it is not an export; make one with `lumi stack export`
        the document cannot be imported: `s.json`: it belongs to the stack `prod` of the project `web`; with --force its resources become those of `dev` of `web`
        the document cannot be imported: `s.json`: two live resources have the URN `urn:lumi:dev::web::index::std:fs:File::a`
        the document cannot be imported: `s.json`: `urn:lumi:dev::web::index::std:fs:File::z` needs `urn:lumi:dev::web::index::std:fs:File::x`, which does not exist
        the document cannot be imported: `s.json`: resources depend on each other in a loop: `urn:lumi:dev::web::index::std:fs:File::z` -> `urn:lumi:dev::web::index::std:fs:File::z`
        the document cannot be imported: `s.json`: `urn:lumi:dev::web::index::std:fs:File::z` has no id, and a provider manages it
        the document cannot be imported: `s.json`: `urn:lumi:dev::web::index::std:fs:File::b` has serial 4, but the last serial given out is 3
        the document cannot be imported: `s.json`: 18446744073709551615 is given as the last number that was given out, and numbers end at 9007199254740992
        the document cannot be imported: `s.json`: `urn:lumi:dev::web::index::std:fs:File::z` has serial 1, which another resource has too
        the document cannot be imported: `s.json`: `password` in the outputs of `urn:lumi:dev::web::index::std:fs:File::a` is unknown or a masked secret; write its value
        the document cannot be imported: `s.json`: unknown field `news`, expected one of `snapshot`, `export`, `by`, `project`, `stack`, `serial`, `journal`, `lastRun`, `finished`, `lastSerial`, `lastOperation`, `outputs`, `modules`, `configurations`, `pending`, `resources`, `checksum` at line 2 column 96
        ");
    });
}

#[test]
fn a_graph_shows_what_is_live() {
    let mut state = finished();
    let insert = |state: &mut StackState, resource: Resource| {
        state.resources.insert(resource.serial, Arc::new(resource));
    };
    let mut old = resource(8, "a");
    old.stage = super::super::resource::Stage::Replaced;
    insert(&mut state, old);
    let mut first = resource(9, "first");
    first.order = 0;
    first.depends_on = vec![urn("a"), urn("gone")];
    insert(&mut state, first);
    let graph = state.graph(GraphKind::Deployment, "web", "dev");
    graph.validate().unwrap();
    let names: Vec<_> = graph.vertices.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["first", "a", "b", "six", "seven"]);
    let targets: Vec<_> = graph.edges.iter().map(|it| it.to.name()).collect();
    assert_eq!(targets, ["a"]);
    assert_eq!(graph.outputs["url"], Value::from("http://x"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_state_of_records_is_read_back(records in any_records()) {
        wait(async {
            let project = Project::new();
            let stack = project.stack();
            let locked = stack.lock("alice", "up").await.unwrap();
            let state = fold(&records);
            locked.save(&state).await.unwrap();
            assert_eq!(stack.load().await.unwrap().state, state);
        });
    }

    #[test]
    fn nothing_that_is_imported_panics(text in r#"\{"export":1,"by":"[a-z]?"[\[\]{}:,"a-z0-9]{0,60}"#) {
        wait(async {
            let project = Project::new();
            let keyring = project.stack().keyring().await.unwrap();
            let _ = import(text.as_bytes(), &keyring);
        });
    }
}
