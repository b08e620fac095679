//! The program's end: a monitor of Pulumi's engine.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::runtime::Handle;
use tokio::sync::watch;
use tonic::{Code, Status};

use crate::pulumirpc::engine_client::EngineClient;
use crate::pulumirpc::resource_monitor_client::ResourceMonitorClient;
use crate::pulumirpc::{self as wire, Struct};
use crate::values::{Accepts, PulumiValueError, decode_object, encode_object, pulumi_urn};
use lumi_graph::{Goal, Object, ResourceKind, ResourceReference, Urn, Value};
use lumi_monitor::{
    Answer, Call, Construct, Constructed, Invoke, LogLine, LogSeverity, MonitorError, Registered,
    RegisteredOutputs, ResourceMonitor,
};
use lumi_rpc::{CallError, Connection, MAX_MESSAGE};

use super::registered_resources::{RegisteredResources, RemoteIdentity};
use super::registration::{Names, read_request, register_request};
use super::stack_root::{self, StackFacts};

/// A message to the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub severity: LogSeverity,
    pub text: String,
    /// The resource it is about; the stack if `None`.
    pub urn: Option<Urn>,
}

impl From<LogLine> for Message {
    fn from(line: LogLine) -> Self {
        Self {
            severity: line.severity,
            text: line.message,
            urn: line.urn,
        }
    }
}

/// Forwards everything to an engine that speaks `pulumirpc`. Clones share their state.
#[derive(Clone)]
pub struct PulumiMonitorClient(Arc<Shared>);

struct Shared {
    monitor: ResourceMonitorClient<Connection>,
    engine: EngineClient<Connection>,
    runtime: Handle,
    facts: StackFacts,
    /// The URN of the stack's own resource.
    root: String,
    accepts: Accepts,
    known: RegisteredResources,
    /// One receiver for each pending call.
    busy: watch::Sender<()>,
    /// The first error of a call without a waiting caller.
    failure: Mutex<Option<CallError>>,
    /// The task that sends the previous message, which later ones wait for.
    said: Mutex<Option<tokio::task::JoinHandle<()>>>,
}

impl PulumiMonitorClient {
    /// Registers the stack. Must be called on a multi-threaded tokio runtime, which then drives the
    /// calls.
    pub async fn open(
        monitor: Connection,
        engine: Connection,
        facts: StackFacts,
    ) -> Result<Self, CallError> {
        let mut monitor = ResourceMonitorClient::new(monitor)
            .max_decoding_message_size(MAX_MESSAGE)
            .max_encoding_message_size(MAX_MESSAGE);
        let mut engine = EngineClient::new(engine);
        let accepts = stack_root::accepts(&mut monitor).await?;
        let root = stack_root::register(&mut monitor, &mut engine, &facts).await?;
        Ok(Self(Arc::new(Shared {
            monitor,
            engine,
            runtime: Handle::current(),
            facts,
            root,
            accepts,
            known: RegisteredResources::default(),
            busy: watch::channel(()).0,
            failure: Mutex::default(),
            said: Mutex::default(),
        })))
    }

    /// Sends a message to the user; messages arrive in the order of the calls.
    pub fn log(&self, message: Message) {
        let severity = match message.severity {
            LogSeverity::Debug => wire::LogSeverity::Debug,
            LogSeverity::Info => wire::LogSeverity::Info,
            LogSeverity::Warning => wire::LogSeverity::Warning,
            LogSeverity::Error => wire::LogSeverity::Error,
        };
        let urn = message.urn.as_ref().map(pulumi_urn);
        let request = wire::LogRequest {
            severity: severity.into(),
            message: message.text,
            urn: urn.unwrap_or_else(|| self.0.root.clone()),
            ..Default::default()
        };
        let busy = self.0.busy.subscribe();
        let shared = Arc::clone(&self.0);
        let mut said = self.0.said.lock();
        let before = said.take();
        *said = Some(self.0.runtime.spawn(async move {
            if let Some(before) = before {
                let _ = before.await;
            }
            let answer = shared.engine.clone().log(request).await;
            shared.keep(answer.map(drop).map_err(CallError::from));
            drop(busy);
        }));
    }

    /// Waits until all calls are answered; fails if a call without a waiting caller failed.
    pub async fn flush(&self) -> Result<(), CallError> {
        self.0.busy.closed().await;
        match self.0.failure.lock().take() {
            None => Ok(()),
            Some(error) => Err(error),
        }
    }

    fn ask<T, F>(&self, call: impl FnOnce(Arc<Shared>) -> F) -> Answer<T>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, MonitorError>> + Send + 'static,
    {
        let busy = self.0.busy.subscribe();
        let call = call(Arc::clone(&self.0));
        let task = self.0.runtime.spawn(async move {
            let answer = call.await;
            drop(busy);
            answer
        });
        // The runtime is shutting down, and the process with it.
        Box::pin(async move { task.await.unwrap_or(Err(MonitorError::Stopping)) })
    }
}

impl Shared {
    fn keep(&self, answer: Result<(), CallError>) {
        if let Err(error) = answer {
            self.failure.lock().get_or_insert(error);
        }
    }

