//! Starts plugins that were made for Pulumi.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use async_trait::async_trait;
use tokio::sync::OnceCell;
use tokio::time::timeout;

use lumi_provider::{
    MonitorAccess, PluginError, PluginKind, PluginLaunch, PluginLevel, PluginLine, PluginLog,
    PluginProtocol, PluginVersion, SecretSupport, StartedPlugin,
};
use lumi_rpc::{Router, Server, ShutdownMethod, Token};

use crate::plugin_script::ScriptCommand;
use crate::provider::{EngineMessage, PulumiProvider, PulumiRunFacts, engine_server};
use crate::pulumirpc::LogSeverity;

/// Starts `pulumi-resource-<package>` in the same way as Pulumi's engine.
pub struct PulumiPluginProtocol {
    facts: PulumiRunFacts,
    log: PluginLog,
    /// The command that runs plugins which are scripts; `None` starts each plugin as it is.
    scripts: Option<ScriptCommand>,
    /// The facts with the address of the log server, which starts with the first plugin.
    served: OnceCell<(Arc<PulumiRunFacts>, Option<Server>)>,
}

impl PulumiPluginProtocol {
    /// Starts no server before the first plugin. `log` receives the messages of plugins, `scripts` runs those that are
    /// scripts of the Node SDK.
    pub fn new(facts: PulumiRunFacts, scripts: Option<ScriptCommand>, log: PluginLog) -> Self {
        Self {
            facts,
            log,
            scripts,
            served: OnceCell::new(),
        }
    }

    async fn served_facts(&self) -> Arc<PulumiRunFacts> {
        let start = || async {
            let mut facts = self.facts.clone();
            let server = serve_log(Arc::clone(&self.log), &facts).await.ok();
            facts.engine = server
                .as_ref()
                .map(|it| it.endpoint().to_string())
                .unwrap_or_default();
            (Arc::new(facts), server)
        };
        let (facts, _) = self.served.get_or_init(start).await;
        Arc::clone(facts)
    }
}

#[async_trait]
impl PluginProtocol for PulumiPluginProtocol {
    fn kind(&self) -> PluginKind {
        PluginKind::Pulumi
    }

    fn offer(&self, monitor: Arc<dyn MonitorAccess>) {
        self.facts.offer(monitor);
    }

    async fn start(&self, mut launch: PluginLaunch<'_>) -> Result<StartedPlugin, PluginError> {
        let started = Instant::now();
        let facts = self.served_facts().await;
        let folder = launch.command.program.parent().map(Path::to_owned);
        let folder = folder.unwrap_or_else(|| launch.command.directory.clone());
        launch.command.shutdown_method = ShutdownMethod::Interrupt;
        launch.command.environment.extend(environment(&facts));
        if let Some(scripts) = &self.scripts {
            scripts.apply(&mut launch).map_err(PluginError::Other)?;
        }
        launch.command.arguments.push(facts.engine.clone());
        let peer = launch.spawn(Token::NONE).await?;
        let called_after = started.elapsed();
        let provider = PulumiProvider::new(
            peer.connection().clone(),
            launch.disconnect_reason(&peer),
            launch.package.as_str(),
            facts,
        );
        let greet = async {
            provider.handshake(&folder).await?;
            provider.version().await
        };
        let version = launch.first_answer(&peer, greet).await?;
        if let Some(parameters) = &launch.parameters {
            let given = provider.parameterize(parameters);
            let given = timeout(launch.command.startup_timeout, given).await;
            let silent = |_| PluginError::Silent {
                what: launch.command.what.clone(),
                call: "Parameterize",
                startup_timeout: launch.command.startup_timeout,
            };
            let given = given.map_err(silent)?;
            given.map_err(|it| {
                let what = &launch.command.what;
                PluginError::Other(format!("{what} cannot be made of its parameters: {it}"))
            })?;
        }
        Ok(StartedPlugin {
            provider: Arc::new(provider),
            peer: Box::new(peer),
            version: version.as_deref().and_then(version_of),
            // Plugins have always received secrets in plain text, and the protocol relies on that.
            secrets: SecretSupport::Plain,
            cancels_before_end: true,
            most_calls: None,
            called_after,
        })
    }
}

