//! A Pulumi provider that records requests and responds as scripted.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use prost::Message as _;
use tonic::{Code, Request, Response, Status};
use tonic_types::pb;

use crate::pulumirpc as wire;
use crate::pulumirpc::resource_provider_server::ResourceProvider;
use crate::values::{Accepts, decode_object, encode_object};
use lumi_graph::{Secrets, Value};

use super::object;

/// Overrides of the default responses.
#[derive(Clone, Default)]
pub struct Script {
    pub handshake: Option<wire::ProviderHandshakeResponse>,
    pub configure: wire::ConfigureResponse,
    pub diff: wire::DiffResponse,
    pub failures: Vec<wire::CheckFailure>,
    /// By method.
    pub statuses: HashMap<&'static str, Status>,
    /// Whether Read finds nothing.
    pub is_gone: bool,
    /// Whether Read and Check return no inputs.
    pub has_no_inputs: bool,
}

#[derive(Clone, Default)]
pub struct Scripted {
    pub script: Arc<Mutex<Script>>,
    heard: Arc<Mutex<Vec<String>>>,
}

type Answer<T> = Result<Response<T>, Status>;

impl Scripted {
    pub fn script(&self, change: impl FnOnce(&mut Script)) {
        change(&mut self.script.lock());
    }

    /// Takes the requests recorded since the last call.
    pub fn heard(&self) -> String {
        let mut heard = self.heard.lock();
        std::mem::take(&mut *heard).join("\n")
    }

    fn hear(&self, method: &'static str, fields: &[(&str, String)]) -> Result<Script, Status> {
        let fields = fields.iter().filter(|it| !it.1.is_empty());
        let fields: String = fields.map(|it| format!(" {}={}", it.0, it.1)).collect();
        self.heard.lock().push(format!("{method}{fields}"));
        let script = self.script.lock().clone();
        match script.statuses.get(method) {
            Some(status) => Err(status.clone()),
            None => Ok(script),
        }
    }
}

/// A structure as JSON; `absent` if there is none.
pub fn json(structure: &Option<wire::Struct>) -> String {
    if structure.is_none() {
        return "absent".to_owned();
    }
    let decoded = decode_object(structure.clone()).unwrap();
    serde_json::to_string(&Value::Object(decoded.object).serializable(Secrets::Shown)).unwrap()
}

pub fn structure(json: &str) -> Option<wire::Struct> {
    Some(encode_object(&object(json), Accepts::EVERYTHING).unwrap())
}

pub fn detailed(code: Code, name: &str, detail: impl prost::Message) -> Status {
    let message = "it went wrong";
    let any = prost_types::Any {
        type_url: format!("type.googleapis.com/pulumirpc.{name}"),
        value: detail.encode_to_vec(),
    };
    let status = pb::Status {
        code: code.into(),
        message: message.to_owned(),
        details: vec![any],
    };
    Status::with_details(code, message, status.encode_to_vec().into())
}

fn flag(name: &str, value: bool) -> String {
    match value {
        true => name.to_owned(),
        false => String::new(),
    }
}

fn number(value: f64) -> String {
    match value {
        0.0 => String::new(),
        value => value.to_string(),
    }
}

fn sorted<T>(map: &HashMap<String, T>, show: impl Fn(&T) -> String) -> String {
    let mut entries: Vec<String> = map
        .iter()
        .map(|(key, it)| format!("{key}:{}", show(it)))
        .collect();
    entries.sort();
    entries.join(",")
}

#[tonic::async_trait]
impl ResourceProvider for Scripted {
    async fn handshake(
        &self,
        request: Request<wire::ProviderHandshakeRequest>,
    ) -> Answer<wire::ProviderHandshakeResponse> {
        let it = request.into_inner();
        let script = self.hear(
            "Handshake",
            &[
                ("engine", it.engine_address),
                ("root", it.root_directory.unwrap_or_default()),
                ("program", it.program_directory.unwrap_or_default()),
                ("views", flag("yes", it.supports_views)),
                ("urn", flag("yes", it.configure_with_urn)),
                ("refresh", flag("yes", it.supports_refresh_before_update)),
                ("invoke", flag("preview", it.invoke_with_preview)),
            ],
        )?;
        match script.handshake {
            Some(answer) => Ok(Response::new(answer)),
            None => Err(Status::unimplemented("this plugin has no handshake")),
        }
    }

    async fn parameterize(
        &self,
        _: Request<wire::ParameterizeRequest>,
    ) -> Answer<wire::ParameterizeResponse> {
        Err(Status::unimplemented(""))
    }

    async fn get_schema(
        &self,
        _: Request<wire::GetSchemaRequest>,
    ) -> Answer<wire::GetSchemaResponse> {
        Err(Status::unimplemented(""))
    }

