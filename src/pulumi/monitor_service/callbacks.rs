//! Calls functions of the program for the engine.

use std::sync::OnceLock;

use prost::Message;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::{Mutex, oneshot};
use tonic::Status;

use crate::pulumirpc as wire;
use lumi_monitor::ProgramCall;
use lumi_rpc::{CallError, Connection, Endpoint, MAX_MESSAGE};

use wire::callbacks_client::CallbacksClient;

/// The target of functions of a program in this process (`js/pulumi/server.ts`): no server has this port.
const OF_THIS_PROCESS: &str = "127.0.0.1:0";

const INVOKE: &str = "/pulumirpc.Callbacks/Invoke";

/// A function of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Callback {
    server: Target,
    token: String,
}

/// The server of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Target {
    Port(Endpoint),
    /// The program runs in this process.
    Program,
}

impl Callback {
    /// Validates the address: only local processes are called.
    pub fn parse(message: &wire::Callback) -> Result<Self, CallError> {
        let target = &message.target;
        let server = match Endpoint::parse(target) {
            _ if target == OF_THIS_PROCESS => Target::Program,
            Some(server @ Endpoint::Tcp(_)) => Target::Port(server),
            _ => {
                return Err(CallError::malformed(format!(
                    "`target` of a callback must be a port of 127.0.0.1, not `{target}`"
                )));
            }
        };
        Ok(Self {
            server,
            token: message.token.clone(),
        })
    }

    pub fn parse_all(messages: &[wire::Callback]) -> Result<Vec<Self>, CallError> {
        messages.iter().map(Self::parse).collect()
    }
}

/// Calls functions over cached connections, or in this process.
#[derive(Default)]
pub struct Caller {
    connections: Mutex<Vec<(Endpoint, Connection)>>,
    /// The program, if it runs in this process.
    program: OnceLock<UnboundedSender<ProgramCall>>,
}

impl Caller {
    /// Takes the line to a program in this process. Only the first one counts.
    pub fn connect(&self, program: UnboundedSender<ProgramCall>) {
        let _ = self.program.set(program);
    }

    /// Calls a function with a message; an error is what the function threw.
    pub async fn call<A: Message + Default>(
        &self,
        function: &Callback,
        request: &impl Message,
    ) -> Result<A, Status> {
        let request = wire::CallbackInvokeRequest {
            token: function.token.clone(),
            request: request.encode_to_vec(),
        };
        let answer = match &function.server {
            Target::Port(server) => {
                let connection = self.connection(server).await?;
                let mut client = CallbacksClient::new(connection)
                    .max_decoding_message_size(MAX_MESSAGE)
                    .max_encoding_message_size(MAX_MESSAGE);
                client.invoke(request).await?.into_inner()
            }
            Target::Program => {
                let answer = self.call_program(request.encode_to_vec()).await?;
                decoded::<wire::CallbackInvokeResponse>(&answer)?
            }
        };
        Ok(decoded(&answer.response)?)
    }

    async fn call_program(&self, request: Vec<u8>) -> Result<Vec<u8>, Status> {
        let over = || Status::unavailable("the program is over, and its function cannot be called");
        let (answer, answered) = oneshot::channel();
        let call = ProgramCall {
            path: INVOKE,
            request,
            answer,
        };
        let program = self.program.get().ok_or_else(over)?;
        program.send(call).map_err(|_| over())?;
        let answer = answered.await.map_err(|_| over())?;
        answer.map_err(|it| Status::new(i32::try_from(it.code).unwrap_or(2).into(), it.message))
    }

    async fn connection(&self, server: &Endpoint) -> Result<Connection, Status> {
        let mut connections = self.connections.lock().await;
        let known = connections.iter().find(|(to, _)| to == server);
        if let Some((_, connection)) = known.filter(|(_, it)| !it.is_closed()) {
            return Ok(connection.clone());
        }
        let connection = Connection::open(server, None).await.map_err(|error| {
            Status::aborted(format!("the program cannot be called at {server}: {error}"))
        })?;
        connections.retain(|(to, _)| to != server);
        connections.push((server.clone(), connection.clone()));
        Ok(connection)
    }
}

fn decoded<M: Message + Default>(bytes: &[u8]) -> Result<M, CallError> {
    let message = M::decode(bytes);
    message.map_err(|error| {
        CallError::malformed(format!("the answer of a callback cannot be read: {error}"))
    })
}
