//! A program that runs in this process, with the SDK in its `node_modules`.

use std::sync::Arc;

use tokio::task::spawn_blocking;

use crate::language::messages::log;
use crate::program_end::{FailureCause, ProgramEnd};
use lumi_host::{Allow, EventSink, Mode, PermissionFlags, Program, ProgramError, StopReason};
use lumi_pulumi::{EMBEDDED_ENGINE, PulumiMonitorServer};
use lumi_terminal::ui::report::Report;

use super::endings::ended;
use super::sdk_run::SdkRun;

/// A program that is ready to run.
pub struct EmbeddedProgram {
    pub run: SdkRun,
    pub monitor: PulumiMonitorServer,
    pub events: EventSink,
    /// The inputs of the host, as for a program of Lumi.
    pub program: Program,
}

impl EmbeddedProgram {
    pub async fn run(self) -> ProgramEnd {
        let Self {
            run,
            monitor,
            events,
            mut program,
        } = self;
        program.context.arguments = run.arguments(EMBEDDED_ENGINE);
        program.context.mode = Mode::Script;
        // TypeScript is compiled by lumi, as the module is loaded.
        program.environment.extend(run.environment(false));
        program.entry = run.script;
        program.services = Some(Arc::new(monitor.embedded(log(&events))));
        let mut running = spawn_blocking(|| lumi_host::run(program));
        let result = tokio::select! {
            result = &mut running => result,
            // The program has declared everything; it stays until its hooks are no longer needed.
            () = monitor.hooks().program_waits() => {
                let lingering = monitor.hooks().linger();
                tokio::spawn(async move {
                    let _ = running.await;
                    drop(lingering);
                });
                return ended(&monitor, Some(0), &"success");
            }
        };
        match result {
            Ok(Ok(_)) => ended(&monitor, Some(0), &"success"),
            Ok(Err(ProgramError::Stopped(StopReason::Exited(code), _))) => {
                ended(&monitor, Some(code), &format!("exit code {code}"))
            }
            Ok(Err(error)) => Err(error).into(),
            Err(error) => {
                let what = format!("the thread of the program ended: {error}");
                ProgramEnd::failed(FailureCause::Internal, Report::error(what))
            }
        }
    }
}

/// The variables by which the SDK tells its copies about the run.
const OF_SDK: [&str; 13] = [
    "PULUMI_CONFIG",
    "PULUMI_CONFIG_SECRET_KEYS",
    "PULUMI_NODEJS_DRY_RUN",
    "PULUMI_NODEJS_ENGINE",
    "PULUMI_NODEJS_MONITOR",
    "PULUMI_NODEJS_ORGANIZATION",
    "PULUMI_NODEJS_PARALLEL",
    "PULUMI_NODEJS_PROJECT",
    "PULUMI_NODEJS_ROOT_DIRECTORY",
    "PULUMI_NODEJS_STACK",
    "PULUMI_NODEJS_SYNC",
    "PULUMI_NODEJS_TSCONFIG_PATH",
    "PULUMI_NODEJS_TYPESCRIPT",
];

/// The permissions of a program of Pulumi: those that the user gives, or everything as in Node. The variables of the SDK
/// are always visible: without them, the program would lack its configuration.
pub fn permissions(given: PermissionFlags) -> PermissionFlags {
    if given == PermissionFlags::default() {
        return PermissionFlags::everything();
    }
    let names = match given.env {
        Allow::All => return given,
        Allow::Nothing => Vec::new(),
        Allow::Only(names) => names,
    };
    let all = names.into_iter().chain(OF_SDK.map(str::to_owned));
    PermissionFlags {
        env: Allow::Only(all.collect()),
        ..given
    }
}
