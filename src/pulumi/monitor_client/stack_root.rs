//! The resource for the stack: the parent of all resources without another.

use tonic::{Code, Status};

use crate::pulumirpc::engine_client::EngineClient;
use crate::pulumirpc::resource_monitor_client::ResourceMonitorClient;
use crate::pulumirpc::{
    RegisterResourceRequest, ResourceMonitorFeature, SetRootResourceRequest, Struct,
    SupportsFeatureRequest,
};
use crate::values::{Accepts, pulumi_stack_urn};
use lumi_rpc::{CallError, Connection};

/// Facts about the run that a program can query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackFacts {
    pub project: String,
    pub stack: String,
    pub dry_run: bool,
}

/// Registers the stack; returns the engine's URN for it.
pub async fn register(
    monitor: &mut ResourceMonitorClient<Connection>,
    engine: &mut EngineClient<Connection>,
    facts: &StackFacts,
) -> Result<String, CallError> {
    let request = RegisterResourceRequest {
        r#type: "pulumi:pulumi:Stack".to_owned(),
        name: format!("{}-{}", facts.project, facts.stack),
        object: Some(Struct::default()),
        accept_secrets: true,
        accept_resources: true,
        supports_partial_values: true,
        supports_result_reporting: true,
        alias_specs: true,
        ..Default::default()
    };
    let answer = monitor.register_resource(request).await?.into_inner();
    let urn = match answer.urn.is_empty() {
        true => pulumi_stack_urn(&facts.stack, &facts.project),
        false => answer.urn,
    };
    let request = SetRootResourceRequest { urn: urn.clone() };
    tolerated(engine.set_root_resource(request).await.map(drop))?;
    Ok(urn)
}

/// Queries the monitor's features: older monitors are asked one by one.
pub async fn accepts(
    monitor: &mut ResourceMonitorClient<Connection>,
) -> Result<Accepts, CallError> {
    match monitor.get_deployment_info(()).await {
        Ok(info) => {
            let info = info.into_inner();
            let has = |it: ResourceMonitorFeature| info.supported_features().any(|has| has == it);
            Ok(Accepts {
                secrets: has(ResourceMonitorFeature::Secrets),
                resources: has(ResourceMonitorFeature::ResourceReferences),
            })
        }
        Err(status) if status.code() == Code::Unimplemented => Ok(Accepts {
            secrets: supports(monitor, "secrets").await?,
            resources: supports(monitor, "resourceReferences").await?,
        }),
        Err(status) => Err(status.into()),
    }
}

async fn supports(
    monitor: &mut ResourceMonitorClient<Connection>,
    feature: &str,
) -> Result<bool, CallError> {
    let id = feature.to_owned();
    match monitor
        .supports_feature(SupportsFeatureRequest { id })
        .await
    {
        Ok(answer) => Ok(answer.into_inner().has_support),
        Err(status) if status.code() == Code::Unimplemented => Ok(false),
        Err(status) => Err(status.into()),
    }
}

/// Ignores the error of a method that the engine does not implement.
pub fn tolerated(answer: Result<(), Status>) -> Result<(), CallError> {
    match answer {
        Err(status) if status.code() != Code::Unimplemented => Err(status.into()),
        _ => Ok(()),
    }
}