    async fn check_config(
        &self,
        request: Request<wire::CheckRequest>,
    ) -> Answer<wire::CheckResponse> {
        let it = request.into_inner();
        let fields = [
            ("urn", it.urn),
            ("olds", json(&it.olds)),
            ("news", json(&it.news)),
        ];
        let script = self.hear("CheckConfig", &fields)?;
        Ok(Response::new(wire::CheckResponse {
            inputs: it.news,
            failures: script.failures,
        }))
    }

    async fn diff_config(&self, request: Request<wire::DiffRequest>) -> Answer<wire::DiffResponse> {
        let it = request.into_inner();
        let fields = [
            ("urn", it.urn),
            ("olds", json(&it.olds)),
            ("old_inputs", json(&it.old_inputs)),
            ("news", json(&it.news)),
        ];
        let script = self.hear("DiffConfig", &fields)?;
        Ok(Response::new(script.diff))
    }

    async fn configure(
        &self,
        request: Request<wire::ConfigureRequest>,
    ) -> Answer<wire::ConfigureResponse> {
        let it = request.into_inner();
        let fields = [
            ("args", json(&it.args)),
            ("variables", sorted(&it.variables, String::clone)),
            ("accepts", flag("secrets", it.accept_secrets)),
            ("accepts", flag("resources", it.accept_resources)),
            ("sends", flag("old_inputs", it.sends_old_inputs)),
            (
                "sends",
                flag("old_inputs_to_delete", it.sends_old_inputs_to_delete),
            ),
        ];
        let script = self.hear("Configure", &fields)?;
        Ok(Response::new(script.configure))
    }

    async fn invoke(&self, request: Request<wire::InvokeRequest>) -> Answer<wire::InvokeResponse> {
        let it = request.into_inner();
        let preview = flag("yes", it.preview);
        let fields = [
            ("tok", it.tok),
            ("args", json(&it.args)),
            ("preview", preview),
        ];
        let script = self.hear("Invoke", &fields)?;
        Ok(Response::new(wire::InvokeResponse {
            r#return: it.args,
            failures: script.failures,
        }))
    }

    async fn call(&self, request: Request<wire::CallRequest>) -> Answer<wire::CallResponse> {
        let it = request.into_inner();
        let fields = [
            ("tok", it.tok),
            ("args", json(&it.args)),
            (
                "arg_dependencies",
                sorted(&it.arg_dependencies, |it| it.urns.join("+")),
            ),
            ("project", it.project),
            ("stack", it.stack),
            ("organization", it.organization),
            ("config", sorted(&it.config, String::clone)),
            ("secret_keys", it.config_secret_keys.join(",")),
            ("dry_run", flag("yes", it.dry_run)),
            ("parallel", it.parallel.to_string()),
            ("monitor", it.monitor_endpoint),
            ("accepts", flag("outputs", it.accepts_output_values)),
        ];
        let script = self.hear("Call", &fields)?;
        Ok(Response::new(wire::CallResponse {
            r#return: structure(r#"{"answer":42}"#),
            failures: script.failures,
            ..Default::default()
        }))
    }

