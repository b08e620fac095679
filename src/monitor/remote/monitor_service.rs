//! The engine's end: serves programs in other processes.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use parking_lot::Mutex;
use tonic::{Code, Request, Response, Status};

use crate::{Call, Construct, Invoke, Registered, RegisteredOutputs, ResourceMonitor};
use lumi_graph::{Goal, Object, ResourceKind, Urn, Value};
use lumi_rpc::lumirpc::resource_monitor_server::{
    ResourceMonitor as Service, ResourceMonitorServer,
};
use lumi_rpc::{
    CallError, MAX_MESSAGE, from_object, from_value, lumirpc as wire, object, required, urn,
    urn_or_none, value_or_null,
};

use super::code_message::KnownModules;
use super::goal_message::{from_dependencies, into_goal};
use super::sequencer::{Sequencer, missing_call};

/// Messages of a program other than registrations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramMessage {
    Line(LogLine),
    /// A resource has a function as an input.
    Function {
        urn: Urn,
        /// The path of the input.
        property: String,
    },
}

/// A message of a program to the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    pub severity: LogSeverity,
    pub message: String,
    pub urn: Option<Urn>,
    /// Whether the line is program output, to be displayed verbatim.
    pub is_output: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogSeverity {
    Debug,
    Info,
    Warning,
    Error,
}

/// Receives messages of a program on any thread; must not block for long.
pub type MonitorLog = Arc<dyn Fn(ProgramMessage) + Send + Sync>;

/// Facts about the run that a program can query.
#[derive(Clone, Debug, Default)]
pub struct RunFacts {
    pub project: String,
    pub stack: String,
    pub dry_run: bool,
    /// Whether the program supports secrets, and may receive them.
    pub keeps_secrets: bool,
}

/// Serves a monitor to one program.
pub struct MonitorService {
    monitor: Arc<dyn ResourceMonitor>,
    facts: RunFacts,
    log: MonitorLog,
    sequencer: Arc<Sequencer>,
    /// The order of the next resource whose message has none.
    next_order: AtomicU32,
    registered: Mutex<HashSet<Urn>>,
    modules: KnownModules,
    /// Whether the program has set its outputs.
    has_outputs: AtomicBool,
}

/// The sequence of a program's calls.
#[derive(Clone)]
pub struct CallOrder(Arc<Sequencer>);

impl CallOrder {
    /// Describes the missing call, if later ones wait for it.
    pub fn gap(&self) -> Option<String> {
        self.0.missing().map(missing_call)
    }
}

type Answer<T> = Result<Response<T>, Status>;

impl MonitorService {
    /// The service for a router, and the sequence of its calls.
    pub fn server(
        monitor: Arc<dyn ResourceMonitor>,
        facts: RunFacts,
        log: MonitorLog,
    ) -> (ResourceMonitorServer<Self>, CallOrder) {
        let sequencer = Arc::new(Sequencer::default());
        let order = CallOrder(Arc::clone(&sequencer));
        let service = Self {
            monitor,
            facts,
            log,
            sequencer,
            next_order: AtomicU32::new(0),
            registered: Mutex::default(),
            modules: KnownModules::default(),
            has_outputs: AtomicBool::new(false),
        };
        let server = ResourceMonitorServer::new(service)
            .max_decoding_message_size(MAX_MESSAGE)
            .max_encoding_message_size(MAX_MESSAGE);
        (server, order)
    }

    async fn register(
        &self,
        message: Option<wire::Goal>,
        id: Option<wire::Value>,
        is_read: bool,
    ) -> Result<wire::NewResourceResponse, CallError> {
        let message = required(message, "goal")?;
        let turn = self.sequencer.wait(message.sequence).await?;
        let read_id = match is_read {
            true => Some(read_id(id)?),
            false => None,
        };
        let goal = self.goal(message, read_id)?;
        let urn = goal.urn.clone();
        let answer = self.monitor.register(goal);
        drop(turn);
        let registered = answer.await?;
        match &registered.outputs {
            RegisteredOutputs::EchoInputs => {}
            RegisteredOutputs::Planned(outputs) | RegisteredOutputs::Deployed(outputs) => {
                self.check_secrets(outputs)?;
            }
        }
        Ok(registered_message(&urn, registered))
    }

