//! Truncated, changed, swapped or missing files are refused or harmless, never silently wrong.

use std::fs;

use proptest::prelude::*;

use super::super::journal::journal_text::JournalText;
use super::super::notice::Notice;
use super::super::record::Record;
use super::super::stack_state::StackState;
use super::super::state_error::StateError;
use super::samples::*;

/// A project whose run was killed after these records.
async fn killed(records: &[Record]) -> Project {
    let project = Project::new();
    append_all(&project, records).await;
    project
}

async fn append_all(project: &Project, records: &[Record]) {
    let locked = project.stack().lock("alice", "up").await.unwrap();
    let journal = locked.open_journal().await.unwrap();
    for record in records {
        journal.append(record).await.unwrap();
    }
    journal.abandon().await.unwrap();
}

/// A project after a run that ended with these records.
async fn finished(records: &[Record]) -> Project {
    let project = Project::new();
    let locked = project.stack().lock("alice", "up").await.unwrap();
    let journal = locked.open_journal().await.unwrap();
    for record in records {
        journal.append_unsynced(record);
    }
    journal.finish(&fold(records), entry()).await.unwrap();
    project
}

/// The state after each record.
fn states(records: &[Record]) -> Vec<StackState> {
    (0..=records.len())
        .map(|len| fold(&records[..len]))
        .collect()
}

#[test]
fn a_journal_cut_anywhere_is_its_whole_records() {
    wait(async {
        let records = story();
        let project = killed(&records).await;
        let states = states(&records);
        let journal = fs::read(project.file("journal")).unwrap();
        let ends: Vec<usize> = (0..journal.len())
            .filter(|&it| journal[it] == b'\n')
            .collect();
        for len in 0..=journal.len() {
            fs::write(project.file("journal"), &journal[..len]).unwrap();
            let loaded = project.stack().load().await;
            // The first line is the header, which is there from the beginning.
            let whole = ends.iter().filter(|&&it| it < len).count();
            if whole == 0 {
                let error = loaded.unwrap_err();
                let number = matches!(error, StateError::Record { number: 0, .. });
                assert!(number, "cut at {len}: {error}");
                continue;
            }
            let loaded = loaded.unwrap();
            assert_eq!(loaded.state, states[whole - 1], "cut at {len}");
            let is_torn = journal[len - 1] != b'\n';
            let torn = |it: &Notice| matches!(it, Notice::TornRecord { .. });
            assert_eq!(loaded.notices.iter().any(torn), is_torn, "cut at {len}");
        }
    });
}

#[test]
fn a_changed_byte_of_a_journal_is_refused() {
    wait(async {
        let records = &story()[..6];
        let project = killed(records).await;
        let journal = fs::read(project.file("journal")).unwrap();
        let stack = project.stack();
        for at in 0..journal.len() {
            for change in [1, 0x20, 0x80, 0xff] {
                let mut changed = journal.clone();
                changed[at] ^= change;
                fs::write(project.file("journal"), &changed).unwrap();
                let error = stack.load().await.unwrap_err();
                assert!(matches!(error, StateError::Record { .. }), "{at}: {error}");
            }
        }
    });
}

#[test]
fn a_changed_byte_of_a_snapshot_is_refused() {
    wait(async {
        let project = finished(&story()[..6]).await;
        let snapshot = fs::read(project.file("snapshot.json")).unwrap();
        let stack = project.stack();
        for at in 0..snapshot.len() {
            for change in [1, 0x20, 0x80] {
                let mut changed = snapshot.clone();
                changed[at] ^= change;
                fs::write(project.file("snapshot.json"), &changed).unwrap();
                assert!(stack.load().await.is_err(), "{at}");
            }
        }
        for len in 0..snapshot.len() {
            fs::write(project.file("snapshot.json"), &snapshot[..len]).unwrap();
            assert!(stack.load().await.is_err(), "{len}");
        }
    });
}

#[test]
fn a_snapshot_edited_by_hand_is_refused_with_a_way_out() {
    wait(async {
        let project = finished(&story()).await;
        let path = project.file("snapshot.json");
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replace("http://x", "http://y")).unwrap();
        let error = project.stack().load().await.unwrap_err().to_string();
        let error = error.replace(&*path.to_string_lossy(), "snapshot.json");
        insta::assert_snapshot!(error, @"the state in `snapshot.json` is damaged or was edited: its checksum is wrong; nothing was changed. Take it from a backup, or put what `lumi stack export` wrote in its place with `lumi stack import --force`; to change state on purpose, edit such a document");
    });
}

