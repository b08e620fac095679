//! Calls whose messages the SDK has encoded, and decodes.

use hyper::http::uri::PathAndQuery;
use prost::bytes::{Buf, BufMut};
use tonic::client::{Grpc, GrpcService};
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::codegen::{Body as HttpBody, Bytes, StdError};
use tonic::{Request, Status};

use lumi_monitor::ServiceFailure;
use lumi_rpc::MAX_MESSAGE;

/// Calls a method of a service: one that is generated, or one behind a connection.
pub async fn unary<S>(
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
    client.ready().await.map_err(|error| {
        let error: StdError = error.into();
        failure(&Status::unavailable(error.to_string()))
    })?;
    let answer = client.unary(Request::new(request), path, Encoded).await;
    answer
        .map(tonic::Response::into_inner)
        .map_err(|it| failure(&it))
}

/// The failure that the SDK gets for a status.
pub fn failure(status: &Status) -> ServiceFailure {
    ServiceFailure {
        code: u32::try_from(i32::from(status.code())).unwrap_or(2),
        message: status.message().to_owned(),
        details: status.details().to_vec(),
    }
}

/// The status of a failure of the SDK.
pub fn status(failure: ServiceFailure) -> Status {
    let code = i32::try_from(failure.code).unwrap_or(2).into();
    Status::with_details(code, failure.message, failure.details.into())
}

/// Messages as they are.
#[derive(Clone, Copy, Default)]
pub struct Encoded;

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
