//! Hooks: functions of the program that run before and after steps.

use std::sync::Arc;

use tokio::sync::watch;
use tonic::Status;

use crate::pulumirpc as wire;
use crate::values::{Accepts, encode_object, pulumi_type, pulumi_urn};
use lumi_graph::{Object, Value};
use lumi_monitor::{Hook, HookAnswer, HookRequest};
use lumi_rpc::CallError;

use super::callbacks::{Callback, Caller};

enum Kind {
    /// Runs before or after a step.
    Step {
        on_dry_run: bool,
        /// Whether an exception is only a warning.
        ignore_errors: bool,
    },
    /// Runs when a step has failed.
    Failure,
}

/// A hook of a program. The program must not end while a hook exists.
struct ProgramHook {
    callback: Callback,
    kind: Kind,
    caller: Arc<Caller>,
    _held: watch::Receiver<()>,
}

/// The hooks of one program, and its waiting for them.
pub struct ProgramHooks {
    caller: Arc<Caller>,
    /// One receiver for each hook.
    held: watch::Sender<()>,
    /// Whether the program has declared everything and waits until its hooks are dropped.
    is_waiting: watch::Sender<bool>,
    /// One receiver for each process that remains only for its hooks.
    lingering: watch::Sender<()>,
}

impl ProgramHooks {
    pub(super) fn new(caller: Arc<Caller>) -> Self {
        Self {
            caller,
            held: watch::channel(()).0,
            is_waiting: watch::channel(false).0,
            lingering: watch::channel(()).0,
        }
    }

    pub(super) fn for_steps(
        &self,
        message: &wire::RegisterResourceHookRequest,
    ) -> Result<Arc<dyn Hook>, CallError> {
        let kind = Kind::Step {
            on_dry_run: message.on_dry_run,
            ignore_errors: message.ignore_errors,
        };
        self.hook(message.callback.as_ref(), kind)
    }

    pub(super) fn for_failures(
        &self,
        message: &wire::RegisterErrorHookRequest,
    ) -> Result<Arc<dyn Hook>, CallError> {
        self.hook(message.callback.as_ref(), Kind::Failure)
    }

    fn hook(
        &self,
        callback: Option<&wire::Callback>,
        kind: Kind,
    ) -> Result<Arc<dyn Hook>, CallError> {
        let callback = callback.ok_or_else(|| CallError::malformed("`callback` is missing"))?;
        Ok(Arc::new(ProgramHook {
            callback: Callback::parse(callback)?,
            kind,
            caller: Arc::clone(&self.caller),
            _held: self.held.subscribe(),
        }))
    }

    /// Called at the end of the program: waits until its hooks are no longer needed.
    pub(super) async fn wait_for_release(&self) {
        if self.held.receiver_count() > 0 {
            self.is_waiting.send_replace(true);
            self.held.closed().await;
        }
    }

    /// Waits until the program has ended and remains only for its hooks, which later steps
    /// (deletes) need.
    pub async fn program_waits(&self) {
        let mut is_waiting = self.is_waiting.subscribe();
        // The sender is owned by this struct.
        let _ = is_waiting.wait_for(|it| *it).await;
    }

    /// Registers a process that remains for its hooks, until the receiver is dropped.
    pub fn linger(&self) -> watch::Receiver<()> {
        self.lingering.subscribe()
    }

    /// Waits until no process remains for its hooks.
    pub async fn process_gone(&self) {
        self.lingering.closed().await;
    }
}

#[tonic::async_trait]
impl Hook for ProgramHook {
    async fn call(&self, request: HookRequest) -> Result<HookAnswer, String> {
        match self.kind {
            Kind::Step { on_dry_run, .. } if request.preview && !on_dry_run => Ok(HookAnswer::Done),
            Kind::Step { ignore_errors, .. } => {
                let answer = self.step(&request).await.map_err(|it| text(&it))?;
                match answer.error.as_str() {
                    "" => Ok(HookAnswer::Done),
                    error if ignore_errors => Ok(HookAnswer::Ignored(error.to_owned())),
                    error => Err(error.to_owned()),
                }
            }
            Kind::Failure => {
                let answer = self.failure(&request).await.map_err(|it| text(&it))?;
                match (answer.error.as_str(), answer.retry) {
                    ("", true) => Ok(HookAnswer::Retry),
                    ("", false) => Ok(HookAnswer::Done),
                    (error, _) => Err(error.to_owned()),
                }
            }
        }
    }
}

impl ProgramHook {
    async fn step(&self, request: &HookRequest) -> Result<wire::ResourceHookResponse, Status> {
        let message = step_message(request)?;
        self.caller.call(&self.callback, &message).await
    }

    async fn failure(&self, request: &HookRequest) -> Result<wire::ErrorHookResponse, Status> {
        let step = step_message(request)?;
        let failure = request.failure.as_ref();
        let message = wire::ErrorHookRequest {
            urn: step.urn,
            id: step.id,
            name: step.name,
            r#type: step.r#type,
            new_inputs: step.new_inputs,
            old_inputs: step.old_inputs,
            old_outputs: step.old_outputs,
            failed_operation: failure.map_or("", |it| it.step.as_str()).to_owned(),
            errors: failure.map_or_else(Vec::new, |it| it.errors.clone()),
        };
        self.caller.call(&self.callback, &message).await
    }
}

fn step_message(request: &HookRequest) -> Result<wire::ResourceHookRequest, CallError> {
    Ok(wire::ResourceHookRequest {
        urn: pulumi_urn(&request.urn),
        id: request.id.clone().unwrap_or_default(),
        name: request.urn.name().to_owned(),
        r#type: pulumi_type(request.urn.resource_type()).into_owned(),
        new_inputs: structure(request.inputs.as_ref())?,
        old_inputs: structure(request.old_inputs.as_ref())?,
        new_outputs: outputs(request.outputs.as_ref(), request)?,
        old_outputs: outputs(request.old_outputs.as_ref(), request)?,
    })
}

fn structure(object: Option<&Arc<Object>>) -> Result<Option<wire::Struct>, CallError> {
    let encoded = object.map(|it| encode_object(it, Accepts::EVERYTHING));
    let encoded = encoded.transpose();
    encoded.map_err(|error| CallError::malformed(error.to_string()))
}

/// Outputs in the form of Pulumi's providers: with the id.
fn outputs(
    object: Option<&Arc<Object>>,
    request: &HookRequest,
) -> Result<Option<wire::Struct>, CallError> {
    let with_id = object.zip(request.id.as_ref()).map(|(outputs, id)| {
        let mut outputs = Object::clone(outputs);
        let id = || Value::String(id.clone());
        outputs.entry("id".to_owned()).or_insert_with(id);
        Arc::new(outputs)
    });
    structure(with_id.as_ref().or(object))
}

fn text(status: &Status) -> String {
    status.message().to_owned()
}
