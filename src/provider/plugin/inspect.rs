//! Starts plugins only to inspect them.

use std::path::Path;
use std::time::Duration;

use tokio::time::timeout;
use tonic::Code;

use lumi_rpc::lumirpc::resource_provider_client::ResourceProviderClient;
use lumi_rpc::{MAX_MESSAGE, PeerLog, lumirpc as wire};

use super::folders::FoundPlugin;
use super::launch::{LaunchContext, launch};
use super::lumi_protocol::LumiPluginProtocol;
use super::package_name::PackageName;
use super::plugin_kind::PluginKind;
use super::process::{PluginError, PluginInfo, PluginProcess, what};
use super::protocol::SecretSupport;
use super::version::WantedVersion;

/// Reads the version and capabilities of an executable for Lumi; `package` is from its file name.
pub async fn inspect(
    program: &Path,
    package: &PackageName,
    startup_timeout: Duration,
    log: PeerLog,
) -> Result<PluginInfo, PluginError> {
    let process = alone(program, package, startup_timeout, log).await?;
    let (version, secrets) = (process.version.clone(), process.secrets);
    process.end().await;
    let version = version.ok_or_else(|| PluginError::Versionless {
        what: what(package),
        wanted: WantedVersion::ANY,
    })?;
    Ok(PluginInfo {
        package: package.clone(),
        version,
        keeps_secrets: secrets == SecretSupport::Marked,
    })
}

/// Reads the schema from an executable for Lumi; `None` if it has none.
pub async fn schema(
    program: &Path,
    package: &PackageName,
    startup_timeout: Duration,
    log: PeerLog,
) -> Result<Option<wire::GetSchemaResponse>, PluginError> {
    let process = alone(program, package, startup_timeout, log).await?;
    let client = ResourceProviderClient::new(process.peer.connection().clone());
    let mut client = client.max_decoding_message_size(MAX_MESSAGE);
    let asked = timeout(
        startup_timeout,
        client.get_schema(wire::GetSchemaRequest {}),
    );
    let what = what(package);
    let schema = match asked.await {
        Ok(Ok(answer)) => Some(answer.into_inner()),
        Ok(Err(status)) if status.code() == Code::Unimplemented => None,
        Ok(Err(status)) => {
            let source = status.into();
            return Err(PluginError::NoSchema { what, source });
        }
        Err(_) => {
            let call = "GetSchema";
            return Err(PluginError::Silent {
                what,
                call,
                startup_timeout,
            });
        }
    };
    drop(client);
    process.end().await;
    Ok(schema)
}

async fn alone(
    program: &Path,
    package: &PackageName,
    startup_timeout: Duration,
    log: PeerLog,
) -> Result<PluginProcess, PluginError> {
    let found = FoundPlugin {
        kind: PluginKind::Lumi,
        program: program.to_owned(),
        wanted: WantedVersion::ANY,
    };
    let protocol = LumiPluginProtocol::without_engine();
    let context = LaunchContext {
        project: program.parent().unwrap_or(program),
        startup_timeout,
        secrets_allowed: false,
        protocol: &protocol,
        environment: Vec::new(),
        parameters: None,
    };
    launch(package, &found, context, log).await
}
