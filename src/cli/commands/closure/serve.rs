//! `lumi closure serve`: a platform for the functions of a folder.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use chrono::Local;
use tokio::sync::Notify;

use crate::args::{ClosureServeArgs, ErrorsShown};
use crate::runtime;
use lumi_engine::Redactor;
use lumi_graph::{Object, Value};
use lumi_host::{Allow, PermissionFlags};
use lumi_platform::telemetry::{Mask, OtlpSettings, Sampling, TelemetrySettings};
use lumi_platform::{
    AllowedHosts, Event, LocalPlatform, PlatformError, Settings, Token, WorkerInspection,
};
use lumi_project::process_environment::cache_folder;
use lumi_runs::inspector;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::read_limit;
use lumi_terminal::interrupt::Interrupts;
use lumi_terminal::output::terminal::{Terminal, write_error, write_output};
use lumi_terminal::ui::platform_event;
use lumi_terminal::ui::report::{Report, escaped};

use super::worker;

/// Default time limit of a call without a debugger.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Serves until the user interrupts.
pub fn run(args: &ClosureServeArgs, current: &Path, terminal: Terminal) -> Result<Exit, Failure> {
    let folder = folder(&args.folder, current)?;
    if !has_functions(&folder) {
        terminal.report(&no_functions(&args.folder));
    }
    let inspection = inspector::server(&args.flags)?;
    let inspection = inspection.map(|(server, start)| WorkerInspection { server, start });
    // A debugger may pause a call for minutes, so calls have no time limit under one.
    let standard = inspection.is_none().then_some(TIMEOUT);
    let settings = Settings {
        folder,
        host: args.host,
        port: args.port,
        allowed_hosts: AllowedHosts::new(args.allowed_hosts.clone()),
        site: args.site.clone(),
        caller_token: caller_token(args, current)?,
        timeout: args.flags.timeout.or(standard),
        heap: args.flags.heap_limit,
        permissions: absolute(args.flags.permissions.flags(), current),
        worker: worker::program().map_err(|error| {
            let report = Report::error(format!("cannot find the program of lumi: {error}"));
            Failure::new(Exit::Failure, report)
        })?,
        cache: cache_folder(),
        shows_errors: match args.errors {
            Some(shown) => shown == ErrorsShown::Shown,
            None => args.host.is_loopback(),
        },
        console_color: terminal.error_color,
        inspection,
        telemetry: telemetry(args)?,
        mask_of: Arc::new(mask_of),
        events: Arc::new(move |event| log(&event, terminal)),
    };
    let stop = Arc::new(Notify::new());
    let stopped = Arc::clone(&stop);
    // A second interrupt aborts running calls soon.
    Interrupts::install().notify(move |_| stopped.notify_one());
    let tokio = runtime::threads().map_err(|error| {
        Failure::new(Exit::Failure, Report::error(format!("no threads: {error}")))
    })?;
    tokio.block_on(async {
        let platform = LocalPlatform::start(settings).await.map_err(failed)?;
        write_output(&format!("listening on http://{}\n", platform.address()))?;
        platform.run(stop.notified()).await;
        Ok(Exit::Success)
    })
}

/// The settings of telemetry: those of OpenTelemetry's environment variables.
fn telemetry(args: &ClosureServeArgs) -> Result<TelemetrySettings, Failure> {
    let variable = |name: &str| env::var(name).ok();
    let unusable = |problem: String| Failure::new(Exit::Usage, Report::error(problem));
    let sampling = match variable("OTEL_TRACES_SAMPLER") {
        None => Sampling::default(),
        Some(sampler) => Sampling::parse(&sampler, variable("OTEL_TRACES_SAMPLER_ARG").as_deref())
            .map_err(|problem| unusable(format!("OTEL_TRACES_SAMPLER {problem}")))?,
    };
    Ok(TelemetrySettings {
        sampling,
        otlp: OtlpSettings::from_variables(variable).map_err(unusable)?,
        // Clients of such a platform are on this machine.
        trusts_clients: args.host.is_loopback(),
    })
}

/// Hides the secrets of a function, in all their encodings.
fn mask_of(secrets: Vec<String>) -> Mask {
    let secrets = secrets.into_iter().enumerate();
    let secrets: Object = secrets
        .map(|(at, it)| (at.to_string(), Value::secret(it.into())))
        .collect();
    let redactor = Redactor::of_origins(&secrets);
    Arc::new(move |text| redactor.redact(text))
}

/// The token of the file that `--caller-token` names.
fn caller_token(args: &ClosureServeArgs, current: &Path) -> Result<Option<Token>, Failure> {
    let Some(path) = &args.caller_token else {
        return Ok(None);
    };
    let unusable = |problem: String| {
        let message = format!("the file {} of --caller-token {problem}", path.display());
        Failure::new(Exit::Usage, Report::error(message))
    };
    let text = read_limit::secret_file(&current.join(path));
    let text = text.map_err(|error| unusable(format!("cannot be read: {error}")))?;
    let token = Token::parse(text.trim());
    let problem =
        || unusable("must have a token of 32 or more letters, digits and signs".to_owned());
    token.map(Some).ok_or_else(problem)
}

fn folder(folder: &Path, current: &Path) -> Result<PathBuf, Failure> {
    let real = current.join(folder).canonicalize();
    real.ok().filter(|it| it.is_dir()).ok_or_else(|| {
        let message = format!("there is no folder {}", folder.display());
        let report = Report::error(message)
            .help("give a folder with a subfolder, with a function.json, for each function");
        Failure::new(Exit::Usage, report)
    })
}

/// Whether a folder in the folder has a definition, or there are services or sites.
fn has_functions(folder: &Path) -> bool {
    let has = |kind: &str| {
        let entries = folder.join(kind).read_dir();
        entries.is_ok_and(|mut it| it.next().is_some())
    };
    let entries = folder.read_dir().into_iter().flatten().flatten();
    has(".services")
        || has(".sites")
        || entries
            .map(|it| it.path().join("function.json"))
            .any(|it| it.is_file())
}

/// The warning for a folder without functions, which may still be added.
fn no_functions(folder: &Path) -> Report {
    let folder = escaped(&folder.display().to_string());
    let message = format!(
        "there are no functions in {folder}: none of its folders has a function.json, so nothing is served yet"
    );
    Report::warning(message).help(
        "a function.json beside the files of a bundle says how it is called; `lumi closure run` \
             calls a bundle without one",
    )
}

/// Makes paths absolute: those in flags start at the current folder, those in definitions at the
/// function's folder.
fn absolute(mut flags: PermissionFlags, current: &Path) -> PermissionFlags {
    for allow in [&mut flags.read, &mut flags.write] {
        if let Allow::Only(paths) = allow {
            for path in paths {
                *path = current.join(&*path).to_string_lossy().into_owned();
            }
        }
    }
    flags
}

fn log(event: &Event, terminal: Terminal) {
    if let Some(text) = platform_event::text(event, terminal.event_style()) {
        let time = Local::now().format("%H:%M:%S%.3f").to_string();
        write_error(&platform_event::stamped(
            &text,
            &time,
            terminal.event_style(),
        ));
    }
}

fn failed(error: PlatformError) -> Failure {
    Failure::error(error.to_string())
}
