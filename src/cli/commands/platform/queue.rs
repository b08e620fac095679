//! `lumi platform queue`: shows, removes and redelivers messages.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::{Args, Subcommand};

use lumi_platform::operator::{OperatorError, QueueAnswer, QueueCommand, operate};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::consent::{no_terminal, require};
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::report::{Report, escaped};

use crate::commands::telemetry::{PlatformFlags, no_platform, platform_folder};
use crate::runtime::on_threads;

use super::queue_lines::{message_lines, summary_lines};

/// Show, remove and redeliver messages of queues, while the platform runs or not
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lumi platform queue ls
  lumi platform queue peek orders --dead
  lumi platform queue redrive orders      messages that were given up come again
  lumi platform queue purge orders --dead --older-than 14d")]
pub struct QueueArgs {
    #[command(subcommand)]
    pub command: QueueSubcommand,
    #[command(flatten)]
    pub platform: PlatformFlags,
}

#[derive(Debug, Subcommand)]
pub enum QueueSubcommand {
    /// List queues with the numbers of their messages
    Ls {
        /// Write JSON
        #[arg(long)]
        json: bool,
    },
    /// Show the oldest messages of a queue
    Peek {
        queue: String,
        /// Show messages that were given up
        #[arg(long)]
        dead: bool,
        /// The most messages to show
        #[arg(long, value_name = "N", default_value_t = 10)]
        limit: usize,
        /// Write JSON
        #[arg(long)]
        json: bool,
    },
    /// Remove messages of a queue
    Purge {
        queue: String,
        /// Remove messages that were given up
        #[arg(long)]
        dead: bool,
        /// Remove messages that were pushed longer ago, such as 14d
        #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
        older_than: Option<Duration>,
        /// Do not ask
        #[arg(short, long)]
        yes: bool,
    },
    /// Let messages that were given up come again, to the functions that gave them up
    Redrive {
        queue: String,
        /// Take messages that were pushed longer ago, such as 1h
        #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
        older_than: Option<Duration>,
    },
}

pub fn run(
    args: &QueueArgs,
    current: &Path,
    terminal: Terminal,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let folder = platform_folder(&args.platform, current)?;
    agree(&args.command, terminal)?;
    let command = command_of(&args.command);
    let operating = async {
        let answer = operate(&folder, &command).await;
        answer.map_err(|error| match error {
            OperatorError::NoPlatform(_) => no_platform(&folder),
            other => Failure::error(other.to_string()),
        })
    };
    let answer = on_threads(operating)?;
    show(&answer, &args.command, out)?;
    Ok(Exit::Success)
}

/// Asks before messages are removed.
fn agree(command: &QueueSubcommand, terminal: Terminal) -> Result<(), Failure> {
    let QueueSubcommand::Purge {
        queue, yes: false, ..
    } = command
    else {
        return Ok(());
    };
    if !terminal.can_ask {
        return Err(Failure::new(Exit::Usage, no_terminal()));
    }
    let question = format!("Remove the messages of the queue {}?", escaped(queue));
    require(
        &question,
        || "Removed messages cannot be restored.".to_owned(),
        terminal,
    )
}

fn command_of(command: &QueueSubcommand) -> QueueCommand {
    match command {
        QueueSubcommand::Ls { .. } => QueueCommand::List,
        QueueSubcommand::Peek {
            queue, dead, limit, ..
        } => QueueCommand::Peek {
            queue: queue.clone(),
            dead: *dead,
            limit: *limit,
        },
        QueueSubcommand::Purge {
            queue,
            dead,
            older_than,
            ..
        } => QueueCommand::Purge {
            queue: queue.clone(),
            dead: *dead,
            before: older_than.map(before),
        },
        QueueSubcommand::Redrive { queue, older_than } => QueueCommand::Redrive {
            queue: queue.clone(),
            before: older_than.map(before),
        },
    }
}

/// The time so long ago, in microseconds since the epoch.
fn before(age: Duration) -> u64 {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    u64::try_from(now.saturating_sub(age).as_micros()).unwrap_or(u64::MAX)
}

fn show(
    answer: &QueueAnswer,
    command: &QueueSubcommand,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let json = matches!(
        command,
        QueueSubcommand::Ls { json: true } | QueueSubcommand::Peek { json: true, .. }
    );
    match answer {
        QueueAnswer::Queues(queues) if json => writeln!(out, "{}", serde_json::json!(queues))?,
        QueueAnswer::Queues(queues) => write!(out, "{}", summary_lines(queues))?,
        QueueAnswer::Messages(messages) if json => {
            writeln!(out, "{}", serde_json::json!(messages))?
        }
        QueueAnswer::Messages(messages) => write!(out, "{}", message_lines(messages))?,
        QueueAnswer::Changed(count) => {
            let noun = if *count == 1 { "message" } else { "messages" };
            let done = match command {
                QueueSubcommand::Redrive { .. } => "queued again",
                _ => "removed",
            };
            writeln!(out, "{count} {noun} {done}")?;
        }
        QueueAnswer::NoQueue(names) => return Err(no_queue(command, names)),
    }
    Ok(())
}

fn no_queue(command: &QueueSubcommand, names: &[String]) -> Failure {
    let queue = match command {
        QueueSubcommand::Ls { .. } => "",
        QueueSubcommand::Peek { queue, .. }
        | QueueSubcommand::Purge { queue, .. }
        | QueueSubcommand::Redrive { queue, .. } => queue,
    };
    let names: Vec<String> = names.iter().map(|it| escaped(it)).collect();
    let known = match names.is_empty() {
        true => "there are no queues yet".to_owned(),
        false => format!("there are {}", names.join(", ")),
    };
    let message = format!("there is no queue {}", escaped(queue));
    Failure::new(Exit::Failure, Report::error(message).help(known))
}
