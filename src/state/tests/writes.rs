//! The number and size of writes, and failed writes.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::super::Backend;
use super::super::keys::key_source::KeySource;
use super::super::record::Record;
use super::super::stack_state::StackState;
use super::super::state_error::StateError;
use super::faulty_store::{Faults, FaultyStore};
use super::samples::*;

fn faulty() -> (tempfile::TempDir, Backend, Arc<Faults>) {
    let folder = tempfile::tempdir().unwrap();
    let store = FaultyStore::new(folder.path());
    let faults = Arc::clone(&store.faults);
    let keys = KeySource::File(folder.path().join("key"));
    (folder, Backend::with_store(Arc::new(store), keys), faults)
}

#[test]
fn many_tasks_share_writes_and_bytes_stay_few() {
    const RESOURCES: u64 = 640;
    wait(async {
        let (_folder, backend, faults) = faulty();
        let stack = backend.stack("web", "dev").unwrap();
        let locked = stack.lock("alice", "up").await.unwrap();
        let journal = Arc::new(locked.open_journal().await.unwrap());
        let state = Arc::new(parking_lot::Mutex::new(StackState::default()));
        journal.append_unsynced(&run());
        let one = |serial: u64| {
            let (journal, state) = (Arc::clone(&journal), Arc::clone(&state));
            async move {
                for record in [
                    begin(serial, resource(serial, &format!("r{serial}"))),
                    done(serial, "id"),
                ] {
                    let appended = {
                        let mut state = state.lock();
                        state.apply(&record).unwrap();
                        journal.append(&record)
                    };
                    appended.await.unwrap();
                }
            }
        };
        // Concurrent appends are written together.
        let tasks: Vec<_> = (1..=RESOURCES)
            .map(|serial| tokio::spawn(one(serial)))
            .collect();
        for task in tasks {
            task.await.unwrap();
        }
        let writes = faults.writes.load(Ordering::SeqCst);
        assert!(writes < RESOURCES, "{writes} writes");
        let journal = Arc::into_inner(journal).unwrap();
        let state = state.lock().clone();
        journal.finish(&state, entry()).await.unwrap();
        let path = stack.snapshot_path();
        let size = stack.store.read(&path).await.unwrap().unwrap().bytes.len() as u64;
        let written = faults.bytes.load(Ordering::SeqCst);
        assert!(
            written <= 3 * size,
            "{written} bytes for a snapshot of {size}"
        );
        assert_eq!(stack.load().await.unwrap().state, state);
    });
}

#[test]
fn a_run_without_changes_writes_its_history_only() {
    wait(async {
        let (_folder, backend, faults) = faulty();
        let stack = backend.stack("web", "dev").unwrap();
        let locked = stack.lock("alice", "up").await.unwrap();
        locked.save(&fold(&story())).await.unwrap();
        locked.add_history(entry()).await.unwrap();
        let before = faults.writes.load(Ordering::SeqCst);
        let journal = locked.open_journal().await.unwrap();
        journal.append(&run()).await.unwrap();
        let finished = Record::Finished {
            at: at(5),
            succeeded: true,
        };
        journal.append(&finished).await.unwrap();
        journal.finish(&fold(&story()), entry()).await.unwrap();
        assert_eq!(faults.writes.load(Ordering::SeqCst), before + 1);
        assert_eq!(stack.history().await.unwrap().len(), 2);
    });
}

#[test]
fn a_full_disk_stops_everything_and_loses_nothing() {
    wait(async {
        let (_folder, backend, faults) = faulty();
        let stack = backend.stack("web", "dev").unwrap();
        let locked = stack.lock("alice", "up").await.unwrap();
        let journal = locked.open_journal().await.unwrap();
        journal.append(&begin(1, resource(1, "a"))).await.unwrap();
        faults.space.store(20, Ordering::SeqCst);
        let error = journal
            .append(&begin(2, resource(2, "b")))
            .await
            .unwrap_err();
        assert!(matches!(error, StateError::Io { .. }), "{error}");
        // There is space again, but a record is missing: nothing may follow it.
        faults.space.store(i64::MAX, Ordering::SeqCst);
        assert!(journal.append(&done(1, "id")).await.is_err());
        journal.append_unsynced(&done(1, "id"));
        assert!(journal.abandon().await.is_err());
        let state = stack.load().await.unwrap().state;
        assert_eq!(state, fold(&[begin(1, resource(1, "a"))]));
    });
}

#[test]
fn unwritten_records_are_saved_at_the_end_if_there_is_room() {
    wait(async {
        let (_folder, backend, faults) = faulty();
        let stack = backend.stack("web", "dev").unwrap();
        let locked = stack.lock("alice", "up").await.unwrap();
        let records = [begin(1, resource(1, "a")), done(1, "id")];
        for has_room in [false, true] {
            let journal = locked.open_journal().await.unwrap();
            faults.space.store(20, Ordering::SeqCst);
            for record in &records {
                assert!(journal.append(record).await.is_err());
            }
            if has_room {
                faults.space.store(i64::MAX, Ordering::SeqCst);
            }
            let finished = journal.finish(&fold(&records), entry()).await;
            assert_eq!(finished.is_ok(), has_room);
        }
        assert_eq!(stack.load().await.unwrap().state, fold(&records));
    });
}

#[test]
fn only_a_hundred_runs_are_remembered() {
    wait(async {
        let (_folder, backend, _) = faulty();
        let stack = backend.stack("web", "dev").unwrap();
        let locked = stack.lock("alice", "up").await.unwrap();
        locked.save(&StackState::default()).await.unwrap();
        for _ in 0..103 {
            locked.add_history(entry()).await.unwrap();
        }
        let numbers: Vec<u64> = stack
            .history()
            .await
            .unwrap()
            .iter()
            .map(|it| it.number)
            .collect();
        assert_eq!((numbers.len(), numbers[0], numbers[99]), (100, 103, 4));
    });
}

#[test]
fn a_journal_that_cannot_be_removed_does_not_spoil_the_run() {
    wait(async {
        let (_folder, backend, faults) = faulty();
        let stack = backend.stack("web", "dev").unwrap();
        let locked = stack.lock("alice", "up").await.unwrap();
        let journal = locked.open_journal().await.unwrap();
        for record in &story() {
            journal.append(record).await.unwrap();
        }
        faults.keeps_logs.store(true, Ordering::SeqCst);
        journal.finish(&fold(&story()), entry()).await.unwrap();
        assert_eq!(stack.load().await.unwrap().state, fold(&story()));
        faults.keeps_logs.store(false, Ordering::SeqCst);
        // The next run starts its own journal.
        let journal = locked.open_journal().await.unwrap();
        journal.append(&run()).await.unwrap();
        drop(journal);
        locked.unlock().await.unwrap();
        assert_eq!(
            stack.load().await.unwrap().state.resources,
            fold(&story()).resources
        );
    });
}
