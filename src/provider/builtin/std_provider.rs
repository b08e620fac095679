//! The provider of the package `std`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::name_advice::advice;
use crate::{
    Access, CheckRequest, Checked, CreateRequest, Created, DeleteRequest, DerivedOutputs, Diff,
    DiffConfigRequest, DiffRequest, InvokeRequest, ListRequest, ListedObject, ManagedObjects,
    Provider, ProviderError, ReadRequest, ReadState, RecoverRequest, Recovered, Target,
    UpdateRequest, Updated, reveal,
};
use lumi_graph::{Object, ResourceType, Value};

use super::exec::Command;
use super::fs::{Directory, File, FileOwners, MadeFiles};
use super::generated::{Generated, Generator};
use super::http::OriginHeaders;
use super::input_reader::InputReader;
use super::provider_context::ProviderContext;
use super::resource_handler::ResourceHandler;
use super::std_interface::{HTTP, class_of, configuration, tokens};
use super::{http, random, time, tls};

/// Manages the resources of the package `std`.
pub struct StdProvider {
    kinds: BTreeMap<&'static str, Box<dyn ResourceHandler>>,
    context: Arc<ProviderContext>,
    http_headers: Arc<OriginHeaders>,
}

impl StdProvider {
    /// `project` is the absolute path of the project folder.
    pub fn new(
        project: impl Into<PathBuf>,
        access: Arc<dyn Access>,
        objects: ManagedObjects,
    ) -> Self {
        let context = Arc::new(ProviderContext::new(project.into(), access));
        let http_headers = Arc::<OriginHeaders>::default();
        Self {
            kinds: kinds(&context, &http_headers, objects),
            context,
            http_headers,
        }
    }

    fn kind(&self, target: &Target) -> Result<&dyn ResourceHandler, ProviderError> {
        let token = target.resource_type.as_str();
        Self::check_type(token).map_err(ProviderError::failed)?;
        let kind = self.kinds.get(token).or_else(|| self.kinds.get(HTTP));
        Ok(kind.expect("BUG: every class has a handler").as_ref())
    }

    /// Checks that the package has a resource type; the error has advice.
    pub fn check_type(token: &str) -> Result<(), String> {
        match class_of(token) {
            Some(_) => Ok(()),
            None => Err(format!(
                "package `std` has no resource type `{token}`; {}",
                advice(token, tokens())
            )),
        }
    }
}

/// All types of the package.
fn kinds(
    context: &Arc<ProviderContext>,
    http_headers: &Arc<OriginHeaders>,
    objects: ManagedObjects,
) -> BTreeMap<&'static str, Box<dyn ResourceHandler>> {
    let records = Arc::new(MadeFiles::new(context.folder()));
    let file_owners = FileOwners::new(context.folder(), objects, Arc::clone(&records));
    let file_owners = Arc::new(file_owners);
    let context = || Arc::clone(context);
    let kinds: [(&str, Box<dyn ResourceHandler>); 4] = [
        ("std:exec:Command", Box::new(Command::new(context()))),
        (
            "std:fs:Directory",
            Box::new(Directory::new(
                context(),
                Arc::clone(&file_owners),
                Arc::clone(&records),
            )),
        ),
        (
            "std:fs:File",
            Box::new(File::new(context(), file_owners, records)),
        ),
        (
            HTTP,
            Box::new(http::Resource::new(context(), Arc::clone(http_headers))),
        ),
    ];
    kinds.into_iter().chain(values(context)).collect()
}

/// The types whose objects are values in the state.
fn values(
    context: impl Fn() -> Arc<ProviderContext>,
) -> [(&'static str, Box<dyn ResourceHandler>); 11] {
    [
        ("std:random:Id", generated::<random::Id>(context())),
        (
            "std:random:Integer",
            generated::<random::Integer>(context()),
        ),
        (
            "std:random:Password",
            generated::<random::Password>(context()),
        ),
        ("std:random:Pet", generated::<random::Pet>(context())),
        (
            "std:random:Shuffle",
            generated::<random::Shuffle>(context()),
        ),
        ("std:random:Uuid", generated::<random::Uuid>(context())),
        ("std:time:Rotating", Box::new(time::Rotating::new(now))),
        (
            "std:tls:PrivateKey",
            generated::<tls::PrivateKey>(context()),
        ),
        (
            "std:tls:CertificateRequest",
            generated::<tls::CertificateRequest>(context()),
        ),
        (
            "std:tls:SelfSignedCert",
            Box::new(tls::IssuedCert::<tls::SelfSigned>::new(now)),
        ),
        (
            "std:tls:SignedCertificate",
            Box::new(tls::IssuedCert::<tls::SignedCertificate>::new(now)),
        ),
    ]
}

fn generated<R: Generator + 'static>(context: Arc<ProviderContext>) -> Box<dyn ResourceHandler> {
    Box::new(Generated::<R>::new(context))
}

