//! Locking: one process at a time.

use std::fs;
use std::process::Command;
use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

use super::super::lock::lease::lock_bytes;
use super::super::lock::lock_info::{LockFile, LockInfo};
use super::super::lock::process_id::ProcessId;
use super::super::notice::Notice;
use super::super::record::Record;
use super::super::state_error::StateError;
use super::samples::*;

/// Leaves a lock of another run.
fn leave_lock(project: &Project, change: impl FnOnce(&mut LockInfo)) {
    let mut note = LockInfo::new("bob", "destroy", Duration::from_secs(60));
    change(&mut note);
    fs::create_dir_all(project.file("")).unwrap();
    fs::write(
        project.file("lock"),
        lock_bytes(&LockFile::Held(note)).unwrap(),
    )
    .unwrap();
}

/// The pid of a process that has ended.
fn dead_pid() -> u32 {
    let mut child = Command::new("true").spawn().unwrap();
    child.wait().unwrap();
    child.id()
}

fn elsewhere(process: &mut ProcessId) {
    process.host = "build-7".to_owned();
    process.world = Some("elsewhere".to_owned());
    process.pid = 42;
}

/// Sets the age of the lock file.
fn set_age(project: &Project, age: Duration) {
    let file = fs::File::options()
        .append(true)
        .open(project.file("lock"))
        .unwrap();
    file.set_modified(SystemTime::now() - age).unwrap();
}

#[test]
fn the_holder_of_a_lock_is_named() {
    wait(async {
        let project = Project::new();
        leave_lock(&project, |note| {
            elsewhere(&mut note.process);
            note.since = at(0);
        });
        let error = project.stack().lock("alice", "up").await.err().unwrap();
        insta::assert_snapshot!(error, @"the stack `dev` is locked: bob on build-7 (process 42), \
                                         for `lumi destroy` since 2023-11-14 22:13:20 UTC. Wait \
                                         until it is done; if that process no longer exists, run \
                                         `lumi stack unlock`");
        // Neither our clock nor theirs counts.
        set_age(&project, Duration::from_secs(50));
        assert!(project.stack().lock("alice", "up").await.is_err());
    });
}

#[test]
fn a_lock_is_free_again_when_it_is_dropped() {
    wait(async {
        let project = Project::new();
        let locked = project.stack().lock("alice", "up").await.unwrap();
        let error = project.stack().lock("bob", "up").await.err().unwrap();
        assert!(matches!(error, StateError::Locked { .. }), "{error}");
        drop(locked);
        let locked = project.stack().lock("bob", "up").await.unwrap();
        assert_eq!(locked.notices(), []);
    });
}

#[test]
#[cfg(target_os = "linux")]
fn the_lock_of_a_process_that_is_gone_is_taken_over() {
    wait(async {
        let project = Project::new();
        let pid = dead_pid();
        leave_lock(&project, |note| note.process.pid = pid);
        let locked = project.stack().lock("alice", "up").await.unwrap();
        let [Notice::TakenOver { note, why }] = locked.notices() else {
            panic!("{:?}", locked.notices());
        };
        assert_eq!((note.process.pid, *why), (pid, "its process is gone"));
    });
}

#[test]
fn an_expired_lease_is_taken_over_unless_its_process_runs() {
    wait(async {
        let project = Project::new();
        leave_lock(&project, |note| elsewhere(&mut note.process));
        set_age(&project, Duration::from_secs(70));
        let locked = project.stack().lock("alice", "up").await.unwrap();
        assert_eq!(locked.notices().len(), 1);
        locked.unlock().await.unwrap();
        // Our own process certainly runs, so the clock must have jumped.
        leave_lock(&project, |_| {});
        set_age(&project, Duration::from_secs(7000));
        if cfg!(target_os = "linux") {
            assert!(project.stack().lock("alice", "up").await.is_err());
        }
    });
}

#[test]
fn only_one_takes_over() {
    const THREADS: usize = 8;
    for _ in 0..10 {
        let project = Project::new();
        leave_lock(&project, |note| elsewhere(&mut note.process));
        set_age(&project, Duration::from_secs(700));
        let (start, taken) = (Barrier::new(THREADS), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(|| {
                    wait(async {
                        let stack = project.stack();
                        start.wait();
                        let locked = stack.lock("alice", "up").await;
                        taken.fetch_add(usize::from(locked.is_ok()), Ordering::SeqCst);
                        // The lock is held until all threads have tried.
                        start.wait();
                    });
                });
            }
        });
        assert_eq!(taken.load(Ordering::SeqCst), 1);
    }
}

