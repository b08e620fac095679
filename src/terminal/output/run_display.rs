//! Displays a run of the engine and its result.

use std::borrow::Cow;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant, SystemTime};

use chrono::{DateTime, SecondsFormat, Utc};
use parking_lot::Mutex;
use serde_json::json;

use lumi_engine as engine;
use lumi_graph::{Graph, Secrets, Urn};
use lumi_host::LogLevel;

use super::captured_output::CapturedOutput;
use super::kept_events::{KeptEvent, KeptEvents};
use super::partial_secrets;
use super::progress::Progress;
use super::redaction;
use super::screen;
use super::terminal::{Terminal, error_size, write_error, write_output};
use crate::exit::Exit;
use crate::input::source_files::SourceFiles;
use crate::ui::event;
use crate::ui::event::EventStyle;
use crate::ui::report::{RenderReport as _, Report, Severity};
use crate::ui::run;
use crate::ui::run::End;
use crate::ui::run::LiveFrame;
use crate::ui::run::Model;
use crate::ui::run::ResultStyle;
use crate::ui::tree;
use lumi_project::package_sets::PackageSets;

#[derive(Clone, Debug, Default)]
pub struct DisplayOptions {
    /// Whether to write events as JSON lines to standard output, and nothing to standard error.
    pub json: bool,
    pub secrets: Secrets<'static>,
    /// Whether to show old and new values of each resource instead of only the tree.
    pub diff: bool,
    /// Whether to show the plan as Markdown.
    pub markdown: bool,
    /// Whether to show only the plan, not the progress towards it.
    pub preview: bool,
    /// Whether to keep the events of a plan for its deployment.
    pub keeps_events: bool,
    /// The plan of the preview.
    pub plan: Option<Model>,
    /// Whether to hide all output until the end, and drop it after a success.
    pub only_failures: bool,
    /// Whether to hide all output until the end, which shows or drops it.
    pub is_held: bool,
    /// Whether to name resources that the run did not reach.
    pub names_unreached: bool,
    /// The base of relative source positions.
    pub folder: PathBuf,
}

/// Receives the events of a run and of its program, from any thread.
///
/// A terminal shows the resources as a tree on standard error; otherwise each step is a line. At
/// the end, [`RunDisplay::close`] restores the terminal, and [`RunDisplay::finish`] shows the
/// result on standard output.
pub struct RunDisplay {
    shared: Arc<Shared>,
    progress: Option<Progress>,
}

struct Shared {
    terminal: Terminal,
    options: DisplayOptions,
    mode: Mode,
    model: Mutex<Model>,
    start: Instant,
    /// Output held until the end of the run; `None` if it is written at once.
    held: Option<CapturedOutput>,
    /// The number of errors that the program has logged.
    logged: AtomicUsize,
    /// The texts of the errors of the run, for a plan as Markdown.
    errors: Mutex<Vec<String>>,
    /// Failures and warnings of a plan until its end, which shows them in the order of the program: their arrival differs from
    /// run to run.
    delayed: Mutex<Vec<engine::Event>>,
    /// The files that messages quote.
    sources: SourceFiles,
    /// The events so far; `None` if they are not kept.
    kept: Mutex<Option<KeptEvents>>,
    /// The warnings of the plan, if that was not shown.
    announced: Mutex<Vec<engine::Diagnostic>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Lines,
    Live,
    Json,
}

