//! Serves a provider to another process.

use std::sync::Arc;

use tonic::{Request, Response, Status};

use crate::{Provider, ProviderError, Target};
use lumi_graph::Object;
use lumi_rpc::lumirpc::resource_provider_server::{ResourceProvider, ResourceProviderServer};
use lumi_rpc::{
    CallError, MAX_MESSAGE, PROTOCOL, from_object, from_value, lumirpc as wire, object, required,
};

/// Serves one provider.
pub struct ProviderService {
    provider: Arc<dyn Provider>,
    facts: ProviderFacts,
}

/// The capabilities that a provider declares.
#[derive(Clone, Default)]
pub struct ProviderFacts {
    pub package: String,
    /// The version of the package.
    pub version: String,
    /// Whether it receives marked secrets, and keeps the marks.
    pub keeps_secrets: bool,
    /// The description of the package, if it has one.
    pub schema: Option<wire::GetSchemaResponse>,
}

impl ProviderService {
    /// The service for a router.
    pub fn server(
        provider: Arc<dyn Provider>,
        facts: ProviderFacts,
    ) -> ResourceProviderServer<Self> {
        ResourceProviderServer::new(Self { provider, facts })
            .max_decoding_message_size(MAX_MESSAGE)
            .max_encoding_message_size(MAX_MESSAGE)
    }
}

type Answer<T> = Result<Response<T>, Status>;

/// Bytes of a page of listed objects, unless it has only one.
const PAGE: usize = 1 << 20;

/// Converts a message to a request.
fn read<M, T: TryFrom<M, Error = CallError>>(request: Request<M>) -> Result<T, Status> {
    Ok(request.into_inner().try_into()?)
}

fn refused(error: ProviderError) -> Status {
    CallError::from(error).into()
}

fn answer<T, M: From<T>>(answer: Result<T, ProviderError>) -> Answer<M> {
    match answer {
        Ok(it) => Ok(Response::new(it.into())),
        Err(error) => Err(refused(error)),
    }
}

fn outputs(members: Object) -> Option<wire::Object> {
    Some(from_object(members))
}

#[tonic::async_trait]
impl ResourceProvider for ProviderService {
    async fn handshake(
        &self,
        _: Request<wire::HandshakeRequest>,
    ) -> Answer<wire::HandshakeResponse> {
        Ok(Response::new(wire::HandshakeResponse {
            protocol: PROTOCOL,
            package: self.facts.package.clone(),
            version: self.facts.version.clone(),
            keeps_secrets: self.facts.keeps_secrets,
        }))
    }

    /// Not implemented for built-in packages, whose schemas are part of the source.
    async fn get_schema(
        &self,
        _: Request<wire::GetSchemaRequest>,
    ) -> Answer<wire::GetSchemaResponse> {
        match &self.facts.schema {
            Some(schema) => Ok(Response::new(schema.clone())),
            None => Err(Status::unimplemented("there is no GetSchema")),
        }
    }

    async fn check_config(
        &self,
        request: Request<wire::CheckConfigRequest>,
    ) -> Answer<wire::CheckResponse> {
        let config = object(request.into_inner().config, "config")?;
        answer(self.provider.check_config(config).await)
    }

    async fn diff_config(
        &self,
        request: Request<wire::DiffConfigRequest>,
    ) -> Answer<wire::DiffResponse> {
        answer(self.provider.diff_config(read(request)?).await)
    }

    async fn configure(
        &self,
        request: Request<wire::ConfigureRequest>,
    ) -> Answer<wire::ConfigureResponse> {
        let config = object(request.into_inner().config, "config")?;
        self.provider.configure(config).await.map_err(refused)?;
        Ok(Response::new(wire::ConfigureResponse {}))
    }

    async fn check(&self, request: Request<wire::CheckRequest>) -> Answer<wire::CheckResponse> {
        answer(self.provider.check(read(request)?).await)
    }

    async fn diff(&self, request: Request<wire::DiffRequest>) -> Answer<wire::DiffResponse> {
        answer(self.provider.diff(read(request)?).await)
    }

    async fn create(&self, request: Request<wire::CreateRequest>) -> Answer<wire::CreateResponse> {
        answer(self.provider.create(read(request)?).await)
    }

    async fn read(&self, request: Request<wire::ReadRequest>) -> Answer<wire::ReadResponse> {
        let state = self.provider.read(read(request)?).await.map_err(refused)?;
        Ok(Response::new(wire::ReadResponse {
            state: state.map(Into::into),
        }))
    }

    async fn update(&self, request: Request<wire::UpdateRequest>) -> Answer<wire::UpdateResponse> {
        let updated = self.provider.update(read(request)?).await;
        Ok(Response::new(wire::UpdateResponse {
            outputs: outputs(updated.map_err(refused)?.outputs),
        }))
    }

    async fn delete(&self, request: Request<wire::DeleteRequest>) -> Answer<wire::DeleteResponse> {
        let deleted = self.provider.delete(read(request)?).await;
        deleted.map_err(refused)?;
        Ok(Response::new(wire::DeleteResponse {}))
    }

    async fn settle(&self, request: Request<wire::SettleRequest>) -> Answer<wire::SettleResponse> {
        let target = required(request.into_inner().target, "target")?;
        let target = Target::try_from(target)?;
        self.provider.settle(&target).await.map_err(refused)?;
        Ok(Response::new(wire::SettleResponse {}))
    }

    async fn recover(
        &self,
        request: Request<wire::RecoverRequest>,
    ) -> Answer<wire::RecoverResponse> {
        answer(self.provider.recover(read(request)?).await)
    }

    /// The objects in pages of a size that a message can have; a page is the number of objects before it.
    async fn list(&self, request: Request<wire::ListRequest>) -> Answer<wire::ListResponse> {
        let page = request.get_ref().page.clone();
        let listed = self.provider.list(read(request)?).await.map_err(refused)?;
        let unknown = || CallError::malformed("there is no such page");
        let from = match page {
            None => 0,
            Some(page) => page.parse::<usize>().map_err(|_| unknown())?,
        };
        if from > listed.len() {
            return Err(unknown().into());
        }
        let mut rest = listed.into_iter().skip(from).map(Into::into);
        let mut objects: Vec<wire::ListedObject> = Vec::new();
        let mut size = 0;
        let next = loop {
            let Some(object) = rest.next() else {
                break None;
            };
            size += prost::Message::encoded_len(&object);
            if size > PAGE && !objects.is_empty() {
                break Some((from + objects.len()).to_string());
            }
            objects.push(object);
        };
        Ok(Response::new(wire::ListResponse {
            objects,
            next_page: next,
        }))
    }

    async fn invoke(&self, request: Request<wire::InvokeRequest>) -> Answer<wire::InvokeResponse> {
        let result = self.provider.invoke(read(request)?).await;
        Ok(Response::new(wire::InvokeResponse {
            result: Some(from_value(result.map_err(refused)?)),
        }))
    }

    async fn call(&self, request: Request<wire::CallRequest>) -> Answer<wire::CallResponse> {
        let result = self.provider.call(read(request)?).await;
        Ok(Response::new(wire::CallResponse {
            result: Some(from_value(result.map_err(refused)?)),
        }))
    }

    async fn cancel(&self, _: Request<wire::CancelRequest>) -> Answer<wire::CancelResponse> {
        self.provider.cancel().await;
        Ok(Response::new(wire::CancelResponse {}))
    }
}
