//! Asks a provider for its schemas, and for nothing else.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use tokio::time::timeout;

use crate::lifecycle::LifecycleError;
use crate::process::{
    LogFilter, PluginCommand, PluginProcess, ProtocolVersion, Reattachment, StartError,
};
use crate::protocol::{Client, Diagnostics};
use crate::tfplugin6::get_provider_schema::{Request, Response};

/// Why a provider does not say what its schemas are.
#[derive(Debug, Error)]
pub enum AskError {
    #[error(transparent)]
    NotStarted(#[from] StartError),
    #[error(transparent)]
    Refused(#[from] LifecycleError),
}

/// Starts the executable of a provider, asks it, and ends it. `name` is that of the provider.
pub async fn ask(
    program: &Path,
    name: &str,
    filter: LogFilter,
) -> Result<(ProtocolVersion, Response), AskError> {
    let command = PluginCommand {
        name: name.to_owned(),
        program: program.to_owned(),
        arguments: Vec::new(),
        directory: program.parent().unwrap_or(program).to_owned(),
        startup_timeout: PluginCommand::STARTUP_TIMEOUT,
        environment: Vec::new(),
    };
    let process = PluginProcess::start(&command, filter).await?;
    answered(process, command.startup_timeout).await
}

/// Asks a provider that runs already.
pub async fn ask_attached(
    place: &Reattachment,
    name: &str,
    filter: LogFilter,
) -> Result<(ProtocolVersion, Response), AskError> {
    let process = PluginProcess::attach(name, place, filter).await?;
    answered(process, PluginCommand::STARTUP_TIMEOUT).await
}

/// The answer of a provider, which is ended after it. One that does not answer in time is killed.
async fn answered(
    process: PluginProcess,
    limit: Duration,
) -> Result<(ProtocolVersion, Response), AskError> {
    let process = Arc::new(process);
    let client = Client::new(Arc::clone(&process));
    let asked = timeout(limit, client.get_provider_schema(Request {})).await;
    let asked = asked.map_err(|_| StartError::Silent {
        what: process.what().to_owned(),
        limit,
    })?;
    let secrets = process.filter().secrets().clone();
    let version = process.version();
    drop(client);
    if let Some(process) = Arc::into_inner(process) {
        process.end().await;
    }
    let mut answer = asked.map_err(LifecycleError::from)?;
    let diagnostics = Diagnostics::read(std::mem::take(&mut answer.diagnostics), &secrets);
    match diagnostics.has_error() {
        true => Err(LifecycleError::Refused(diagnostics).into()),
        false => Ok((version, answer)),
    }
}

#[cfg(test)]
mod tests {
    use lumi_rpc::Endpoint;
    use tokio::net::UnixListener;

    use super::*;
    use crate::process::{LogLevel, SecretTexts};

    #[tokio::test]
    async fn a_provider_that_never_answers_is_given_up() {
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("socket");
        let _listener = UnixListener::bind(&socket).unwrap();
        let place = Reattachment {
            version: ProtocolVersion::Six,
            endpoint: Endpoint::Unix(socket),
        };
        let filter = LogFilter::new(LogLevel::Error, SecretTexts::default(), Arc::new(|_| {}));
        let process = PluginProcess::attach("kit", &place, filter).await.unwrap();
        let asked = answered(process, Duration::from_millis(10)).await;
        assert_eq!(
            asked.err().unwrap().to_string(),
            "the provider `kit` listens, but did not answer the first call within 10ms"
        );
    }

    #[tokio::test]
    async fn a_provider_that_closes_its_connection_is_not_reported_as_ended() {
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("socket");
        let listener = UnixListener::bind(&socket).unwrap();
        let place = Reattachment {
            version: ProtocolVersion::Six,
            endpoint: Endpoint::Unix(socket),
        };
        tokio::spawn(async move {
            while let Ok((connection, _)) = listener.accept().await {
                drop(connection);
            }
        });
        let filter = LogFilter::new(LogLevel::Error, SecretTexts::default(), Arc::new(|_| {}));
        let process = PluginProcess::attach("kit", &place, filter).await.unwrap();
        let asked = answered(process, Duration::from_mins(1)).await;
        assert_eq!(
            asked.err().unwrap().to_string(),
            "the provider `kit` closed its connection while it answered `GetProviderSchema`"
        );
    }
}
