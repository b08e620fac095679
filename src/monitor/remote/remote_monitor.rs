//! The program's end: a monitor in another process.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;
use prost::Message;
use tokio::runtime::Handle;
use tokio::sync::watch;

use crate::{
    Answer, Call, Construct, Constructed, Invoke, MonitorError, Registered, RegisteredOutputs,
    ResourceMonitor,
};
use lumi_graph::{Goal, Object, Urn, Value};
use lumi_rpc::lumirpc::resource_monitor_client::ResourceMonitorClient;
use lumi_rpc::{
    CallError, Connection, MAX_MESSAGE, MessageLimit, from_object, from_value, lumirpc as wire,
    object, urn, value_or_null,
};

use super::code_message::SentModules;
use super::goal_message::{from_goal, into_dependencies};
use super::monitor_service::{LogLine, LogSeverity};

/// Forwards everything to the monitor at the other end of a connection. Calls are sent in the order
/// of the method calls, before each method returns.
pub struct RemoteMonitor {
    client: Client,
    runtime: Handle,
    sequence: AtomicU64,
    modules: SentModules,
    outputs: Mutex<Option<Object>>,
    /// One receiver for each pending call.
    busy: watch::Sender<()>,
    /// The first error of a call without a waiting caller.
    failure: std::sync::Arc<Mutex<Option<CallError>>>,
}

/// The generated client and its message limit.
#[derive(Clone)]
struct Client {
    calls: ResourceMonitorClient<Connection>,
    limit: MessageLimit,
}

impl Client {
    /// Refuses a message that is too large; `what` names it in the error. The engine waits for
    /// every number, so the number is sent with a message that reports the missing call.
    async fn check(
        &mut self,
        message: &impl Message,
        sequence: u64,
        what: impl fmt::Display,
    ) -> Result<(), CallError> {
        let Err(error) = self.limit.check(message, what) else {
            return Ok(());
        };
        let note = wire::LogRequest {
            level: wire::LogLevel::Debug.into(),
            message: error.message.clone(),
            sequence,
            ..Default::default()
        };
        self.calls.log(note).await?;
        Err(error)
    }
}

impl RemoteMonitor {
    /// Must be called on a multi-threaded tokio runtime, which then drives the calls.
    pub fn new(connection: Connection) -> Self {
        Self::with_limit(connection, MessageLimit::default())
    }

    pub(super) fn with_limit(connection: Connection, limit: MessageLimit) -> Self {
        let calls = ResourceMonitorClient::new(connection)
            .max_decoding_message_size(MAX_MESSAGE)
            .max_encoding_message_size(MAX_MESSAGE);
        Self {
            client: Client { calls, limit },
            runtime: Handle::current(),
            sequence: AtomicU64::new(0),
            modules: SentModules::default(),
            outputs: Mutex::default(),
            busy: watch::channel(()).0,
            failure: std::sync::Arc::default(),
        }
    }

    /// Sends a message to the user, in sequence with other calls.
    pub fn log(&self, line: LogLine) {
        let level = match line.severity {
            LogSeverity::Debug => wire::LogLevel::Debug,
            LogSeverity::Info => wire::LogLevel::Info,
            LogSeverity::Warning => wire::LogLevel::Warning,
            LogSeverity::Error => wire::LogLevel::Error,
        };
        let request = wire::LogRequest {
            level: level.into(),
            message: line.message,
            urn: line.urn.map(|it| it.to_string()).unwrap_or_default(),
            is_output: line.is_output,
            sequence: self.next(),
        };
        self.send_ordered(|mut client| async move {
            let what = "something that the program logs";
            client.check(&request, request.sequence, what).await?;
            client.calls.log(request).await?;
            Ok(())
        });
    }

    /// Reports that a resource has a function as an input.
    pub fn note_function(&self, urn: &Urn, property: String) {
        let request = wire::NoteFunctionRequest {
            urn: urn.to_string(),
            property,
            sequence: self.next(),
        };
        self.send_ordered(|mut client| async move {
            client.calls.note_function(request).await?;
            Ok(())
        });
    }

    /// Sends the outputs and waits until all calls are answered; fails if a call without a waiting
    /// caller failed.
    pub async fn flush(&self) -> Result<(), CallError> {
        let outputs = {
            let mut outputs = self.outputs.lock();
            outputs.take()
        };
        if let Some(outputs) = outputs {
            self.send_outputs(outputs);
        }
        self.busy.closed().await;
        match self.failure.lock().take() {
            None => Ok(()),
            Some(error) => Err(error),
        }
    }

    fn send_outputs(&self, outputs: Object) {
        let request = wire::SetOutputsRequest {
            outputs: Some(from_object(outputs)),
            sequence: self.next(),
        };
        self.send_ordered(|mut client| async move {
            let what = "what the program exports";
            client.check(&request, request.sequence, what).await?;
            client.calls.set_outputs(request).await?;
            Ok(())
        });
    }

