//! Starts a plugin of any protocol.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::{SecretGate, SecretPolicy};
use lumi_rpc::{PeerCommand, PeerLog, ShutdownMethod};

use super::folders::FoundPlugin;
use super::package_name::PackageName;
use super::plugin_kind::PluginKind;
use super::process::{CallCount, FirstCall, PluginError, PluginProcess, what};
use super::protocol::{PackageParameters, PluginLaunch, PluginProtocol, SecretSupport};

/// The common settings of all processes of a host.
pub struct LaunchContext<'a> {
    pub project: &'a Path,
    pub startup_timeout: Duration,
    /// Whether the user allows secrets for the plugin, even if it does not declare support.
    pub secrets_allowed: bool,
    pub protocol: &'a dyn PluginProtocol,
    /// Variables beside those of this process.
    pub environment: Vec<(String, String)>,
    pub parameters: Option<PackageParameters>,
}

/// Starts a plugin and checks that it is the required one.
pub async fn launch(
    package: &PackageName,
    found: &FoundPlugin,
    context: LaunchContext<'_>,
    log: PeerLog,
) -> Result<PluginProcess, PluginError> {
    let begun = Instant::now();
    let launch = PluginLaunch {
        package,
        command: PeerCommand {
            what: what(package),
            program: found.program.clone(),
            arguments: Vec::new(),
            directory: context.project.to_owned(),
            environment: context.environment,
            startup_timeout: context.startup_timeout,
            shutdown_method: ShutdownMethod::EndOfInput,
        },
        parameters: context.parameters,
        log,
    };
    if launch.parameters.is_some() && context.protocol.kind() != PluginKind::Pulumi {
        let message = format!(
            "{} takes no parameters: it is not one of Pulumi",
            what(package)
        );
        return Err(PluginError::Other(message));
    }
    let started = context.protocol.start(launch).await?;
    let policy = secret_policy(package, started.secrets, context.secrets_allowed);
    let process = PluginProcess {
        package: package.clone(),
        provider: Arc::new(SecretGate::new(started.provider, policy)),
        peer: started.peer,
        version: started.version,
        secrets: started.secrets,
        cancels_before_end: started.cancels_before_end,
        calls: CallCount::at_most(started.most_calls),
        first_call: FirstCall {
            made_after: started.called_after,
            answered_after: begun.elapsed(),
        },
    };
    process.check_version(&found.wanted)?;
    Ok(process)
}

fn secret_policy(package: &PackageName, secrets: SecretSupport, is_allowed: bool) -> SecretPolicy {
    match (secrets, is_allowed) {
        (SecretSupport::Marked, _) => SecretPolicy::Marked,
        (SecretSupport::Plain, _) | (SecretSupport::Undeclared, true) => SecretPolicy::Plain,
        (SecretSupport::Undeclared, false) => SecretPolicy::Refused {
            by: what(package),
            advice: format!(
                "use a version that does, or, if you trust it with secrets, write `plugins: {{ \
                 {package}: {{ secrets: allow }} }}` in Lumi.yaml"
            ),
        },
    }
}
