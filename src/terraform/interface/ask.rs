//! Asks a provider for its schemas, and for nothing else.

use std::path::Path;
use std::sync::Arc;

use thiserror::Error;

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
    answered(PluginProcess::start(&command, filter).await?).await
}

/// Asks a provider that runs already.
pub async fn ask_attached(
    place: &Reattachment,
    name: &str,
    filter: LogFilter,
) -> Result<(ProtocolVersion, Response), AskError> {
    answered(PluginProcess::attach(name, place, filter).await?).await
}

async fn answered(process: PluginProcess) -> Result<(ProtocolVersion, Response), AskError> {
    let process = Arc::new(process);
    let client = Client::new(Arc::clone(&process));
    let asked = client.get_provider_schema(Request {}).await;
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
