//! The history of drift.

use std::time::Duration;

use super::super::stack::drift_history::{DriftEntry, DriftEvent, KEPT};
use super::super::stack::set_back::SetBack;
use super::samples::*;

fn entry(event: DriftEvent) -> DriftEntry {
    DriftEntry::new(event, at(0), Duration::from_secs(1))
}

#[test]
fn the_newest_entries_are_kept() {
    wait(async {
        let project = Project::new();
        let stack = project.stack();
        assert_eq!(stack.newest_drift_entry().await.unwrap(), None);
        let count = KEPT as u64 + 3;
        for number in 1..=count {
            let event = match number % 2 {
                0 => DriftEvent::Resolved,
                _ => DriftEvent::Drifted,
            };
            let added = stack.add_drift_entry(entry(event)).await.unwrap();
            assert_eq!(added.number, number);
        }
        let numbers = stack.drift_history().await.unwrap();
        let numbers: Vec<u64> = numbers.iter().map(|it| it.number).collect();
        assert_eq!(numbers, (4..=count).rev().collect::<Vec<_>>());
        let newest = stack.newest_drift_entry().await.unwrap().unwrap();
        assert_eq!(newest.event, DriftEvent::Drifted);
        // A file that others have damaged is left out, and its number is not used again.
        std::fs::write(project.file(&format!("drift/{count:08}.json")), "{").unwrap();
        assert_eq!(stack.newest_drift_entry().await.unwrap(), None);
        let added = stack.add_drift_entry(entry(DriftEvent::Failed)).await;
        assert_eq!(added.unwrap().number, count + 1);
    });
}

#[test]
fn a_set_back_is_known_until_all_its_resources_have_ended() {
    wait(async {
        let project = Project::new();
        let stack = project.stack();
        let of = |names: &[&str]| SetBack {
            at: at(0),
            resources: names.iter().map(|it| urn(it)).collect(),
        };
        let left = async || {
            let left = stack.unfinished_set_back().await.unwrap();
            left.map(|it| it.resources).unwrap_or_default()
        };
        assert_eq!(left().await, []);
        stack.end_set_back(None).await.unwrap();
        stack.begin_set_back(of(&["b", "a"])).await.unwrap();
        stack.begin_set_back(of(&["b", "c"])).await.unwrap();
        assert_eq!(left().await, ["a", "b", "c"].map(urn));
        stack
            .end_set_back(Some(&["b", "x"].map(urn)))
            .await
            .unwrap();
        assert_eq!(left().await, ["a", "c"].map(urn));
        stack
            .rename_in_set_back(
                &[["a", "d"].map(urn), ["x", "y"].map(urn)].map(|[old, new]| (old, new)),
            )
            .await
            .unwrap();
        assert_eq!(left().await, ["a", "c", "d"].map(urn));
        stack
            .end_set_back(Some(&["a", "c", "d"].map(urn)))
            .await
            .unwrap();
        assert_eq!(left().await, []);
        stack.begin_set_back(of(&["a"])).await.unwrap();
        stack.end_set_back(None).await.unwrap();
        assert_eq!(left().await, []);
        std::fs::write(project.file("set-back.json"), "{").unwrap();
        assert_eq!(left().await, []);
    });
}
