//! The command line: the only layer that parses flags, and with `lumi-terminal` the only one that prints, prompts or reads
//! the environment.
//!
//! [`main`] parses flags (`args`) and calls one module of `commands`. A command returns an
//! [`Exit`](lumi_terminal::exit::Exit) or a [`Failure`](lumi_terminal::failure::Failure), which only this module shows.
//!
//! | module | |
//! |---|---|
//! | `args` | flags and subcommands, and advice for mistyped ones |
//! | `commands` | one module for each command |
//! | `new_from_state` | `lumi new --from`: a project for what another tool has made |
//! | `json_failure` | the error of a command for `--json` |
//! | `runtime` | the tokio runtime of commands |

#![cfg_attr(
    test,
    allow(
        clippy::too_many_lines,
        reason = "tests contain the texts that they expect"
    )
)]
#![cfg_attr(
    test,
    allow(
        clippy::disallowed_methods,
        reason = "a test may panic where there is no thread"
    )
)]

mod args;
mod commands;
mod json_failure;
mod new_from_state;
mod runtime;

use std::backtrace::{Backtrace, BacktraceStatus};
use std::env;
use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory as _, FromArgMatches as _};

use args::{
    Arguments, ClosureCommand, ColorChoice, Command, EngineArgs, EngineCommand, Protocol,
    SharedFlags,
};
use commands::config::ConfigArgs;
use commands::diff::DiffArgs;
use commands::infer::InferArgs;
use commands::new::NewArgs;
use json_failure::JsonOutput;
use lumi_project::process_environment::ProcessEnvironment;
use lumi_project::stacks::stack_cipher::StackCipher;
use lumi_runs::project_requests;
use lumi_runs::remote_evaluation::ExecutionMode;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::completion;
use lumi_terminal::input::passphrase::TerminalPassphrase;
use lumi_terminal::input::prompt::StandardInput;
use lumi_terminal::output::terminal::{Terminal, TerminalSettings, write_error};
use lumi_terminal::ui::problem::THREADS;
use lumi_terminal::ui::report::Report;

/// The entry point of `lumi`.
pub fn main() -> ! {
    lumi_project::process_environment::provide(read_environment());
    completion::answer(Arguments::command);
    let started = Instant::now();
    panic::set_hook(Box::new(report_panic));
    lumi_terminal::interrupt::ignore_file_size_signal();
    if commands::pulumi_language::is_requested() {
        commands::pulumi_language::main().leave();
    }
    if commands::closure::worker::is_requested() {
        commands::closure::worker::main().leave();
    }
    if commands::script::is_requested() {
        commands::script::main();
    }
    let arguments: Vec<_> = args::with_long_flags(env::args_os());
    if expects_program(arguments.get(1..).unwrap_or_default()) {
        lumi_host::prepare();
    }
    let (arguments, json) = parsed(&arguments).unwrap_or_else(|error| refuse(error, &arguments));
    let terminal = Terminal::new(settings_of(&arguments.shared), started);
    let is_part = arguments.command.is_part_of_all();
    let result = lumi_terminal::trace::begin(arguments.shared.profile.as_deref())
        .and_then(|()| execute(arguments, terminal, started));
    let exit = result.unwrap_or_else(|Failure { exit, report }| {
        if let Some(report) = report {
            terminal.report(&report);
            if let Some(json) = json {
                // Standard error has the reason.
                let _ = json.write(Some(&report), exit);
            }
        }
        exit
    });
    let exit = lumi_terminal::trace::finish(terminal, exit);
    lumi_terminal::output::terminal::write_captured();
    if is_part && exit == Exit::Changes {
        Exit::leave_with(commands::projects::CHANGES_OF_PART);
    }
    exit.leave()
}

fn settings_of(flags: &SharedFlags) -> TerminalSettings {
    TerminalSettings {
        color: match flags.color {
            ColorChoice::Always => Some(true),
            ColorChoice::Never => Some(false),
            ColorChoice::Auto => None,
        },
        is_quiet: flags.quiet,
        is_verbose: flags.verbose,
    }
}

/// Collects what projects may know of this process.
fn read_environment() -> ProcessEnvironment {
    ProcessEnvironment {
        variables: env::vars_os().collect(),
        home: env::home_dir(),
        executable: env::current_exe().ok(),
        passphrase: Some(|| {
            let prompt = TerminalPassphrase::at_terminal()?;
            Some(Arc::new(prompt))
        }),
    }
}

fn parsed(arguments: &[OsString]) -> Result<(Arguments, Option<JsonOutput>), clap::Error> {
    let mut command = args::grouped(Arguments::command());
    let mut matches = command.try_get_matches_from_mut(arguments)?;
    let json = JsonOutput::of(&matches);
    let arguments = Arguments::from_arg_matches_mut(&mut matches);
    Ok((arguments.map_err(|error| error.format(&mut command))?, json))
}

