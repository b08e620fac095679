//! The engine's side of a run.

use std::path::PathBuf;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tokio::time::{sleep, timeout};

use crate::language::messages::{lines, log};
use crate::program_end::ProgramEnd;
use lumi_host::{EventSink, StopHandle, StopReason};
use lumi_pulumi::{PulumiEngine, PulumiMonitorServer};
use lumi_rpc::{CallingPeer, PeerCommand, Router, Server, ShutdownMethod, Token};

use super::endings::{ended, failed, stopped, too_long};
use super::sdk_run::SdkRun;

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

/// Runs before the program: a program that waits for ever does not tell the engine that everything is declared, so that it ends
/// with the error of the SDK, and nothing of what it lacks is deleted.
const SIGNAL_WHEN_SETTLED: &str = r#"
import Module from "node:module";
const compile = Module._extensions[".js"];
const settled = (module, file) => {
  compile(module, file);
  if (!/[\\/]@pulumi[\\/]pulumi[\\/]runtime[\\/]settings\.js$/.test(file)) return;
  if (Module._extensions[".js"] === settled) Module._extensions[".js"] = compile;
  const { signalAndWaitForShutdown: signal } = module.exports;
  if (typeof signal !== "function") return;
  const { getStore } = module.require("./state");
  module.exports.signalAndWaitForShutdown = () => getStore?.()?.leakCandidates?.size > 0 ? Promise.resolve() : signal();
};
Module._extensions[".js"] = settled;
"#;

/// Grace period of a program after a stop, which it notices at its next request.
const GRACE: Duration = Duration::from_secs(2);

/// A program that is ready to run.
pub struct NodeProgram {
    pub node: PathBuf,
    pub run: SdkRun,
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
                let node = self.node.display();
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
                return ended(&self.monitor, Some(0), &"success");
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
        ended(&self.monitor, end.code, &end)
    }

    fn command(&self, address: &str) -> PeerCommand {
        let mut arguments = vec![import(PLAIN_ERRORS), import(SIGNAL_WHEN_SETTLED)];
        if !self.verbose {
            arguments.push(import(QUIET_SDK));
        }
        arguments.extend(self.run.settings.node_arguments.iter().cloned());
        if let Some(heap) = self.heap {
            arguments.push(format!("--max-old-space-size={}", heap >> 20));
        }
        arguments.push(self.run.script.display().to_string());
        arguments.extend(self.run.arguments(address));
        PeerCommand {
            what: "the program".to_owned(),
            program: self.node.clone(),
            arguments,
            directory: self.run.facts.folder.clone(),
            environment: self.run.environment(self.run.settings.typescript),
            startup_timeout: PeerCommand::STARTUP_TIMEOUT,
            shutdown_method: ShutdownMethod::EndOfInput,
        }
    }
}

/// The argument that makes node run a module before the program.
fn import(module: &str) -> String {
    format!(
        "--import=data:text/javascript;base64,{}",
        STANDARD.encode(module)
    )
}