#[test]
fn another_version_is_named() {
    wait(async {
        let project = finished(&story()).await;
        let path = project.file("snapshot.json");
        let text = fs::read_to_string(&path).unwrap();
        let newer = text.replacen(
            "{\"snapshot\":1,\"by\":\"0.1.0\"",
            "{\"snapshot\":7,\"by\":\"3.2.1\"",
            1,
        );
        fs::write(&path, newer).unwrap();
        let error = project.stack().load().await.unwrap_err().to_string();
        let error = error.replace(&*path.to_string_lossy(), "snapshot.json");
        insta::assert_snapshot!(error, @"`snapshot.json` has version 7 of the state format, and this lumi (version 0.1.0) knows versions up to 1; use the lumi that wrote it (version 3.2.1), or a newer one");
    });
}

#[test]
fn a_journal_that_is_folded_in_is_left_out() {
    wait(async {
        let project = killed(&story()).await;
        let journal = fs::read(project.file("journal")).unwrap();
        let state = project.stack().load().await.unwrap().state;
        let locked = project.stack().lock("alice", "up").await.unwrap();
        locked.save(&state).await.unwrap();
        // The run was killed before it removed the journal.
        fs::write(project.file("journal"), &journal).unwrap();
        let loaded = project.stack().load().await.unwrap();
        assert_eq!((loaded.state, loaded.notices), (state.clone(), vec![]));
        // The next run ignores the leftover.
        let journal = locked.open_journal().await.unwrap();
        journal.append(&run()).await.unwrap();
        journal.append(&Record::Outputs(object([]))).await.unwrap();
        journal.abandon().await.unwrap();
        let mut expected = state;
        expected.apply(&run()).unwrap();
        expected.outputs.clear();
        assert_eq!(locked.load().await.unwrap().state, expected);
    });
}

#[test]
fn a_journal_without_its_snapshot_is_refused() {
    wait(async {
        let project = finished(&story()).await;
        append_all(&project, &[Record::Outputs(object([]))]).await;
        let snapshot = fs::read(project.file("snapshot.json")).unwrap();
        fs::remove_file(project.file("snapshot.json")).unwrap();
        let error = project.stack().load().await.unwrap_err().to_string();
        assert!(
            error.contains("continues snapshot 1, but there is none"),
            "{error}"
        );
        // The journal is also refused with another snapshot of the same serial.
        let other = finished(&story()[..3]).await;
        fs::copy(other.file("snapshot.json"), project.file("snapshot.json")).unwrap();
        assert!(project.stack().load().await.is_err());
        fs::write(project.file("snapshot.json"), snapshot).unwrap();
        assert!(project.stack().load().await.is_ok());
    });
}

#[test]
fn a_lost_snapshot_is_no_empty_stack() {
    wait(async {
        let project = finished(&story()).await;
        fs::remove_file(project.file("snapshot.json")).unwrap();
        let error = project.stack().load().await.unwrap_err().to_string();
        assert!(
            error.contains("missing, but the stack has a history"),
            "{error}"
        );
    });
}

#[test]
fn a_snapshot_of_another_stack_is_refused() {
    wait(async {
        let project = finished(&story()).await;
        let prod = project.path().join(".lumi/stacks/web/prod");
        fs::create_dir(&prod).unwrap();
        fs::copy(project.file("snapshot.json"), prod.join("snapshot.json")).unwrap();
        let mut stack = project.stack();
        stack.name = "prod".to_owned();
        stack.folder = "stacks/web/prod".to_owned();
        let error = stack.load().await.unwrap_err().to_string();
        assert!(error.contains("belongs to the stack `dev`"), "{error}");
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Kills a run at any byte, twice in a row: acknowledged records survive.
    #[test]
    fn nothing_acknowledged_is_lost(
        records in any_records(),
        cut in any::<prop::sample::Index>(),
        acknowledged in any::<prop::sample::Index>(),
    ) {
        let acknowledged = acknowledged.index(records.len()) + 1;
        wait(async {
            let project = killed(&records[..acknowledged]).await;
            let safe = fs::read(project.file("journal")).map_or(0, |it| it.len());
            // A second run continues where the first one was killed.
            let second = [&[run()], &records[acknowledged..]].concat();
            append_all(&project, &second).await;
            let journal = fs::read(project.file("journal")).unwrap_or_default();
            let cut = safe + cut.index(journal.len() - safe + 1);
            // A journal has its header from its beginning.
            if JournalText::open(&journal[..cut], "journal").is_ok() {
                fs::write(project.file("journal"), &journal[..cut]).unwrap();
            }
            let state = project.stack().load().await.unwrap().state;
            let states = states(&records);
            // A run without effective records is not written.
            let mut possible = states.iter().enumerate();
            let is_possible = possible.any(|(len, it)| *it == state && (len >= acknowledged || len <= 1 && acknowledged <= 1));
            assert!(is_possible, "{state:?}");
        });
    }
}
