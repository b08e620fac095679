//! The engine's side of a run.

use std::fmt::Display;
use std::path::PathBuf;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tokio::time::{sleep, timeout};

use crate::language::messages::{lines, log};
use crate::program_end::{FailureCause, ProgramEnd};
use crate::ui::report::Report;
use lumi_host::{EventSink, StopHandle, StopReason};
use lumi_pulumi::{ORGANIZATION, PARALLEL, PulumiEngine, PulumiFacts, PulumiMonitorServer};
use lumi_rpc::{CallingPeer, PeerCommand, Router, Server, ShutdownMethod, Token};

use super::node_runtime::NodeRuntime;

/// Exit code of a program that failed and has reported the reason.
const REPORTED: i32 = 32;

/// Runs before the program: disables colours in errors. The SDK always requests colours; in
/// messages they are useless, and some versions of node hang when they colour a stack that contains
/// a scoped package, such as the SDK.
const PLAIN_ERRORS: &str = r#"
import util from "node:util";
const plain = (value, options) => value instanceof Error && options?.colors ? { ...options, colors: false } : options;
util.inspect = new Proxy(util.inspect, {
  apply: (inspect, self, [value, options, ...rest]) => Reflect.apply(inspect, self, [value, plain(value, options), ...rest]),
});
"#;

/// Runs before the program: drops the SDK's messages about its own work, which are not shown. Each
/// message is a call that costs node and the engine more time than the resource itself. Once the
/// SDK is loaded, modules are loaded as usual, so that no stack contains this code.
const QUIET_SDK: &str = r#"
import Module from "node:module";
const own = /^(Registering|Reading) resource: t=| RPC (prepared|finished): |, obj=/;
const compile = Module._extensions[".js"];
const quiet = (module, file) => {
  compile(module, file);
  if (!/[\\/]@pulumi[\\/]pulumi[\\/]log[\\/]index\.js$/.test(file)) return;
  if (Module._extensions[".js"] === quiet) Module._extensions[".js"] = compile;
  const { debug } = module.exports;
  if (typeof debug !== "function") return;
  module.exports.debug = (message, ...rest) => own.test(message) ? Promise.resolve() : debug(message, ...rest);
};
Module._extensions[".js"] = quiet;
"#;

/// Grace period of a program after a stop, which it notices at its next request.
const GRACE: Duration = Duration::from_secs(2);

/// A program that is ready to run.
pub struct NodeProgram {
    pub runtime: NodeRuntime,
    /// A file, or a folder whose `package.json` may name one.
    pub entry: PathBuf,
    pub arguments: Vec<String>,
    pub facts: PulumiFacts,
    pub monitor: PulumiMonitorServer,
    pub events: EventSink,
    pub stop: StopHandle,
    /// Time limit.
    pub timeout: Option<Duration>,
    /// Maximum heap size in bytes.
    pub heap: Option<usize>,
    /// Whether the SDK logs everything it does.
    pub verbose: bool,
}

impl NodeProgram {
    /// Runs the program to its end.
    pub async fn run(self) -> ProgramEnd {
        let router =
            Router::new(Token::NONE)
                .with(self.monitor.server())
                .with(PulumiEngine::server(
                    log(&self.events),
                    self.monitor.failures(),
                ));
        let server = match Server::start(router).await {
            Ok(server) => server,
            Err(error) => return failed(format!("no port can be opened: {error}")),
        };
        let command = self.command(&server.endpoint().to_string());
        let program = match CallingPeer::start(&command, lines(&self.events)).await {
            Ok(program) => program,
            Err(error) => {
                let node = self.runtime.node.display();
                return failed(format!("`{node}` cannot be started: {error}"));
            }
        };
        let limit = self.timeout.unwrap_or(Duration::MAX);
        let end = tokio::select! {
            end = program.wait() => end,
            // The program has declared everything; its process stays until its hooks are no longer
            // needed.
            () = self.monitor.hooks().program_waits() => {
                let lingering = self.monitor.hooks().linger();
                tokio::spawn(async move {
                    program.wait().await;
                    drop((server, lingering));
                });
                return self.ended(Some(0), &"success");
            }
            () = self.stop.stopped() => {
                if timeout(GRACE, program.wait()).await.is_err() {
                    program.terminate().await;
                }
                return stopped();
            }
            () = sleep(limit) => {
                self.stop.stop(StopReason::Timeout(limit));
                program.terminate().await;
                return too_long(limit);
            }
        };
        self.ended(end.code, &end)
    }

