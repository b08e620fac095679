//! States kept by the history.

use zeroize::Zeroizing;

use super::super::keys::key_source::KeySource;
use super::super::record::Record;
use super::super::stack::history::HistoryEntry;
use super::super::stack::locked_stack::LockedStack;
use super::super::stack::recorded_state::KEPT;
use super::super::stack_state::StackState;
use super::samples::*;

/// The state after a run that leaves `count` resources.
fn state(count: u64) -> StackState {
    let mut state = StackState::default();
    for serial in 1..=count {
        let mut resource = resource(serial, &format!("r{serial}"));
        resource.id = Some("id".to_owned());
        let secret = lumi_graph::Value::secret("hunter2".into());
        resource.outputs = std::sync::Arc::new(object([("password", secret)]));
        state.apply(&Record::Put(Box::new(resource))).unwrap();
    }
    state
}

async fn run(locked: &LockedStack, state: &StackState) {
    locked.save(state).await.unwrap();
    locked.add_history(entry()).await.unwrap();
}

async fn after(stack: &super::super::Stack, number: u64) -> Option<StackState> {
    let entry: HistoryEntry = stack.history_entry(number).await.unwrap().unwrap();
    stack.state_after(&entry).await.unwrap()
}

#[test]
fn the_state_after_each_run_is_kept() {
    wait(async {
        let project = Project::new();
        let stack = project.stack();
        let locked = stack.lock("alice", "up").await.unwrap();
        for count in 1..=3 {
            run(&locked, &state(count)).await;
        }
        // A run without changes shares the state of the run before.
        locked.add_history(entry()).await.unwrap();
        locked.unlock().await.unwrap();
        let stack = project.stack();
        for (number, count) in [(1, 1), (2, 2), (3, 3), (4, 3)] {
            assert_eq!(after(&stack, number).await, Some(state(count)), "{number}");
        }
        let files = std::fs::read_dir(project.file("history/states")).unwrap();
        assert_eq!(files.count(), 3);
        assert_eq!(stack.history_entry(5).await.unwrap(), None);
    });
}

#[test]
fn how_many_are_kept_is_bounded() {
    wait(async {
        let project = Project::new();
        let stack = project.stack();
        let locked = stack.lock("alice", "up").await.unwrap();
        let count = KEPT as u64 + 3;
        for count in 1..=count {
            run(&locked, &state(count)).await;
        }
        assert_eq!(after(&stack, 3).await, None);
        assert_eq!(after(&stack, 4).await, Some(state(4)));
        assert_eq!(after(&stack, count).await, Some(state(count)));
        let files = std::fs::read_dir(project.file("history/states")).unwrap();
        assert_eq!(files.count(), KEPT);
    });
}

#[test]
fn they_hold_no_secret_and_are_encrypted_anew_with_a_new_key() {
    wait(async {
        let project = Project::new();
        let stack = project.stack();
        let locked = stack.lock("alice", "up").await.unwrap();
        run(&locked, &state(1)).await;
        run(&locked, &state(2)).await;
        let source = || KeySource::Passphrase(Zeroizing::new("abc".to_owned()));
        locked.rotate(source()).await.unwrap();
        locked.finish_rotation().await.unwrap();
        locked.unlock().await.unwrap();
        let stack = project.stack_with(source());
        for number in [1, 2] {
            assert_eq!(after(&stack, number).await, Some(state(number)));
            let (store, folder) = (&*stack.store, &stack.folder);
            let bytes = super::super::stack::recorded_state::read(store, folder, number);
            let text = String::from_utf8(bytes.await.unwrap().unwrap()).unwrap();
            assert!(!text.contains("hunter2"));
        }
    });
}

#[test]
fn a_damaged_recorded_state_is_refused() {
    wait(async {
        let project = Project::new();
        let stack = project.stack();
        let locked = stack.lock("alice", "up").await.unwrap();
        run(&locked, &state(1)).await;
        let path = project.file("history/states/00000001.json.gz");
        let mut bytes = std::fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        std::fs::write(&path, bytes).unwrap();
        let entry = stack.history_entry(1).await.unwrap().unwrap();
        let error = stack.state_after(&entry).await.unwrap_err();
        assert!(error.is_damage(), "{error}");
    });
}
