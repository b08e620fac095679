//! The calls of a provider.

use std::sync::Arc;

use tokio::sync::{Semaphore, SemaphorePermit};
use tonic::Streaming;

use lumi_rpc::{Connection, MAX_MESSAGE};

use crate::process::{PluginProcess, ProtocolVersion};
use crate::tfplugin5::provider_client::ProviderClient as Client5;
use crate::tfplugin6::provider_client::ProviderClient as Client6;
use crate::tfplugin6::{self as wire, ClientCapabilities};

use super::call_failure::CallFailure;

/// The version of Terraform that providers see: some offer what they have only from a version
/// on.
pub const TERRAFORM_VERSION: &str = "1.13.0";

/// The capabilities of Lumi. Deferred resources are not among them: providers then answer with an error.
pub const CAPABILITIES: ClientCapabilities = ClientCapabilities {
    deferral_allowed: false,
    write_only_attributes_allowed: true,
};

/// Methods that compute instead of waiting.
const COMPUTING: &[&str] = &[
    "ValidateResourceConfig",
    "UpgradeResourceState",
    "MoveResourceState",
    "PlanResourceChange",
];

/// The most calls of these methods at the same time. More are not faster, and each needs memory of the provider: a plan
/// of a thousand resources begins with a thousand calls.
const COMPUTING_AT_ONCE: usize = 16;

/// The client of a running provider. Calls may run concurrently.
pub struct Client {
    process: Arc<PluginProcess>,
    calls: Calls,
    computing: Semaphore,
}

enum Calls {
    Five(Client5<Connection>),
    Six(Client6<Connection>),
}

impl Client {
    pub fn new(process: Arc<PluginProcess>) -> Self {
        let connection = process.connection().clone();
        let calls = match process.version() {
            ProtocolVersion::Five => Calls::Five(
                Client5::new(connection)
                    .max_decoding_message_size(MAX_MESSAGE)
                    .max_encoding_message_size(MAX_MESSAGE),
            ),
            ProtocolVersion::Six => Calls::Six(
                Client6::new(connection)
                    .max_decoding_message_size(MAX_MESSAGE)
                    .max_encoding_message_size(MAX_MESSAGE),
            ),
        };
        Self {
            process,
            calls,
            computing: Semaphore::new(COMPUTING_AT_ONCE),
        }
    }

    /// Waits until a call of a method may begin; it lasts as long as the permit.
    async fn turn(&self, method: &str) -> Option<SemaphorePermit<'_>> {
        match COMPUTING.contains(&method) {
            true => self.computing.acquire().await.ok(),
            false => None,
        }
    }

    pub fn process(&self) -> &Arc<PluginProcess> {
        &self.process
    }

    /// The objects of a type, one after the other.
    pub async fn list_resource(
        &self,
        request: wire::list_resource::Request,
    ) -> Result<Streaming<wire::list_resource::Event>, CallFailure> {
        let answered = match &self.calls {
            Calls::Five(client) => client.clone().list_resource(request).await,
            Calls::Six(client) => client.clone().list_resource(request).await,
        };
        match answered {
            Ok(events) => Ok(events.into_inner()),
            Err(status) => Err(self.failed_listing(status).await),
        }
    }

    /// Explains the end of a listing.
    pub async fn failed_listing(&self, status: tonic::Status) -> CallFailure {
        CallFailure::of(&self.process, "ListResource", status).await
    }
}

/// Methods with their name in version 5 and in version 6.
macro_rules! calls {
    ($($name:literal $message:ident: $five:ident, $six:ident;)+) => {
        impl Client {
            $(pub async fn $six(
                &self,
                request: wire::$message::Request,
            ) -> Result<wire::$message::Response, CallFailure> {
                let _turn = self.turn($name).await;
                let answered = match &self.calls {
                    Calls::Five(client) => client.clone().$five(request).await,
                    Calls::Six(client) => client.clone().$six(request).await,
                };
                match answered {
                    Ok(answer) => Ok(answer.into_inner()),
                    Err(status) => Err(CallFailure::of(&self.process, $name, status).await),
                }
            })+
        }
    };
}

calls! {
    "GetProviderSchema" get_provider_schema: get_schema, get_provider_schema;
    "GetResourceIdentitySchemas" get_resource_identity_schemas: get_resource_identity_schemas, get_resource_identity_schemas;
    "ValidateProviderConfig" validate_provider_config: prepare_provider_config, validate_provider_config;
    "ConfigureProvider" configure_provider: configure, configure_provider;
    "StopProvider" stop_provider: stop, stop_provider;
    "ValidateResourceConfig" validate_resource_config: validate_resource_type_config, validate_resource_config;
    "ValidateDataResourceConfig" validate_data_resource_config: validate_data_source_config, validate_data_resource_config;
    "UpgradeResourceState" upgrade_resource_state: upgrade_resource_state, upgrade_resource_state;
    "UpgradeResourceIdentity" upgrade_resource_identity: upgrade_resource_identity, upgrade_resource_identity;
    "ReadResource" read_resource: read_resource, read_resource;
    "PlanResourceChange" plan_resource_change: plan_resource_change, plan_resource_change;
    "ApplyResourceChange" apply_resource_change: apply_resource_change, apply_resource_change;
    "ImportResourceState" import_resource_state: import_resource_state, import_resource_state;
    "MoveResourceState" move_resource_state: move_resource_state, move_resource_state;
    "ReadDataSource" read_data_source: read_data_source, read_data_source;
    "GenerateResourceConfig" generate_resource_config: generate_resource_config, generate_resource_config;
    "ValidateEphemeralResourceConfig" validate_ephemeral_resource_config: validate_ephemeral_resource_config, validate_ephemeral_resource_config;
    "OpenEphemeralResource" open_ephemeral_resource: open_ephemeral_resource, open_ephemeral_resource;
    "RenewEphemeralResource" renew_ephemeral_resource: renew_ephemeral_resource, renew_ephemeral_resource;
    "CloseEphemeralResource" close_ephemeral_resource: close_ephemeral_resource, close_ephemeral_resource;
    "CallFunction" call_function: call_function, call_function;
    "ValidateListResourceConfig" validate_list_resource_config: validate_list_resource_config, validate_list_resource_config;
}