fn environment(facts: &PulumiRunFacts) -> Vec<(String, String)> {
    let variables = [
        ("PULUMI_PROJECT", &facts.project),
        ("PULUMI_STACK", &facts.stack),
        // The server for dynamic providers of Node reads these.
        ("PULUMI_NODEJS_PROJECT", &facts.project),
        ("PULUMI_NODEJS_STACK", &facts.stack),
    ];
    let variables = variables.into_iter();
    variables
        .map(|(name, value)| (name.to_owned(), value.clone()))
        .collect()
}

/// Serves the log to plugins, which have no token.
async fn serve_log(log: PluginLog, facts: &PulumiRunFacts) -> std::io::Result<Server> {
    let log_message = move |message: EngineMessage| {
        log(PluginLine {
            package: None,
            level: match message.severity {
                _ if message.is_passing => PluginLevel::Debug,
                LogSeverity::Debug => PluginLevel::Debug,
                LogSeverity::Info => PluginLevel::Info,
                LogSeverity::Warning => PluginLevel::Warning,
                LogSeverity::Error => PluginLevel::Error,
            },
            urn: message.urn,
            text: message.text,
        });
    };
    let service = engine_server(&facts.project, &facts.stack, log_message);
    Server::start(Router::new(Token::NONE).with(service)).await
}

/// Parses a plugin's version, which may have a leading `v` and build metadata; some plugins report
/// invalid versions.
fn version_of(text: &str) -> Option<PluginVersion> {
    let text = text.strip_prefix('v').unwrap_or(text);
    let text = text.split('+').next().unwrap_or(text);
    PluginVersion::parse(text).ok()
}

#[cfg(test)]
mod tests {
    use parking_lot::Mutex;

    use prost::Message as _;

    use super::*;
    use crate::hostile::{HostileService, frame};
    use crate::pulumirpc;

    #[test]
    fn versions_are_read_as_they_are_written() {
        let version = |text| version_of(text).map(|it| it.to_string());
        assert_eq!(version("v4.21.2").as_deref(), Some("4.21.2"));
        assert_eq!(
            version("1.0.0-alpha.1+dirty").as_deref(),
            Some("1.0.0-alpha.1")
        );
        assert_eq!(version("dev"), None);
    }

    #[test]
    fn the_engine_survives_whatever_plugins_say() {
        let heard: Arc<Mutex<Vec<String>>> = Arc::default();
        let lines = Arc::clone(&heard);
        let log: PluginLog = Arc::new(move |line: PluginLine| lines.lock().push(line.text));
        let facts = PulumiRunFacts::new("web", "dev");
        let assailed = HostileService::new("pulumirpc.Engine", Token::NONE, async || {
            serve_log(log, &facts).await.unwrap()
        });
        let message = pulumirpc::LogRequest {
            severity: LogSeverity::Warning.into(),
            message: "careful".to_owned(),
            urn: "urn:pulumi:dev::web::a:b:C::d".to_owned(),
            ..Default::default()
        };
        let message = message.encode_to_vec();
        let version = pulumirpc::RequirePulumiVersionRequest {
            pulumi_version_range: ">=3.0.0 <4.0.0 || ^5".to_owned(),
        };
        let root = pulumirpc::SetRootResourceRequest {
            urn: "urn:pulumi:dev::web::pulumi:pulumi:Stack::web-dev".to_owned(),
        };
        assailed.survives(&[
            ("Log", message.clone()),
            ("GetRootResource", Vec::new()),
            ("SetRootResource", root.encode_to_vec()),
            ("RequirePulumiVersion", version.encode_to_vec()),
            ("StartDebugging", vec![0x0a, 0]),
        ]);
        heard.lock().clear();
        assailed.send("Log", frame(&message));
        assert_eq!(*heard.lock(), ["careful"]);
    }
}