    async fn provider(&self, urn: Option<&Urn>) -> Result<String, MonitorError> {
        match urn {
            Some(urn) => Ok(self.known.named(urn).await?.reference()),
            None => Ok(String::new()),
        }
    }

    async fn names(&self, goal: &Goal) -> Result<Names, MonitorError> {
        Ok(Names {
            parent: match &goal.parent {
                Some(parent) => self.known.named(parent).await?.urn,
                None => self.root.clone(),
            },
            provider: self.provider(goal.provider.as_ref()).await?,
        })
    }

    async fn register(&self, goal: &Goal) -> Result<(RemoteIdentity, Registered), MonitorError> {
        let names = self.names(goal).await?;
        let mut monitor = self.monitor.clone();
        let id = match &goal.read_id {
            None => {
                let request = register_request(goal, names, self.accepts)?;
                let answer = monitor.register_resource(request).await;
                return self.registered(goal, answer.map_err(refused)?.into_inner());
            }
            Some(Value::String(id)) => id.clone(),
            // The resource does not exist yet.
            Some(_) => return Ok(unresolved_read(goal)),
        };
        let request = read_request(goal, &id, names, self.accepts)?;
        let answer = monitor.read_resource(request).await;
        let answer = answer.map_err(refused)?.into_inner();
        let registered = Registered {
            id: Some(Value::String(id.clone())),
            outputs: self.outputs(goal, answer.properties)?,
        };
        let named = RemoteIdentity {
            urn: answer.urn,
            id: Some(id),
        };
        Ok((named, registered))
    }

    /// Creates a component by its provider, through the engine.
    async fn construct(
        &self,
        construct: &Construct,
    ) -> Result<(RemoteIdentity, Constructed), MonitorError> {
        let goal = &construct.goal;
        let names = self.names(goal).await?;
        let request = register_request(goal, names, self.accepts)?;
        let request = wire::RegisterResourceRequest {
            remote: true,
            providers: self.providers(&construct.providers).await?,
            ..request
        };
        let answer = self.monitor.clone().register_resource(request).await;
        let answer = answer.map_err(refused)?.into_inner();
        check(goal, answer.result())?;
        let what = || format!("the outputs of `{}`", goal.name);
        let outputs =
            decode_object(answer.object).map_err(|error| decode_error(&what(), &error))?;
        let (urn, id) = (answer.urn, None);
        let made = Constructed {
            urn: goal.urn.clone(),
            outputs: outputs.object,
            dependencies: outputs.dependencies,
        };
        Ok((RemoteIdentity { urn, id }, made))
    }

    /// Maps packages to provider references.
    async fn providers(&self, urns: &[Urn]) -> Result<HashMap<String, String>, MonitorError> {
        let mut references = HashMap::new();
        for urn in urns {
            let package = urn.resource_type().rsplit(':').next().unwrap_or_default();
            references.insert(package.to_owned(), self.provider(Some(urn)).await?);
        }
        Ok(references)
    }

    fn registered(
        &self,
        goal: &Goal,
        answer: wire::RegisterResourceResponse,
    ) -> Result<(RemoteIdentity, Registered), MonitorError> {
        check(goal, answer.result())?;
        let named = RemoteIdentity {
            urn: answer.urn,
            id: (goal.kind != ResourceKind::Component).then_some(answer.id),
        };
        let registered = Registered {
            id: named.id_value(),
            outputs: self.outputs(goal, answer.object)?,
        };
        Ok((named, registered))
    }

    fn outputs(
        &self,
        goal: &Goal,
        outputs: Option<Struct>,
    ) -> Result<RegisteredOutputs, MonitorError> {
        let what = || format!("the outputs of `{}`", goal.name);
        let outputs = decode_object(outputs).map_err(|error| decode_error(&what(), &error))?;
        Ok(match self.facts.dry_run {
            true => RegisteredOutputs::Planned(outputs.object),
            false => RegisteredOutputs::Deployed(outputs.object),
        })
    }

    async fn complete(&self, urn: String, outputs: &Object) -> Result<(), MonitorError> {
        let outputs = encode_object(outputs, self.accepts)
            .map_err(|error| CallError::malformed(format!("the outputs of `{urn}`: {error}")))?;
        let outputs = Some(outputs);
        let request = wire::RegisterResourceOutputsRequest { urn, outputs };
        let mut monitor = self.monitor.clone();
        let answer = monitor.register_resource_outputs(request).await;
        answer.map(drop).map_err(refused)
    }
}

/// The result of a read whose id is not known before the deployment.
fn unresolved_read(goal: &Goal) -> (RemoteIdentity, Registered) {
    let named = RemoteIdentity {
        urn: pulumi_urn(&goal.urn),
        id: Some(String::new()),
    };
    let registered = Registered {
        id: named.id_value(),
        outputs: RegisteredOutputs::Planned(Object::default()),
    };
    (named, registered)
}