impl RunDisplay {
    pub fn start(terminal: Terminal, mut options: DisplayOptions) -> Self {
        let mode = match (options.json, terminal.shows_progress) {
            (true, _) => Mode::Json,
            (false, true) => Mode::Live,
            (false, false) => Mode::Lines,
        };
        let mut plan = options.plan.take();
        let announced = plan.as_mut().map(Model::take_warnings);
        let keeps_events = options.keeps_events;
        let model = plan.as_ref().map(Model::planned).unwrap_or_default();
        let shared = Arc::new(Shared {
            terminal,
            held: (options.only_failures || options.is_held).then(CapturedOutput::default),
            sources: SourceFiles::new(options.folder.clone()),
            options,
            mode,
            model: Mutex::new(model),
            start: Instant::now(),
            logged: AtomicUsize::new(0),
            errors: Mutex::default(),
            delayed: Mutex::default(),
            kept: Mutex::new(keeps_events.then(KeptEvents::default)),
            announced: Mutex::default(),
        });
        let announced = announced.unwrap_or_default();
        for warning in &announced {
            shared.take(&engine::Event::Diagnostic(warning.clone()));
        }
        *shared.announced.lock() = announced;
        let drawn = Arc::clone(&shared);
        let progress = (mode == Mode::Live).then(|| {
            // Short runs show only their result.
            Progress::draw(Duration::from_millis(200), move |_| drawn.lines())
        });
        Self { shared, progress }
    }

    pub fn engine_events(&self) -> engine::EventSink {
        let shared = Arc::clone(&self.shared);
        Arc::new(move |event| shared.take(&event))
    }

    pub fn program_events(&self) -> lumi_host::EventSink {
        let shared = Arc::clone(&self.shared);
        Arc::new(move |event| shared.take_program(&event))
    }

    /// The number of errors that the program has logged.
    pub fn logged_errors(&self) -> usize {
        self.shared.logged.load(Ordering::Relaxed)
    }

    /// Ends the live display; its last tree stays on the terminal.
    pub fn close(&mut self) {
        let was_live = self.progress.take().is_some();
        if was_live && !self.shared.options.preview {
            let style = tree::Style {
                color: self.shared.terminal.error_color,
                secrets: Secrets::Masked,
                width: Some(error_size().0),
            };
            let mut tree = run::change_tree(&self.shared.model.lock(), false, style);
            if !tree.is_empty() {
                // A blank line before the result.
                tree.push('\n');
            }
            self.shared.lines_above(&tree);
        }
    }

    /// Tells the failures and warnings of a plan, which has ended, in the order of the program.
    pub fn tell_failures(&self) {
        let mut events = std::mem::take(&mut *self.shared.delayed.lock());
        let model = self.shared.model.lock();
        let place = |event: &engine::Event| match (subject(event), event) {
            (Some(urn), _) => {
                let order = model.order_of(urn).unwrap_or(u32::MAX);
                (Some(order), urn.to_string())
            }
            // Those about no resource come first.
            (None, engine::Event::Diagnostic(it)) => (None, it.message.clone()),
            (None, _) => (None, String::new()),
        };
        events.sort_by_cached_key(place);
        drop(model);
        for event in &events {
            self.shared.show(event);
        }
    }

    /// The events of a plan; `None` if they are not kept.
    pub fn take_kept(&self) -> Option<KeptEvents> {
        self.shared.kept.lock().take()
    }

    /// Shows the end of the program's output, which is held back if it may be the beginning of a secret.
    pub fn end_program(&self) {
        if let Some(text) = partial_secrets::take() {
            let level = LogLevel::Info;
            self.shared
                .take_program(&lumi_host::Event::Console { level, text });
        }
    }

    /// Shows an event of the plan again.
    pub fn repeat(&self, event: &KeptEvent) -> io::Result<()> {
        match event {
            KeptEvent::Engine(event) => self.shared.take(event),
            KeptEvent::Text(text) => self.shared.program_text(text.clone()),
            KeptEvent::Json(event) => self.shared.json_event(event.clone())?,
        }
        Ok(())
    }

    /// Adds failed calls of providers, which are no steps, to the summary of the run.
    pub fn count_failed(&self, count: usize) {
        self.shared.model.lock().count_failed(count);
    }

    /// Shows an error or a note besides the run.
    pub fn report(&self, report: &Report) -> io::Result<()> {
        let shared = &self.shared;
        if shared.mode == Mode::Json {
            return shared.json_event(event::json_report(report));
        }
        self.note_error(report);
        match &shared.held {
            Some(held) => held.report(shared.terminal, report.clone()),
            None => shared.terminal.report(report),
        }
        Ok(())
    }

