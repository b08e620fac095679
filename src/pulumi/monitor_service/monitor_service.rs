//! Registrations and reads; functions, methods and components of providers in separate modules.

mod calls;
mod remote;
mod transforms;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use parking_lot::Mutex;
use tonic::{Code, Request, Response, Status};

use crate::pulumirpc as wire;
use crate::pulumirpc::resource_monitor_server::{
    ResourceMonitor as Service, ResourceMonitorServer,
};
use crate::values::{Accepts, PulumiUrn, parse_urn, pulumi_stack_urn, pulumi_urn};
use lumi_graph::{Goal, Object, ResourceKind, Value};
use lumi_monitor::{MonitorError, ResourceMonitor};
use lumi_rpc::{CallError, MAX_MESSAGE};

use super::answer::{RegistrationOutcome, failed, id_text, status};
use super::arrival_index::{ArrivalIndex, CallCounter};
use super::functions;
use super::goal_message::{DeploymentInfo, GoalWithInheritance, inputs, read, registered};
use super::hooks::ProgramHooks;
use super::registered_resources::RegisteredResources;
use super::reported_failures::{DeclaredResource, ReportedFailures};

use transforms::Transforms;
use wire::ResourceMonitorFeature as Feature;

/// The type of the stack's resource.
const STACK: &str = "pulumi:pulumi:Stack";

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
];

/// Facts about the run that a program can query.
#[derive(Clone, Debug, Default)]
pub struct PulumiFacts {
    pub project: String,
    pub stack: String,
    pub dry_run: bool,
    /// Key to value, in plain text.
    pub config: Vec<(String, String)>,
    pub secret_keys: Vec<String>,
    /// The folder of the project.
    pub folder: PathBuf,
}

/// Serves a monitor to one program. Clones share their state.
#[derive(Clone)]
pub struct PulumiMonitorServer(Arc<Shared>);

struct Shared {
    monitor: Arc<dyn ResourceMonitor>,
    facts: PulumiFacts,
    place: DeploymentInfo,
    known: RegisteredResources,
    /// By the reference that programs use.
    packages: Mutex<HashMap<String, Package>>,
    transforms: Transforms,
    hooks: ProgramHooks,
    next: Arc<AtomicU32>,
    /// Set when the SDK calls `GetDeploymentInfo`: such SDKs read `unknown` in responses, and treat
    /// every result except success as a failure. Older ones read only the result.
    reads_unknown: AtomicBool,
    failures: ReportedFailures,
    /// The outputs that the program reports, even when it fails.
    outputs: Mutex<Option<Object>>,
}

/// The version of a package that a program uses.
#[derive(Clone)]
struct Package {
    version: String,
    download_url: String,
}

type Answer<T> = Result<Response<T>, Status>;

impl PulumiMonitorServer {
    pub fn new(monitor: Arc<dyn ResourceMonitor>, facts: PulumiFacts) -> Self {
        let place = DeploymentInfo {
            project: facts.project.clone(),
            stack: facts.stack.clone(),
            folder: facts.folder.clone(),
        };
        Self(Arc::new(Shared {
            monitor,
            facts,
            place,
            known: RegisteredResources::default(),
            packages: Mutex::default(),
            transforms: Transforms::default(),
            hooks: ProgramHooks::default(),
            next: Arc::default(),
            reads_unknown: AtomicBool::new(false),
            failures: ReportedFailures::default(),
            outputs: Mutex::default(),
        }))
    }

    /// The service for a router.
    pub fn server(&self) -> CallCounter<ResourceMonitorServer<Self>> {
        let server = ResourceMonitorServer::new(self.clone())
            .max_decoding_message_size(MAX_MESSAGE)
            .max_encoding_message_size(MAX_MESSAGE);
        CallCounter::new(server, Arc::clone(&self.0.next))
    }

    /// Whether a failed registration was reported to the program, which then counts as incomplete even
    /// if it exits normally.
    pub fn has_failed(&self) -> bool {
        !self.0.failures.is_empty()
    }

    /// The failures reported to both the program and the user.
    pub fn failures(&self) -> ReportedFailures {
        self.0.failures.clone()
    }

    /// The hooks that the program waits for at its end.
    pub fn hooks(&self) -> &ProgramHooks {
        &self.0.hooks
    }

    /// Forwards the outputs of a finished program. If a resource failed, some outputs are unknown,
    /// and the stack keeps its old ones.
    pub fn finish(&self) {
        if self.has_failed() && !self.0.facts.dry_run {
            return;
        }
        let outputs = self.0.outputs.lock().take();
        if let Some(outputs) = outputs {
            self.0.monitor.set_outputs(outputs);
        }
    }
}

impl Shared {
    /// The position of a resource in the program: the stack comes first and has none.
    fn order<T>(request: &Request<T>) -> u32 {
        let arrival = request.extensions().get::<ArrivalIndex>();
        arrival.map_or(0, |it| it.0.saturating_sub(1))
    }

