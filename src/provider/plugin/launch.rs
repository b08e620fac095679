//! How a plugin is started and asked who it is, for each protocol.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::time::timeout;
use tonic::Status;

use crate::pulumi::{PulumiProvider, PulumiRunFacts};
use crate::wire::RemoteProvider;
use crate::{SecretGate, SecretPolicy};
use lumi_rpc::{
    CallError, PROTOCOL, Peer, PeerCommand, PeerLog, ShutdownMethod, Token, lumirpc as wire,
};

use super::folders::FoundPlugin;
use super::package_name::PackageName;
use super::plugin_kind::PluginKind;
use super::process::{Ending, FirstCall, PluginError, PluginProcess, what};
use super::version::PluginVersion;

/// What all processes of a host are started with.
pub(super) struct LaunchContext<'a> {
    pub(super) project: &'a Path,
    pub(super) startup_timeout: Duration,
    /// The user trusts it with secrets, whatever it declares.
    pub(super) secrets_allowed: bool,
    pub(super) protocol: Protocol<'a>,
}

/// What plugins of one kind find on our side.
pub(super) enum Protocol<'a> {
    Lumi {
        token: &'a Token,
        /// Where the engine listens, for messages to the user.
        engine: Option<String>,
    },
    Pulumi(Arc<PulumiRunFacts>),
}

/// Starts a plugin, which is the one that is wanted.
pub(super) async fn launch(
    package: &PackageName,
    found: &FoundPlugin,
    context: LaunchContext<'_>,
    log: PeerLog,
) -> Result<PluginProcess, PluginError> {
    let LaunchContext {
        project,
        startup_timeout,
        secrets_allowed,
        protocol,
    } = context;
    let started = Instant::now();
    let mut command = PeerCommand {
        what: what(package),
        program: found.program.clone(),
        arguments: Vec::new(),
        directory: project.to_owned(),
        environment: Vec::new(),
        startup_timeout,
        shutdown_method: ShutdownMethod::EndOfInput,
    };
    let (called_after, mut process) = match protocol {
        Protocol::Lumi { token, engine } => {
            let engine = engine.map(|it| ("LUMI_ENGINE".to_owned(), it));
            command.environment.extend(engine);
            let peer = Arc::new(Peer::start(command, token.clone(), log).await?);
            let called_after = started.elapsed();
            let process = handshake_lumi(package, peer, project, startup_timeout).await?;
            (called_after, process)
        }
        Protocol::Pulumi(facts) => {
            command.shutdown_method = ShutdownMethod::Interrupt;
            command.arguments.push(facts.engine.clone());
            command.environment = pulumi_environment(&facts);
            let peer = Arc::new(Peer::start(command, Token::NONE, log).await?);
            let called_after = started.elapsed();
            let folder = found.program.parent().unwrap_or(project);
            let process = greet_pulumi(package, peer, folder, facts, startup_timeout).await?;
            (called_after, process)
        }
    };
    process.first_call = FirstCall {
        made_after: called_after,
        answered_after: started.elapsed(),
    };
    process.check_version(&found.wanted)?;
    let policy = match process.kind {
        PluginKind::Lumi => secret_policy(package, process.keeps_secrets, secrets_allowed),
        // They always got secrets in the open, and the protocol relies on that.
        PluginKind::Pulumi => SecretPolicy::Plain,
    };
    process.provider = Arc::new(SecretGate::new(process.provider, policy));
    Ok(process)
}

fn pulumi_environment(facts: &PulumiRunFacts) -> Vec<(String, String)> {
    let variables = [
        ("PULUMI_PROJECT", &facts.project),
        ("PULUMI_STACK", &facts.stack),
        // The server for dynamic providers of Node looks at these.
        ("PULUMI_NODEJS_PROJECT", &facts.project),
        ("PULUMI_NODEJS_STACK", &facts.stack),
    ];
    let variables = variables.into_iter();
    variables
        .map(|(name, value)| (name.to_owned(), value.clone()))
        .collect()
}

