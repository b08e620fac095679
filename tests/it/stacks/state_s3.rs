//! State in a bucket of a real S3 server.

use std::sync::Arc;
use std::time::Duration;

use lumi::graph::{Object, Value};
use lumi::state::{
    Backend, BackendSettings, HistoryEntry, KeySource, Notice, Record, RunInfo, RunKind, Stack,
    StackState, StateError,
};

use crate::support::s3_server::S3Server;

struct Bucket {
    server: S3Server,
    folder: tempfile::TempDir,
}

impl Bucket {
    fn stack(&self) -> Stack {
        self.backend().stack("web", "dev/eu 1").unwrap()
    }

    fn backend(&self) -> Backend {
        let settings = BackendSettings {
            url: Some("s3://states/teams/a"),
            project_folder: self.folder.path(),
            environment: &self.server.environment(),
            keys: KeySource::File(self.folder.path().join("key")),
            shared_keys: None,
        };
        Backend::open(settings).unwrap()
    }
}

fn in_bucket<T: Future<Output = ()>>(test: impl FnOnce(Bucket) -> T) {
    let Some(server) = S3Server::start() else {
        return;
    };
    server.make_bucket("states");
    let folder = tempfile::tempdir().unwrap();
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap()
        .block_on(test(Bucket { server, folder }));
}

fn run() -> Record {
    Record::Run(RunInfo {
        kind: RunKind::Up,
        at: chrono::DateTime::UNIX_EPOCH,
        version: "0.1.0".to_owned(),
    })
}

fn outputs(number: f64) -> Record {
    let mut members = Object::default();
    members.insert("n".to_owned(), Value::secret(Value::from(number)));
    Record::Outputs(members)
}

fn entry() -> HistoryEntry {
    let at = chrono::DateTime::UNIX_EPOCH;
    HistoryEntry::new(RunKind::Up, at, Duration::from_millis(3), true)
}

fn fold(records: &[Record]) -> StackState {
    let mut state = StackState::default();
    for record in records {
        state.apply(record).unwrap();
    }
    state
}

#[test]
fn runs_are_kept_killed_or_not() {
    in_bucket(|bucket| async move {
        let stack = bucket.stack();
        assert!(!stack.load().await.unwrap().exists);
        let locked = stack.lock("alice", "up").await.unwrap();
        let journal = locked.open_journal().await.unwrap();
        let mut records = vec![run()];
        journal.append(&run()).await.unwrap();
        for number in 0..5 {
            journal.append(&outputs(number.into())).await.unwrap();
            records.push(outputs(number.into()));
        }
        // Killed here: the next run continues.
        journal.abandon().await.unwrap();
        locked.unlock().await.unwrap();
        let stack = bucket.stack();
        let locked = stack.lock("bob", "up").await.unwrap();
        let loaded = locked.load().await.unwrap();
        assert_eq!(loaded.state, fold(&records));
        assert_eq!(loaded.notices, [Notice::Recovered { records: 6 }]);
        let journal = locked.open_journal().await.unwrap();
        for number in 5..8 {
            journal.append(&outputs(number.into())).await.unwrap();
            records.push(outputs(number.into()));
        }
        assert_eq!(bucket.stack().load().await.unwrap().state, fold(&records));
        journal.finish(&fold(&records), entry()).await.unwrap();
        let loaded = bucket.stack().load().await.unwrap();
        assert_eq!((loaded.state, loaded.notices), (fold(&records), vec![]));
        assert_eq!(bucket.stack().history().await.unwrap().len(), 1);
        let stacks = bucket.backend().list_stacks("web").await.unwrap();
        assert_eq!(stacks, ["dev/eu 1"]);
        locked.remove().await.unwrap();
        assert!(
            bucket
                .backend()
                .list_stacks("web")
                .await
                .unwrap()
                .is_empty()
        );
    });
}

#[test]
fn a_lock_admits_one_process() {
    in_bucket(|bucket| async move {
        let bucket = Arc::new(bucket);
        let tasks: Vec<_> = (0..6)
            .map(|_| {
                let bucket = Arc::clone(&bucket);
                tokio::spawn(async move { bucket.stack().lock("alice", "up").await })
            })
            .collect();
        let mut held = Vec::new();
        for task in tasks {
            match task.await.unwrap() {
                Ok(locked) => held.push(locked),
                Err(error) => assert!(matches!(error, StateError::Locked { .. }), "{error}"),
            }
        }
        let locked = held.pop().unwrap();
        assert!(held.is_empty());
        assert_eq!(
            bucket.stack().holder().await.unwrap().unwrap().owner,
            "alice"
        );
        locked.unlock().await.unwrap();
        assert!(bucket.stack().holder().await.unwrap().is_none());
        let locked = bucket.stack().lock("bob", "up").await.unwrap();
        assert_eq!(locked.notices(), []);
    });
}

#[test]
fn a_run_that_lost_the_lock_reaches_neither_journal_nor_snapshot() {
    in_bucket(|bucket| async move {
        let first = bucket.stack().lock("alice", "up").await.unwrap();
        let journal = first.open_journal().await.unwrap();
        journal.append(&outputs(1.0)).await.unwrap();
        bucket.stack().unlock(true).await.unwrap();
        let second = bucket.stack().lock("bob", "up").await.unwrap();
        let theirs = second.open_journal().await.unwrap();
        theirs.append(&outputs(2.0)).await.unwrap();
        assert!(journal.append(&outputs(3.0)).await.is_err());
        let state = fold(&[outputs(1.0), outputs(2.0)]);
        assert_eq!(bucket.stack().load().await.unwrap().state, state);
        let error = journal
            .finish(&fold(&[outputs(3.0)]), entry())
            .await
            .unwrap_err();
        assert!(matches!(error, StateError::LockLost { .. }), "{error}");
        theirs.finish(&state, entry()).await.unwrap();
        assert_eq!(bucket.stack().load().await.unwrap().state, state);
    });
}

#[test]
fn a_server_that_is_not_there_is_named() {
    in_bucket(|bucket| async move {
        let settings = BackendSettings {
            url: Some("s3://no-such-bucket"),
            project_folder: bucket.folder.path(),
            environment: &bucket.server.environment(),
            keys: KeySource::File(bucket.folder.path().join("key")),
            shared_keys: None,
        };
        let stack = Backend::open(settings)
            .unwrap()
            .stack("web", "dev")
            .unwrap();
        let error = stack.lock("alice", "up").await.err().unwrap().to_string();
        assert!(
            error.contains("s3://no-such-bucket/stacks/web/dev/lock"),
            "{error}"
        );
    });
}