    fn stack_urn(&self) -> String {
        pulumi_stack_urn(&self.place.stack, &self.place.project)
    }

    async fn register(
        &self,
        mut message: wire::RegisterResourceRequest,
        order: u32,
    ) -> Result<wire::RegisterResourceResponse, Status> {
        if message.r#type == STACK {
            return Ok(wire::RegisterResourceResponse {
                urn: self.stack_urn(),
                ..Default::default()
            });
        }
        self.transform(&mut message).await?;
        let accepts = Accepts {
            secrets: message.accept_secrets,
            resources: message.accept_resources,
        };
        let package = std::mem::take(&mut message.package_ref);
        self.complete(
            &package,
            &mut message.version,
            &mut message.plugin_download_url,
        )?;
        if message.remote {
            return self.construct(message, order, accepts).await;
        }
        let reports_results = message.supports_result_reporting;
        let said = DeclaredResource::new(&message.name, &message.r#type);
        let GoalWithInheritance { goal, inherited } =
            registered(message, order, &self.known, &self.place)?;
        let urn = goal.urn.clone();
        let is_component = goal.kind == ResourceKind::Component;
        self.known.begin(&urn, inherited)?;
        let outcome = match self.make(goal, said).await {
            Ok(outcome) => outcome,
            Err(MonitorError::Failed { .. }) if reports_results => {
                return Ok(failed(&urn, wire::Result::Fail));
            }
            Err(error) => return Err(status(error)),
        };
        // Registration completes a component. A custom resource lacks outputs only where the run
        // excludes it.
        let is_unknown = outcome.is_planned && !is_component && !self.facts.dry_run;
        let reads_unknown = self.reads_unknown.load(Ordering::Relaxed);
        let response = wire::RegisterResourceResponse {
            urn: pulumi_urn(&urn),
            id: id_text(outcome.settled.id.as_ref()),
            // The outputs of a component come from the program itself.
            object: match is_component {
                true => None,
                false => Some(outcome.structure(accepts)?),
            },
            result: match is_unknown && !reads_unknown {
                true => wire::Result::Skip.into(),
                false => wire::Result::Success.into(),
            },
            unknown: is_unknown,
            ..Default::default()
        };
        self.known.settle(&urn, outcome.settled);
        Ok(response)
    }

    /// Registers a goal and waits for its result.
    async fn make(
        &self,
        goal: Goal,
        said: DeclaredResource,
    ) -> Result<RegistrationOutcome, MonitorError> {
        let inputs = match goal.kind {
            ResourceKind::Component => Object::default(),
            _ => goal.inputs.clone(),
        };
        match self.monitor.register(goal).await {
            Ok(registered) => Ok(RegistrationOutcome::new(registered, inputs)),
            Err(error) => {
                self.failures.add(said);
                Err(error)
            }
        }
    }

    async fn read(
        &self,
        mut message: wire::ReadResourceRequest,
        order: u32,
    ) -> Result<wire::ReadResourceResponse, Status> {
        let accepts = Accepts {
            secrets: message.accept_secrets,
            resources: message.accept_resources,
        };
        let package = std::mem::take(&mut message.package_ref);
        self.complete(
            &package,
            &mut message.version,
            &mut message.plugin_download_url,
        )?;
        let stack = (message.r#type == functions::STACK_REFERENCE).then(|| message.id.clone());
        if let Some(asked) = &stack {
            message.id = functions::stack_id(asked).to_owned();
        }
        let said = DeclaredResource::new(&message.name, &message.r#type);
        let GoalWithInheritance { goal, inherited } =
            read(message, order, &self.known, &self.place)?;
        let urn = goal.urn.clone();
        self.known.begin(&urn, inherited)?;
        let mut outcome = self.make(goal, said).await.map_err(status)?;
        if let Some(asked) = stack {
            let outputs = std::mem::take(&mut outcome.settled.outputs);
            let outputs = functions::stack_outputs(Arc::unwrap_or_clone(outputs), &asked);
            outcome.settled.outputs = Arc::new(outputs);
        }
        let response = wire::ReadResourceResponse {
            urn: pulumi_urn(&urn),
            properties: Some(outcome.structure(accepts)?),
            unknown: outcome.is_planned && !self.facts.dry_run,
        };
        self.known.settle(&urn, outcome.settled);
        Ok(response)
    }

    async fn register_outputs(
        &self,
        message: wire::RegisterResourceOutputsRequest,
    ) -> Result<(), Status> {
        let outputs = inputs(message.outputs, "outputs")?.object;
        let urn = parse_urn(&message.urn)
            .map_err(|error| CallError::malformed(format!("`urn`: {error}")))?;
        let urn = match urn {
            PulumiUrn::Resource(urn) => urn,
            PulumiUrn::Stack => {
                self.keep_outputs(outputs);
                return Ok(());
            }
        };
        self.known.complete(&urn, outputs.clone());
        let answer = self.monitor.register_outputs(urn, outputs);
        answer.await.map_err(status)
    }

    /// Keeps the outputs of the program until it has ended.
    fn keep_outputs(&self, mut outputs: Object) {
        outputs.values_mut().for_each(without_marks);
        let mut kept = self.outputs.lock();
        *kept = Some(outputs);
    }

    /// Completes a registration with the data of a registered package.
    fn complete(
        &self,
        package: &str,
        version: &mut String,
        download_url: &mut String,
    ) -> Result<(), CallError> {
        if package.is_empty() {
            return Ok(());
        }
        let found = self.packages.lock().get(package).cloned();
        let found = found.ok_or_else(|| {
            CallError::malformed(format!(
                "`packageRef`: no package `{package}` was registered"
            ))
        })?;
        *version = found.version;
        *download_url = found.download_url;
        Ok(())
    }
}

/// Removes the properties that the SDK adds to resources among the outputs of a preview.
fn without_marks(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.shift_remove("@isPulumiResource");
            members.values_mut().for_each(without_marks);
        }
        Value::Array(items) => items.iter_mut().for_each(without_marks),
        Value::Secret(inner) => without_marks(inner),
        _ => {}
    }
}

