//! `lumi FILE` and `lumi -e CODE`, as a program of Lumi starts `process.execPath`: a script that has the
//! permissions of the program that started it, and whose output is its own.
//!
//! | module | |
//! |---|---|
//! | `node_arguments` | the arguments of Node, as far as scripts are started with them |

mod node_arguments;

use std::env;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::runtime;
use lumi_graph::environment_variables::SCRIPT;
use lumi_host::{
    self, Event, EventSink, Limits, LogLevel, Mode, Program, ProgramError, RunContext,
    ScriptParent, StopHandle, StopReason,
};
use lumi_monitor::{PlanMonitor, ProgramServices};
use lumi_project::process_environment::{cache_folder, environment};
use lumi_pulumi::PluginServices;
use lumi_terminal::exit::Exit;
use lumi_terminal::output::terminal::write_error;
use lumi_terminal::ui::event::{self, EventStyle};
use lumi_terminal::ui::report::{RenderReport as _, Report};

use node_arguments::{NodeArguments, Source};

/// The variables by which Node passes on a channel of messages.
const CHANNEL: [&str; 2] = ["NODE_CHANNEL_FD", "NODE_CHANNEL_SERIALIZATION_MODE"];
/// The name of code that is not in a file.
const EVALUATED: &str = "[eval].mjs";

/// Whether a program of Lumi has started this process as it would start Node.
pub fn is_requested() -> bool {
    env::var_os(SCRIPT).is_some() && NodeArguments::is_script(env::args_os().skip(1))
}

/// The entry point of a script.
pub fn main() -> ! {
    let code = match run() {
        Ok(code) => code,
        Err(problem) => {
            write_error(&format!("error: {problem}\n"));
            Exit::Failure.code()
        }
    };
    Exit::leave_with(code)
}

fn run() -> Result<u8, String> {
    let parent = env::var(SCRIPT).map_err(|error| format!("{SCRIPT}: {error}"))?;
    let parent = ScriptParent::parse(&parent).map_err(|error| format!("{SCRIPT}: {error}"))?;
    let arguments = NodeArguments::parse(env::args_os().skip(1))?;
    if arguments.shows_version {
        println!("v{}", lumi_host::NODE_VERSION);
        return Ok(0);
    }
    let current = env::current_dir().map_err(|error| format!("the current folder: {error}"))?;
    let entry = entry(&arguments, &current)?;
    // Serves the plugin, whose thread may lack the permission for sockets.
    let served = match parent.is_pulumi_plugin {
        true => {
            Some(runtime::threads().map_err(|error| format!("no thread can be started: {error}"))?)
        }
        false => None,
    };
    let services = served.as_ref().map(|it| {
        let services = PluginServices::new(it.handle().clone());
        Arc::new(services) as Arc<dyn ProgramServices>
    });
    let mut program = program(parent, arguments, entry, current);
    program.services = services;
    let ended = lumi_host::run(program);
    Ok(match ended {
        Ok(_) => 0,
        Err(ProgramError::Stopped(StopReason::Exited(code), _)) => code.rem_euclid(256) as u8,
        Err(error) => {
            write_error(&Report::from(&error).render_within(false, None));
            Exit::Failure.code()
        }
    })
}

/// The script as a program. `entry` is its path, and its text if no file has it.
fn program(
    parent: ScriptParent,
    arguments: NodeArguments,
    (entry, entry_text): (PathBuf, Option<String>),
    current: PathBuf,
) -> Program {
    Program {
        entry,
        context: RunContext {
            directory: current.display().to_string(),
            arguments: arguments.rest,
            mode: Mode::Script,
            flags: arguments.flags,
            entry_text,
            channel: channel(),
            ..RunContext::default()
        },
        project: parent.project,
        current,
        config: Vec::new(),
        permissions: parent.permissions,
        environment: visible(environment()),
        console_color: false,
        limits: Limits {
            heap: parent.heap,
            ..Limits::default()
        },
        inspection: None,
        cache: cache_folder(),
        monitor: Arc::new(PlanMonitor::default()),
        packages: Arc::new(()),
        dynamic: None,
        services: None,
        events: sink(),
        stop: StopHandle::default(),
        disturbance: None,
        is_last: true,
        started: None,
    }
}

/// The descriptor of the channel to the process that started this one.
fn channel() -> Option<i32> {
    env::var(CHANNEL[0]).ok()?.parse().ok()
}

/// The entry module, and its text if no file has it.
fn entry(arguments: &NodeArguments, current: &Path) -> Result<(PathBuf, Option<String>), String> {
    let (code, prints) = match &arguments.source {
        Source::File(file) => {
            let path = current.join(file);
            let found = path.canonicalize();
            let found = found.map_err(|error| format!("cannot run {}: {error}", path.display()))?;
            return Ok((found, None));
        }
        Source::Code { text, prints } => (text.clone(), *prints),
        Source::Input => {
            let mut text = String::new();
            let read = io::stdin().read_to_string(&mut text);
            read.map_err(|error| format!("cannot read the script: {error}"))?;
            (text, false)
        }
    };
    let text = match arguments.is_module || has_module_syntax(&code) {
        true => format!("globalThis.process.argv.splice(1, 1); {code}"),
        false => evaluated(&code, prints),
    };
    Ok((current.join(EVALUATED), Some(text)))
}

/// Whether a line begins as those of ES modules do.
fn has_module_syntax(code: &str) -> bool {
    let mut lines = code
        .lines()
        .flat_map(|it| it.split(';'))
        .map(str::trim_start);
    lines.any(|it| {
        it.starts_with("import ") || it.starts_with("import{") || it.starts_with("export ")
    })
}

/// A module that evaluates code as Node does with `-e`.
fn evaluated(code: &str, prints: bool) -> String {
    let text = serde_json::Value::from(code).to_string();
    include_str!("evaluated.js")
        .replace("PRINTS", if prints { "true" } else { "false" })
        // Last, as the code may have any text.
        .replace("\"CODE\"", &text)
}

/// The environment without the variables for this process only.
fn visible(mut environment: Vec<(String, String)>) -> Vec<(String, String)> {
    environment.retain(|(name, _)| name != SCRIPT && !CHANNEL.contains(&name.as_str()));
    environment
}

/// The script writes its output itself; it shows no graph.
fn sink() -> EventSink {
    Arc::new(|event| match event {
        Event::Console { level, text } => match level {
            LogLevel::Debug | LogLevel::Info => {
                // Output that nothing reads any more is dropped, as Node does.
                let mut out = io::stdout().lock();
                let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
            }
            LogLevel::Warning | LogLevel::Error => write_error(&text),
        },
        event => {
            if let Some(text) = event::text(&event, EventStyle::default()) {
                write_error(&text);
            }
        }
    })
}