/// Maps a failed result to an error. The engine has already reported the failure.
fn check(goal: &Goal, result: wire::Result) -> Result<(), MonitorError> {
    let (resource_type, name) = (&goal.resource_type, &goal.name);
    let message = match result {
        wire::Result::Success => return Ok(()),
        wire::Result::Fail => format!("{resource_type} \"{name}\" failed"),
        wire::Result::Skip => {
            format!("{resource_type} \"{name}\" was skipped: something it needs failed")
        }
    };
    let urn = Some(goal.urn.clone());
    Err(MonitorError::Failed { urn, message })
}

/// Maps a status to an error. An engine that shuts down responds `UNAVAILABLE`, and has reported
/// the reason.
fn refused(status: Status) -> MonitorError {
    match status.code() {
        Code::Unavailable | Code::Cancelled => MonitorError::Stopping,
        _ => CallError::from(status).into(),
    }
}

/// The result of a function or method.
struct Answered {
    result: Option<Struct>,
    failures: Vec<wire::CheckFailure>,
}

impl Answered {
    fn value(self, token: &str) -> Result<Value, MonitorError> {
        if let Some(failure) = self.failures.into_iter().next() {
            let wire::CheckFailure { property, reason } = failure;
            let message = match property.as_str() {
                "" => format!("`{token}`: {reason}"),
                property => format!("`{token}`: `{property}`: {reason}"),
            };
            return Err(MonitorError::Failed { urn: None, message });
        }
        let what = format!("the result of `{token}`");
        let result = decode_object(self.result).map_err(|error| decode_error(&what, &error))?;
        Ok(Value::Object(result.object))
    }
}

fn decode_error(what: &str, error: &PulumiValueError) -> CallError {
    CallError::new(Code::Internal, format!("{what} cannot be read: {error}"))
}

/// Encodes arguments. Functions get their arguments in plain text; the SDK marks results as secret.
fn arguments(token: &str, arguments: &Object, accepts: Accepts) -> Result<Struct, CallError> {
    encode_object(arguments, accepts)
        .map_err(|error| CallError::malformed(format!("the arguments of `{token}`: {error}")))
}

impl ResourceMonitor for PulumiMonitorClient {
    fn register(&self, goal: Goal) -> Answer<Registered> {
        let asked = self.0.known.ask(goal.urn.clone());
        self.ask(|shared| async move {
            match shared.register(&goal).await {
                Ok((named, registered)) => {
                    asked.settle(Ok(named));
                    Ok(registered)
                }
                Err(error) => {
                    asked.settle(Err(error.clone()));
                    Err(error)
                }
            }
        })
    }

    fn construct(&self, construct: Construct) -> Answer<Constructed> {
        let asked = self.0.known.ask(construct.goal.urn.clone());
        self.ask(|shared| async move {
            let (named, made) = match shared.construct(&construct).await {
                Ok((named, made)) => (Ok(named), Ok(made)),
                Err(error) => (Err(error.clone()), Err(error)),
            };
            asked.settle(named);
            made
        })
    }

    fn register_outputs(&self, urn: Urn, outputs: Object) -> Answer<()> {
        self.ask(|shared| async move {
            let urn = shared.known.named(&urn).await?.urn;
            shared.complete(urn, &outputs).await
        })
    }

    fn invoke(&self, invoke: Invoke) -> Answer<Value> {
        self.ask(|shared| async move {
            if invoke.arguments.values().any(Value::contains_unknown) {
                return Ok(Value::Unknown);
            }
            let accepts = Accepts {
                secrets: false,
                ..shared.accepts
            };
            let request = wire::ResourceInvokeRequest {
                args: Some(arguments(&invoke.token, &invoke.arguments, accepts)?),
                tok: invoke.token.clone(),
                provider: shared.provider(invoke.provider.as_ref()).await?,
                version: invoke.version.unwrap_or_default(),
                accept_resources: true,
                ..Default::default()
            };
            let answer = shared.monitor.clone().invoke(request).await;
            let answer = answer.map_err(refused)?.into_inner();
            let (result, failures) = (answer.r#return, answer.failures);
            Answered { result, failures }.value(&invoke.token)
        })
    }

    fn call(&self, call: Call) -> Answer<Value> {
        self.ask(|shared| async move {
            let id = shared.known.named(&call.target).await?.id_value();
            let urn = call.target;
            let itself = Value::Resource(Box::new(ResourceReference { urn, id }));
            let mut given = call.arguments;
            given.insert("__self__".to_owned(), itself);
            let request = wire::ResourceCallRequest {
                args: Some(arguments(&call.token, &given, shared.accepts)?),
                tok: call.token.clone(),
                ..Default::default()
            };
            let answer = shared.monitor.clone().call(request).await;
            let answer = answer.map_err(refused)?.into_inner();
            let (result, failures) = (answer.r#return, answer.failures);
            Answered { result, failures }.value(&call.token)
        })
    }

    fn set_outputs(&self, outputs: Object) {
        let busy = self.0.busy.subscribe();
        let shared = Arc::clone(&self.0);
        self.0.runtime.spawn(async move {
            if let Err(MonitorError::Failed { message, .. }) =
                shared.complete(shared.root.clone(), &outputs).await
            {
                shared.keep(Err(CallError::new(Code::Internal, message)));
            }
            drop(busy);
        });
    }
}