#[tonic::async_trait]
impl Service for PulumiMonitorServer {
    async fn get_deployment_info(&self, _: Request<()>) -> Answer<wire::DeploymentInfo> {
        self.0.reads_unknown.store(true, Ordering::Relaxed);
        let facts = &self.0.facts;
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
        Ok(Response::new(self.0.invoke(request.into_inner()).await?))
    }

    async fn call(
        &self,
        request: Request<wire::ResourceCallRequest>,
    ) -> Answer<wire::CallResponse> {
        Ok(Response::new(self.0.call(request.into_inner()).await?))
    }

    async fn read_resource(
        &self,
        request: Request<wire::ReadResourceRequest>,
    ) -> Answer<wire::ReadResourceResponse> {
        let order = Shared::order(&request);
        Ok(Response::new(
            self.0.read(request.into_inner(), order).await?,
        ))
    }

    async fn register_resource(
        &self,
        request: Request<wire::RegisterResourceRequest>,
    ) -> Answer<wire::RegisterResourceResponse> {
        let order = Shared::order(&request);
        let message = request.into_inner();
        Ok(Response::new(self.0.register(message, order).await?))
    }

    async fn register_resource_outputs(
        &self,
        request: Request<wire::RegisterResourceOutputsRequest>,
    ) -> Answer<()> {
        Ok(Response::new(
            self.0.register_outputs(request.into_inner()).await?,
        ))
    }

    async fn register_stack_transform(&self, request: Request<wire::Callback>) -> Answer<()> {
        self.0.transforms.add(&request.into_inner())?;
        Ok(Response::new(()))
    }

    async fn register_stack_invoke_transform(
        &self,
        request: Request<wire::Callback>,
    ) -> Answer<()> {
        let callback = request.into_inner();
        self.0.transforms.add_for_functions(&callback)?;
        Ok(Response::new(()))
    }

    async fn register_resource_hook(
        &self,
        request: Request<wire::RegisterResourceHookRequest>,
    ) -> Answer<()> {
        let message = request.into_inner();
        let hook = self.0.hooks.for_steps(&message)?;
        let registered = self.0.monitor.register_hook(message.name, hook);
        registered.await.map_err(status)?;
        Ok(Response::new(()))
    }

    async fn register_error_hook(
        &self,
        request: Request<wire::RegisterErrorHookRequest>,
    ) -> Answer<()> {
        let message = request.into_inner();
        let hook = self.0.hooks.for_failures(&message)?;
        let registered = self.0.monitor.register_hook(message.name, hook);
        registered.await.map_err(status)?;
        Ok(Response::new(()))
    }

    async fn register_package(
        &self,
        request: Request<wire::RegisterPackageRequest>,
    ) -> Answer<wire::RegisterPackageResponse> {
        let request = request.into_inner();
        if request.parameterization.is_some() {
            return Err(unsupported("packages that are parameters of a plugin"));
        }
        let name = format!("{}@{}", request.name, request.version);
        let package = Package {
            version: request.version,
            download_url: request.download_url,
        };
        self.0.packages.lock().insert(name.clone(), package);
        Ok(Response::new(wire::RegisterPackageResponse { r#ref: name }))
    }

    /// A program that has ended remains only for its hooks.
    async fn signal_and_wait_for_shutdown(&self, _: Request<()>) -> Answer<()> {
        self.0.hooks.wait_for_release().await;
        Ok(Response::new(()))
    }
}

fn unsupported(what: &str) -> Status {
    let message = format!("lumi does not support {what} for programs of Pulumi");
    Status::new(Code::Unimplemented, message)
}
