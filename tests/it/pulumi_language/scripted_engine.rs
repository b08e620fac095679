//! A mock of Pulumi's engine: records every request and does nothing.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use lumi::pulumi::pulumirpc::engine_server::{Engine, EngineServer};
use lumi::pulumi::pulumirpc::resource_monitor_server::{ResourceMonitor, ResourceMonitorServer};
use lumi::pulumi::pulumirpc::{self as wire, Field, Struct, Value, value::Kind};
use lumi::rpc::{Router, Server, Token};
use parking_lot::Mutex;
use tonic::{Request, Response, Status};

/// Listens until dropped.
pub struct ScriptedEngine {
    server: Server,
    heard: Heard,
}

/// The recorded requests.
#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Record>>);

#[derive(Default)]
struct Record {
    /// Unordered, as programs make concurrent requests.
    requests: Vec<String>,
    log: Vec<String>,
}

#[derive(Clone)]
struct Scripted {
    heard: Heard,
    dry_run: bool,
    /// An engine without GetDeploymentInfo, which only supports secrets.
    is_old: bool,
}

impl ScriptedEngine {
    pub async fn start(dry_run: bool) -> Self {
        Self::of_age(dry_run, false).await
    }

    pub async fn of_age(dry_run: bool, is_old: bool) -> Self {
        let heard = Heard::default();
        let scripted = Scripted {
            heard: heard.clone(),
            dry_run,
            is_old,
        };
        let router = Router::new(Token::NONE)
            .with(ResourceMonitorServer::new(scripted.clone()))
            .with(EngineServer::new(scripted));
        let server = Server::start(router).await.unwrap();
        Self { server, heard }
    }

    pub fn address(&self) -> String {
        self.server.endpoint().to_string()
    }

    /// All requests, sorted, and then the log in order.
    pub fn transcript(&self) -> String {
        let mut record = self.heard.0.lock();
        record.requests.sort();
        [record.requests.concat(), record.log.concat()].concat()
    }
}

impl Heard {
    fn request(&self, text: String) {
        self.0.lock().requests.push(text);
    }
}

/// Fields with non-default values, one per line.
struct Fields(String);

impl Fields {
    fn of(title: String) -> Self {
        Self(title + "\n")
    }

    fn text(mut self, name: &str, text: &str) -> Self {
        if !text.is_empty() {
            writeln!(self.0, "  {name}: {text}").unwrap();
        }
        self
    }

    fn flag(self, name: &str, flag: impl Into<Option<bool>>) -> Self {
        match flag.into() {
            Some(flag) => self.text(name, &flag.to_string()),
            None => self,
        }
    }

    fn list(self, name: &str, items: &[String]) -> Self {
        self.text(name, &items.join(", "))
    }

    fn object(self, name: &str, object: Option<&Struct>) -> Self {
        match object {
            Some(object) => self.text(name, &json(object)),
            None => self,
        }
    }

    fn position(self, position: Option<wire::SourcePosition>) -> Self {
        match position {
            Some(it) => self.text("at", &format!("{}:{}:{}", it.uri, it.line, it.column)),
            None => self,
        }
    }
}

/// The exact JSON on the wire.
fn json(object: &Struct) -> String {
    let members = object.fields.iter().map(|field| {
        let value = field.value.as_ref().map(value_json);
        format!("{:?}: {}", field.key, value.unwrap_or_default())
    });
    format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
}

fn value_json(value: &Value) -> String {
    match value.kind.as_ref().unwrap() {
        Kind::NullValue(_) => "null".to_owned(),
        Kind::NumberValue(it) => it.to_string(),
        Kind::StringValue(it) => format!("{it:?}"),
        Kind::BoolValue(it) => it.to_string(),
        Kind::StructValue(it) => json(it),
        Kind::ListValue(list) => {
            let items = list.values.iter().map(value_json);
            format!("[{}]", items.collect::<Vec<_>>().join(", "))
        }
    }
}

fn text(text: &str) -> Value {
    Value {
        kind: Some(Kind::StringValue(text.to_owned())),
    }
}

fn with(object: Option<Struct>, key: &str, value: Value) -> Option<Struct> {
    let mut object = object.unwrap_or_default();
    object.fields.push(Field {
        key: key.to_owned(),
        value: Some(value),
    });
    Some(object)
}

fn alias(alias: wire::Alias) -> String {
    use wire::alias::{Alias, spec::Parent};
    match alias.alias.unwrap() {
        Alias::Urn(urn) => urn,
        Alias::Spec(spec) => {
            let parent = match spec.parent {
                None => String::new(),
                Some(Parent::ParentUrn(urn)) => format!(" below {urn}"),
                Some(Parent::NoParent(_)) => " below nothing".to_owned(),
            };
            format!(
                "{}/{}/{}/{}{parent}",
                spec.stack, spec.project, spec.r#type, spec.name
            )
        }
    }
}

