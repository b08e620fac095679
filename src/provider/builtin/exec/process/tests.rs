use std::future::pending;
use std::path::Path;

use super::super::captured::LIMIT;
use super::*;

fn shell(folder: &Path, script: &str) -> Process {
    Process {
        arguments: ["sh", "-c", script].map(str::to_owned).into(),
        directory: folder.to_owned(),
        environment: Vec::new(),
        stdin: None,
    }
}

async fn until_exists(path: &Path) {
    while !path.exists() {
        tokio::task::yield_now().await;
    }
}

/// Waits until a process has ended.
#[cfg(target_os = "linux")]
async fn until_ended(pid: &str) {
    let status = format!("/proc/{}/stat", pid.trim());
    // A killed process that was not waited for is a zombie.
    while std::fs::read_to_string(&status).is_ok_and(|it| !it.contains(") Z ")) {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn long_input_and_output_do_not_block() {
    let folder = tempfile::tempdir().unwrap();
    let text = "x".repeat(1 << 20);
    let mut process = shell(folder.path(), "cat");
    process.stdin = Some(text.clone());
    let finished = process.start().unwrap().finish(pending()).await.unwrap();
    assert!(finished.stdout == text);
    let script = format!("head -c {} /dev/zero", LIMIT + 5);
    let process = shell(folder.path(), &script);
    let finished = process.start().unwrap().finish(pending()).await.unwrap();
    assert!(finished.stdout.ends_with("\n[5 more bytes are left out]"));
    let mut process = shell(folder.path(), "exit 0");
    process.stdin = Some(text);
    let finished = process.start().unwrap().finish(pending()).await.unwrap();
    assert!(finished.status.success());
}

#[tokio::test]
async fn background_processes_are_not_awaited() {
    let folder = tempfile::tempdir().unwrap();
    let process = shell(folder.path(), "sleep 100 & echo $!");
    let finished = process.start().unwrap().finish(pending()).await.unwrap();
    assert!(!finished.was_stopped);
    let pid: libc::pid_t = finished.stdout.parse().unwrap();
    // SAFETY: a plain system call without pointers, on a process that this test has started.
    assert_eq!(unsafe { libc::kill(pid, libc::SIGKILL) }, 0);
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_caller_that_stops_waiting_ends_the_whole_group() {
    let folder = tempfile::tempdir().unwrap();
    let script = "sleep 100 & echo $! > child; mv child pid; wait";
    let running = shell(folder.path(), script).start().unwrap();
    let pid = folder.path().join("pid");
    {
        let finish = running.finish(pending());
        tokio::pin!(finish);
        tokio::select! {
            _ = &mut finish => panic!("it sleeps"),
            () = until_exists(&pid) => {}
        }
    }
    until_ended(&std::fs::read_to_string(&pid).unwrap()).await;
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_process_that_does_not_listen_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let script = "trap '' TERM; echo $$ > file; mv file pid; while :; do sleep 0.1; done";
    let running = shell(folder.path(), script).start().unwrap();
    let pid = folder.path().join("pid");
    let finished = running.finish(until_exists(&pid)).await.unwrap();
    assert!(finished.was_stopped);
    assert_eq!(finished.status.code(), None);
}
