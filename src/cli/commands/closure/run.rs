//! `lumi closure run`: calls a bundled function once.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;

use crate::args::ClosureRunArgs;
use lumi_graph::environment_variables::PASSPHRASE;
use lumi_host::{
    self, Allow, Event, EventSink, Mode, PermissionFlags, Program, RunContext, StopHandle,
};
use lumi_monitor::PlanMonitor;
use lumi_project::process_environment::{cache_folder, environment};
use lumi_runs::inspector::inspection;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::interrupt::Interrupts;
use lumi_terminal::output::terminal::{Terminal, write_error, write_output};
use lumi_terminal::ui::event;
use lumi_terminal::ui::report::Report;

use super::bundle_folder::BundleFolder;
use super::needed_variables;

/// Environment variables that every function may read.
const OPEN_VARIABLES: &str = "LUMI_*";

/// Prints the result of the call.
pub fn run(args: &ClosureRunArgs, current: PathBuf, terminal: Terminal) -> Result<Exit, Failure> {
    check_arguments(&args.args)?;
    let bundle = BundleFolder::find(&args.folder, &current)?;
    let stop = StopHandle::default();
    Interrupts::install().pass_to(&stop);
    let is_settled = Arc::new(AtomicBool::new(false));
    let mut permissions = args.flags.permissions.flags();
    let environment = visible(environment(), &permissions);
    check_variables(&bundle, &environment)?;
    open_variables(&mut permissions);
    lumi_host::run(Program {
        entry: bundle.entry,
        context: RunContext {
            directory: bundle.folder.display().to_string(),
            arguments: vec![args.args.clone()],
            mode: Mode::Call,
            ..RunContext::default()
        },
        project: bundle.folder,
        current,
        config: Vec::new(),
        permissions,
        environment,
        console_color: terminal.error_color,
        limits: args.flags.limits(),
        inspection: inspection(&args.flags)?,
        cache: cache_folder(),
        monitor: Arc::new(PlanMonitor::default()),
        packages: Arc::new(()),
        dynamic: None,
        services: None,
        events: sink(terminal, &is_settled),
        stop,
        disturbance: None,
        is_last: true,
        started: terminal.started,
    })?;
    if is_settled.load(Ordering::Relaxed) {
        return Ok(Exit::Success);
    }
    let report =
        Report::error("the function has no result: it awaits a promise that never settles");
    Err(Failure::new(Exit::Failure, report))
}

/// Fails if a variable is missing, which would be `undefined` somewhere in the result.
fn check_variables(bundle: &BundleFolder, environment: &[(String, String)]) -> Result<(), Failure> {
    let missing = needed_variables::missing(&bundle.folder, environment);
    let Some((first, _)) = missing.first() else {
        return Ok(());
    };
    let names = missing.iter().map(|(name, meaning)| match meaning {
        Some(meaning) => format!("{name} ({meaning})"),
        None => name.clone(),
    });
    let names: Vec<String> = names.collect();
    let message = format!(
        "the function needs variables that are not set: {}",
        names.join(", ")
    );
    let report = Report::error(message).help(format!(
        "set them for this call, such as {first}=VALUE lumi closure run …"
    ));
    Err(Failure::new(Exit::Usage, report))
}

fn check_arguments(text: &str) -> Result<(), Failure> {
    let problem = match serde_json::from_str(text) {
        Ok(Value::Array(_)) => return Ok(()),
        Ok(_) => "it is JSON, but not an array".to_owned(),
        Err(error) => format!("it is not JSON ({error})"),
    };
    let report = Report::error(format!("--args is not a JSON array: {problem}"))
        .help(r#"write the arguments of the call in brackets, such as --args '["a", 1]'"#);
    Err(Failure::new(Exit::Usage, report))
}

/// Prints the result as soon as it is known: work that the function left behind may take longer.
fn sink(terminal: Terminal, is_settled: &Arc<AtomicBool>) -> EventSink {
    let style = terminal.event_style();
    let is_settled = Arc::clone(is_settled);
    Arc::new(move |event| match event {
        Event::Result(json) => match write_output(&format!("{json}\n")) {
            Ok(()) => is_settled.store(true, Ordering::Relaxed),
            Err(error) => write_error(&format!("error: cannot write the result: {error}\n")),
        },
        event => {
            if let Some(text) = event::text(&event, style) {
                write_error(&text);
            }
        }
    })
}

/// The environment without passphrases, unless a permission asks for them.
fn visible(
    environment: Vec<(String, String)>,
    permissions: &PermissionFlags,
) -> Vec<(String, String)> {
    let is_named = |name: &str| match &permissions.env {
        Allow::All => true,
        Allow::Nothing => false,
        Allow::Only(names) => names.iter().any(|it| it == name),
    };
    // The prefix of the file with the passphrase, too.
    let is_visible = |name: &str| !name.starts_with(PASSPHRASE) || is_named(name);
    let environment = environment.into_iter();
    environment.filter(|(name, _)| is_visible(name)).collect()
}

fn open_variables(permissions: &mut PermissionFlags) {
    match &mut permissions.env {
        Allow::All => {}
        Allow::Only(names) => names.push(OPEN_VARIABLES.to_owned()),
        closed @ Allow::Nothing => *closed = Allow::Only(vec![OPEN_VARIABLES.to_owned()]),
    }
}
