//! Transforms: functions of the program that modify its requests.

use std::mem::take;
use std::sync::Arc;

use parking_lot::Mutex;
use tonic::Status;

use crate::monitor_service::callbacks::{Callback, Caller};
use crate::monitor_service::goal_message::inputs;
use crate::monitor_service::options::urn_or_none;
use crate::pulumirpc as wire;
use crate::values::encode_outputs;
use lumi_rpc::CallError;

use super::ProgramMonitor;

use wire::alias::Alias;

/// The transforms of the whole program.
#[derive(Default)]
pub struct Transforms {
    resources: Mutex<Vec<Callback>>,
    functions: Mutex<Vec<Callback>>,
    caller: Arc<Caller>,
}

impl Transforms {
    pub fn new(caller: Arc<Caller>) -> Self {
        Self {
            caller,
            ..Self::default()
        }
    }

    /// Adds a transform for all resources registered from now on.
    pub fn add(&self, message: &wire::Callback) -> Result<(), CallError> {
        self.resources.lock().push(Callback::parse(message)?);
        Ok(())
    }

    /// Adds a transform for all invokes made from now on.
    pub fn add_for_functions(&self, message: &wire::Callback) -> Result<(), CallError> {
        self.functions.lock().push(Callback::parse(message)?);
        Ok(())
    }
}

impl ProgramMonitor {
    /// The transforms of a registration: those of the resource, then those of its parents from the inside out, then those
    /// of the program.
    pub fn transforms_of(
        &self,
        message: &wire::RegisterResourceRequest,
    ) -> Result<Vec<Callback>, CallError> {
        let mut functions = Callback::parse_all(&message.transforms)?;
        if let Some(parent) = urn_or_none(&message.parent, "parent")? {
            let above = self.known.inherited(&parent);
            functions.extend(above.transforms.iter().cloned());
        }
        functions.extend(self.transforms.resources.lock().iter().cloned());
        Ok(functions)
    }

    /// Applies transforms to a registration.
    pub async fn transform(
        &self,
        message: &mut wire::RegisterResourceRequest,
        functions: &[Callback],
    ) -> Result<(), Status> {
        for function in functions {
            let request = request(message)?;
            let answer = self.transforms.caller.call(function, &request).await;
            let answer: wire::TransformResponse =
                answer.map_err(|status| because(&message.name, &status))?;
            change(message, answer);
        }
        Ok(())
    }

    /// Runs the transforms of an invoke.
    pub async fn transform_invoke(
        &self,
        message: &mut wire::ResourceInvokeRequest,
    ) -> Result<(), Status> {
        let functions = self.transforms.functions.lock().clone();
        for function in &functions {
            let arguments = inputs(message.args.take(), "args")?.object;
            let request = wire::TransformInvokeRequest {
                token: message.tok.clone(),
                args: Some(encode_outputs(&arguments).map_err(encode_error)?),
                options: Some(wire::TransformInvokeOptions {
                    provider: take(&mut message.provider),
                    plugin_download_url: take(&mut message.plugin_download_url),
                    version: take(&mut message.version),
                    ..Default::default()
                }),
            };
            let answer = self.transforms.caller.call(function, &request).await;
            let answer: wire::TransformInvokeResponse =
                answer.map_err(|status| because(&message.tok, &status))?;
            message.args = answer.args;
            // A transform that returns no options leaves them as they are.
            let options = answer.options.or(request.options).unwrap_or_default();
            message.provider = options.provider;
            message.plugin_download_url = options.plugin_download_url;
            message.version = options.version;
        }
        Ok(())
    }
}

fn because(what: &str, status: &Status) -> Status {
    Status::new(status.code(), format!("{what:?}: {}", status.message()))
}

fn encode_error(error: impl std::fmt::Display) -> CallError {
    CallError::malformed(error.to_string())
}

/// A registration in the form that transforms receive.
fn request(message: &wire::RegisterResourceRequest) -> Result<wire::TransformRequest, CallError> {
    let properties = inputs(message.object.clone(), "object")?.object;
    let urns = message.alias_urns.iter().cloned();
    let urns = urns.map(|it| wire::Alias {
        alias: Some(Alias::Urn(it)),
    });
    Ok(wire::TransformRequest {
        r#type: message.r#type.clone(),
        name: message.name.clone(),
        custom: message.custom,
        parent: message.parent.clone(),
        properties: Some(encode_outputs(&properties).map_err(encode_error)?),
        options: Some(wire::TransformResourceOptions {
            depends_on: message.dependencies.clone(),
            protect: message.protect,
            ignore_changes: message.ignore_changes.clone(),
            replace_on_changes: message.replace_on_changes.clone(),
            version: message.version.clone(),
            aliases: urns.chain(message.aliases.iter().cloned()).collect(),
            provider: message.provider.clone(),
            custom_timeouts: message.custom_timeouts.clone(),
            plugin_download_url: message.plugin_download_url.clone(),
            retain_on_delete: message.retain_on_delete,
            deleted_with: message.deleted_with.clone(),
            delete_before_replace: message
                .delete_before_replace_defined
                .then_some(message.delete_before_replace),
            additional_secret_outputs: message.additional_secret_outputs.clone(),
            providers: message.providers.clone(),
            plugin_checksums: message.plugin_checksums.clone(),
            hooks: message.hooks.clone(),
            import: message.import_id.clone(),
            hide_diff: message.hide_diffs.clone(),
            replace_with: message.replace_with.clone(),
            replacement_trigger: message.replacement_trigger.clone(),
        }),
    })
}

/// Updates a registration with the result of a transform. The dependencies of inputs stay
/// unchanged, because the response does not have them.
fn change(message: &mut wire::RegisterResourceRequest, answer: wire::TransformResponse) {
    if let Some(properties) = answer.properties {
        let is_there = |key: &str| properties.fields.iter().any(|it| it.key == key);
        message.property_dependencies.retain(|key, _| is_there(key));
        message.object = Some(properties);
    }
    let Some(options) = answer.options else {
        return;
    };
    message.dependencies = options.depends_on;
    message.protect = options.protect;
    message.ignore_changes = options.ignore_changes;
    message.replace_on_changes = options.replace_on_changes;
    message.version = options.version;
    message.alias_urns = Vec::new();
    message.aliases = options.aliases;
    message.provider = options.provider;
    message.custom_timeouts = options.custom_timeouts;
    message.plugin_download_url = options.plugin_download_url;
    message.retain_on_delete = options.retain_on_delete;
    message.deleted_with = options.deleted_with;
    message.delete_before_replace_defined = options.delete_before_replace.is_some();
    message.delete_before_replace = options.delete_before_replace.unwrap_or_default();
    message.additional_secret_outputs = options.additional_secret_outputs;
    message.providers = options.providers;
    message.plugin_checksums = options.plugin_checksums;
    message.hooks = options.hooks;
    message.import_id = options.import;
    message.hide_diffs = options.hide_diff;
    message.replace_with = options.replace_with;
    message.replacement_trigger = options.replacement_trigger;
}
