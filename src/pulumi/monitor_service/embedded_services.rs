//! Monitor and engine for a program in this process, whose SDK calls them by the paths of gRPC.

use std::sync::Arc;

use parking_lot::Mutex;
use prost::Message;
use tokio::sync::mpsc::UnboundedReceiver;
use tonic::{Code, Request, Response, Status};

use crate::program_channel::{Loopback, failure};
use crate::pulumirpc::RegisterResourceRequest;
use crate::pulumirpc::engine_server::{Engine as _, SERVICE_NAME as ENGINE};
use crate::pulumirpc::resource_monitor_server::{ResourceMonitor as _, SERVICE_NAME as MONITOR};
use lumi_monitor::{ListeningPort, ProgramCall, ProgramServices, ServiceAnswer, ServiceFailure};
use lumi_rpc::MAX_MESSAGE;

use super::arrival_index::{ArrivalIndex, order};
use super::engine_service::PulumiEngine;
use super::monitor_server::PulumiMonitorServer;

/// The method that programs call by the thousand, at the same time.
const REGISTER: &str = "RegisterResource";

/// The address of monitor and engine in this process (`js/pulumi/client.ts`).
pub const EMBEDDED_ENGINE: &str = "lumi:engine";

/// The services that a program of Pulumi calls, without a connection.
pub struct EmbeddedServices {
    monitor: PulumiMonitorServer,
    engine: Arc<PulumiEngine>,
    /// Servers of other processes, and those of the program.
    loopback: Loopback,
    /// Taken by the program.
    calls: Mutex<Option<UnboundedReceiver<ProgramCall>>>,
}

impl EmbeddedServices {
    pub(super) fn new(
        monitor: PulumiMonitorServer,
        engine: PulumiEngine,
        loopback: Loopback,
        calls: UnboundedReceiver<ProgramCall>,
    ) -> Self {
        Self {
            monitor,
            engine: Arc::new(engine),
            loopback,
            calls: Mutex::new(Some(calls)),
        }
    }
}

impl ProgramServices for EmbeddedServices {
    fn has_engine(&self) -> bool {
        true
    }

    fn call(&self, address: &str, path: &str, request: Vec<u8>) -> ServiceAnswer {
        if address != EMBEDDED_ENGINE {
            return self.loopback.call(address, path, request);
        }
        let call = EncodedCall {
            path: path.to_owned(),
            // Numbered as it arrives, before any answer is awaited.
            number: self.monitor.arrival_index(path),
            request,
        };
        let service = path.strip_prefix('/').and_then(|it| it.split_once('/'));
        match service {
            Some((MONITOR, REGISTER)) => Box::pin(register(self.monitor.clone(), call)),
            Some((MONITOR, _)) => Box::pin(call_monitor(self.monitor.clone(), call)),
            Some((ENGINE, _)) => Box::pin(call_engine(Arc::clone(&self.engine), call)),
            _ => Box::pin(std::future::ready(Err(failure(&call.absent())))),
        }
    }

    fn calls(&self) -> Option<UnboundedReceiver<ProgramCall>> {
        self.calls.lock().take()
    }

    fn listen(&self, streaming: Vec<String>) -> ListeningPort {
        self.loopback.listen(streaming)
    }

    fn close(&self, port: u16) {
        self.loopback.close(port);
    }
}

/// A call that the SDK has encoded.
struct EncodedCall {
    path: String,
    number: Option<ArrivalIndex>,
    request: Vec<u8>,
}

impl EncodedCall {
    fn method(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }

    fn absent(&self) -> Status {
        Status::unimplemented(format!("there is no `{}` here", self.path))
    }

    /// The message, with the limit and the error of a server.
    fn message<M: Message + Default>(&self) -> Result<M, Status> {
        let length = self.request.len();
        if length > MAX_MESSAGE {
            let problem = format!("the message has {length} bytes, more than {MAX_MESSAGE}");
            return Err(Status::new(Code::OutOfRange, problem));
        }
        M::decode(self.request.as_slice()).map_err(|it| Status::internal(it.to_string()))
    }

    fn decoded<M: Message + Default>(self) -> Result<Request<M>, Status> {
        let mut request = Request::new(self.message()?);
        if let Some(number) = self.number {
            request.extensions_mut().insert(number);
        }
        Ok(request)
    }
}

/// Registers a resource. The message lies in a box, as it would be a part of each future on the way to the engine.
fn register(
    monitor: PulumiMonitorServer,
    call: EncodedCall,
) -> impl Future<Output = Result<Vec<u8>, ServiceFailure>> {
    let message = call.message::<Box<RegisterResourceRequest>>();
    let order = order(call.number);
    async move {
        let message = message.map_err(|it| failure(&it))?;
        encoded(monitor.program().register(message, order).await)
    }
}

/// Calls the method of a generated service that has the name of the call.
macro_rules! dispatch {
    ($service:expr, $call:expr, { $($name:literal => $method:ident,)* }) => {
        match $call.method() {
            $($name => {
                let request = $call.decoded().map_err(|it| failure(&it))?;
                encoded($service.$method(request).await.map(Response::into_inner))
            })*
            _ => Err(failure(&$call.absent())),
        }
    };
}

async fn call_monitor(
    monitor: PulumiMonitorServer,
    call: EncodedCall,
) -> Result<Vec<u8>, ServiceFailure> {
    dispatch!(monitor, call, {
        "RegisterResourceOutputs" => register_resource_outputs,
        "ReadResource" => read_resource,
        "Invoke" => invoke,
        "Call" => call,
        "SupportsFeature" => supports_feature,
        "GetDeploymentInfo" => get_deployment_info,
        "RegisterStackTransform" => register_stack_transform,
        "RegisterStackInvokeTransform" => register_stack_invoke_transform,
        "RegisterResourceHook" => register_resource_hook,
        "RegisterErrorHook" => register_error_hook,
        "RegisterPackage" => register_package,
        "SignalAndWaitForShutdown" => signal_and_wait_for_shutdown,
    })
}

async fn call_engine(
    engine: Arc<PulumiEngine>,
    call: EncodedCall,
) -> Result<Vec<u8>, ServiceFailure> {
    dispatch!(engine, call, {
        "Log" => log,
        "GetRootResource" => get_root_resource,
        "SetRootResource" => set_root_resource,
        "StartDebugging" => start_debugging,
        "RequirePulumiVersion" => require_pulumi_version,
    })
}

fn encoded<M: Message>(answer: Result<M, Status>) -> Result<Vec<u8>, ServiceFailure> {
    match answer {
        Ok(answer) => Ok(answer.encode_to_vec()),
        Err(status) => Err(failure(&status)),
    }
}
