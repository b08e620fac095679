//! Services that an SDK of another ecosystem calls, and those that it serves.

use std::borrow::Cow;
use std::future::Future;
use std::io;
use std::pin::Pin;

/// A failed call, with the code and the message that the SDK would get over gRPC.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ServiceFailure {
    /// A status code of gRPC, such as 3 for an invalid argument.
    pub code: u32,
    pub message: String,
    /// The encoded `google.rpc.Status` with details of the failure; empty for none.
    pub details: Vec<u8>,
}

/// The first port of functions that a program offers to the engine in its process (`js/pulumi/server.ts`). TCP has none
/// from there on.
pub const FIRST_OWN_PORT: u32 = 1 << 16;

/// The encoded requests of a client that sends a stream of them. A failure is the last one.
pub type RequestStream = tokio::sync::mpsc::Receiver<Result<Vec<u8>, ServiceFailure>>;

/// A call of a function of the program.
#[derive(Debug)]
pub struct ProgramCall {
    /// The port of the server of the program, from [`FIRST_OWN_PORT`] on for functions that it offers to the engine in its
    /// process.
    pub port: u32,
    /// The path of the method, such as `/pulumirpc.Callbacks/Invoke`.
    pub path: Cow<'static, str>,
    /// The encoded request; empty if the client sends a stream of them.
    pub request: Vec<u8>,
    pub stream: Option<RequestStream>,
    /// Takes the encoded answer. Its drop without an answer means that the program is over.
    pub answer: tokio::sync::oneshot::Sender<Result<Vec<u8>, ServiceFailure>>,
}

/// The encoded answer of a service, or of a function of the program.
pub type ServiceAnswer = Pin<Box<dyn Future<Output = Result<Vec<u8>, ServiceFailure>>>>;

/// The port of a server of the program.
pub type ListeningPort = Pin<Box<dyn Future<Output = io::Result<u16>>>>;

/// The services of an unmodified SDK of another ecosystem, which believes to call them over gRPC.
pub trait ProgramServices: Send + Sync {
    /// Whether the engine is in this process. Otherwise the SDK calls it at its port.
    fn has_engine(&self) -> bool;

    /// Called when the SDK calls a method. `address` is that of the server: `lumi:engine` for the engine in this process,
    /// or a port of loopback. `path` is that of gRPC, `request` the encoded message.
    ///
    /// # Errors
    ///
    /// The failure that the SDK would get from a server.
    fn call(&self, address: &str, path: &str, request: Vec<u8>) -> ServiceAnswer;

    /// Called once, when the program begins to offer functions: the calls of them.
    fn calls(&self) -> Option<tokio::sync::mpsc::UnboundedReceiver<ProgramCall>>;

    /// Opens a port of loopback, whose requests become calls. The methods at the paths of `streaming` take a stream of requests.
    ///
    /// # Errors
    ///
    /// No port can be opened.
    fn listen(&self, streaming: Vec<String>) -> ListeningPort;

    /// Closes a port that was opened, and its connections.
    fn close(&self, port: u16);
}
