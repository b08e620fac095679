//! Asks a plugin for its schema, and for nothing else.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use tokio::time::error::Elapsed;
use tokio::time::timeout;
use tonic::{Code, Response, Status};

use lumi_provider::{
    PackageName, PackageParameters, PluginError, PluginLaunch, PluginPeer, PluginProtocol as _,
    limited_text,
};
use lumi_rpc::{
    Connection, MAX_MESSAGE, PeerCommand, PeerLog, ShutdownMethod, is_answer, is_lost,
    unreadable_answer,
};

use crate::plugin_script::ScriptCommand;
use crate::provider::PulumiRunFacts;
use crate::pulumirpc::parameterize_request::{Parameters, ParametersArgs};
use crate::pulumirpc::resource_provider_client::ResourceProviderClient;
use crate::pulumirpc::{GetSchemaRequest, ParameterizeRequest};
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
    #[error("the plugin `{package}` ended while it was asked what its package has: {how}")]
    Ended { package: PackageName, how: String },
    #[error("the schema of the plugin `{package}` cannot be used: {reason}")]
    Unusable {
        package: PackageName,
        reason: String,
    },
}

/// The package whose schema a plugin returns.
#[derive(Clone, Copy, Debug)]
pub enum DescribedPackage<'a> {
    /// Its own.
    Own,
    /// The one that it makes of parameters, as users write them.
    New(&'a [String]),
    /// One that it has made before.
    Made(&'a PackageParameters),
}

/// The time for a schema of a hundred megabytes.
const LIMIT: Duration = Duration::from_secs(60);

/// Starts the executable of a plugin, or its script by `scripts`, asks it, and ends it. Returns the schema in JSON.
pub async fn ask(
    program: &Path,
    package: &PackageName,
    startup_timeout: Duration,
    scripts: Option<ScriptCommand>,
    described: DescribedPackage<'_>,
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
        parameters: match described {
            DescribedPackage::Made(parameters) => Some(parameters.clone()),
            DescribedPackage::Own | DescribedPackage::New(_) => None,
        },
        log,
    };
    let started = protocol.start(launch).await.map_err(Box::new)?;
    let connection = started.peer.connection().clone();
    let mut client = ResourceProviderClient::new(connection).max_decoding_message_size(MAX_MESSAGE);
    let answer = timeout(LIMIT, schema(&mut client, package, described)).await;
    let lost = match &answer {
        Ok(Err(status)) if is_lost(status) => Some(lost(package, &*started.peer).await),
        _ => None,
    };
    drop((client, started.provider));
    started.peer.end().await;
    match lost {
        Some(error) => Err(error),
        None => answered(package, answer),
    }
}

/// The error for a plugin whose connection broke.
async fn lost(package: &PackageName, peer: &dyn PluginPeer) -> SchemaError {
    let package = package.clone();
    match peer.wait_for_exit().await {
        Some(how) => SchemaError::Ended { package, how },
        None => SchemaError::Refused {
            package,
            reason: "the connection to it broke before it answered".to_owned(),
        },
    }
}

fn answered(
    package: &PackageName,
    answer: Result<Result<Response<pulumirpc::GetSchemaResponse>, Status>, Elapsed>,
) -> Result<String, SchemaError> {
    let refused = |reason: String| SchemaError::Refused {
        package: package.clone(),
        reason,
    };
    match answer {
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
        Ok(Err(status)) => Err(refused(reason(&status))),
        Err(_) => Err(refused(format!(
            "it has not answered within {} seconds",
            LIMIT.as_secs()
        ))),
    }
}

/// The words of a plugin, or the reason why its answer cannot be read.
fn reason(status: &Status) -> String {
    match (is_answer(status), status.message()) {
        (false, _) => format!("its answer cannot be used: {}", unreadable_answer(status)),
        (true, "") => format!(
            "it answers with the status {:?} and no message",
            status.code()
        ),
        (true, message) => limited_text(message.to_owned()),
    }
}

/// Asks for the schema. The plugin has got the parameters of a package that it has made before.
async fn schema(
    client: &mut ResourceProviderClient<Connection>,
    package: &PackageName,
    described: DescribedPackage<'_>,
) -> Result<Response<pulumirpc::GetSchemaResponse>, Status> {
    let mut request = GetSchemaRequest::default();
    match described {
        DescribedPackage::Own => {}
        DescribedPackage::New(parameters) => {
            let args = ParametersArgs {
                args: parameters.to_vec(),
            };
            let package = client
                .parameterize(ParameterizeRequest {
                    parameters: Some(Parameters::Args(args)),
                })
                .await;
            let package = package.map_err(refusal)?.into_inner();
            request.subpackage_name = package.name;
            request.subpackage_version = package.version;
        }
        DescribedPackage::Made(parameters) => {
            request.subpackage_name = package.to_string();
            request.subpackage_version.clone_from(&parameters.version);
        }
    }
    client.get_schema(request).await
}

/// The refusal of parameters, which does not mean that the plugin has no schema.
fn refusal(status: Status) -> Status {
    match status.code() {
        Code::Unimplemented => Status::invalid_argument("it makes no packages of parameters"),
        _ => status,
    }
}