    async fn construct(
        &self,
        request: wire::MakeComponentRequest,
    ) -> Result<wire::MakeComponentResponse, CallError> {
        let message = required(request.goal, "goal")?;
        let turn = self.sequencer.wait(message.sequence).await?;
        let providers = request.providers.iter().map(|it| urn(it, "providers"));
        let providers = providers.collect::<Result<_, _>>()?;
        let goal = self.goal(message, None)?;
        if goal.kind != ResourceKind::Component {
            let message = "`kind`: only components are made by their provider";
            return Err(CallError::malformed(message));
        }
        let answer = self.monitor.construct(Construct { goal, providers });
        drop(turn);
        let component = answer.await?;
        self.check_secrets(&component.outputs)?;
        Ok(wire::MakeComponentResponse {
            urn: component.urn.to_string(),
            outputs: Some(from_object(component.outputs)),
            dependencies: from_dependencies(component.dependencies),
        })
    }

    fn goal(&self, message: wire::Goal, read_id: Option<Value>) -> Result<Goal, CallError> {
        if self.has_outputs.load(Ordering::Relaxed) {
            let message = "the outputs of the program were set before; whatever it registers has to come \
                           first";
            return Err(CallError::new(Code::FailedPrecondition, message));
        }
        let place = (self.facts.stack.as_str(), self.facts.project.as_str());
        let order = self.next_order.fetch_add(1, Ordering::Relaxed);
        let goal = into_goal(message, read_id, place, order, &self.modules)?;
        self.check_needs(&goal)?;
        if !self.registered.lock().insert(goal.urn.clone()) {
            let message = format!(
                "there are two resources {}; give one of them another name",
                goal.urn
            );
            return Err(CallError::new(Code::AlreadyExists, message));
        }
        Ok(goal)
    }

    /// Checks that the dependencies of a goal exist, because the engine would wait for them and
    /// record them.
    fn check_needs(&self, goal: &Goal) -> Result<(), CallError> {
        for urn in goal.all_dependencies() {
            if *urn == goal.urn {
                return Err(CallError::malformed(format!("{urn} needs itself")));
            }
            self.check_registered(urn)?;
        }
        Ok(())
    }

    /// Fails unless a resource has been registered, by this program or by a provider for it.
    fn check_registered(&self, urn: &Urn) -> Result<(), CallError> {
        if self.registered.lock().contains(urn) || self.monitor.find(urn).is_some() {
            return Ok(());
        }
        Err(CallError::malformed(format!(
            "{urn} is not a resource of this run; it has to be registered before it is named"
        )))
    }

    fn check_secrets(&self, outputs: &Object) -> Result<(), CallError> {
        let mut secret = outputs.iter().filter(|(_, it)| it.contains_secret());
        self.refuse_secret(secret.next().map(|(name, _)| name.as_str()))
    }

    fn refuse_secret(&self, found: Option<&str>) -> Result<(), CallError> {
        match found {
            Some(name) if !self.facts.keeps_secrets => Err(CallError::new(
                Code::FailedPrecondition,
                format!(
                    "`{name}` is secret, and the language runtime does not declare that it protects secrets"
                ),
            )),
            _ => Ok(()),
        }
    }

    fn result(&self, token: &str, result: Value) -> Result<Option<wire::Value>, CallError> {
        self.refuse_secret(result.contains_secret().then_some(token))?;
        Ok(Some(from_value(result)))
    }
}

fn read_id(id: Option<wire::Value>) -> Result<Value, CallError> {
    match value_or_null(id, "id")? {
        id @ (Value::String(_) | Value::Unknown) => Ok(id),
        other => Err(CallError::malformed(format!(
            "`id` must be text or unknown, but is {}",
            other.kind()
        ))),
    }
}

fn registered_message(urn: &Urn, registered: Registered) -> wire::NewResourceResponse {
    use wire::new_resource_response::Outputs;
    let outputs = match registered.outputs {
        RegisteredOutputs::EchoInputs => Outputs::EchoInputs(wire::EchoInputs {}),
        RegisteredOutputs::Planned(it) => Outputs::Planned(from_object(it)),
        RegisteredOutputs::Deployed(it) => Outputs::Deployed(from_object(it)),
    };
    wire::NewResourceResponse {
        urn: urn.to_string(),
        id: registered.id.map(from_value),
        outputs: Some(outputs),
    }
}

fn outputs(message: Option<wire::Object>) -> Result<Object, CallError> {
    object(message, "outputs")
}

#[tonic::async_trait]
impl Service for MonitorService {
    async fn get_deployment_info(
        &self,
        _: Request<wire::GetDeploymentInfoRequest>,
    ) -> Answer<wire::GetDeploymentInfoResponse> {
        Ok(Response::new(wire::GetDeploymentInfoResponse {
            project: self.facts.project.clone(),
            stack: self.facts.stack.clone(),
            dry_run: self.facts.dry_run,
            urn_prefix: Urn::prefix(&self.facts.stack, &self.facts.project),
        }))
    }

