//! `lumi trace`: recent traces, or one as a tree.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use clap::Args;

use lumi_platform::telemetry::{Record, Span, TelemetryReader};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::report::{Report, escaped};
use lumi_terminal::ui::trace_tree;

use super::platform_folder::{PlatformFlags, no_platform, platform_folder};
use super::{no_trace, read};

/// Show recent traces of functions on this machine, or one as a tree
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  lumi trace                              the last traces
  lumi trace 4bf92f35                     one, by the beginning of its id
  lumi trace --failed --function api")]
pub struct TraceArgs {
    /// The id of a trace, or the beginning of it
    pub id: Option<String>,
    /// List traces that a function takes part in
    #[arg(long, short, value_name = "NAME", conflicts_with = "id")]
    pub function: Option<String>,
    /// List traces with a span that failed
    #[arg(long, conflicts_with = "id")]
    pub failed: bool,
    /// The number of traces to list
    #[arg(long, value_name = "N", default_value_t = 20, conflicts_with = "id")]
    pub limit: usize,
    /// Write each span as a line of JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub platform: PlatformFlags,
}

/// Shows the trace, or the list.
pub fn run(
    args: &TraceArgs,
    current: &Path,
    terminal: Terminal,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let folder = platform_folder(&args.platform, current)?;
    let reader = TelemetryReader::open(&folder, None);
    let mut reader = reader.ok_or_else(|| no_platform(&folder))?;
    let records = read(&mut reader, terminal)?;
    let spans: Vec<&Span> = records
        .iter()
        .filter_map(|it| match it {
            Record::Span(span) => Some(span),
            Record::Log(_) | Record::Metric(_) => None,
        })
        .collect();
    let chosen = match &args.id {
        Some(id) => one(&spans, id)?,
        None => recent(&spans, args),
    };
    if args.json {
        for span in chosen.iter().flatten() {
            writeln!(out, "{}", serde_json::to_string(span).unwrap_or_default())?;
        }
        return Ok(Exit::Success);
    }
    let color = terminal.color;
    if args.id.is_none() {
        if chosen.is_empty() {
            terminal.print_line("no traces");
        }
        for trace in &chosen {
            write!(out, "{}", trace_tree::headline(trace, color))?;
        }
        return Ok(Exit::Success);
    }
    for trace in &chosen {
        write!(out, "{}", trace_tree::text(trace, &records, color))?;
    }
    Ok(Exit::Success)
}

/// The spans of the trace with this beginning.
fn one<'a>(spans: &[&'a Span], id: &str) -> Result<Vec<Vec<&'a Span>>, Failure> {
    let matching = |it: &&&Span| it.context.trace_text().starts_with(id);
    let traces = by_trace(spans.iter().filter(matching).copied());
    match traces.len() {
        0 => Err(no_trace(id)),
        1 => Ok(traces),
        count => {
            let report = Report::error(format!("{count} traces begin with {}", escaped(id)))
                .help("give more digits of its id");
            Err(Failure::new(Exit::Usage, report))
        }
    }
}

/// The last traces that the flags ask for, newest last.
fn recent<'a>(spans: &[&'a Span], args: &TraceArgs) -> Vec<Vec<&'a Span>> {
    let mut traces = by_trace(spans.iter().copied());
    if let Some(function) = &args.function {
        traces.retain(|spans| {
            spans
                .iter()
                .any(|it| it.function.as_ref() == Some(function))
        });
    }
    if args.failed {
        traces.retain(|spans| spans.iter().any(|it| it.error.is_some()));
    }
    let surplus = traces.len().saturating_sub(args.limit);
    traces.split_off(surplus)
}

/// Spans by trace, in the order in which the traces began.
fn by_trace<'a>(spans: impl Iterator<Item = &'a Span>) -> Vec<Vec<&'a Span>> {
    let mut traces: BTreeMap<u128, Vec<&Span>> = BTreeMap::new();
    for span in spans {
        traces.entry(span.context.trace).or_default().push(span);
    }
    let mut traces: Vec<Vec<&Span>> = traces.into_values().collect();
    traces.sort_by_key(|spans| spans.iter().map(|it| it.start).min());
    traces
}
