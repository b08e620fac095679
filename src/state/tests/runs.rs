//! Successful runs and the files they leave.

use super::samples::*;

#[test]
fn a_run_is_found_again() {
    wait(async {
        let project = Project::new();
        let stack = project.stack();
        let locked = stack.lock("alice", "up").await.unwrap();
        let loaded = locked.load().await.unwrap();
        assert!(!loaded.exists);
        let journal = locked.open_journal().await.unwrap();
        for record in &story() {
            journal.append(record).await.unwrap();
        }
        let state = fold(&story());
        // The state can also be read before the run ends.
        assert_eq!(project.stack().load().await.unwrap().state, state);
        journal.finish(&state, entry()).await.unwrap();
        locked.unlock().await.unwrap();
        let loaded = project.stack().load().await.unwrap();
        assert_eq!(loaded.state, state);
        assert_eq!(loaded.notices, []);
        assert!(!project.file("journal").exists() && !project.file("lock").exists());
        let history = project.stack().history().await.unwrap();
        assert_eq!((history.len(), history[0].number), (1, 1));
    });
}