impl Scripted {
    /// The URN that the real engine would assign.
    fn urn(&self, parent: &str, resource_type: &str, name: &str) -> String {
        let parent = parent.split("::").nth(2).unwrap_or_default();
        let types = match parent {
            "" | "pulumi:pulumi:Stack" => resource_type.to_owned(),
            parent => format!("{parent}${resource_type}"),
        };
        format!("urn:pulumi:dev::shop::{types}::{name}")
    }

    fn needs_new_engine<T>(&self) -> Result<T, Status> {
        Err(Status::unimplemented("not here"))
    }
}

type Answer<T> = Result<Response<T>, Status>;

#[tonic::async_trait]
impl ResourceMonitor for Scripted {
    async fn get_deployment_info(&self, _: Request<()>) -> Answer<wire::DeploymentInfo> {
        if self.is_old {
            return self.needs_new_engine();
        }
        use wire::ResourceMonitorFeature as Feature;
        Ok(Response::new(wire::DeploymentInfo {
            dry_run: self.dry_run,
            supported_features: vec![Feature::Secrets.into(), Feature::ResourceReferences.into()],
            ..Default::default()
        }))
    }

    async fn supports_feature(
        &self,
        request: Request<wire::SupportsFeatureRequest>,
    ) -> Answer<wire::SupportsFeatureResponse> {
        let id = request.into_inner().id;
        self.heard.request(format!("supports {id}?\n"));
        let has_support = id == "secrets";
        Ok(Response::new(wire::SupportsFeatureResponse { has_support }))
    }

