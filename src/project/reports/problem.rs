//! Describes errors of programs in sentences.

use lumi_graph::{EscapedText, Urn};
use lumi_host::{
    Awaited, Frame, ProgramError, ResourceInfo, SourceLine, Stalled, StopReason, Stopped, Thrown,
    UnseenCode, Waiting,
};

use super::commonjs_advice::commonjs_advice;
use super::import_advice::import_advice;
use super::pulumi_advice::pulumi_advice;
use super::report::{Report, Severity, SourceExcerpt};
use super::wording::{counted, listed};

/// The advice where a thread cannot be had.
pub const THREADS: &str = "the machine, a container or `ulimit -u` limits the number of processes and threads: raise \
                           that limit, or end other processes";

/// Maximum number of stack frames shown.
const FRAMES: usize = 12;
/// Maximum number of possible positions shown.
const CANDIDATES: usize = 5;
/// Maximum number of waiting inputs listed; others are counted.
const WAITING: usize = 12;
/// Maximum number of holes shown.
const HOLES: usize = 3;
/// Maximum number of undecided resources listed; others are counted.
const UNDECIDED: usize = 8;

impl From<&ProgramError> for Report {
    fn from(error: &ProgramError) -> Self {
        match error {
            ProgramError::Thrown(thrown) => thrown.as_ref().into(),
            ProgramError::Several(all) => several(all),
            ProgramError::Stopped(StopReason::Interrupted, _) => {
                stopped_by(StopReason::Interrupted)
            }
            ProgramError::Stopped(reason, line) => Self {
                at: line.as_deref().map(place),
                ..stopped_by(*reason)
            },
            ProgramError::Stalled(stalled) => stalled.into(),
            ProgramError::NoThread(problem) => Self::error(format!(
                "no thread can be started for the program: {problem}"
            ))
            .help(THREADS),
            ProgramError::Internal(message) => Self::error(format!("internal error: {message}"))
                .help("this is a bug in lumi; please report it with the program that shows it"),
        }
    }
}

impl From<&Thrown> for Report {
    fn from(thrown: &Thrown) -> Self {
        let message = match thrown.class.as_deref() {
            // Adds nothing to "error:".
            Some("Error") if !thrown.message.is_empty() => thrown.message.clone(),
            None => format!(
                "the program threw {}, which is not an Error",
                thrown.message
            ),
            Some(class) if thrown.message.is_empty() => class.to_owned(),
            Some(class) => format!("{class}: {}", thrown.message),
        };
        let mut details = frames(&thrown.frames);
        if !thrown.candidates.is_empty() {
            let places: Vec<String> = thrown
                .candidates
                .iter()
                .take(CANDIDATES)
                .map(ToString::to_string)
                .collect();
            details.push(format!("thrown at one of {}", places.join(", ")));
        }
        if let Some(note) = &thrown.resource {
            details.push(format!("while registering {}", resource(note)));
        }
        let mut related: Vec<Self> = thrown.aggregated.iter().map(Self::from).collect();
        let cause = thrown
            .cause
            .as_deref()
            .filter(|it| !contains_cause(it, thrown));
        let cause = cause.map(Self::from);
        related.extend(cause.map(|it| Self {
            severity: Severity::Cause,
            ..it
        }));
        Self {
            message,
            at: thrown.excerpt.as_ref().map(place),
            details,
            related,
            help: import_advice(&thrown.message)
                .or_else(|| pulumi_advice(&thrown.message))
                .or_else(|| commonjs_advice(&thrown.message)),
            ..Self::default()
        }
    }
}

/// The first exception, with the others.
fn several(all: &[Thrown]) -> Report {
    let mut reports = all.iter().map(Report::from);
    let first = reports.next();
    let mut first = first.unwrap_or_else(|| Report::error("the program failed"));
    first.related.extend(reports);
    first
}

/// Whether the message of `error` contains that of its cause.
fn contains_cause(cause: &Thrown, error: &Thrown) -> bool {
    let Thrown {
        class: _,
        message,
        frames,
        excerpt: None,
        candidates,
        cause: None,
        aggregated,
        resource,
        export: _,
        is_of_function: _,
    } = cause
    else {
        return false;
    };
    let is_bare = frames.is_empty() && candidates.is_empty() && aggregated.is_empty();
    let is_same_resource = resource.is_none() || *resource == error.resource;
    is_bare && is_same_resource && !message.is_empty() && error.message.ends_with(message.as_str())
}

fn place(line: &SourceLine) -> SourceExcerpt {
    SourceExcerpt::new(&line.position, line.line.clone())
}

fn frames(frames: &[Frame]) -> Vec<String> {
    // A single top-level frame repeats the position above it.
    if let [only] = frames
        && only.function.is_none()
    {
        return Vec::new();
    }
    let mut lines: Vec<String> = frames.iter().take(FRAMES).map(frame).collect();
    if frames.len() > FRAMES {
        lines.push(format!("… {} more", frames.len() - FRAMES));
    }
    lines
}

fn frame(frame: &Frame) -> String {
    let kind = if frame.is_async { "async " } else { "" };
    match &frame.function {
        Some(function) => format!("at {kind}{function} ({})", frame.position),
        None => format!("at {kind}{}", frame.position),
    }
}

