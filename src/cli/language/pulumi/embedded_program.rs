//! A program that runs in this process, with the SDK in its `node_modules`.

use std::sync::Arc;

use tokio::task::spawn_blocking;

use crate::language::messages::log;
use crate::program_end::{FailureCause, ProgramEnd};
use crate::ui::report::Report;
use lumi_host::{EventSink, Mode, PermissionFlags, Program, ProgramError, StopReason};
use lumi_pulumi::PulumiMonitorServer;

use super::endings::ended;
use super::sdk_run::SdkRun;

/// The address of monitor and engine in this process (`js/pulumi/client.ts`).
const ENGINE: &str = "lumi:engine";

/// A program that is ready to run.
pub struct EmbeddedProgram {
    pub run: SdkRun,
    pub monitor: PulumiMonitorServer,
    pub events: EventSink,
    /// The inputs of the host, as for a program of Lumi.
    pub program: Program,
}

impl EmbeddedProgram {
    /// Runs the program to its end.
    pub async fn run(self) -> ProgramEnd {
        let Self {
            run,
            monitor,
            events,
            mut program,
        } = self;
        program.context.arguments = run.arguments(ENGINE);
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

/// The permissions of a program of Pulumi: those that the user gives, or everything as in Node.
pub fn permissions(given: PermissionFlags) -> PermissionFlags {
    match given == PermissionFlags::default() {
        true => PermissionFlags::everything(),
        false => given,
    }
}
