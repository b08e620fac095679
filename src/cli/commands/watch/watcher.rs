//! The rounds of a stack, one after the other.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use chrono::DateTime;
use serde_json::json;
use tokio::sync::watch::{self, Receiver};
use tokio::task::JoinSet;
use url::Url;

use lumi_project::stacks::backend::{owner, print_notices};
use lumi_state::{DriftEntry, Stack, WatchLock};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::interrupt::Interrupts;
use lumi_terminal::output::terminal::{Terminal, write_json_event};
use lumi_terminal::ui::report::Report;
use lumi_terminal::ui::run::milliseconds;

use super::drift_extract::{DriftExtract, fingerprint};
use super::drift_lines::{drift_headline, drift_lines};
use super::known_drift::KnownDrift;
use super::pace::until_next;
use super::round::{self, Outcome};
use super::watch_args::WatchArgs;
use super::{unstartable, webhook};

/// The watch of a stack.
pub struct Watcher<'a> {
    pub args: &'a WatchArgs,
    pub stack: Stack,
    pub terminal: Terminal,
}

impl Watcher<'_> {
    /// Runs rounds until their number is reached, or the user interrupts.
    pub async fn run(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let webhooks = self.webhooks()?;
        let (send, mut interrupts) = watch::channel(0);
        Interrupts::install().notify(move |_| send.send_modify(|it| *it += 1));
        let lock = self.stack.lock_watch(&owner()).await?;
        print_notices(lock.notices(), self.terminal);
        let watched = self.rounds(&lock, &webhooks, &mut interrupts, out).await;
        lock.unlock().await?;
        watched
    }

    fn webhooks(&self) -> Result<Vec<Url>, Failure> {
        let more = webhook::of_environment()
            .map_err(|reason| Failure::new(Exit::Usage, Report::error(reason)))?;
        Ok(self.args.webhook.iter().cloned().chain(more).collect())
    }

    async fn rounds(
        &self,
        lock: &WatchLock,
        webhooks: &[Url],
        interrupts: &mut Receiver<u32>,
        out: &mut dyn Write,
    ) -> Result<Exit, Failure> {
        let mut known = KnownDrift::of(self.stack.newest_drift_entry().await?);
        let first = Instant::now();
        for number in 1_u64.. {
            lock.ensure().await?;
            let (at, started) = (DateTime::from(SystemTime::now()), Instant::now());
            let ran = round::run(self.args.round_timeout, interrupts).await;
            let Some(outcome) = ran.map_err(|it| unstartable(&it))? else {
                return Ok(Exit::Success);
            };
            // A round may be long, and the machine may sleep in it.
            lock.ensure().await?;
            let mut learned = known.clone();
            let kept = match learned.learn(&outcome) {
                Some(event) => {
                    let entry = DriftEntry::new(event, at, started.elapsed());
                    self.record(entry, &outcome).await
                }
                None => Kept::Nothing,
            };
            if !matches!(kept, Kept::Lost) {
                known = learned;
            }
            self.show(number, &outcome, kept.entry(), started.elapsed(), out)?;
            if let Some(entry) = kept.entry()
                && self
                    .is_interrupted_telling(webhooks, entry, interrupts)
                    .await
            {
                return Ok(Exit::Success);
            }
            if self.args.rounds.is_some_and(|it| it.get() == number) {
                return Ok(match kept {
                    Kept::Lost => Exit::Failure,
                    _ => last_exit(&outcome),
                });
            }
            let pause = until_next(first.elapsed(), self.args.every);
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                _ = interrupts.changed() => return Ok(Exit::Success),
            }
        }
        Ok(Exit::Success)
    }

    /// Adds an event to the history. One that cannot be added is an event again in the next round.
    async fn record(&self, entry: DriftEntry, outcome: &Outcome) -> Kept {
        let error = match outcome {
            Outcome::Failed(reason) => Some(reason.clone()),
            _ => None,
        };
        let extract = DriftExtract::of(outcome.drift());
        let entry = DriftEntry {
            drift: extract.drift,
            omitted: extract.omitted,
            resources: extract.resources,
            fingerprint: Some(fingerprint(outcome.drift())),
            error,
            ..entry
        };
        match self.stack.add_drift_entry(entry).await {
            Ok(entry) => Kept::Entry(Box::new(entry)),
            Err(error) => {
                let message = format!("the history of drift cannot be written: {error}");
                let help = "the next round makes the event again";
                self.terminal.report(&Report::warning(message).help(help));
                Kept::Lost
            }
        }
    }

    fn show(
        &self,
        round: u64,
        outcome: &Outcome,
        entry: Option<&DriftEntry>,
        duration: Duration,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if self.args.json {
            let error = match outcome {
                Outcome::Failed(reason) => Some(reason),
                _ => None,
            };
            return write_json_event(json!({
                "event": "round", "round": round, "outcome": outcome.as_str(), "milliseconds": milliseconds(duration),
                "change": entry.map(|it| it.event.as_str()), "number": entry.map(|it| it.number),
                "drift": outcome.drift(), "error": error,
            }));
        }
        if let Some(entry) = entry {
            writeln!(out, "{}", drift_headline(entry))?;
            for line in drift_lines(entry) {
                writeln!(out, "  {line}")?;
            }
            return out.flush();
        }
        let text = match outcome {
            Outcome::NoDrift => "no drift",
            Outcome::Busy => "another run changes the stack; the next round compares again",
            Outcome::Drifted(_) => "the same drift",
            Outcome::Failed(_) => "failed again",
            Outcome::SetBack(_) => return Ok(()),
        };
        self.terminal.print_line(&format!("round {round}: {text}"));
        Ok(())
    }

    /// Sends an event to all webhooks at the same time, and says whether an interrupt has ended that. The watch goes on if
    /// one of them cannot be reached.
    async fn is_interrupted_telling(
        &self,
        webhooks: &[Url],
        entry: &DriftEntry,
        interrupts: &mut Receiver<u32>,
    ) -> bool {
        let body = Arc::new(webhook::body(entry, &self.stack));
        let mut sending = JoinSet::new();
        for url in webhooks {
            let (url, body) = (url.clone(), Arc::clone(&body));
            sending.spawn(async move { webhook::send(&url, &body).await });
        }
        loop {
            tokio::select! {
                sent = sending.join_next() => match sent {
                    None => return false,
                    Some(Ok(Err(reason))) => {
                        let message = format!("the webhook did not take the event: {reason}");
                        self.terminal.report(&Report::warning(message));
                    }
                    Some(_) => {}
                },
                _ = interrupts.changed() => return true,
            }
        }
    }
}

/// The event of a round, and whether the history has it.
enum Kept {
    /// There was none.
    Nothing,
    Entry(Box<DriftEntry>),
    /// It could not be written.
    Lost,
}

impl Kept {
    fn entry(&self) -> Option<&DriftEntry> {
        match self {
            Self::Entry(entry) => Some(entry),
            _ => None,
        }
    }
}

fn last_exit(outcome: &Outcome) -> Exit {
    match outcome {
        Outcome::NoDrift | Outcome::SetBack(_) => Exit::Success,
        Outcome::Busy => Exit::Locked,
        Outcome::Drifted(_) | Outcome::Failed(_) => Exit::Failure,
    }
}