    async fn new_resource(
        &self,
        request: Request<wire::NewResourceRequest>,
    ) -> Answer<wire::NewResourceResponse> {
        let goal = request.into_inner().goal;
        Ok(Response::new(self.register(goal, None, false).await?))
    }

    async fn read_resource(
        &self,
        request: Request<wire::ReadResourceRequest>,
    ) -> Answer<wire::NewResourceResponse> {
        let wire::ReadResourceRequest { goal, id } = request.into_inner();
        Ok(Response::new(self.register(goal, id, true).await?))
    }

    async fn complete_resource(
        &self,
        request: Request<wire::CompleteResourceRequest>,
    ) -> Answer<wire::CompleteResourceResponse> {
        let request = request.into_inner();
        let turn = self.sequencer.wait(request.sequence).await?;
        let urn = urn(&request.urn, "urn")?;
        self.check_registered(&urn)?;
        let answer = self
            .monitor
            .register_outputs(urn, outputs(request.outputs)?);
        drop(turn);
        answer.await.map_err(CallError::from)?;
        Ok(Response::new(wire::CompleteResourceResponse {}))
    }

    async fn make_component(
        &self,
        request: Request<wire::MakeComponentRequest>,
    ) -> Answer<wire::MakeComponentResponse> {
        Ok(Response::new(self.construct(request.into_inner()).await?))
    }

    async fn invoke(
        &self,
        request: Request<wire::MonitorInvokeRequest>,
    ) -> Answer<wire::MonitorInvokeResponse> {
        let request = request.into_inner();
        let token = request.token;
        let answer = self.monitor.invoke(Invoke {
            token: token.clone(),
            arguments: object(request.arguments, "arguments")?,
            provider: urn_or_none(&request.provider, "provider")?,
            version: (!request.version.is_empty()).then_some(request.version),
        });
        let result = answer.await.map_err(CallError::from)?;
        let result = self.result(&token, result)?;
        Ok(Response::new(wire::MonitorInvokeResponse { result }))
    }

    async fn call(
        &self,
        request: Request<wire::MonitorCallRequest>,
    ) -> Answer<wire::MonitorCallResponse> {
        let request = request.into_inner();
        let token = request.token;
        let answer = self.monitor.call(Call {
            token: token.clone(),
            target: urn(&request.target, "target")?,
            arguments: object(request.arguments, "arguments")?,
            dependencies: Vec::new(),
        });
        let result = answer.await.map_err(CallError::from)?;
        let result = self.result(&token, result)?;
        Ok(Response::new(wire::MonitorCallResponse { result }))
    }

    async fn set_outputs(
        &self,
        request: Request<wire::SetOutputsRequest>,
    ) -> Answer<wire::SetOutputsResponse> {
        let request = request.into_inner();
        let _turn = self.sequencer.wait(request.sequence).await?;
        let outputs = outputs(request.outputs)?;
        if self.has_outputs.swap(true, Ordering::Relaxed) {
            let message = "the outputs of the program were set before";
            return Err(CallError::new(Code::AlreadyExists, message).into());
        }
        self.monitor.set_outputs(outputs);
        Ok(Response::new(wire::SetOutputsResponse {}))
    }

    async fn log(&self, request: Request<wire::LogRequest>) -> Answer<wire::LogResponse> {
        let request = request.into_inner();
        let _turn = self.sequencer.wait(request.sequence).await?;
        let level = wire::LogLevel::try_from(request.level).map_err(|_| {
            CallError::malformed(format!("`level`: there is no level {}", request.level))
        })?;
        let severity = match level {
            wire::LogLevel::Debug => LogSeverity::Debug,
            wire::LogLevel::Info => LogSeverity::Info,
            wire::LogLevel::Warning => LogSeverity::Warning,
            wire::LogLevel::Error => LogSeverity::Error,
        };
        (self.log)(ProgramMessage::Line(LogLine {
            severity,
            // A URN that cannot be parsed is ignored; the message is kept.
            urn: Urn::parse(&request.urn).ok(),
            message: request.message,
            is_output: request.is_output,
        }));
        Ok(Response::new(wire::LogResponse {}))
    }

    async fn note_function(
        &self,
        request: Request<wire::NoteFunctionRequest>,
    ) -> Answer<wire::NoteFunctionResponse> {
        let request = request.into_inner();
        let _turn = self.sequencer.wait(request.sequence).await?;
        (self.log)(ProgramMessage::Function {
            urn: urn(&request.urn, "urn")?,
            property: request.property,
        });
        Ok(Response::new(wire::NoteFunctionResponse {}))
    }
}
