//! A round: its process and its outcome.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::process::{Command as StdCommand, ExitStatus, Stdio};
use std::time::Duration;

use serde_json::Value as Json;
use tokio::process::{Child, Command};
use tokio::sync::watch::Receiver;
use tokio::time::timeout;

use lumi_rpc::{GroupSignal, ProcessGroup, end_with_parent, lead_process_group};
use lumi_terminal::exit::Exit;

/// The times that a round has after each interrupt: the first one lets its steps end, the second one aborts those of a
/// provider that does not answer. Then it is killed.
const GRACES: [Duration; 2] = [Duration::from_secs(45), Duration::from_secs(15)];
/// The bytes of messages that a failure quotes.
const QUOTED: u64 = 16 << 10;
/// The largest document of a round, and the most that it may print, in bytes: what it prints goes to a file.
const LARGEST: u64 = 256 << 20;
/// The time between two looks at these.
const GROWTH: Duration = Duration::from_secs(1);

/// The outcome of a round. Differences have the form of `lumi reconcile --json`.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    NoDrift,
    Drifted(Vec<Json>),
    /// The objects that differed are what the program asks for again.
    SetBack(Vec<Json>),
    /// Another run holds the lock of the stack.
    Busy,
    /// The reason, as the round has printed it.
    Failed(String),
}

impl Outcome {
    /// The name in JSON.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::NoDrift => "noDrift",
            Self::Drifted(_) => "drifted",
            Self::SetBack(_) => "setBack",
            Self::Busy => "busy",
            Self::Failed(_) => "failed",
        }
    }

    /// The differences that the round has found.
    pub fn drift(&self) -> &[Json] {
        match self {
            Self::Drifted(drift) | Self::SetBack(drift) => drift,
            _ => &[],
        }
    }
}

/// Runs a round in a process of its own. `None` if an interrupt has stopped it.
pub async fn run(limit: Duration, interrupts: &mut Receiver<u32>) -> io::Result<Option<Outcome>> {
    let mut document = tempfile::tempfile()?;
    let mut messages = tempfile::tempfile()?;
    let mut child = start(&document, &messages)?;
    let ended = tokio::select! {
        status = child.wait() => Ok(status?),
        _ = interrupts.changed() => {
            stop(&mut child).await?;
            return Ok(None);
        }
        () = tokio::time::sleep(limit) => {
            let limit = humantime::format_duration(limit);
            Err(format!("the round took longer than {limit} (--round-timeout)"))
        }
        () = grown([&document, &messages]) => {
            Err(format!("the round printed more than {} MiB", LARGEST >> 20))
        }
    };
    let status = match ended {
        Ok(status) => status,
        Err(reason) => {
            stop(&mut child).await?;
            return Ok(Some(Outcome::Failed(reason)));
        }
    };
    document.seek(SeekFrom::Start(0))?;
    let mut text = Vec::new();
    document.take(LARGEST).read_to_end(&mut text)?;
    let document = serde_json::from_slice(&text).ok();
    Ok(Some(outcome(status, document, || {
        last_messages(&mut messages)
    })))
}

/// Waits until one of the files of a round is too large.
async fn grown(files: [&File; 2]) {
    let mut pace = tokio::time::interval(GROWTH);
    loop {
        pace.tick().await;
        let is_large = |it: &&File| it.metadata().is_ok_and(|it| it.len() > LARGEST);
        if files.iter().any(is_large) {
            return;
        }
    }
}

/// Starts this very command with `--one-round`. It ends with this process.
fn start(document: &File, messages: &File) -> io::Result<Child> {
    let mut command = StdCommand::new(std::env::current_exe()?);
    command
        .args(std::env::args_os().skip(1))
        .arg("--one-round")
        .stdin(Stdio::null())
        .stdout(document.try_clone()?)
        .stderr(messages.try_clone()?);
    lead_process_group(&mut command);
    end_with_parent(&mut command);
    Command::from(command).spawn()
}

/// Lets the steps of the round end, then kills it.
async fn stop(child: &mut Child) -> io::Result<()> {
    let group = child.id().and_then(ProcessGroup::led_by);
    let signal = |signal| {
        if let Some(group) = group {
            group.signal(signal);
        }
    };
    for grace in GRACES {
        signal(GroupSignal::Interrupt);
        if timeout(grace, child.wait()).await.is_ok() {
            return Ok(());
        }
    }
    signal(GroupSignal::Kill);
    child.wait().await.map(drop)
}

/// The outcome that the end of a round means.
fn outcome(
    status: ExitStatus,
    document: Option<Json>,
    messages: impl FnOnce() -> String,
) -> Outcome {
    let code = status.code();
    let is = |exit: Exit| code == Some(exit.code().into());
    let drift = document.as_ref().and_then(|it| it["drift"].as_array());
    match (
        drift,
        document.as_ref().and_then(|it| it["isLeft"].as_bool()),
    ) {
        (Some(drift), _) if drift.is_empty() && is(Exit::Success) => Outcome::NoDrift,
        (Some(drift), Some(false)) if is(Exit::Success) => Outcome::SetBack(drift.clone()),
        (Some(drift), _) if !drift.is_empty() && is(Exit::Failure) => {
            Outcome::Drifted(drift.clone())
        }
        _ if is(Exit::Locked) => Outcome::Busy,
        _ => Outcome::Failed(match messages() {
            text if text.is_empty() => format!("the round ended with {status}"),
            text => text,
        }),
    }
}

/// The end of what the round has printed.
fn last_messages(messages: &mut File) -> String {
    let mut bytes = Vec::new();
    let length = messages.seek(SeekFrom::End(0)).unwrap_or_default();
    // What cannot be read is missing in the message alone.
    let _ = messages
        .seek(SeekFrom::Start(length.saturating_sub(QUOTED)))
        .and_then(|_| messages.take(QUOTED).read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt as _;

    use serde_json::json;

    use super::*;

    fn judged(code: i32, document: Json) -> Outcome {
        let status = ExitStatus::from_raw(code << 8);
        outcome(status, Some(document), || "error: no".to_owned())
    }

    #[test]
    fn an_outcome_needs_document_and_code() {
        let drift = || vec![json!({ "urn": "u" })];
        let none = json!({ "drift": [], "isLeft": false });
        let open = json!({ "drift": drift(), "isLeft": null });
        let left = json!({ "drift": drift(), "isLeft": true });
        let done = json!({ "drift": drift(), "isLeft": false });
        let failed = || Outcome::Failed("error: no".to_owned());
        assert_eq!(judged(0, none.clone()), Outcome::NoDrift);
        assert_eq!(judged(1, open), Outcome::Drifted(drift()));
        assert_eq!(judged(1, left), Outcome::Drifted(drift()));
        assert_eq!(judged(0, done.clone()), Outcome::SetBack(drift()));
        assert_eq!(judged(3, Json::Null), Outcome::Busy);
        for (code, document) in [(1, none.clone()), (2, none), (1, Json::Null), (70, done)] {
            assert_eq!(judged(code, document), failed(), "{code}");
        }
        let killed = ExitStatus::from_raw(9);
        let Outcome::Failed(text) = outcome(killed, None, String::new) else {
            panic!("a killed round has failed");
        };
        assert!(text.contains("signal: 9"), "{text}");
    }
}