    /// Keeps an error for a plan as Markdown, without showing it elsewhere.
    pub fn note_error(&self, report: &Report) {
        if self.shared.options.markdown && report.severity == Severity::Error {
            self.shared.errors.lock().push(report.render(false));
        }
    }

    /// Drops the held output of a run that is repeated.
    pub fn discard(mut self) -> Model {
        self.close();
        std::mem::take(&mut *self.shared.model.lock())
    }

    /// Shows the result of the run, and returns its model.
    pub fn finish(mut self, exit: Exit, end: End, graph: Option<&Graph>) -> io::Result<Model> {
        if self.shared.options.names_unreached && exit == Exit::Failure {
            self.shared.skip_unreached();
        }
        self.tell_failures();
        self.close();
        let mut model = std::mem::take(&mut *self.shared.model.lock());
        if self.shared.options.only_failures && exit == Exit::Success {
            return Ok(model);
        }
        // They were shown, and the run that follows may repeat them.
        model.take_warnings();
        let sets = PackageSets::of_run(&self.shared.options.folder);
        if self.shared.mode == Mode::Json {
            let summary = run::summary_json(exit.code(), model.summary(), graph);
            self.shared.json_event(summary)?;
        } else if self.shared.options.markdown {
            // Texts are cut, and part of a secret is not found any more.
            let errors = std::mem::take(&mut *self.shared.errors.lock());
            let errors: Vec<String> = errors.into_iter().map(without_secrets).collect();
            let document = run::markdown(&model, end, &errors, &sets);
            self.shared.output(without_secrets(document))?;
        } else {
            let DisplayOptions { secrets, diff, .. } = self.shared.options;
            let style = self.shared.terminal.tree_style(secrets);
            let result = run::result(&model, ResultStyle { style, diff, end }, &sets);
            self.shared.output(without_secrets(result))?;
        }
        match &self.shared.held {
            Some(held) => held.write().map(|()| model),
            None => Ok(model),
        }
    }
}

/// The resource that a failure or a message is about.
fn subject(event: &engine::Event) -> Option<&Urn> {
    match event {
        engine::Event::StepEnded { step, .. } => Some(&step.urn),
        engine::Event::Diagnostic(diagnostic) => diagnostic.urn.as_ref(),
        _ => None,
    }
}

/// Whether an event is a failure or a warning, which a plan tells at its end.
fn is_of_plan(event: &engine::Event) -> bool {
    match event {
        engine::Event::StepEnded { failure, .. } => failure.is_some(),
        engine::Event::Diagnostic(diagnostic) => diagnostic.severity != engine::Severity::Info,
        _ => false,
    }
}

/// Providers may quote any secret of the configuration, even one that their resource does not have.
fn without_secrets(text: String) -> String {
    redaction::redact(&text).unwrap_or(text)
}

/// The event, with what is hidden in the message of a failure.
fn opened(event: &engine::Event) -> Cow<'_, engine::Event> {
    let mut event = Cow::Borrowed(event);
    if let engine::Event::StepEnded {
        failure: Some(failure),
        ..
    } = &*event
        && failure.opened.is_some()
        && let engine::Event::StepEnded {
            failure: Some(failure),
            ..
        } = event.to_mut()
        && let Some(message) = failure.opened.take()
    {
        failure.message = message;
    }
    event
}

impl Shared {
    fn take(&self, event: &engine::Event) {
        if let engine::Event::Diagnostic(said) = event
            && said.severity == engine::Severity::Warning
        {
            let announced = self.announced.lock();
            let mut announced = announced.iter();
            if announced.any(|it| it.urn == said.urn && it.message == said.message) {
                return;
            }
        }
        if self.options.secrets.are_shown() {
            return self.take_readable(&opened(event));
        }
        redaction::add_secrets_of(event);
        self.take_readable(event);
    }