    async fn invoke(
        &self,
        request: Request<wire::ResourceInvokeRequest>,
    ) -> Answer<wire::InvokeResponse> {
        let request = request.into_inner();
        let fields = Fields::of(format!("invoke {}", request.tok))
            .object("args", request.args.as_ref())
            .text("provider", &request.provider)
            .text("version", &request.version)
            .flag("acceptResources", request.accept_resources);
        self.heard.request(fields.0);
        let failure = wire::CheckFailure {
            property: "size".to_owned(),
            reason: "it is too large".to_owned(),
        };
        let failures = match request.tok.ends_with("refuse") {
            true => vec![failure],
            false => Vec::new(),
        };
        let r#return = with(request.args, "by", text("engine"));
        Ok(Response::new(wire::InvokeResponse { r#return, failures }))
    }

    async fn call(
        &self,
        request: Request<wire::ResourceCallRequest>,
    ) -> Answer<wire::CallResponse> {
        let request = request.into_inner();
        let fields = Fields::of(format!("call {}", request.tok))
            .object("args", request.args.as_ref())
            .text("provider", &request.provider);
        self.heard.request(fields.0);
        Ok(Response::new(wire::CallResponse {
            r#return: with(None, "answer", text("called")),
            ..Default::default()
        }))
    }

    async fn read_resource(
        &self,
        request: Request<wire::ReadResourceRequest>,
    ) -> Answer<wire::ReadResourceResponse> {
        let request = request.into_inner();
        let fields = Fields::of(format!("read {} {}", request.r#type, request.name))
            .text("id", &request.id)
            .text("parent", &request.parent)
            .text("provider", &request.provider)
            .object("properties", request.properties.as_ref())
            .list("dependencies", &request.dependencies)
            .list(
                "additionalSecretOutputs",
                &request.additional_secret_outputs,
            )
            .flag("acceptSecrets", request.accept_secrets)
            .flag("acceptResources", request.accept_resources)
            .position(request.source_position);
        self.heard.request(fields.0);
        let properties = match request.r#type.as_str() {
            "pulumi:pulumi:StackReference" => {
                let outputs = with(None, "url", text("https://example.com")).unwrap();
                let outputs = Value {
                    kind: Some(Kind::StructValue(outputs)),
                };
                with(request.properties, "outputs", outputs)
            }
            _ => with(request.properties, "state", text("running")),
        };
        let urn = self.urn(&request.parent, &request.r#type, &request.name);
        Ok(Response::new(wire::ReadResourceResponse {
            unknown: false,
            urn,
            properties,
        }))
    }

    async fn register_resource(
        &self,
        request: Request<wire::RegisterResourceRequest>,
    ) -> Answer<wire::RegisterResourceResponse> {
        let request = request.into_inner();
        let timeouts = request.custom_timeouts.map(|it| {
            format!(
                "create {}, update {}, delete {}",
                it.create, it.update, it.delete
            )
        });
        let dependencies: BTreeMap<_, _> = request.property_dependencies.iter().collect();
        let dependencies = dependencies.into_iter();
        let dependencies =
            dependencies.map(|(key, it)| format!("{key} of {}", it.urns.join(" and ")));
        let aliases = request.aliases.into_iter().map(alias);
        let providers: BTreeMap<_, _> = request.providers.iter().collect();
        let providers = providers.into_iter();
        let providers = providers.map(|(package, it)| format!("{package}: {it}"));
        let fields = Fields::of(format!("register {} {}", request.r#type, request.name))
            .text("parent", &request.parent)
            .flag("custom", request.custom)
            .flag("remote", request.remote.then_some(true))
            .list("providers", &providers.collect::<Vec<_>>())
            .object("object", request.object.as_ref())
            .flag("protect", request.protect)
            .list("dependencies", &request.dependencies)
            .list("propertyDependencies", &dependencies.collect::<Vec<_>>())
            .text("provider", &request.provider)
            .flag(
                "deleteBeforeReplace",
                request
                    .delete_before_replace_defined
                    .then_some(request.delete_before_replace),
            )
            .text("version", &request.version)
            .list("ignoreChanges", &request.ignore_changes)
            .list("replaceOnChanges", &request.replace_on_changes)
            .list(
                "additionalSecretOutputs",
                &request.additional_secret_outputs,
            )
            .list("aliases", &aliases.collect::<Vec<_>>())
            .text("importId", &request.import_id)
            .text("customTimeouts", &timeouts.unwrap_or_default())
            .flag("retainOnDelete", request.retain_on_delete)
            .text("deletedWith", &request.deleted_with)
            .position(request.source_position);
        let says_everything = request.accept_secrets
            && request.accept_resources
            && request.alias_specs
            && request.supports_partial_values
            && request.supports_result_reporting;
        self.heard.request(match says_everything {
            true => fields.0,
            false => fields.text("it", "does not say what it supports").0,
        });
        let result = match request.name.as_str() {
            "failing" => wire::Result::Fail,
            "ending" => return Err(Status::unavailable("the engine ends")),
            _ => wire::Result::Success,
        };
        let id = match request.custom && !self.dry_run {
            true => format!("id-{}", request.name),
            false => String::new(),
        };
        let arn = format!("arn:{}", request.name);
        let object = match request.custom && !self.dry_run {
            true => with(request.object, "arn", text(&arn)),
            false => request.object,
        };
        Ok(Response::new(wire::RegisterResourceResponse {
            urn: self.urn(&request.parent, &request.r#type, &request.name),
            id,
            object,
            result: result.into(),
            ..Default::default()
        }))
    }

    async fn register_resource_outputs(
        &self,
        request: Request<wire::RegisterResourceOutputsRequest>,
    ) -> Answer<()> {
        let request = request.into_inner();
        let fields = Fields::of(format!("outputs of {}", request.urn))
            .object("outputs", request.outputs.as_ref());
        self.heard.request(fields.0);
        Ok(Response::new(()))
    }

    async fn register_stack_transform(&self, _: Request<wire::Callback>) -> Answer<()> {
        self.needs_new_engine()
    }

    async fn register_stack_invoke_transform(&self, _: Request<wire::Callback>) -> Answer<()> {
        self.needs_new_engine()
    }

    async fn register_resource_hook(
        &self,
        _: Request<wire::RegisterResourceHookRequest>,
    ) -> Answer<()> {
        self.needs_new_engine()
    }

    async fn register_error_hook(&self, _: Request<wire::RegisterErrorHookRequest>) -> Answer<()> {
        self.needs_new_engine()
    }

    async fn register_package(
        &self,
        _: Request<wire::RegisterPackageRequest>,
    ) -> Answer<wire::RegisterPackageResponse> {
        self.needs_new_engine()
    }

    async fn signal_and_wait_for_shutdown(&self, _: Request<()>) -> Answer<()> {
        self.needs_new_engine()
    }
}

#[tonic::async_trait]
impl Engine for Scripted {
    async fn log(&self, request: Request<wire::LogRequest>) -> Answer<()> {
        let request = request.into_inner();
        let severity = request.severity().as_str_name();
        let line = format!("log {severity} {}\n{}\n", request.urn, request.message);
        self.heard.0.lock().log.push(line);
        Ok(Response::new(()))
    }

    async fn get_root_resource(
        &self,
        _: Request<wire::GetRootResourceRequest>,
    ) -> Answer<wire::GetRootResourceResponse> {
        self.needs_new_engine()
    }

    async fn set_root_resource(
        &self,
        request: Request<wire::SetRootResourceRequest>,
    ) -> Answer<wire::SetRootResourceResponse> {
        let urn = request.into_inner().urn;
        self.heard.request(format!("root {urn}\n"));
        Ok(Response::new(wire::SetRootResourceResponse {}))
    }

    async fn start_debugging(&self, _: Request<wire::StartDebuggingRequest>) -> Answer<()> {
        self.needs_new_engine()
    }

    async fn require_pulumi_version(
        &self,
        _: Request<wire::RequirePulumiVersionRequest>,
    ) -> Answer<wire::RequirePulumiVersionResponse> {
        self.needs_new_engine()
    }
}
