use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::sync::Arc;

use parking_lot::Mutex;

use super::*;
use crate::{PeerLine, Router, Server, ShutdownMethod};

type ReceivedLines = Arc<Mutex<Vec<PeerLine>>>;

/// Runs a shell script as a peer.
async fn start(
    script: &str,
    startup_timeout: Duration,
) -> (Result<Peer, PeerError>, ReceivedLines) {
    let command = PeerCommand {
        what: "the plugin `demo`".to_owned(),
        program: PathBuf::from("/bin/sh"),
        arguments: vec!["-c".to_owned(), script.to_owned()],
        directory: PathBuf::from("/"),
        environment: vec![("GREETING".to_owned(), "hello".to_owned())],
        startup_timeout,
        shutdown_method: ShutdownMethod::EndOfInput,
    };
    let heard = ReceivedLines::default();
    let lines = Arc::clone(&heard);
    let log: PeerLog = Arc::new(move |line| lines.lock().push(line));
    (Peer::start(command, Token::random(), log).await, heard)
}

const LONG: Duration = Duration::from_secs(60);

async fn failure(script: &str, startup_timeout: Duration) -> String {
    let (started, _) = start(script, startup_timeout).await;
    started.unwrap_err().to_string()
}

#[tokio::test]
async fn a_failed_start_is_explained() {
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = closed.local_addr().unwrap().port();
    drop(closed);
    let unreachable = failure(&format!("echo {port}; sleep 60"), LONG).await;
    let messages = [
        failure("exit 3", LONG).await,
        failure("echo cannot >&2; echo start >&2; exit 1", LONG).await,
        failure("echo Listening on 80", LONG).await,
        failure("echo 0", LONG).await,
        failure("echo unix:/tmp/another", LONG).await,
        failure("head -c 100000 /dev/urandom | tr -d '\\n'", LONG)
            .await
            .chars()
            .take(26)
            .collect(),
        failure("sleep 60", Duration::from_millis(100)).await,
        unreachable.replace(&port.to_string(), "[port]"),
    ];
    insta::assert_snapshot!(messages.join("\n"), @r"
    the plugin `demo` ended before it listened: exit code 3
    the plugin `demo` ended before it listened: exit code 1
      cannot
      start
    the plugin `demo` printed `Listening on 80` instead of its port number; the first line on standard output must be the port
    the plugin `demo` printed `0` instead of its port number; the first line on standard output must be the port
    the plugin `demo` printed `unix:/tmp/another` instead of its port number; the first line on standard output must be the port
    the plugin `demo` printed 
    the plugin `demo` did not print its port within 100ms and was stopped
    the plugin `demo` says that it listens at [port], but does not: Connection refused (os error 111)
    ");
}

async fn not_started(program: PathBuf) -> String {
    let command = PeerCommand {
        what: "the plugin `demo`".to_owned(),
        program,
        arguments: Vec::new(),
        directory: PathBuf::from("/"),
        environment: Vec::new(),
        startup_timeout: LONG,
        shutdown_method: ShutdownMethod::EndOfInput,
    };
    let started = Peer::start(command, Token::random(), Arc::new(|_| {})).await;
    started.unwrap_err().to_string()
}

#[tokio::test]
async fn a_program_that_is_not_there_is_named() {
    let refused = not_started(PathBuf::from("/nowhere/lumi-resource-demo")).await;
    insta::assert_snapshot!(refused, @"the plugin `demo` cannot be started from /nowhere/lumi-resource-demo: No such file or directory (os error 2)");
}

#[tokio::test]
async fn a_missing_interpreter_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("lumi-resource-demo");
    fs::write(&program, "#!/nowhere/python3\n").unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let error = not_started(program).await;
    assert!(
        error.ends_with("but the interpreter in its first line does not"),
        "{error}"
    );
}

/// A script that prints the port of a server of this test.
async fn listening(rest: &str) -> (Server, Peer, ReceivedLines) {
    let server = Server::start(Router::new(Token::random())).await.unwrap();
    let port = server.endpoint().first_line();
    let (peer, heard) = start(&format!("echo {port}; {rest}"), LONG).await;
    (server, peer.unwrap(), heard)
}

#[tokio::test]
async fn lines_after_the_port_are_handed_on() {
    let (_server, peer, heard) = listening("echo $GREETING; echo bad >&2; cat").await;
    while heard.lock().len() < 2 {
        tokio::task::yield_now().await;
    }
    peer.end().await;
    let mut heard = heard.lock().clone();
    heard.sort_by_key(|it| it.is_error);
    let line = |text: &str, is_error| PeerLine {
        text: text.to_owned(),
        is_error,
    };
    assert_eq!(heard, [line("hello", false), line("bad", true)]);
}

#[tokio::test]
async fn a_peer_ends_with_its_standard_input() {
    // The script ignores signals.
    let (_server, peer, _) = listening("trap '' TERM; cat; exit 5").await;
    assert!(!peer.is_gone());
    let mut ended = Box::pin(peer.end());
    tokio::select! {
        () = &mut ended => {}
        () = tokio::time::sleep(LONG) => panic!("it does not end"),
    }
}

#[tokio::test]
async fn the_exit_of_a_peer_is_known() {
    let (_server, peer, _) = listening("exit 7").await;
    assert_eq!(peer.wait().await, "exit code 7");
    assert!(peer.is_gone());
    assert_eq!(peer.exit().await.as_deref(), Some("exit code 7"));
}

#[tokio::test]
async fn dropping_a_peer_kills_its_processes() {
    let (_server, peer, heard) = listening("trap '' TERM; sleep 1000 & echo $!; wait").await;
    while heard.lock().is_empty() {
        tokio::task::yield_now().await;
    }
    let child = heard.lock()[0].text.clone();
    drop(peer);
    let path = PathBuf::from(format!("/proc/{child}/stat"));
    // It is dead, or a zombie that waits for its new parent.
    let is_alive = || {
        let stat = fs::read_to_string(&path).unwrap_or_default();
        !stat.is_empty() && !stat.contains(") Z")
    };
    while is_alive() {
        tokio::task::yield_now().await;
    }
}
