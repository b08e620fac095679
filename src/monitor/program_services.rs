//! Services that an SDK of another ecosystem calls in this process.

use std::future::Future;
use std::pin::Pin;

/// A failed call, with the code and the message that the SDK would get over gRPC.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ServiceFailure {
    /// A status code of gRPC, such as 3 for an invalid argument.
    pub code: u32,
    pub message: String,
}

/// A call of a function of the program.
#[derive(Debug)]
pub struct ProgramCall {
    /// The path of the method, such as `/pulumirpc.Callbacks/Invoke`.
    pub path: &'static str,
    /// The encoded request.
    pub request: Vec<u8>,
    /// Takes the encoded answer. Its drop without an answer means that the program is over.
    pub answer: tokio::sync::oneshot::Sender<Result<Vec<u8>, ServiceFailure>>,
}

/// The encoded answer of a service, or of a function of the program.
pub type ServiceAnswer = Pin<Box<dyn Future<Output = Result<Vec<u8>, ServiceFailure>>>>;

/// The services of the engine for an unmodified SDK of another ecosystem, which believes to call them over gRPC.
pub trait ProgramServices: Send + Sync {
    /// Called when the SDK calls a method. `path` is that of gRPC, `request` the encoded message.
    ///
    /// # Errors
    ///
    /// The failure that the SDK would get from a server.
    fn call(&self, path: &str, request: Vec<u8>) -> ServiceAnswer;

    /// Called once, when the program begins to offer functions: the engine's calls of them.
    fn calls(&self) -> Option<tokio::sync::mpsc::UnboundedReceiver<ProgramCall>>;
}