/// The answer to a first call, or why there is none.
async fn first_answer<T>(
    package: &PackageName,
    peer: &Peer,
    startup_timeout: Duration,
    answer: impl Future<Output = Result<T, Status>>,
) -> Result<T, PluginError> {
    let what = what(package);
    match timeout(startup_timeout, answer).await {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(status)) => {
            let source = match peer.exit().await {
                Some(how) => CallError::malformed(format!("it ended ({how})")),
                None => status.into(),
            };
            Err(PluginError::NoHandshake { what, source })
        }
        Err(_) => Err(PluginError::Silent {
            what,
            call: "Handshake",
            startup_timeout,
        }),
    }
}

async fn handshake_lumi(
    package: &PackageName,
    peer: Arc<Peer>,
    project: &Path,
    startup_timeout: Duration,
) -> Result<PluginProcess, PluginError> {
    let what = what(package);
    let explain = Ending::of(package, &peer);
    let provider = RemoteProvider::new(peer.connection().clone(), explain);
    let request = wire::HandshakeRequest {
        protocol: PROTOCOL,
        engine_version: env!("CARGO_PKG_VERSION").to_owned(),
        project_folder: project.display().to_string(),
    };
    let mut client = provider.client();
    let answer = first_answer(package, &peer, startup_timeout, client.handshake(request)).await?;
    let answer = answer.into_inner();
    if answer.protocol != PROTOCOL {
        let found = answer.protocol;
        return Err(PluginError::Protocol { what, found });
    }
    if PackageName::parse(&answer.package).as_ref() != Some(package) {
        let found = answer.package;
        return Err(PluginError::OtherPackage { what, found });
    }
    let version = PluginVersion::parse(&answer.version)
        .map_err(|source| PluginError::NoVersion { what, source })?;
    Ok(PluginProcess {
        package: package.clone(),
        kind: PluginKind::Lumi,
        peer,
        provider: Arc::new(provider),
        version: Some(version),
        keeps_secrets: answer.keeps_secrets,
        first_call: FirstCall::default(),
    })
}

async fn greet_pulumi(
    package: &PackageName,
    peer: Arc<Peer>,
    folder: &Path,
    facts: Arc<PulumiRunFacts>,
    startup_timeout: Duration,
) -> Result<PluginProcess, PluginError> {
    let explain = Ending::of(package, &peer);
    let connection = peer.connection().clone();
    let provider = PulumiProvider::new(connection, explain, package.as_str(), facts);
    let greet = async {
        provider.handshake(folder).await?;
        provider.version().await
    };
    let version = first_answer(package, &peer, startup_timeout, greet).await?;
    Ok(PluginProcess {
        package: package.clone(),
        kind: PluginKind::Pulumi,
        peer,
        provider: Arc::new(provider),
        version: version.as_deref().and_then(pulumi_version),
        keeps_secrets: false,
        first_call: FirstCall::default(),
    })
}

/// Some write a `v` before, and a build behind; some write something that is no version at all.
fn pulumi_version(text: &str) -> Option<PluginVersion> {
    let text = text.strip_prefix('v').unwrap_or(text);
    let text = text.split('+').next().unwrap_or(text);
    PluginVersion::parse(text).ok()
}

fn secret_policy(package: &PackageName, keeps_secrets: bool, is_allowed: bool) -> SecretPolicy {
    match (keeps_secrets, is_allowed) {
        (true, _) => SecretPolicy::Marked,
        (false, true) => SecretPolicy::Plain,
        (false, false) => SecretPolicy::Refused {
            by: what(package),
            advice: format!(
                "use a version that does, or, if you trust it with secrets, write `plugins: {{ \
                 {package}: {{ secrets: allow }} }}` in Lumi.yaml"
            ),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_as_they_are_written() {
        let version = |text| pulumi_version(text).map(|it| it.to_string());
        assert_eq!(version("v4.21.2").as_deref(), Some("4.21.2"));
        assert_eq!(
            version("1.0.0-alpha.1+dirty").as_deref(),
            Some("1.0.0-alpha.1")
        );
        assert_eq!(version("dev"), None);
    }
}
