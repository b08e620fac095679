//! Hooks: functions of the program that the engine calls before and after steps.

use std::cell::RefCell;
use std::future::Future;
use std::rc::Rc;
use std::sync::Arc;

use async_trait::async_trait;
use deno_core::{OpState, op2, v8};

use lumi_graph::{Object, ResourceType, Value};
use lumi_monitor::{Hook, HookAnswer, HookRequest};
use lumi_provider::{DynamicFailure, HookCaller};

use super::answer::answered;
use crate::ops::error::OpError;
use crate::ops::session::Session;

/// A function of this isolate.
struct IsolateHook {
    caller: HookCaller,
    name: String,
    kind: HookKind,
}

#[derive(Clone, Copy)]
enum HookKind {
    /// Runs before or after a step.
    Step {
        on_dry_run: bool,
        /// Whether its failure is only a warning.
        ignore_errors: bool,
    },
    /// Runs when a step has failed.
    Failure,
}

#[async_trait]
impl Hook for IsolateHook {
    async fn call(&self, request: HookRequest) -> Result<HookAnswer, String> {
        match self.kind {
            HookKind::Step { on_dry_run, .. } if request.preview && !on_dry_run => {
                Ok(HookAnswer::Done)
            }
            HookKind::Step { ignore_errors, .. } => match self.ask(request).await {
                Ok(_) => Ok(HookAnswer::Done),
                Err(message) if ignore_errors => Ok(HookAnswer::Ignored(message)),
                Err(message) => Err(message),
            },
            HookKind::Failure => match self.ask(request).await? {
                Value::Bool(true) => Ok(HookAnswer::Retry),
                _ => Ok(HookAnswer::Done),
            },
        }
    }
}

impl IsolateHook {
    async fn ask(&self, request: HookRequest) -> Result<Value, String> {
        let urn = request.urn.clone();
        let resource_type =
            ResourceType::parse(urn.resource_type()).map_err(|it| it.to_string())?;
        let arguments = vec![Value::String(self.name.clone()), facts_of(request)];
        let answer = self.caller.call(urn, resource_type, arguments).await;
        answer.map_err(|failure| match failure {
            DynamicFailure::Refused(error) => error.to_string(),
            _ => "the program has ended".to_owned(),
        })
    }
}

/// `ResourceHookArgs` and `ErrorHookArgs` of `js/lumi/resource/hook.ts`.
fn facts_of(request: HookRequest) -> Value {
    let text = |text: &str| Some(Value::String(text.to_owned()));
    let object = |it: Option<Arc<Object>>| it.map(|it| Value::Object(Arc::unwrap_or_clone(it)));
    let failure = request.failure.as_ref();
    let errors = failure.map(|it| it.errors.iter().cloned().map(Value::String).collect());
    let members = [
        ("urn", text(request.urn.as_str())),
        ("id", request.id.as_deref().and_then(text)),
        ("name", text(request.urn.name())),
        ("type", text(request.urn.resource_type())),
        ("newInputs", object(request.inputs)),
        ("oldInputs", object(request.old_inputs)),
        ("newOutputs", object(request.outputs)),
        ("oldOutputs", object(request.old_outputs)),
        (
            "failedOperation",
            failure.and_then(|it| text(it.step.as_str())),
        ),
        ("errors", errors.map(Value::Array)),
    ];
    let members = members.into_iter();
    Value::Object(
        members
            .filter_map(|(key, value)| Some((key.to_owned(), value?)))
            .collect(),
    )
}

/// Registers a function of the program; `serve` calls all of them. Without an engine nothing calls it.
#[op2]
pub fn op_lumi_hook<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    state: Rc<RefCell<OpState>>,
    #[string] name: String,
    of_errors: bool,
    on_dry_run: bool,
    ignore_errors: bool,
    serve: v8::Local<'s, v8::Function>,
) -> impl Future<Output = Result<(), OpError>> + use<> {
    let session = Session::from_state(&state.borrow());
    let mut session = session.borrow_mut();
    let dynamic = &mut session.dynamic;
    if dynamic.serve_hook.is_none() {
        dynamic.serve_hook = Some(v8::Global::new(scope, serve));
    }
    let kind = match of_errors {
        true => HookKind::Failure,
        false => HookKind::Step {
            on_dry_run,
            ignore_errors,
        },
    };
    let registered = dynamic.hook_caller.clone().map(|caller| {
        let hook = IsolateHook {
            caller,
            name: name.clone(),
            kind,
        };
        session.monitor.register_hook(name, Arc::new(hook))
    });
    async move {
        match registered {
            Some(registered) => Ok(answered(registered).await?),
            None => Ok(()),
        }
    }
}
