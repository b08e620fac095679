//! The gRPC service of a monitor for one program.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tonic::{Request, Response, Status};

use crate::program_channel::Loopback;
use crate::pulumirpc as wire;
use crate::pulumirpc::resource_monitor_server::{
    ResourceMonitor as Service, ResourceMonitorServer,
};
use lumi_monitor::{MonitorLog, ResourceMonitor};
use lumi_rpc::MAX_MESSAGE;

use super::answer::status;
use super::arrival_index::{ArrivalIndex, CallCounter, number, order};
use super::embedded_services::EmbeddedServices;
use super::engine_service::PulumiEngine;
use super::hooks::ProgramHooks;
use super::program_monitor::{ProgramMonitor, PulumiFacts};
use super::registered_packages::ParameterizedPackage;
use super::reported_failures::ReportedFailures;

use wire::ResourceMonitorFeature as Feature;

/// The organization that is reported to programs.
pub const ORGANIZATION: &str = "organization";

/// The number of calls that a program may make at once; with 1 the SDK would serialise them.
pub const PARALLEL: i32 = 1024;

/// The supported features, and their older names.
const FEATURES: &[(Feature, &str)] = &[
    (Feature::Secrets, "secrets"),
    (Feature::ResourceReferences, "resourceReferences"),
    (Feature::OutputValues, "outputValues"),
    (Feature::AliasSpecs, "aliasSpecs"),
    (Feature::DeletedWith, "deletedWith"),
    (Feature::ReplaceWith, "replaceWith"),
    (Feature::ReplacementTrigger, "replacementTrigger"),
    (Feature::Transforms, "transforms"),
    (Feature::InvokeTransforms, "invokeTransforms"),
    (Feature::ResourceHooks, "resourceHooks"),
    (Feature::ErrorHooks, "errorHooks"),
    (Feature::Parameterization, "parameterization"),
];

/// Serves a monitor to one program. Clones share their state.
#[derive(Clone)]
pub struct PulumiMonitorServer {
    program: Arc<ProgramMonitor>,
    /// The number of calls so far.
    next: Arc<AtomicU32>,
}

type Answer<T> = Result<Response<T>, Status>;

impl PulumiMonitorServer {
    pub fn new(monitor: Arc<dyn ResourceMonitor>, facts: PulumiFacts) -> Self {
        Self {
            program: Arc::new(ProgramMonitor::new(monitor, facts)),
            next: Arc::default(),
        }
    }

    /// The service for a router.
    pub fn server(&self) -> CallCounter<ResourceMonitorServer<Self>> {
        let server = ResourceMonitorServer::new(self.clone())
            .max_decoding_message_size(MAX_MESSAGE)
            .max_encoding_message_size(MAX_MESSAGE);
        CallCounter::new(server, Arc::clone(&self.next))
    }

    /// The services for a program in this process. `log` takes its messages. Must be called on a tokio runtime with
    /// threads.
    pub fn embedded(&self, log: MonitorLog) -> EmbeddedServices {
        let (line, calls) = mpsc::unbounded_channel();
        let loopback = Loopback::new(Handle::current(), line.downgrade());
        self.program.caller.connect(line);
        EmbeddedServices::new(
            self.clone(),
            PulumiEngine::new(log, self.failures()),
            loopback,
            calls,
        )
    }

    pub(super) fn program(&self) -> &ProgramMonitor {
        &self.program
    }

    /// The number of a call that arrives now, if it declares a resource.
    pub(super) fn arrival_index(&self, path: &str) -> Option<ArrivalIndex> {
        number(path, &self.next)
    }

    /// Whether a failed registration was reported to the program, which then counts as incomplete even
    /// if it exits normally.
    pub fn has_failed(&self) -> bool {
        !self.program.failures.is_empty()
    }

    /// The failures reported to both the program and the user.
    pub fn failures(&self) -> ReportedFailures {
        self.program.failures.clone()
    }

    /// The hooks that the program waits for at its end.
    pub fn hooks(&self) -> &ProgramHooks {
        &self.program.hooks
    }

    /// Forwards the outputs of a finished program.
    pub fn finish(&self) {
        self.program.finish();
    }
}

fn order_of<T>(request: &Request<T>) -> u32 {
    order(request.extensions().get::<ArrivalIndex>().copied())
}

