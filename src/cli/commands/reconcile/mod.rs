//! `lumi reconcile`: resolves drift, in the program or in the world.
//!
//! | module | |
//! |---|---|
//! | `choice` | the side that each difference is resolved on |
//! | `drift_text` | drift as text |
//! | `file_edits` | reads and writes the source files of a project |
//! | `reconcile_args` | the flags |
//! | `reconcile_report` | a reconciliation as text and as JSON |

mod choice;
mod drift_text;
mod file_edits;
mod reconcile_args;
mod reconcile_report;

use std::io::Write;
use std::path::Path;

use lumi_graph::Urn;
use lumi_reconciliation::{AdoptedDrift, FileEdits, Outcome, Reconciliation, drifts, plan};

pub use reconcile_args::{Direction, ReconcileArgs};

use crate::commands::deploy::{StackDrift, StackProgram};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::consent::{Consent, no_terminal};
use lumi_terminal::interrupt::Interrupts;
use lumi_terminal::output::terminal::{Terminal, write_error};
use lumi_terminal::ui::report::{Report, escaped};

use choice::{Choice, Decision, Questions, decide};
use reconcile_report::Resolved;

/// A reconciliation that a command asks for.
#[derive(Clone, Copy)]
pub struct ReconcileRequest<'a> {
    pub program: StackProgram<'a>,
    /// The side that is changed; none if the differences are only shown.
    pub to: Option<Direction>,
    /// Whether the user has agreed in advance.
    pub yes: bool,
    /// Whether a JSON document is written, instead of text.
    pub json: bool,
    /// The number of resources that may be deleted or replaced.
    pub max_deletes: Option<usize>,
}

/// `lumi reconcile`; `current` is the folder that paths are relative to.
pub fn run(
    args: &ReconcileArgs,
    current: &Path,
    terminal: Terminal,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let program = StackProgram {
        program: &args.program,
        flags: &args.flags,
        current,
        terminal,
    };
    let request = ReconcileRequest {
        program,
        to: args.to,
        yes: args.yes,
        json: args.json,
        max_deletes: args.deletions.max_deletes,
    };
    reconcile(request, out)
}

/// Reads the objects, decides about each difference, and resolves them.
pub fn reconcile(request: ReconcileRequest<'_>, out: &mut dyn Write) -> Result<Exit, Failure> {
    let asks = match request.to {
        Some(Direction::Ask) => true,
        Some(_) => !request.yes,
        None => false,
    };
    if asks && !request.program.terminal.can_ask {
        return Err(Failure::new(Exit::Usage, no_terminal()));
    }
    let drift = request.program.drift()?;
    let found = drifts(&drift.recorded, &drift.world, &drift.planned);
    let mut input = Interrupts::install().answers();
    let mut questions = Questions {
        input: &mut input,
        say: &mut |text| write_error(text),
    };
    let decisions = decide(&found, request.to, &mut questions)?;
    let planned = planned(&decisions, &drift);
    let resolved = resolved(decisions, &planned, &drift);
    let command = Command {
        request,
        drift: &drift,
        resolved: &resolved,
        files: &planned.files,
    };
    command.finish(out)
}

/// The plan of what the program is to adopt.
fn planned(decisions: &[Decision<'_>], drift: &StackDrift) -> Reconciliation {
    let adopted = decisions.iter().filter(|it| it.choice == Choice::Program);
    let accepted: Vec<AdoptedDrift<'_>> = adopted
        .map(|it| AdoptedDrift {
            resource: it.resource,
            property: it.property,
        })
        .collect();
    plan(&accepted, &drift.planned, &|file| {
        file_edits::read(&drift.folder, file)
    })
}

fn resolved<'d>(
    decisions: Vec<Decision<'d>>,
    planned: &Reconciliation,
    drift: &StackDrift,
) -> Vec<Resolved<'d>> {
    let mut resolutions = planned.resolutions.iter().cloned();
    let resolved = decisions.into_iter().map(|decision| Resolved {
        resolution: match decision.choice {
            Choice::Program => resolutions.next(),
            _ => None,
        },
        is_unfinished: drift.unfinished.contains(&decision.resource.urn),
        decision,
    });
    resolved.collect()
}

/// A reconciliation that is decided, and not done yet.
struct Command<'a> {
    request: ReconcileRequest<'a>,
    drift: &'a StackDrift,
    resolved: &'a [Resolved<'a>],
    files: &'a [FileEdits],
}

