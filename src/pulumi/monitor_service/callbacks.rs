//! Calls functions of the program for the engine.

use prost::Message;
use tokio::sync::Mutex;
use tonic::Status;

use crate::pulumirpc as wire;
use lumi_rpc::{CallError, Connection, Endpoint, MAX_MESSAGE};

use wire::callbacks_client::CallbacksClient;

/// A function of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Callback {
    server: Endpoint,
    token: String,
}

impl Callback {
    /// Validates the address: only local processes are called.
    pub fn parse(message: &wire::Callback) -> Result<Self, CallError> {
        let target = &message.target;
        match Endpoint::parse(target) {
            Some(server @ Endpoint::Tcp(_)) => Ok(Self {
                server,
                token: message.token.clone(),
            }),
            _ => Err(CallError::malformed(format!(
                "`target` of a callback must be a port of 127.0.0.1, not `{target}`"
            ))),
        }
    }

    pub fn parse_all(messages: &[wire::Callback]) -> Result<Vec<Self>, CallError> {
        messages.iter().map(Self::parse).collect()
    }
}

/// Calls functions over cached connections.
#[derive(Default)]
pub struct Caller(Mutex<Vec<(Endpoint, Connection)>>);

impl Caller {
    /// Calls a function with a message; an error is what the function threw.
    pub async fn call<A: Message + Default>(
        &self,
        function: &Callback,
        request: &impl Message,
    ) -> Result<A, Status> {
        let connection = self.connection(&function.server).await?;
        let mut client = CallbacksClient::new(connection)
            .max_decoding_message_size(MAX_MESSAGE)
            .max_encoding_message_size(MAX_MESSAGE);
        let request = wire::CallbackInvokeRequest {
            token: function.token.clone(),
            request: request.encode_to_vec(),
        };
        let answer = client.invoke(request).await?.into_inner();
        let answer = A::decode(answer.response.as_slice()).map_err(|error| {
            CallError::malformed(format!("the answer of a callback cannot be read: {error}"))
        })?;
        Ok(answer)
    }

    async fn connection(&self, server: &Endpoint) -> Result<Connection, Status> {
        let mut connections = self.0.lock().await;
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