#[async_trait]
impl Provider for StdProvider {
    fn is_configurable(&self) -> bool {
        false
    }

    /// Whether every origin is still configured: a removed origin may be that of objects to delete.
    fn reaches(&self, request: &DiffConfigRequest) -> bool {
        let origins = |config: &Object| {
            let config = reveal(config);
            let headers = config.get(OriginHeaders::SETTING);
            let parsed = headers.and_then(|it| OriginHeaders::parse(it).ok());
            parsed.unwrap_or_default()
        };
        let new = origins(&request.inputs);
        origins(&request.old_inputs)
            .keys()
            .all(|it| new.contains_key(it))
    }

    fn derived_outputs(&self, resource_type: &ResourceType) -> Option<DerivedOutputs> {
        self.kinds.get(resource_type.as_str())?.derived_outputs()
    }

    fn fill_inputs(&self, resource_type: &ResourceType, inputs: &mut Object) {
        if let Some(kind) = self.kinds.get(resource_type.as_str()) {
            kind.fill_inputs(inputs);
        }
    }

    async fn check_config(&self, config: Object) -> Result<Checked, ProviderError> {
        let revealed = reveal(&config);
        let known = configuration();
        let mut reader = InputReader::of(&known, &revealed);
        if let Some(headers) = reader.value(OriginHeaders::SETTING)
            && let Err(reason) = OriginHeaders::parse(headers)
        {
            reader.fail(OriginHeaders::SETTING, reason);
        }
        let failures = reader.finish();
        Ok(Checked {
            inputs: config,
            failures,
            ..Checked::default()
        })
    }

    async fn configure(&self, config: Object) -> Result<(), ProviderError> {
        let config = reveal(&config);
        self.http_headers.set(config.get(OriginHeaders::SETTING))
    }

    async fn check(&self, request: CheckRequest) -> Result<Checked, ProviderError> {
        self.kind(&request.target)?.check(request).await
    }

    async fn diff(&self, request: DiffRequest) -> Result<Diff, ProviderError> {
        self.kind(&request.target)?.diff(request).await
    }

    async fn create(&self, request: CreateRequest) -> Result<Created, ProviderError> {
        self.kind(&request.target)?.create(request).await
    }

    async fn read(&self, request: ReadRequest) -> Result<Option<ReadState>, ProviderError> {
        self.kind(&request.target)?.read(request).await
    }

    async fn update(&self, request: UpdateRequest) -> Result<Updated, ProviderError> {
        self.kind(&request.target)?
            .update(request)
            .await
            .map(Updated::from)
    }

    async fn delete(&self, request: DeleteRequest) -> Result<(), ProviderError> {
        self.kind(&request.target)?.delete(request).await
    }

    async fn settle(&self, target: &Target) -> Result<(), ProviderError> {
        self.kind(target)?.settle(target).await
    }

    async fn recover(&self, request: RecoverRequest) -> Result<Recovered, ProviderError> {
        self.kind(&request.target)?.recover(request).await
    }

    async fn list(&self, request: ListRequest) -> Result<Vec<ListedObject>, ProviderError> {
        self.kind(&request.target)?.list(request).await
    }

    async fn invoke(&self, request: InvokeRequest) -> Result<Value, ProviderError> {
        Err(ProviderError::failed(format!(
            "package `std` has no function `{}`: it has resources only",
            request.token
        )))
    }

    async fn cancel(&self) {
        self.context.stop();
    }
}

/// The time of the system clock, which may be before 1970.
fn now() -> DateTime<Utc> {
    SystemTime::now().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unrestricted;

    #[test]
    fn every_class_has_a_handler() {
        let provider = StdProvider::new("/", Arc::new(Unrestricted), ManagedObjects::default());
        let handled: Vec<&str> = provider.kinds.keys().copied().collect();
        assert_eq!(handled, tokens().collect::<Vec<_>>());
    }
}