impl Command<'_> {
    fn finish(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let terminal = self.request.program.terminal;
        if !self.request.json {
            for line in reconcile_report::lines(self.resolved) {
                writeln!(out, "{line}")?;
            }
        }
        let is_done = match (self.resolved.is_empty(), self.request.to) {
            (true, _) => {
                terminal.print_line("No object differs from what was deployed.");
                self.write_document(out, Some(false))?;
                return Ok(Exit::Success);
            }
            (false, None) => false,
            (false, Some(_)) => self.adopt()? && self.set_back()?,
        };
        let left = match is_done {
            true => Some(is_left(&self.request.program.drift()?)),
            false => None,
        };
        self.write_document(out, left)?;
        match left {
            Some(false) => terminal.print_line("A preview has no changes."),
            Some(true) => {
                terminal.print_line("A preview still has changes: `lumi preview --refresh --diff`.");
            }
            None if self.request.to.is_none() => terminal.print_line(
                "`--to program` makes these edits, `--to world` sets the objects back, `--to ask` asks.",
            ),
            None => terminal.print_line("nothing was done"),
        }
        Ok(match left {
            Some(false) => Exit::Success,
            None if self.request.to.is_some() => Exit::Stopped,
            _ => Exit::Failure,
        })
    }

    fn write_document(&self, out: &mut dyn Write, left: Option<bool>) -> Result<(), Failure> {
        if self.request.json {
            let document = reconcile_report::document(self.resolved, self.files, left);
            writeln!(out, "{document:#}")?;
        }
        Ok(())
    }

    /// Edits the program, checks that it asks for what is there, and refreshes the state. False if the user does not
    /// agree.
    fn adopt(&self) -> Result<bool, Failure> {
        let adopted = self.adopted();
        if self.files.is_empty() && adopted.is_empty() {
            return Ok(true);
        }
        if !self.files.is_empty() && !self.consent()? {
            return Ok(false);
        }
        file_edits::write(&self.drift.folder, self.files)?;
        // A program that no longer works is worse than drift.
        if let Err(failure) = self.request.program.check(self.drift) {
            file_edits::restore(&self.drift.folder, self.files);
            let report =
                Report::error("the edited program cannot be planned; the edits were undone");
            let related = failure.report.into_iter().map(|it| *it).collect();
            let report = Report { related, ..report };
            return Err(Failure::new(failure.exit, report));
        }
        if !adopted.is_empty() {
            self.request.program.refresh(&adopted)?.require_success()?;
        }
        Ok(true)
    }

    /// The resources whose differences are all in the program now: the state can say so.
    fn adopted(&self) -> Vec<&Urn> {
        let is_adopted = |it: &&Resolved<'_>| {
            let outcome = it.resolution.as_ref().map(|it| &it.outcome);
            matches!(
                outcome,
                Some(Outcome::Edited(_) | Outcome::Removed(_) | Outcome::AlreadyInProgram)
            )
        };
        let mut urns: Vec<&Urn> = Vec::new();
        for group in self
            .resolved
            .chunk_by(|a, b| a.decision.resource.urn == b.decision.resource.urn)
        {
            if group.iter().all(|it| is_adopted(&it)) {
                urns.push(&group[0].decision.resource.urn);
            }
        }
        urns
    }

    /// Sets objects back. False if the user does not agree.
    fn set_back(&self) -> Result<bool, Failure> {
        let chosen = self.resolved.iter().map(|it| &it.decision);
        let chosen = chosen.filter(|it| it.choice == Choice::World);
        let mut urns: Vec<&Urn> = chosen.map(|it| &it.resource.urn).collect();
        urns.dedup();
        if urns.is_empty() {
            return Ok(true);
        }
        match self.request.program.up(&urns, self.request)? {
            Exit::Stopped => Ok(false),
            exit => exit.require_success().map(|()| true),
        }
    }

    fn consent(&self) -> Result<bool, Failure> {
        let mut input = Interrupts::install().answers();
        let mut consent = Consent {
            yes: self.request.yes || self.request.to == Some(Direction::Ask),
            can_ask: self.request.program.terminal.can_ask,
            input: &mut input,
            say: &mut |text| write_error(text),
        };
        let names: Vec<&str> = self.files.iter().map(|it| it.file.as_str()).collect();
        consent.get(&format!("Edit {}?", names.join(", ")), || {
            self.files
                .iter()
                .map(difference)
                .collect::<Vec<_>>()
                .join("\n")
        })
    }
}

/// The lines of a file that an edit changes.
fn difference(edits: &FileEdits) -> String {
    let diff = similar::TextDiff::from_lines(&edits.old, &edits.new);
    let mut unified = diff.unified_diff();
    let unified = unified.context_radius(2).header(&edits.file, &edits.file);
    let text = unified.to_string();
    let lines = text.lines().map(|it| escaped(it).to_string() + "\n");
    lines.collect()
}

/// Whether objects differ from the state, or from what the program asks for.
fn is_left(drift: &StackDrift) -> bool {
    let found = drifts(&drift.recorded, &drift.world, &drift.planned);
    drift.has_changes || !found.is_empty()
}