/// Whether a program will probably run in this process. V8 then starts at once and creates its
/// isolate while flags are parsed and the project is searched.
fn expects_program(arguments: &[OsString]) -> bool {
    let mut commands = arguments.iter().map(|it| it.to_str().unwrap_or_default());
    let runs = match commands.next() {
        Some("run" | "test" | "preview" | "up") => true,
        Some("closure") => commands.next() != Some("serve"),
        _ => false,
    };
    let is_limited = |it: &OsString| it.to_string_lossy().starts_with("--heap-limit");
    runs && !arguments.iter().any(is_limited)
}

/// Shows help, the version, or an error about the arguments.
fn refuse(mut error: clap::Error, arguments: &[OsString]) -> ! {
    let words = arguments.iter().map(|it| it.to_string_lossy().into_owned());
    let words: Vec<String> = words.collect();
    args::tidy(&mut error, &words);
    if let Some(advice) = args::advice(&error, &words) {
        let names = [
            ContextKind::SuggestedSubcommand,
            ContextKind::SuggestedArg,
            ContextKind::TrailingArg,
        ];
        for kind in names {
            error.remove(kind);
        }
        error.insert(
            ContextKind::Suggested,
            ContextValue::StyledStrs(vec![advice.into()]),
        );
    }
    if error.use_stderr()
        && let Some(json) = JsonOutput::of_refused(arguments)
    {
        let text = error.render().to_string();
        let report = Report::error(text.strip_prefix("error: ").unwrap_or(&text).trim_end());
        // Standard error has the reason.
        let _ = json.write(Some(&report), Exit::Usage);
    }
    error.exit()
}

fn execute(
    mut arguments: Arguments,
    terminal: Terminal,
    started: Instant,
) -> Result<Exit, Failure> {
    let current = directory(arguments.shared.directory.as_deref())?;
    if let Some((program, permissions)) = arguments.command.sandboxed() {
        project_requests::apply(permissions, &program, &current, terminal)?;
    }
    if runs_in_v8(&arguments.command) {
        lumi_host::initialize();
    }
    let out = &mut io::stdout();
    match &arguments.command {
        Command::Run(args) => commands::run::run(args, current, terminal, ExecutionMode::InProcess),
        Command::Test(args) => commands::test::run(args, current, terminal),
        Command::Deploy(command) => {
            commands::deploy::run(command, current, terminal, ExecutionMode::InProcess)
        }
        Command::Engine(args) => engine(args, current, terminal),
        Command::LanguageHost => commands::language_host::run(started),
        Command::Closure(args) => commands::closure::run(args, current, terminal),
        Command::Logs(args) => commands::telemetry::run_logs(args, &current, terminal, out),
        Command::Trace(args) => commands::telemetry::run_trace(args, &current, terminal, out),
        Command::Platform(args) => commands::platform::run(args, &current, terminal, out),
        Command::Check(args) => commands::check::run(args, &current, terminal, out),
        Command::Graph(args) => commands::graph::run(args, terminal, &current, &mut io::stdin()),
        Command::Diff(args) => diff(args, &current, terminal),
        Command::Infer(args) => infer(args, &current, terminal),
        Command::Watch(args) => commands::watch::run(args, &current, terminal, out),
        Command::Snapshot(args) => commands::snapshot::run(args, &current, terminal, out),
        Command::Reconcile(args) => commands::reconcile::run(args, &current, terminal, out),
        Command::Config(args) => config(args, &current, terminal),
        Command::Package(command) => commands::packages::run(command, &current, terminal, out),
        Command::Pack(args) => commands::pack::run(args, &current, terminal, out),
        Command::Plugin(args) => commands::plugin::run(args, &current, terminal, out),
        Command::Stack(args) => commands::stack::run(args, &current, terminal, out),
        Command::State(args) => commands::stack::run_state(args, &current, terminal, out),
        Command::Convert(args) => commands::convert::run(args, &current, terminal, out),
        Command::New(args) => new_project(args, &current, terminal, started),
        Command::Types(args) => {
            let mut out = terminal.written_names(false);
            Ok(commands::types::run(args, &current, &mut *out)?)
        }
        Command::Doc(args) => commands::doc::run(args, &current, out),
        Command::Search(args) => commands::doc::run_search(args, &current, out),
        Command::Completions(args) => Ok(commands::completions::run(args, out)?),
        Command::Man(args) => Ok(commands::man::run(args, Arguments::command(), &current)?),
        Command::Upgrade => Ok(commands::upgrade::run(out)?),
        Command::Version { json } => Ok(commands::version::run(*json)?),
    }
}

