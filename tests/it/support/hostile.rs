//! Rules for commands that get hostile answers of plugins, or are stopped while they wait for one.

use std::os::unix::process::ExitStatusExt as _;
use std::process::ExitStatus;

use super::lumi::Answer;
use super::scripted_server::Stop;

/// The faults of a command. One of `codes` is right; `state` is the exported state, which must have the object `id-1`.
pub fn faults(answer: &Answer, codes: &[i32], state: &str) -> Vec<&'static str> {
    let text = [answer.stdout.as_str(), &answer.stderr].concat();
    let code = answer.code;
    chosen(&[
        (!codes.contains(&code), "it ends with another code"),
        (code != 0 && !text.contains("error"), "it has no error"),
        (text.len() > 300_000, "it is long"),
        (text.contains("s3cr3t"), "it shows a secret"),
        (text.contains("BUG") || text.contains("panic"), "it panics"),
        (
            text.contains(['\u{1b}', '\u{7}', '\0', '\u{202e}']),
            "it has control characters",
        ),
        (!state.contains("id-1"), "the object is forgotten"),
    ])
}

/// The faults of a command that was stopped; `text` is that of its standard error.
pub fn stop_faults(stop: Stop, status: ExitStatus, text: &str, state: &str) -> Vec<&'static str> {
    let is_right = match stop {
        Stop::Kill => status.signal() == Some(libc::SIGKILL),
        Stop::Interrupts => is_stopped(status, libc::SIGINT),
        Stop::Terminations => is_stopped(status, libc::SIGTERM),
    };
    chosen(&[
        (!is_right, "it ends in another way"),
        (text.contains("s3cr3t"), "it shows a secret"),
        (text.contains("BUG") || text.contains("panic"), "it panics"),
        (!state.contains("id-1"), "the object is forgotten"),
    ])
}

fn is_stopped(status: ExitStatus, signal: i32) -> bool {
    matches!(status.code(), Some(1 | 4)) || status.signal() == Some(signal)
}

fn chosen(all: &[(bool, &'static str)]) -> Vec<&'static str> {
    all.iter().filter(|it| it.0).map(|it| it.1).collect()
}

pub fn assert_none(faults: &[String]) {
    let count = faults.len();
    assert!(faults.is_empty(), "{count} faults\n{}", faults.join("\n"));
}