#[test]
fn a_run_that_lost_the_lock_writes_nothing_more() {
    wait(async {
        let project = Project::new();
        let first = project.stack().lock("alice", "up").await.unwrap();
        let journal = first.open_journal().await.unwrap();
        journal.append(&begin(1, resource(1, "a"))).await.unwrap();
        let holder = project.stack().unlock(true).await.unwrap().unwrap();
        assert_eq!(holder.owner, "alice");
        let second = project.stack().lock("bob", "up").await.unwrap();
        let theirs = second.open_journal().await.unwrap();
        theirs.append(&done(1, "id")).await.unwrap();
        let forget = Record::Forget(super::super::resource::Serial(1));
        let error = journal.append(&forget).await.unwrap_err();
        assert!(matches!(error, StateError::LockLost { .. }), "{error}");
        let state = fold(&[begin(1, resource(1, "a")), done(1, "id")]);
        assert_eq!(project.stack().load().await.unwrap().state, state);
        let error = journal.finish(&state, entry()).await.unwrap_err();
        assert!(matches!(error, StateError::LockLost { .. }), "{error}");
        theirs.finish(&state, entry()).await.unwrap();
        assert_eq!(project.stack().load().await.unwrap().state, state);
    });
}

/// The loss is found before the next operation, not at the end of the run.
#[test]
fn a_lock_that_is_removed_is_missed_at_the_next_write() {
    wait(async {
        let project = Project::new();
        let locked = project.stack().lock("alice", "up").await.unwrap();
        let journal = locked.open_journal().await.unwrap();
        journal.append(&begin(1, resource(1, "a"))).await.unwrap();
        fs::remove_file(project.file("lock")).unwrap();
        let error = journal.append(&done(1, "id")).await.unwrap_err();
        assert!(matches!(error, StateError::LockLost { .. }), "{error}");
        let known = project.stack().load().await.unwrap().state;
        assert_eq!(known, fold(&[begin(1, resource(1, "a"))]));
    });
}

#[test]
fn unlocking_needs_force_for_a_lock_that_counts() {
    wait(async {
        let project = Project::new();
        assert!(project.stack().unlock(false).await.unwrap().is_none());
        leave_lock(&project, |note| elsewhere(&mut note.process));
        assert!(project.stack().unlock(false).await.is_err());
        assert!(project.stack().unlock(true).await.unwrap().is_some());
        fs::write(project.file("lock"), "garbage").unwrap();
        assert!(project.stack().lock("alice", "up").await.is_err());
        project.stack().unlock(true).await.unwrap();
        assert!(project.stack().lock("alice", "up").await.is_ok());
    });
}

#[test]
fn a_stack_is_removed_as_a_whole() {
    wait(async {
        let project = Project::new();
        let locked = project.stack().lock("alice", "up").await.unwrap();
        locked.save(&fold(&story())).await.unwrap();
        locked.remove().await.unwrap();
        assert!(!project.file("").exists());
        assert!(!project.stack().load().await.unwrap().exists);
    });
}

/// The guard of a lock stays; a folder with only a guard does not count as a stack.
#[test]
fn a_lock_makes_no_stack() {
    wait(async {
        let project = Project::new();
        let backend = project.backend();
        let names = async || backend.list_stacks("web").await.unwrap();
        let locked = project.stack().lock("alice", "up").await.unwrap();
        assert_eq!(names().await, ["dev"]);
        locked.unlock().await.unwrap();
        assert!(project.file("guard").exists());
        assert_eq!(names().await, [""; 0]);
    });
}

#[test]
fn a_watch_and_a_deployment_hold_locks_beside_each_other() {
    wait(async {
        let project = Project::new();
        let stack = project.stack();
        let watch = stack.lock_watch("alice").await.unwrap();
        let error = stack.lock_watch("bob").await.err().unwrap();
        assert!(matches!(error, StateError::Watched { .. }), "{error}");
        let locked = stack.lock("alice", "up").await.unwrap();
        locked.unlock().await.unwrap();
        watch.unlock().await.unwrap();
        let watch = stack.lock_watch("bob").await.unwrap();
        assert!(watch.notices().is_empty());
    });
}