    fn next(&self) -> u64 {
        self.sequence.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Makes a call and returns its result.
    fn ask<T, F>(&self, call: impl FnOnce(Client) -> F + Send + 'static) -> Answer<T>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, CallError>> + Send + 'static,
    {
        let client = self.client.clone();
        let busy = self.busy.subscribe();
        let task = self.runtime.spawn(async move {
            let answer = call(client).await;
            drop(busy);
            answer
        });
        Box::pin(async move {
            match task.await {
                Ok(answer) => answer.map_err(MonitorError::from),
                // The runtime is shutting down, and the process with it.
                Err(_) => Err(MonitorError::Stopping),
            }
        })
    }

    /// Makes a call whose result is ignored.
    fn send_ordered<F>(&self, call: impl FnOnce(Client) -> F)
    where
        F: Future<Output = Result<(), CallError>> + Send + 'static,
    {
        let call = call(self.client.clone());
        let busy = self.busy.subscribe();
        let kept = std::sync::Arc::clone(&self.failure);
        self.runtime.spawn(async move {
            if let Err(error) = call.await {
                kept.lock().get_or_insert(error);
            }
            drop(busy);
        });
    }
}

fn registered(answer: wire::NewResourceResponse) -> Result<Registered, CallError> {
    use wire::new_resource_response::Outputs;
    let id = answer.id.map(|it| value_or_null(Some(it), "id"));
    let outputs = match answer.outputs {
        None | Some(Outputs::EchoInputs(_)) => RegisteredOutputs::EchoInputs,
        Some(Outputs::Planned(it)) => RegisteredOutputs::Planned(object(Some(it), "planned")?),
        Some(Outputs::Deployed(it)) => RegisteredOutputs::Deployed(object(Some(it), "deployed")?),
    };
    let id = id.transpose()?;
    Ok(Registered { id, outputs })
}

impl ResourceMonitor for RemoteMonitor {
    fn register(&self, mut goal: Goal) -> Answer<Registered> {
        let sequence = self.next();
        let code = goal.code.take().map(|it| self.modules.message(it));
        self.ask(move |mut client| async move {
            let id = goal.read_id.take();
            let what = format!("the registration of {}", goal.urn);
            let goal = Some(from_goal(goal, sequence, code));
            let answer = match id {
                None => {
                    let request = wire::NewResourceRequest { goal };
                    client.check(&request, sequence, what).await?;
                    client.calls.new_resource(request).await
                }
                Some(id) => {
                    let id = Some(from_value(id));
                    let request = wire::ReadResourceRequest { goal, id };
                    client.check(&request, sequence, what).await?;
                    client.calls.read_resource(request).await
                }
            };
            registered(answer?.into_inner())
        })
    }

    fn register_outputs(&self, urn: Urn, outputs: Object) -> Answer<()> {
        let sequence = self.next();
        self.ask(move |mut client| async move {
            let request = wire::CompleteResourceRequest {
                urn: urn.to_string(),
                outputs: Some(from_object(outputs)),
                sequence,
            };
            let what = format!("the registration of the outputs of {}", request.urn);
            client.check(&request, sequence, what).await?;
            client.calls.complete_resource(request).await?;
            Ok(())
        })
    }

    fn invoke(&self, invoke: Invoke) -> Answer<Value> {
        self.ask(move |mut client| async move {
            let request = wire::MonitorInvokeRequest {
                token: invoke.token,
                arguments: Some(from_object(invoke.arguments)),
                provider: invoke.provider.map(|it| it.to_string()).unwrap_or_default(),
                version: invoke.version.unwrap_or_default(),
            };
            let what = format!("the call of the function {}", request.token);
            client.limit.check(&request, what)?;
            let answer = client.calls.invoke(request).await?;
            value_or_null(answer.into_inner().result, "result")
        })
    }

    fn call(&self, call: Call) -> Answer<Value> {
        self.ask(move |mut client| async move {
            let request = wire::MonitorCallRequest {
                token: call.token,
                target: call.target.to_string(),
                arguments: Some(from_object(call.arguments)),
            };
            let what = format!("the call of {} of {}", request.token, request.target);
            client.limit.check(&request, what)?;
            let answer = client.calls.call(request).await?;
            value_or_null(answer.into_inner().result, "result")
        })
    }

    fn construct(&self, construct: Construct) -> Answer<Constructed> {
        let sequence = self.next();
        self.ask(move |mut client| async move {
            let what = format!("the registration of {}", construct.goal.urn);
            let request = wire::MakeComponentRequest {
                goal: Some(from_goal(construct.goal, sequence, None)),
                providers: construct.providers.iter().map(Urn::to_string).collect(),
            };
            client.check(&request, sequence, what).await?;
            let answer = client.calls.make_component(request).await?.into_inner();
            Ok(Constructed {
                urn: urn(&answer.urn, "urn")?,
                outputs: object(answer.outputs, "outputs")?,
                dependencies: into_dependencies(answer.dependencies)?,
            })
        })
    }

    /// Stores the outputs; [`Self::flush`] sends them. A program may register resources until it
    /// ends, and the outputs must be sent last.
    fn set_outputs(&self, outputs: Object) {
        let mut kept = self.outputs.lock();
        *kept = Some(outputs);
    }
}
