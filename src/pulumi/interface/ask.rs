//! Asks a plugin for its schema, and for nothing else.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use tokio::time::timeout;
use tonic::Code;

use lumi_provider::{PackageName, PluginError, PluginLaunch, PluginProtocol as _};
use lumi_rpc::{MAX_MESSAGE, PeerCommand, PeerLog, ShutdownMethod};

use crate::plugin_script::ScriptCommand;
use crate::provider::PulumiRunFacts;
use crate::pulumirpc::GetSchemaRequest;
use crate::pulumirpc::resource_provider_client::ResourceProviderClient;
use crate::{PulumiPluginProtocol, pulumirpc};

/// The reason why a plugin gave no schema.
#[derive(Debug, Error)]
pub enum SchemaError {
    #[error(transparent)]
    NotStarted(#[from] Box<PluginError>),
    #[error("the plugin `{0}` does not describe its package")]
    None(PackageName),
    #[error("the plugin `{package}` does not say what its package has: {reason}")]
    Refused {
        package: PackageName,
        reason: String,
    },
    #[error("the schema of the plugin `{package}` cannot be used: {reason}")]
    Unusable {
        package: PackageName,
        reason: String,
    },
}

/// The time for a schema of a hundred megabytes.
const LIMIT: Duration = Duration::from_secs(60);

/// Starts the executable of a plugin, or its script by `scripts`, asks it, and ends it. Returns its schema in JSON.
pub async fn ask(
    program: &Path,
    package: &PackageName,
    startup_timeout: Duration,
    scripts: Option<ScriptCommand>,
    log: PeerLog,
) -> Result<String, SchemaError> {
    let facts = PulumiRunFacts::new(package.as_str(), "schema");
    let protocol = PulumiPluginProtocol::new(facts, scripts, Arc::new(|_| {}));
    let launch = PluginLaunch {
        package,
        command: PeerCommand {
            what: format!("the plugin `{package}`"),
            program: program.to_owned(),
            arguments: Vec::new(),
            directory: program.parent().unwrap_or(program).to_owned(),
            environment: Vec::new(),
            startup_timeout,
            shutdown_method: ShutdownMethod::Interrupt,
        },
        parameters: None,
        log,
    };
    let started = protocol.start(launch).await.map_err(Box::new)?;
    let connection = started.peer.connection().clone();
    let mut client = ResourceProviderClient::new(connection).max_decoding_message_size(MAX_MESSAGE);
    let asked = timeout(LIMIT, client.get_schema(GetSchemaRequest::default())).await;
    drop((client, started.provider));
    started.peer.end().await;
    let refused = |reason: String| SchemaError::Refused {
        package: package.clone(),
        reason,
    };
    match asked {
        Ok(Ok(answer)) => {
            let pulumirpc::GetSchemaResponse { schema } = answer.into_inner();
            match schema.is_empty() {
                true => Err(SchemaError::None(package.clone())),
                false => Ok(schema),
            }
        }
        Ok(Err(status)) if status.code() == Code::Unimplemented => {
            Err(SchemaError::None(package.clone()))
        }
        Ok(Err(status)) => Err(refused(status.message().to_owned())),
        Err(_) => Err(refused(format!(
            "it has not answered within {} seconds",
            LIMIT.as_secs()
        ))),
    }
}
