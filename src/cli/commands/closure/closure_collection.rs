//! Collects the closures of a program by evaluating it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::thread;

use parking_lot::Mutex;

use crate::args::ProgramFlags;
use crate::commands::run;
use lumi_closure::zip::ZipWriter;
use lumi_host::{ClosureInfo, EmittedClosure, Ending, Event, EventSink};
use lumi_runs::evaluation::Evaluation;
use lumi_terminal::failure::Failure;
use lumi_terminal::interrupt::Interrupts;
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::report::Report;

/// A closure and its display name.
pub struct NamedClosure {
    /// The owning resource's name; with the input's path if a resource owns several.
    pub name: String,
    pub note: ClosureInfo,
}

/// All closures of a program, in a stable order.
pub struct ClosureCollection {
    pub closures: Vec<NamedClosure>,
    /// The folder of the project, which names of the user's files are relative to.
    pub project: PathBuf,
}

/// When zips of the closures are made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ZipTiming {
    Ahead,
    OnDemand,
}

/// Evaluates the program against an empty stack.
pub fn collect(
    program: &Path,
    flags: &ProgramFlags,
    current: PathBuf,
    terminal: Terminal,
    zips: ZipTiming,
) -> Result<ClosureCollection, Failure> {
    let what = "`lumi closure`";
    let mut evaluation = Evaluation::of_own_language(what, program, flags, current, terminal)?;
    evaluation.color = terminal.error_color;
    let project = evaluation.project.settings.folder.clone();
    Interrupts::install().pass_to(&evaluation.stop);
    let notes: Arc<Mutex<Vec<ClosureInfo>>> = Arc::default();
    let shown = run::sink(terminal, &Arc::default());
    let kept = Arc::clone(&notes);
    let zipping = (zips == ZipTiming::Ahead).then(zip_ahead);
    let sink: EventSink = Arc::new(move |event| match event {
        Event::Closure(note) => {
            if let (Some(zipping), Some(emitted)) = (&zipping, &note.emitted) {
                // A missing zip is created where it is needed.
                let _ = zipping.send(Arc::clone(emitted));
            }
            kept.lock().push(*note);
        }
        other => shown(other),
    });
    let (_, ending) = evaluation.run(flags, sink, None)?;
    if let Ending::Stopped(stopped) = &ending {
        terminal.report(&Report::from(stopped));
    }
    let notes = std::mem::take(&mut *notes.lock());
    Ok(ClosureCollection {
        closures: named(notes),
        project,
    })
}

/// Creates zips on a separate thread while the program runs.
fn zip_ahead() -> mpsc::Sender<Arc<EmittedClosure>> {
    let (sender, waiting) = mpsc::channel::<Arc<EmittedClosure>>();
    let work = move || {
        let mut zipper = ZipWriter::default();
        for emitted in waiting {
            emitted.zip(&mut zipper);
        }
    };
    let _ = thread::Builder::new().name("zip".into()).spawn(work);
    sender
}

fn named(mut notes: Vec<ClosureInfo>) -> Vec<NamedClosure> {
    notes.sort_by(|a, b| (&a.owner, &a.property).cmp(&(&b.owner, &b.property)));
    let mut owned: BTreeMap<String, usize> = BTreeMap::new();
    for note in &notes {
        *owned.entry(note.owner.as_str().to_owned()).or_default() += 1;
    }
    notes
        .into_iter()
        .map(|note| NamedClosure {
            name: match owned.get(note.owner.as_str()) {
                Some(1) | None => note.owner.name().to_owned(),
                Some(_) => format!("{}.{}", note.owner.name(), note.property),
            },
            note,
        })
        .collect()
}
