//! `lumi logs`: the records of functions' logs.

use std::io::Write;
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde_json::Value;

use lumi_platform::telemetry::{Level, Log, Record, TelemetryReader, functions};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::interrupt::Interrupts;
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::log_line;
use lumi_terminal::ui::report::{Report, escaped};

use super::platform_folder::{PlatformFlags, no_platform, platform_folder};
use super::since::parse_since;
use super::{no_trace, read};

/// Interval between reads with --follow.
const INTERVAL: Duration = Duration::from_millis(200);

/// Show the logs of functions on this machine
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  lumi logs --since 10m --level warn
  lumi logs --function api --follow
  lumi logs --trace 4bf92f35              all records of a trace, by the beginning of its id")]
pub struct LogsArgs {
    /// Show the records of one function
    #[arg(long, short, value_name = "NAME")]
    pub function: Option<String>,
    /// Show the records of one trace, by its id or the beginning of it
    #[arg(long, value_name = "ID")]
    pub trace: Option<String>,
    /// Show records of this level and above
    #[arg(long, value_enum, value_name = "LEVEL")]
    pub level: Option<LevelFlag>,
    /// Show records since a time: 10m for ten minutes ago, or 2026-01-31T12:00:00 in UTC
    #[arg(long, value_name = "TIME", value_parser = parse_since)]
    pub since: Option<u64>,
    /// Wait for further records, until Ctrl-C
    #[arg(long)]
    pub follow: bool,
    /// Write each record as a line of JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub platform: PlatformFlags,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LevelFlag {
    Debug,
    Info,
    Warn,
    Error,
}

impl From<LevelFlag> for Level {
    fn from(flag: LevelFlag) -> Self {
        match flag {
            LevelFlag::Debug => Self::Debug,
            LevelFlag::Info => Self::Info,
            LevelFlag::Warn => Self::Warn,
            LevelFlag::Error => Self::Error,
        }
    }
}

/// Shows records until there are no more, or until the user interrupts.
pub fn run(
    args: &LogsArgs,
    current: &Path,
    terminal: Terminal,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let folder = platform_folder(&args.platform, current)?;
    let reader = TelemetryReader::open(&folder, args.function.clone());
    let mut reader = reader.ok_or_else(|| no_platform(&folder))?;
    let records = read(&mut reader, terminal)?;
    let count = show(args, &records, terminal, out)?;
    if args.follow {
        return follow(args, &mut reader, terminal, out);
    }
    if count == 0 {
        explain_nothing(args, &folder, terminal)?;
    }
    Ok(Exit::Success)
}

fn follow(
    args: &LogsArgs,
    reader: &mut TelemetryReader,
    terminal: Terminal,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let (stop, stopped) = channel();
    Interrupts::install().notify(move |_| {
        // The command ends once it has received one.
        let _ = stop.send(());
    });
    while stopped.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
        let records = read(reader, terminal)?;
        show(args, &records, terminal, out)?;
    }
    Ok(Exit::Success)
}

/// Writes what the flags ask for; returns the number of records.
fn show(
    args: &LogsArgs,
    records: &[Record],
    terminal: Terminal,
    out: &mut dyn Write,
) -> Result<usize, Failure> {
    let logs = records.iter().filter_map(|it| match it {
        Record::Log(log) if is_asked_for(args, log) => Some(log),
        _ => None,
    });
    let mut count = 0;
    for log in logs {
        count += 1;
        match args.json {
            true => writeln!(out, "{}", json(log))?,
            false => write!(out, "{}", log_line::text(log, terminal.color))?,
        }
    }
    out.flush()?;
    Ok(count)
}

fn is_asked_for(args: &LogsArgs, log: &Log) -> bool {
    let trace = args.trace.as_ref().is_none_or(|wanted| {
        let context = log.context.map(|it| it.trace_text());
        context.is_some_and(|it| it.starts_with(wanted.as_str()))
    });
    let is_recent = args.since.is_none_or(|since| log.time >= since);
    trace && is_recent && args.level.is_none_or(|level| log.level >= level.into())
}

/// The record with the identifiers of its trace and span, as other tools name them.
fn json(log: &Log) -> Value {
    let mut value = serde_json::to_value(log).unwrap_or_default();
    if let (Some(context), Value::Object(members)) = (log.context, &mut value) {
        members.remove("context");
        members.insert("traceId".to_owned(), context.trace_text().into());
        members.insert("spanId".to_owned(), context.span_text().into());
    }
    value
}

/// Says why there are no records, if a flag is the reason.
fn explain_nothing(args: &LogsArgs, folder: &Path, terminal: Terminal) -> Result<(), Failure> {
    let Some(mut reader) = TelemetryReader::open(folder, None) else {
        return Ok(());
    };
    let records = read(&mut reader, terminal)?;
    let names = functions(&records);
    if let Some(function) = &args.function
        && !names.contains(function.as_str())
    {
        let names: Vec<String> = names.into_iter().map(escaped).collect();
        let known = match names.is_empty() {
            true => "no function has records yet".to_owned(),
            false => format!("there are records of {}", names.join(", ")),
        };
        let message = format!("the function {} has no records", escaped(function));
        let report = Report::error(message).help(known);
        return Err(Failure::new(Exit::Failure, report));
    }
    let has_trace = |id: &String| {
        let mut traces = records.iter().filter_map(Record::context);
        traces.any(|it| it.trace_text().starts_with(id.as_str()))
    };
    if let Some(trace) = args.trace.as_ref().filter(|it| !has_trace(it)) {
        return Err(no_trace(trace));
    }
    terminal.print_line("no records");
    Ok(())
}
