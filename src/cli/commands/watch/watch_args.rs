//! The flags of `lumi watch`.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use url::Url;

use crate::args::{DeletionFlag, ProgramFlags};

/// The shortest time between the starts of two rounds.
const LEAST: Duration = Duration::from_secs(1);

/// Compare the objects of a stack with its program at intervals, and report drift
///
/// Each round reads all objects, as `lumi reconcile` does. A change of what differs is printed, kept in
/// `lumi stack history --drift`, and sent to the webhooks. `--to world` sets objects back in each round. Only one
/// process watches a stack; deployments go on beside it.
///
/// Ends after `--rounds`, with code 1 if the last one has found drift or failed, or with code 0 when it is interrupted.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  lumi watch -s prod --every 5m                     report drift
  lumi watch -s prod --to world -y                  set objects back
  lumi watch -s prod --rounds 1                     for cron: compares once
  LUMI_WEBHOOK=https://… lumi watch -s prod         tell a chat or another program")]
pub struct WatchArgs {
    /// A file, or a folder with a program
    #[arg(default_value = ".")]
    pub program: PathBuf,
    #[command(flatten)]
    pub flags: ProgramFlags,
    /// The time between the starts of two rounds
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = period)]
    pub every: Duration,
    /// The remedy for drift
    #[arg(long, value_enum, value_name = "TO", default_value_t)]
    pub to: Remedy,
    /// Send each event to this URL as JSON, beside the ones in LUMI_WEBHOOK
    #[arg(long, value_name = "URL", value_parser = webhook)]
    pub webhook: Vec<Url>,
    /// End after this number of rounds [default: go on]
    #[arg(long, value_name = "N")]
    pub rounds: Option<NonZeroU64>,
    /// The time that a round may take
    #[arg(long, value_name = "TIME", default_value = "30m", value_parser = period)]
    pub round_timeout: Duration,
    #[command(flatten)]
    pub deletions: DeletionFlag,
    /// Do not ask before objects are set back
    #[arg(short, long)]
    pub yes: bool,
    /// Write a JSON object for each round
    #[arg(long)]
    pub json: bool,
    /// Run the work of one round in this process; the watch starts itself so.
    #[arg(long, hide = true)]
    pub one_round: bool,
}

/// The remedy for drift.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Remedy {
    /// Report it
    #[default]
    Report,
    /// Set the objects back
    World,
}

fn period(text: &str) -> Result<Duration, String> {
    let period = humantime::parse_duration(text)
        .map_err(|_| "it must be a time such as 30s, 5m or 1h".to_owned())?;
    match period < LEAST {
        true => Err("it must be at least 1s".to_owned()),
        false => Ok(period),
    }
}

/// The URL of a webhook.
pub fn webhook(text: &str) -> Result<Url, String> {
    let url = Url::parse(text).ok();
    let url = url.filter(|it| matches!(it.scheme(), "http" | "https") && it.has_host());
    url.ok_or_else(|| "it must be a URL that begins with https:// or http://".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_have_a_unit_and_a_minimum() {
        assert_eq!(period("90s"), Ok(Duration::from_secs(90)));
        for text in ["", "5", "-1m", "10ms", "0s", "soon"] {
            assert!(period(text).is_err(), "{text}");
        }
    }

    #[test]
    fn webhooks_are_urls_of_http() {
        assert!(webhook("https://example.com/hook?key=1").is_ok());
        for text in [
            "",
            "example.com",
            "file:///tmp/x",
            "https://",
            "ftp://example.com",
        ] {
            assert!(webhook(text).is_err(), "{text}");
        }
    }
}