    async fn check(&self, request: Request<wire::CheckRequest>) -> Answer<wire::CheckResponse> {
        let it = request.into_inner();
        let fields = [
            ("urn", it.urn),
            ("name", it.name),
            ("type", it.r#type),
            ("olds", json(&it.olds)),
            ("news", json(&it.news)),
            ("seed", it.random_seed.len().to_string()),
            ("autonaming", flag("yes", it.autonaming.is_some())),
        ];
        let script = self.hear("Check", &fields)?;
        Ok(Response::new(wire::CheckResponse {
            inputs: it.news.filter(|_| !script.has_no_inputs),
            failures: script.failures,
        }))
    }

    async fn diff(&self, request: Request<wire::DiffRequest>) -> Answer<wire::DiffResponse> {
        let it = request.into_inner();
        let fields = [
            ("id", it.id),
            ("urn", it.urn),
            ("name", it.name),
            ("type", it.r#type),
            ("olds", json(&it.olds)),
            ("old_inputs", json(&it.old_inputs)),
            ("news", json(&it.news)),
            ("ignore", it.ignore_changes.join(",")),
        ];
        let script = self.hear("Diff", &fields)?;
        Ok(Response::new(script.diff))
    }

    async fn create(&self, request: Request<wire::CreateRequest>) -> Answer<wire::CreateResponse> {
        let it = request.into_inner();
        let id = if it.preview { "" } else { "id-1" };
        let fields = [
            ("urn", it.urn),
            ("name", it.name),
            ("type", it.r#type),
            ("properties", json(&it.properties)),
            ("timeout", number(it.timeout)),
            ("preview", flag("yes", it.preview)),
        ];
        self.hear("Create", &fields)?;
        Ok(Response::new(wire::CreateResponse {
            id: id.to_owned(),
            properties: structure(r#"{"made":true,"token":{"$lumi":"secret","value":"t"}}"#),
            refresh_before_update: false,
        }))
    }

    async fn read(&self, request: Request<wire::ReadRequest>) -> Answer<wire::ReadResponse> {
        let it = request.into_inner();
        let fields = [
            ("id", it.id.clone()),
            ("urn", it.urn),
            ("name", it.name),
            ("type", it.r#type),
            ("properties", json(&it.properties)),
            ("inputs", json(&it.inputs)),
            ("timeout", number(it.timeout)),
        ];
        let script = self.hear("Read", &fields)?;
        Ok(Response::new(wire::ReadResponse {
            id: if script.is_gone { String::new() } else { it.id },
            properties: structure(r#"{"seen":true}"#),
            inputs: structure(r#"{"size":9}"#).filter(|_| !script.has_no_inputs),
            refresh_before_update: false,
        }))
    }

    async fn update(&self, request: Request<wire::UpdateRequest>) -> Answer<wire::UpdateResponse> {
        let it = request.into_inner();
        let fields = [
            ("id", it.id),
            ("urn", it.urn),
            ("name", it.name),
            ("type", it.r#type),
            ("olds", json(&it.olds)),
            ("old_inputs", json(&it.old_inputs)),
            ("news", json(&it.news)),
            ("timeout", number(it.timeout)),
            ("ignore", it.ignore_changes.join(",")),
            ("preview", flag("yes", it.preview)),
        ];
        self.hear("Update", &fields)?;
        Ok(Response::new(wire::UpdateResponse {
            properties: structure(r#"{"made":"again"}"#),
            refresh_before_update: false,
        }))
    }

    async fn delete(&self, request: Request<wire::DeleteRequest>) -> Answer<()> {
        let it = request.into_inner();
        let fields = [
            ("id", it.id),
            ("urn", it.urn),
            ("name", it.name),
            ("type", it.r#type),
            ("properties", json(&it.properties)),
            ("old_inputs", json(&it.old_inputs)),
            ("timeout", number(it.timeout)),
        ];
        self.hear("Delete", &fields)?;
        Ok(Response::new(()))
    }

    async fn construct(
        &self,
        request: Request<wire::ConstructRequest>,
    ) -> Answer<wire::ConstructResponse> {
        let it = request.into_inner();
        let is = |it: Option<bool>| it.map_or(String::new(), |it| it.to_string());
        let timeouts = it.custom_timeouts.unwrap_or_default();
        let fields = [
            ("project", it.project),
            ("stack", it.stack.clone()),
            ("organization", it.organization),
            ("config", sorted(&it.config, String::clone)),
            ("secret_keys", it.config_secret_keys.join(",")),
            ("dry_run", flag("yes", it.dry_run)),
            ("parallel", it.parallel.to_string()),
            ("monitor", it.monitor_endpoint),
            ("type", it.r#type),
            ("name", it.name),
            ("parent", it.parent),
            ("inputs", json(&it.inputs)),
            (
                "input_dependencies",
                sorted(&it.input_dependencies, |it| it.urns.join("+")),
            ),
            ("dependencies", it.dependencies.join("+")),
            ("providers", sorted(&it.providers, String::clone)),
            ("protect", is(it.protect)),
            ("retain", is(it.retain_on_delete)),
            ("delete_first", is(it.delete_before_replace)),
            ("secret_outputs", it.additional_secret_outputs.join(",")),
            ("ignore", it.ignore_changes.join(",")),
            ("replace_on", it.replace_on_changes.join(",")),
            ("deleted_with", it.deleted_with),
            ("create", timeouts.create),
            ("aliases", it.aliases.len().to_string()),
            ("accepts", flag("outputs", it.accepts_output_values)),
        ];
        self.hear("Construct", &fields)?;
        let child = "urn:pulumi:dev::demo::web:index:Site$web:index:Page::home";
        let urns = vec![child.to_owned()];
        let dependencies = wire::construct_response::PropertyDependencies { urns };
        Ok(Response::new(wire::ConstructResponse {
            urn: "urn:pulumi:dev::demo::web:index:Site::site".to_owned(),
            state: structure(r#"{"url":"https://x"}"#),
            state_dependencies: [("url".to_owned(), dependencies)].into_iter().collect(),
        }))
    }

    async fn cancel(&self, _: Request<()>) -> Answer<()> {
        self.hear("Cancel", &[])?;
        Ok(Response::new(()))
    }

    async fn get_plugin_info(&self, _: Request<()>) -> Answer<wire::PluginInfo> {
        self.hear("GetPluginInfo", &[])?;
        let version = "v1.2.3".to_owned();
        Ok(Response::new(wire::PluginInfo { version }))
    }

    async fn attach(&self, _: Request<wire::PluginAttach>) -> Answer<()> {
        Err(Status::unimplemented(""))
    }
}