#[tonic::async_trait]
impl Service for PulumiMonitorServer {
    async fn get_deployment_info(&self, _: Request<()>) -> Answer<wire::DeploymentInfo> {
        self.program.reads_unknown.store(true, Ordering::Relaxed);
        let facts = &self.program.facts;
        let features = FEATURES.iter().map(|(feature, _)| i32::from(*feature));
        Ok(Response::new(wire::DeploymentInfo {
            project: facts.project.clone(),
            stack: facts.stack.clone(),
            organization: ORGANIZATION.to_owned(),
            config: facts.config.iter().cloned().collect(),
            config_secret_keys: facts.secret_keys.clone(),
            dry_run: facts.dry_run,
            parallel: PARALLEL,
            supported_features: features.collect(),
        }))
    }

    async fn supports_feature(
        &self,
        request: Request<wire::SupportsFeatureRequest>,
    ) -> Answer<wire::SupportsFeatureResponse> {
        let id = request.into_inner().id;
        let has_support = FEATURES.iter().any(|(_, name)| *name == id);
        Ok(Response::new(wire::SupportsFeatureResponse { has_support }))
    }

    async fn invoke(
        &self,
        request: Request<wire::ResourceInvokeRequest>,
    ) -> Answer<wire::InvokeResponse> {
        Ok(Response::new(
            self.program.invoke(request.into_inner()).await?,
        ))
    }

    async fn call(
        &self,
        request: Request<wire::ResourceCallRequest>,
    ) -> Answer<wire::CallResponse> {
        Ok(Response::new(
            self.program.call(request.into_inner()).await?,
        ))
    }

    async fn read_resource(
        &self,
        request: Request<wire::ReadResourceRequest>,
    ) -> Answer<wire::ReadResourceResponse> {
        let order = order_of(&request);
        Ok(Response::new(
            self.program.read(request.into_inner(), order).await?,
        ))
    }

    async fn register_resource(
        &self,
        request: Request<wire::RegisterResourceRequest>,
    ) -> Answer<wire::RegisterResourceResponse> {
        let order = order_of(&request);
        let message = Box::new(request.into_inner());
        Ok(Response::new(self.program.register(message, order).await?))
    }

    async fn register_resource_outputs(
        &self,
        request: Request<wire::RegisterResourceOutputsRequest>,
    ) -> Answer<()> {
        Ok(Response::new(
            self.program.register_outputs(request.into_inner()).await?,
        ))
    }

    async fn register_stack_transform(&self, request: Request<wire::Callback>) -> Answer<()> {
        self.program.transforms.add(&request.into_inner())?;
        Ok(Response::new(()))
    }

    async fn register_stack_invoke_transform(
        &self,
        request: Request<wire::Callback>,
    ) -> Answer<()> {
        let callback = request.into_inner();
        self.program.transforms.add_for_functions(&callback)?;
        Ok(Response::new(()))
    }

    async fn register_resource_hook(
        &self,
        request: Request<wire::RegisterResourceHookRequest>,
    ) -> Answer<()> {
        let message = request.into_inner();
        let hook = self.program.hooks.for_steps(&message)?;
        let registered = self.program.monitor.register_hook(message.name, hook);
        registered.await.map_err(status)?;
        Ok(Response::new(()))
    }

    async fn register_error_hook(
        &self,
        request: Request<wire::RegisterErrorHookRequest>,
    ) -> Answer<()> {
        let message = request.into_inner();
        let hook = self.program.hooks.for_failures(&message)?;
        let registered = self.program.monitor.register_hook(message.name, hook);
        registered.await.map_err(status)?;
        Ok(Response::new(()))
    }

    async fn register_package(
        &self,
        request: Request<wire::RegisterPackageRequest>,
    ) -> Answer<wire::RegisterPackageResponse> {
        let (name, made) = self.program.packages.add(request.into_inner());
        if let Some(ParameterizedPackage { name, version, by }) = made {
            self.program.monitor.register_package(name, version, by);
        }
        Ok(Response::new(wire::RegisterPackageResponse { r#ref: name }))
    }

    /// A program that has ended remains only for its hooks.
    async fn signal_and_wait_for_shutdown(&self, _: Request<()>) -> Answer<()> {
        self.program.hooks.wait_for_release().await;
        Ok(Response::new(()))
    }
}
