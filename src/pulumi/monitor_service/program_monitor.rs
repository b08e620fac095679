//! The requests of one Pulumi program to a monitor: registrations and reads.
//!
//! | module | |
//! |---|---|
//! | `calls` | functions and methods |
//! | `remote` | components that a provider creates |
//! | `transforms` | functions of the program that modify its requests |

mod calls;
mod remote;
mod transforms;

use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;
use tonic::Status;

use crate::pulumirpc as wire;
use crate::values::{
    Accepts, PulumiUrn, STACK_REFERENCE_TYPE, parse_urn, pulumi_stack_urn, pulumi_urn, stack_id,
    stack_outputs,
};
use lumi_graph::{Goal, Object, Parameterization, ResourceKind, ResourceOption, Urn, Value};
use lumi_monitor::{MonitorError, ResourceMonitor};
use lumi_rpc::CallError;

use super::answer::{RegistrationOutcome, failed, id_text, status};
use super::callbacks::Caller;
use super::goal_message::{DeploymentInfo, GoalWithInheritance, inputs, read, registered};
use super::hooks::ProgramHooks;
use super::registered_packages::RegisteredPackages;
use super::registered_resources::RegisteredResources;
use super::reported_failures::{DeclaredResource, ReportedFailures};

use transforms::Transforms;

/// The type of the stack's resource.
const STACK: &str = "pulumi:pulumi:Stack";

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

/// A registration that the engine has not answered.
struct Registration<'a> {
    urn: Urn,
    is_component: bool,
    outcome: Pin<Box<dyn Future<Output = Result<RegistrationOutcome, MonitorError>> + Send + 'a>>,
}

/// A monitor as one program sees it: converts what the program asks for, and knows what it has
/// registered.
pub struct ProgramMonitor {
    pub monitor: Arc<dyn ResourceMonitor>,
    pub facts: PulumiFacts,
    pub place: DeploymentInfo,
    pub known: RegisteredResources,
    pub packages: RegisteredPackages,
    pub transforms: Transforms,
    pub hooks: ProgramHooks,
    /// Calls the functions of both.
    pub caller: Arc<Caller>,
    /// Set when the SDK calls `GetDeploymentInfo`: such SDKs read `unknown` in responses, and treat
    /// every result except success as a failure. Older ones read only the result.
    pub reads_unknown: AtomicBool,
    pub failures: ReportedFailures,
    /// The outputs that the program reports, even when it fails.
    pub outputs: Mutex<Option<Object>>,
}

impl ProgramMonitor {
    pub fn new(monitor: Arc<dyn ResourceMonitor>, facts: PulumiFacts) -> Self {
        let place = DeploymentInfo {
            project: facts.project.clone(),
            stack: facts.stack.clone(),
            folder: facts.folder.clone(),
        };
        let caller = Arc::<Caller>::default();
        Self {
            monitor,
            facts,
            place,
            known: RegisteredResources::default(),
            packages: RegisteredPackages::default(),
            transforms: Transforms::new(Arc::clone(&caller)),
            hooks: ProgramHooks::new(Arc::clone(&caller)),
            caller,
            reads_unknown: AtomicBool::new(false),
            failures: ReportedFailures::default(),
            outputs: Mutex::default(),
        }
    }

    /// Forwards the outputs of a finished program. If a resource failed, some outputs are unknown,
    /// and the stack keeps its old ones.
    pub fn finish(&self) {
        if !self.failures.is_empty() && !self.facts.dry_run {
            return;
        }
        let outputs = self.outputs.lock().take();
        if let Some(outputs) = outputs {
            self.monitor.set_outputs(outputs);
        }
    }

    fn stack_urn(&self) -> String {
        pulumi_stack_urn(&self.place.stack, &self.place.project)
    }