    /// The result of the program, from the exit code and its outputs.
    fn ended(&self, code: Option<i32>, how: &dyn Display) -> ProgramEnd {
        let end = outcome(code, how, self.monitor.has_failed());
        if !matches!(&end, ProgramEnd::Failed(it) if it.cause == FailureCause::Program) {
            self.monitor.finish();
        }
        end
    }

    fn command(&self, address: &str) -> PeerCommand {
        let NodeRuntime {
            node,
            script,
            settings,
        } = &self.runtime;
        let facts = &self.facts;
        let folder = facts.folder.display();
        // The SDK resolves a folder itself.
        let (working, entry) = match self.entry.is_dir() {
            true => (self.entry.display(), ".".to_owned()),
            false => (folder, self.entry.display().to_string()),
        };
        let mut arguments = vec![import(PLAIN_ERRORS)];
        if !self.verbose {
            arguments.push(import(QUIET_SDK));
        }
        arguments.extend(settings.node_arguments.iter().cloned());
        if let Some(heap) = self.heap {
            arguments.push(format!("--max-old-space-size={}", heap >> 20));
        }
        arguments.push(script.display().to_string());
        arguments.extend([
            format!("--monitor={address}"),
            format!("--engine={address}"),
            format!("--organization={ORGANIZATION}"),
            format!("--project={}", facts.project),
            format!("--stack={}", facts.stack),
            format!("--root-directory={}", facts.folder.display()),
            format!("--pwd={working}"),
            format!("--parallel={PARALLEL}"),
        ]);
        if facts.dry_run {
            arguments.push("--dry-run".to_owned());
        }
        arguments.push(entry);
        arguments.extend(self.arguments.iter().cloned());
        PeerCommand {
            what: "the program".to_owned(),
            program: node.clone(),
            arguments,
            directory: facts.folder.clone(),
            environment: self.environment(),
            startup_timeout: PeerCommand::STARTUP_TIMEOUT,
            shutdown_method: ShutdownMethod::EndOfInput,
        }
    }

    fn environment(&self) -> Vec<(String, String)> {
        let config: serde_json::Map<_, _> = self
            .facts
            .config
            .iter()
            .map(|(key, value)| (key.clone(), value.clone().into()))
            .collect();
        let typescript = self.runtime.settings.typescript;
        [
            (
                "PULUMI_CONFIG",
                serde_json::Value::Object(config).to_string(),
            ),
            (
                "PULUMI_CONFIG_SECRET_KEYS",
                serde_json::Value::from(self.facts.secret_keys.clone()).to_string(),
            ),
            ("PULUMI_NODEJS_TYPESCRIPT", typescript.to_string()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .to_vec()
    }
}

/// The result of the program, from the exit code.
fn outcome(code: Option<i32>, how: &dyn Display, has_failed: bool) -> ProgramEnd {
    let cause = match has_failed {
        true => FailureCause::Resource,
        false => FailureCause::Program,
    };
    match code {
        Some(0) if !has_failed => ProgramEnd::Finished(None),
        Some(0 | REPORTED) => reported_failure(cause),
        Some(_) if has_failed => reported_failure(cause),
        _ => failed(format!("the program ended with {how}")),
    }
}

/// The argument that makes node run a module before the program.
fn import(module: &str) -> String {
    format!(
        "--import=data:text/javascript;base64,{}",
        STANDARD.encode(module)
    )
}

/// A failure that was already reported.
fn reported_failure(cause: FailureCause) -> ProgramEnd {
    let failure = crate::program_end::ProgramFailure::new(cause, None);
    ProgramEnd::Failed(Box::new(failure))
}

fn failed(message: String) -> ProgramEnd {
    ProgramEnd::failed(FailureCause::Program, Report::error(message))
}

fn stopped() -> ProgramEnd {
    ProgramEnd::failed(FailureCause::Cancelled, Report::error("interrupted"))
}

fn too_long(limit: Duration) -> ProgramEnd {
    let message = format!("the program did not end within {limit:?} and was stopped");
    let help = "give it more time with --timeout, or look for what keeps it running: a timer, a \
                server or a connection that is never closed";
    ProgramEnd::failed(FailureCause::Program, Report::error(message).help(help))
}