fn stopped_by(reason: StopReason) -> Report {
    match reason {
        StopReason::Interrupted => Report::error("interrupted"),
        StopReason::Timeout(after) => Report::error(format!(
            "the program was stopped after {}",
            humantime::format_duration(after)
        ))
        .help(
            "look for an infinite loop, or allow more time with --timeout; the time that its resources \
             take counts, too",
        ),
        StopReason::HeapLimit(bytes) => Report::error(format!(
            "the program used more than {} MiB of memory and was stopped",
            bytes >> 20
        ))
        .help("allow more with --heap-limit, for example --heap-limit=8GiB"),
        StopReason::Exited(code) => Report::error(format!(
            "the program ended itself with `process.exit({code})` or `process.exitCode`"
        )),
    }
}

impl From<&Stalled> for Report {
    fn from(stalled: &Stalled) -> Self {
        let message = match stalled.cycle.as_slice() {
            [] => "the program cannot finish: it awaits a promise that never settles".to_owned(),
            [only] => format!("{} waits for itself", resource(only)),
            [first, ..] => {
                let names: Vec<String> = stalled.cycle.iter().chain([first]).map(quoted).collect();
                format!(
                    "these resources wait for each other: {}",
                    names.join(" -> ")
                )
            }
        };
        let mut details: Vec<String> = stalled.waiting.iter().take(WAITING).map(waiting).collect();
        if stalled.waiting.len() > WAITING {
            details.push(format!("… and {} more", stalled.waiting.len() - WAITING));
        }
        let at = stalled.at.as_ref().map(place);
        let help = if !stalled.cycle.is_empty() {
            "take one of the values from somewhere else, so that one resource can come first"
        } else if at.is_some() {
            "resolve the promise this line awaits, or do not await it"
        } else {
            "resolve the promise or Property.pending() behind it, or reject it"
        };
        Self {
            message,
            at,
            details,
            ..Self::default()
        }
        .help(help)
    }
}

fn waiting(waiting: &Waiting) -> String {
    let what = match (&waiting.resource, waiting.path.as_str()) {
        (Some(it), path) => format!("{} waits with {path}", resource(it)),
        (None, "await") => "an await waits".to_owned(),
        (None, path) => format!("{path} waits"),
    };
    let others: Vec<String> = waiting.waits_for.iter().map(resource).collect();
    match (others.is_empty(), waiting.promise) {
        (true, true) => format!("{what} for a promise that nothing resolves"),
        (true, false) => format!("{what} for a value that nothing provides"),
        (false, _) => format!("{what} for {}", listed(&others)),
    }
}

/// A note about where a plan stopped.
impl From<&Stopped> for Report {
    fn from(stopped: &Stopped) -> Self {
        let awaited: Vec<String> = stopped.awaited.iter().map(hole).collect();
        let message = format!(
            "the program awaits {}, which is known only after deployment\nthe resources \
             registered so far are planned; the graph is incomplete",
            listed(&awaited)
        );
        let at = stopped.at.as_ref().map(place);
        Self {
            severity: Severity::Note,
            message,
            at,
            ..Self::default()
        }
        .help("to plan what follows, use then(), or pass the Property as an input")
    }
}

impl Report {
    /// A note about code that a plan could not see; `None` if it saw all code.
    pub fn unseen(unseen: &[UnseenCode]) -> Option<Self> {
        if unseen.is_empty() {
            return None;
        }
        let mut holes: Vec<String> = unseen.iter().map(|it| hole(&it.awaited)).collect();
        // The order in which code is found is not deterministic.
        holes.sort();
        holes.dedup();
        if holes.len() > HOLES {
            let rest = holes.split_off(HOLES).len();
            holes.push(counted(rest, "more value"));
        }
        let message = format!(
            "the plan is not complete: code that may declare more resources waits for {}",
            listed(&holes)
        );
        let note = Self {
            severity: Severity::Note,
            message,
            ..Self::default()
        };
        let advice = "they are planned during the deployment; to see them now, declare them outside of \
                      then() and pass the Property as an input";
        Some(note.help(advice))
    }

    /// Adds the resources that the unseen code declared in the last deployment.
    pub fn with_undecided(mut self, undecided: &[Urn]) -> Self {
        let name = |urn: &Urn| {
            let name = EscapedText::short(urn.name());
            format!("{} \"{name}\"", urn.resource_type())
        };
        let shown: Vec<String> = undecided.iter().take(UNDECIDED).map(name).collect();
        if shown.is_empty() {
            return self;
        }
        let more = match undecided.len() - shown.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        self.details.push(format!(
            "not decided yet; this code declared them in the last run: {}{more}",
            shown.join(", ")
        ));
        self
    }
}

fn hole(awaited: &Awaited) -> String {
    let path = EscapedText::short(&awaited.path);
    match &awaited.resource {
        Some(it) => format!("the {path} of {}", resource(it)),
        None => path.to_string(),
    }
}

/// A resource with its position: `std:fs:File "a" (index.ts:3:11)`.
fn resource(note: &ResourceInfo) -> String {
    let kind = note.urn.resource_type();
    match &note.source {
        Some(source) => format!("{kind} {} ({source})", quoted(note)),
        None => format!("{kind} {}", quoted(note)),
    }
}

fn quoted(note: &ResourceInfo) -> String {
    format!("\"{}\"", EscapedText::short(note.urn.name()))
}
