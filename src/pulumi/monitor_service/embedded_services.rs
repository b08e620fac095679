//! Monitor and engine for a program in this process, whose SDK calls them by the paths of gRPC.

use hyper::http::uri::PathAndQuery;
use parking_lot::Mutex;
use prost::bytes::{Buf, BufMut};
use tokio::sync::mpsc::UnboundedReceiver;
use tonic::client::{Grpc, GrpcService};
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::codegen::{Body as HttpBody, Bytes, StdError};
use tonic::server::NamedService;
use tonic::{Request, Status};

use crate::pulumirpc::engine_server::EngineServer;
use crate::pulumirpc::resource_monitor_server::ResourceMonitorServer;
use lumi_monitor::{ProgramCall, ProgramServices, ServiceAnswer, ServiceFailure};
use lumi_rpc::MAX_MESSAGE;

use super::arrival_index::CallCounter;
use super::engine_service::PulumiEngine;
use super::monitor_server::PulumiMonitorServer;

type Monitor = CallCounter<ResourceMonitorServer<PulumiMonitorServer>>;
type Engine = EngineServer<PulumiEngine>;

/// The services that a program of Pulumi calls, without a connection.
pub struct EmbeddedServices {
    monitor: Monitor,
    engine: Engine,
    /// Taken by the program.
    calls: Mutex<Option<UnboundedReceiver<ProgramCall>>>,
}

impl EmbeddedServices {
    pub(super) fn new(
        monitor: Monitor,
        engine: Engine,
        calls: UnboundedReceiver<ProgramCall>,
    ) -> Self {
        Self {
            monitor,
            engine,
            calls: Mutex::new(Some(calls)),
        }
    }
}

impl ProgramServices for EmbeddedServices {
    fn call(&self, path: &str, request: Vec<u8>) -> ServiceAnswer {
        let name = path.strip_prefix('/').and_then(|it| it.split_once('/'));
        let absent = || failure(&Status::unimplemented(format!("there is no `{path}` here")));
        let (Some((name, _)), Ok(path)) = (name, PathAndQuery::try_from(path)) else {
            return Box::pin(std::future::ready(Err(absent())));
        };
        if name == <Monitor as NamedService>::NAME {
            Box::pin(unary(self.monitor.clone(), path, request))
        } else if name == <Engine as NamedService>::NAME {
            Box::pin(unary(self.engine.clone(), path, request))
        } else {
            Box::pin(std::future::ready(Err(absent())))
        }
    }

    fn calls(&self) -> Option<UnboundedReceiver<ProgramCall>> {
        self.calls.lock().take()
    }
}

/// Calls a method of a generated service.
async fn unary<S>(
    service: S,
    path: PathAndQuery,
    request: Vec<u8>,
) -> Result<Vec<u8>, ServiceFailure>
where
    S: GrpcService<tonic::body::Body>,
    S::ResponseBody: HttpBody<Data = Bytes, Error: Into<StdError> + Send> + Send + 'static,
{
    let mut client = Grpc::new(service)
        .max_decoding_message_size(MAX_MESSAGE)
        .max_encoding_message_size(MAX_MESSAGE);
    // Generated services are always ready.
    client.ready().await.map_err(|error| {
        let error: StdError = error.into();
        failure(&Status::internal(error.to_string()))
    })?;
    let answer = client.unary(Request::new(request), path, Encoded).await;
    answer
        .map(tonic::Response::into_inner)
        .map_err(|it| failure(&it))
}

fn failure(status: &Status) -> ServiceFailure {
    ServiceFailure {
        code: u32::try_from(i32::from(status.code())).unwrap_or(2),
        message: status.message().to_owned(),
    }
}

/// Messages that the SDK has encoded, and decodes.
#[derive(Clone, Copy, Default)]
struct Encoded;

impl Codec for Encoded {
    type Encode = Vec<u8>;
    type Decode = Vec<u8>;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        *self
    }

    fn decoder(&mut self) -> Self {
        *self
    }
}

impl Encoder for Encoded {
    type Item = Vec<u8>;
    type Error = Status;

    fn encode(&mut self, message: Vec<u8>, to: &mut EncodeBuf<'_>) -> Result<(), Status> {
        to.put_slice(&message);
        Ok(())
    }
}

impl Decoder for Encoded {
    type Item = Vec<u8>;
    type Error = Status;

    fn decode(&mut self, from: &mut DecodeBuf<'_>) -> Result<Option<Vec<u8>>, Status> {
        let mut message = vec![0; from.remaining()];
        from.copy_to_slice(&mut message);
        Ok(Some(message))
    }
}