    /// Takes an event whose texts are as users may read them.
    fn take_readable(&self, event: &engine::Event) {
        if let Some(kept) = &mut *self.kept.lock() {
            kept.add(event);
        }
        // Held until the text is written, so that lines keep the order of events.
        let mut model = self.model.lock();
        model.apply(event, self.start.elapsed());
        if self.mode == Mode::Json {
            // A closed pipe is detected when the summary is written.
            let _ = run::event_json(event, self.options.secrets).map(|it| self.json_event(it));
            return;
        }
        if self.options.preview && is_of_plan(event) {
            return self.delayed.lock().push(event.clone());
        }
        self.show(event);
    }

    fn keep_of_program(&self, event: KeptEvent) {
        if let Some(kept) = &mut *self.kept.lock() {
            kept.add_of_program(event);
        }
    }

    fn show(&self, event: &engine::Event) {
        let steps = self.mode == Mode::Lines && !self.options.preview;
        let style = EventStyle {
            // The plan of a deployment that is not shown fails as the deployment itself.
            is_plan: self.options.preview && !self.options.only_failures,
            ..self.terminal.event_style()
        };
        if self.options.markdown && run::is_error(event) {
            let text = run::line(event, steps, EventStyle::default(), &self.sources);
            // An error that is reported together with another has no text.
            self.errors.lock().extend(text.filter(|it| !it.is_empty()));
        }
        let Some(text) = run::line(event, steps, style, &self.sources) else {
            return;
        };
        match event {
            // The message names the resources that the run waits for.
            engine::Event::Waiting(_) => screen::write_lines_above(&text),
            _ => self.lines_above(&text),
        }
    }

    /// Names what only the plan has: the engine has given its reasons for all that the program has told it of.
    fn skip_unreached(&self) {
        let unreached = self.model.lock().unreached();
        for (urn, is_removal) in &unreached {
            let reason = match is_removal {
                true => "it is deleted by a run in which the whole program runs",
                false => "it was planned, but the program did not register it after the failure",
            };
            self.take(&engine::Event::Skipped {
                urn: urn.clone(),
                reason: reason.to_owned(),
                source: None,
            });
        }
        self.model.lock().count_skipped(unreached.len());
    }

    fn take_program(&self, event: &lumi_host::Event) {
        if let lumi_host::Event::Log {
            level: LogLevel::Error,
            ..
        } = event
        {
            self.logged.fetch_add(1, Ordering::Relaxed);
        }
        if self.mode == Mode::Json {
            let event = event::json(event);
            self.keep_of_program(KeptEvent::Json(event.clone()));
            let _ = self.json_event(event);
        } else if let Some(text) = event::text(event, self.terminal.event_style()) {
            self.keep_of_program(KeptEvent::Text(text.clone()));
            self.program_text(text);
        }
    }

    fn program_text(&self, text: String) {
        match &self.held {
            Some(held) => held.error(text),
            None => write_error(&text),
        }
    }

    fn output(&self, text: String) -> io::Result<()> {
        match &self.held {
            Some(held) => held.output(text),
            None => return write_output(&text),
        }
        Ok(())
    }

    fn lines_above(&self, text: &str) {
        let text = without_secrets(text.to_owned());
        match &self.held {
            Some(held) => held.lines(text),
            None => screen::write_lines_above(&text),
        }
    }

    /// Writes an event as a JSON line, with secrets redacted.
    fn json_event(&self, mut event: serde_json::Value) -> io::Result<()> {
        redaction::redact_event(&mut event);
        event["at"] = json!(
            DateTime::<Utc>::from(SystemTime::now()).to_rfc3339_opts(SecondsFormat::Millis, true)
        );
        self.output(format!("{event}\n"))
    }

    /// The lines to show on the terminal now.
    fn lines(&self) -> Vec<String> {
        let (width, height) = error_size();
        let view = LiveFrame {
            width,
            height,
            color: self.terminal.error_color,
        };
        let lines = run::frame(&self.model.lock(), self.start.elapsed(), view);
        lines.into_iter().map(without_secrets).collect()
    }
}