/// Whether the command needs V8 in this process. Functions that `lumi closure serve` calls have
/// processes of their own.
fn runs_in_v8(command: &Command) -> bool {
    match command {
        Command::Run(_)
        | Command::Test(_)
        | Command::Convert(_)
        | Command::Deploy(_)
        | Command::Engine(_)
        | Command::Reconcile(_)
        | Command::Snapshot(_)
        | Command::LanguageHost => true,
        Command::Closure(args) => !matches!(args.command, ClosureCommand::Serve(_)),
        Command::New(args) => args.from.is_some(),
        Command::Watch(args) => args.one_round,
        Command::Diff(args) => args.first.runs_in_v8() || args.second.runs_in_v8(),
        Command::Infer(args) => args.graph.runs_in_v8(),
        _ => false,
    }
}

fn new_project(
    args: &NewArgs,
    current: &Path,
    terminal: Terminal,
    started: Instant,
) -> Result<Exit, Failure> {
    let Some(from) = &args.from else {
        let mut out = terminal.written_names(args.list);
        return Ok(commands::new::run(args, current, &mut *out)?);
    };
    let mut execute = |line: Vec<OsString>| match parsed(&line) {
        Ok((arguments, _)) => execute(arguments, terminal, started),
        Err(error) => {
            let report = Report::error(error.to_string());
            Err(Failure::new(Exit::Usage, report))
        }
    };
    new_from_state::run(args, from, current, terminal, &mut execute)
}

fn engine(args: &EngineArgs, current: PathBuf, terminal: Terminal) -> Result<Exit, Failure> {
    let mode = match &args.protocol {
        Protocol::Lumi => ExecutionMode::Remote,
        Protocol::Pulumi => ExecutionMode::Pulumi,
    };
    match &args.command {
        EngineCommand::Run(args) => commands::run::run(args, current, terminal, mode),
        EngineCommand::Deploy(command) => commands::deploy::run(command, current, terminal, mode),
    }
}

fn diff(args: &DiffArgs, current: &Path, terminal: Terminal) -> Result<Exit, Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    let exit = commands::diff::run(args, current, &mut io::stdin(), &mut out, terminal)?;
    out.flush()?;
    Ok(exit)
}

fn infer(args: &InferArgs, current: &Path, terminal: Terminal) -> Result<Exit, Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    let exit = commands::infer::run(args, current, &mut io::stdin(), &mut out, terminal)?;
    out.flush()?;
    Ok(exit)
}

fn config(args: &ConfigArgs, current: &Path, terminal: Terminal) -> Result<Exit, Failure> {
    let context = commands::config::ConfigContext {
        current,
        cipher: &|settings, stack| Box::new(StackCipher::new(settings, stack, terminal)),
        find_stack: &|settings, name| Ok(lumi_project::stacks::stack_lookup::find(settings, name)?),
        input: &mut StandardInput,
        out: &mut io::stdout(),
        say: &mut |line| terminal.print_line(line),
        warn: &mut |report| terminal.report(report),
    };
    commands::config::run(args, context)
}

/// The folder that paths are relative to.
fn directory(chosen: Option<&Path>) -> Result<PathBuf, Failure> {
    let unusable = |what: String| Failure::new(Exit::Usage, Report::error(what));
    let current = env::current_dir()
        .map_err(|error| unusable(format!("the current folder cannot be used: {error}")))?;
    let Some(chosen) = chosen else {
        return Ok(current);
    };
    let folder = current.join(chosen);
    if !folder.is_dir() {
        let problem = if folder.exists() {
            "that is not a folder"
        } else {
            "there is no such folder"
        };
        return Err(unusable(format!("-C {}: {problem}", chosen.display())));
    }
    Ok(folder)
}

/// Reports a panic, which no input of a user may cause.
fn report_panic(info: &panic::PanicHookInfo<'_>) {
    // What the standard library and tokio say where the machine has no thread for them.
    const NO_THREAD: [&str; 2] = ["failed to spawn thread", "OS can't spawn"];
    let message = info.payload_as_str().unwrap_or_default();
    if NO_THREAD.iter().any(|it| message.starts_with(it)) {
        write_error(&format!(
            "error: no thread can be started: {message}\nhelp: {THREADS}\n"
        ));
        Exit::Failure.leave();
    }
    let trace = Backtrace::capture();
    let trace = match trace.status() {
        BacktraceStatus::Captured => format!("{trace}"),
        _ => String::new(),
    };
    write_error(&format!(
        "error: internal error in lumi: {info}\n{trace}help: this is a bug in lumi; please report \
         it with the program and the command that show it, and with what it prints if \
         RUST_BACKTRACE=1 is set\n"
    ));
    Exit::Bug.leave();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expects(line: &str) -> bool {
        let arguments: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        expects_program(&arguments)
    }

    #[test]
    fn an_isolate_is_made_early_for_programs_that_can_use_it() {
        for line in ["run", "run main.ts -v", "up --yes", "closure run f", "test"] {
            assert!(expects(line), "{line}");
        }
        for line in [
            "",
            "version",
            "--help",
            "closure serve f",
            "run main.ts --heap-limit 64MB",
            "run --heap-limit=64MB main.ts",
        ] {
            assert!(!expects(line), "{line}");
        }
    }
}