    /// Registers a resource. Thousands of registrations wait for the engine at the same time, so what such a future holds
    /// until then is small: messages and rare steps lie in boxes.
    pub async fn register(
        &self,
        mut message: Box<wire::RegisterResourceRequest>,
        order: u32,
    ) -> Result<wire::RegisterResourceResponse, Status> {
        if message.r#type == STACK {
            return Ok(wire::RegisterResourceResponse {
                urn: self.stack_urn(),
                ..Default::default()
            });
        }
        let transforms = self.transforms_of(&message)?;
        if !transforms.is_empty() {
            Box::pin(self.transform(&mut message, &transforms)).await?;
        }
        let accepts = Accepts {
            secrets: message.accept_secrets,
            resources: message.accept_resources,
        };
        let package = std::mem::take(&mut message.package_ref);
        let parameterization = self.packages.complete(
            &package,
            &mut message.version,
            &mut message.plugin_download_url,
        )?;
        if message.remote {
            let constructed = self.construct(*message, parameterization, order, accepts);
            return Box::pin(constructed).await;
        }
        let reports_results = message.supports_result_reporting;
        let Registration {
            urn,
            is_component,
            outcome,
        } = self.begin(message, parameterization, order)?;
        let outcome = match outcome.await {
            Ok(outcome) => outcome,
            Err(MonitorError::Failed { .. }) if reports_results => {
                return Ok(failed(&urn, wire::Result::Fail));
            }
            Err(error) => return Err(status(error)),
        };
        let response = self.response(&urn, is_component, &outcome, accepts)?;
        self.known.settle(&urn, outcome.settled);
        Ok(response)
    }

    /// Begins the registration of a resource that the program makes.
    fn begin(
        &self,
        message: Box<wire::RegisterResourceRequest>,
        parameterization: Option<Parameterization>,
        order: u32,
    ) -> Result<Registration<'_>, CallError> {
        let said = DeclaredResource::new(&message.name, &message.r#type);
        let GoalWithInheritance {
            mut goal,
            inherited,
        } = registered(*message, order, &self.known, &self.place)?;
        set_parameterization(&mut goal, parameterization);
        let urn = goal.urn.clone();
        self.known.begin(&urn, inherited)?;
        Ok(Registration {
            urn,
            is_component: goal.kind == ResourceKind::Component,
            outcome: Box::pin(self.make(goal, said)),
        })
    }

    fn response(
        &self,
        urn: &Urn,
        is_component: bool,
        outcome: &RegistrationOutcome,
        accepts: Accepts,
    ) -> Result<wire::RegisterResourceResponse, Status> {
        // Registration completes a component. A custom resource lacks outputs only where the run
        // excludes it.
        let is_unknown = outcome.is_planned && !is_component && !self.facts.dry_run;
        let reads_unknown = self.reads_unknown.load(Ordering::Relaxed);
        Ok(wire::RegisterResourceResponse {
            urn: pulumi_urn(urn),
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
        })
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

    pub async fn read(
        &self,
        mut message: wire::ReadResourceRequest,
        order: u32,
    ) -> Result<wire::ReadResourceResponse, Status> {
        let accepts = Accepts {
            secrets: message.accept_secrets,
            resources: message.accept_resources,
        };
        let package = std::mem::take(&mut message.package_ref);
        let parameterization = self.packages.complete(
            &package,
            &mut message.version,
            &mut message.plugin_download_url,
        )?;
        let stack = (message.r#type == STACK_REFERENCE_TYPE).then(|| message.id.clone());
        if let Some(asked) = &stack {
            message.id = stack_id(asked).to_owned();
        }
        let said = DeclaredResource::new(&message.name, &message.r#type);
        let GoalWithInheritance {
            mut goal,
            inherited,
        } = read(message, order, &self.known, &self.place)?;
        set_parameterization(&mut goal, parameterization);
        let urn = goal.urn.clone();
        self.known.begin(&urn, inherited)?;
        let mut outcome = self.make(goal, said).await.map_err(status)?;
        if let Some(asked) = stack {
            let outputs = std::mem::take(&mut outcome.settled.outputs);
            let outputs = stack_outputs(Arc::unwrap_or_clone(outputs), &asked);
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

    pub async fn register_outputs(
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
}

/// The state has what makes the package, so that objects can be deleted without the program.
pub(super) fn set_parameterization(goal: &mut Goal, by: Option<Parameterization>) {
    if let Some(by) = by.filter(|_| goal.kind != ResourceKind::Component) {
        goal.options.set(ResourceOption::Parameterization(by));
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
