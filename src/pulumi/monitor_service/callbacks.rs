//! Calls functions of the program for the engine.

use std::sync::OnceLock;

use prost::Message;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;
use tonic::Status;

use crate::program_channel::{Connections, status};
use crate::pulumirpc as wire;
use lumi_monitor::{FIRST_OWN_PORT, ProgramCall};
use lumi_rpc::{CallError, Connection, Endpoint, MAX_MESSAGE};

use wire::callbacks_client::CallbacksClient;

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
    /// A port of the program in this process, which no server has.
    Program(u32),
}

impl Target {
    /// `None` if the address is not of this machine.
    fn parse(address: &str) -> Option<Self> {
        let own = address.strip_prefix("127.0.0.1:");
        let own = own.and_then(|port| port.parse().ok());
        if let Some(port) = own.filter(|port| *port >= FIRST_OWN_PORT) {
            return Some(Self::Program(port));
        }
        let endpoint = Endpoint::parse(address)?;
        matches!(endpoint, Endpoint::Tcp(_)).then_some(Self::Port(endpoint))
    }
}

impl Callback {
    /// Validates the address: only local processes are called.
    pub fn parse(message: &wire::Callback) -> Result<Self, CallError> {
        let target = &message.target;
        let server = Target::parse(target).ok_or_else(|| {
            CallError::malformed(format!(
                "`target` of a callback must be a port of 127.0.0.1, not `{target}`"
            ))
        })?;
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
    connections: Connections,
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
            Target::Program(port) => {
                let answer = self.call_program(*port, request.encode_to_vec()).await?;
                decoded::<wire::CallbackInvokeResponse>(&answer)?
            }
        };
        Ok(decoded(&answer.response)?)
    }

    async fn call_program(&self, port: u32, request: Vec<u8>) -> Result<Vec<u8>, Status> {
        let over = || Status::unavailable("the program is over, and its function cannot be called");
        let (answer, answered) = oneshot::channel();
        let call = ProgramCall {
            port,
            path: INVOKE.into(),
            request,
            stream: None,
            answer,
        };
        let program = self.program.get().ok_or_else(over)?;
        program.send(call).map_err(|_| over())?;
        let answer = answered.await.map_err(|_| over())?;
        answer.map_err(status)
    }

    async fn connection(&self, server: &Endpoint) -> Result<Connection, Status> {
        self.connections.to(server).await.map_err(|error| {
            Status::aborted(format!("the program cannot be called at {server}: {error}"))
        })
    }
}

fn decoded<M: Message + Default>(bytes: &[u8]) -> Result<M, CallError> {
    let message = M::decode(bytes);
    message.map_err(|error| {
        CallError::malformed(format!("the answer of a callback cannot be read: {error}"))
    })
}
