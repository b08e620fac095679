//! `lumi test FILE…`: runs tests declared with `test()`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};

use crate::args::TestArgs;
use lumi_host::{Mode, ProgramError, StopHandle, StopReason};
use lumi_project::ProjectSettings;
use lumi_runs::evaluation::Evaluation;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::interrupt::Interrupts;
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::report::{Report, escaped};

use super::file_writer;
use super::run_watcher::RunWatcher;
use super::test_files;
use super::test_reporter::TestReporter;
use super::watched_sources::WatchedSources;

/// Runs every file, even after a failure.
pub fn run(args: &TestArgs, current: PathBuf, terminal: Terminal) -> Result<Exit, Failure> {
    match args.watch {
        true => watch(args, &current, terminal),
        false => once(args, current, terminal, &|_| {}),
    }
}

/// Runs the tests whenever a source file has changed, also if a run does not end. A failure is
/// printed, and does not end the loop.
fn watch(args: &TestArgs, current: &Path, terminal: Terminal) -> Result<Exit, Failure> {
    let first = args.files.first().map_or(Path::new("."), PathBuf::as_path);
    let folder = ProjectSettings::find(first, current)?.folder;
    let (stop, stopped) = mpsc::channel();
    Interrupts::install().notify(move |_| {
        // The loop may have ended already.
        let _ = stop.send(());
    });
    loop {
        // Before the run, so that changes during the run count.
        let before = WatchedSources::of(&folder);
        let watcher = RunWatcher::start(folder.clone(), before.clone());
        let ended = once(args, current.to_owned(), terminal, &|it| {
            watcher.pass_to(it)
        });
        let was_stopped = watcher.end();
        match ended {
            Err(failure) if failure.exit == Exit::Stopped && !was_stopped => return Err(failure),
            Err(failure) if failure.exit == Exit::Stopped => {
                terminal.print_line("stopped, as its sources have changed");
            }
            Err(failure) => failure.report.iter().for_each(|it| terminal.report(it)),
            Ok(_) => {}
        }
        if !was_stopped {
            terminal.print_line("waiting for changes; Ctrl-C ends");
        }
        let mut pause = before.pause();
        let changed = loop {
            match stopped.recv_timeout(pause) {
                Err(RecvTimeoutError::Timeout) => {}
                Ok(()) | Err(RecvTimeoutError::Disconnected) => return Ok(Exit::Stopped),
            }
            let now = WatchedSources::of(&folder);
            pause = now.pause();
            if let Some(path) = before.difference(&now) {
                break path.strip_prefix(&folder).unwrap_or(path).to_owned();
            }
        };
        let changed = escaped(&changed.display().to_string());
        terminal.print_line(&format!("\n{changed} has changed"));
    }
}

/// `begun` gets the handle of each test file that runs.
fn once(
    args: &TestArgs,
    current: PathBuf,
    terminal: Terminal,
    begun: &dyn Fn(&StopHandle),
) -> Result<Exit, Failure> {
    let interrupts = Interrupts::install();
    let files = test_files(&args.files, &current)?;
    let reporter = Arc::new(TestReporter::new(terminal, args.json, &args.filter));
    let report_path = args.junit.as_ref().map(|it| current.join(it));
    // Find all files before the first one is run.
    let evaluations: Vec<Evaluation> = files
        .iter()
        .map(|file| {
            let current = current.clone();
            Evaluation::of_tests(file, &args.flags, current, terminal)
        })
        .collect::<Result<_, _>>()?;
    for (file, mut evaluation) in files.iter().zip(evaluations) {
        evaluation.mode = Mode::Test;
        evaluation.test_filter.clone_from(&args.filter);
        evaluation.color = terminal.error_color && !args.json;
        interrupts.pass_to(&evaluation.stop);
        begun(&evaluation.stop);
        reporter.start_file(file, files.len() > 1);
        let events = Arc::clone(&reporter);
        let sink = Arc::new(move |event| events.event(&event));
        match evaluation.run(&args.flags, sink, None) {
            Ok(_) => reporter.end_file(file),
            Err(error @ ProgramError::Stopped(StopReason::Interrupted, _)) => {
                return Err(error.into());
            }
            Err(error) => reporter.file_failed(&error),
        }
    }
    if let Some(path) = &report_path {
        file_writer::write(path, &reporter.junit())?;
    }
    Ok(reporter.summarise()?)
}

fn test_files(arguments: &[PathBuf], current: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for argument in arguments {
        // A folder that is in no project has tests of Lumi.
        let settings = ProjectSettings::find(argument, current);
        let is_pulumi = settings.is_ok_and(|it| it.pulumi.is_some());
        let found = test_files::find(argument, current, is_pulumi).map_err(|error| {
            let message = format!("cannot read the folder {}: {error}", argument.display());
            Failure::new(Exit::Usage, Report::error(message))
        })?;
        if found.is_empty() {
            let message = format!("there are no tests below {}", argument.display());
            let report = Report::error(message)
                .help("write them in files such as site.test.ts, or name the file");
            return Err(Failure::new(Exit::Failure, report));
        }
        files.extend(found);
    }
    Ok(files)
}
