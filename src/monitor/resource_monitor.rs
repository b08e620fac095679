//! The interface between a program and the engine.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use lumi_engine::{Call, Construct, Constructed, Hook, Invoke, Registered, UnseenCode};
use lumi_graph::{Goal, Object, Parameterization, Urn, Value};

/// Why the monitor rejected a request.
#[derive(Debug, Clone, thiserror::Error)]
pub enum MonitorError {
    /// The resource failed; the message is reported with the resource.
    #[error("{message}")]
    Failed { urn: Option<Urn>, message: String },
    /// The run is stopping; nothing more is accepted.
    #[error("the run is stopping")]
    Stopping,
}

/// A result that may take as long as a deployment.
pub type Answer<T> = Pin<Box<dyn Future<Output = Result<T, MonitorError>> + Send>>;

/// The interface of a running program.
pub trait ResourceMonitor: Send + Sync {
    /// Registers a resource, or reads one when `goal.read_id` is set.
    fn register(&self, goal: Goal) -> Answer<Registered>;
    /// Whether registrations are resolved at once, with the inputs as outputs and an unknown id, so
    /// that the program need not wait for them.
    fn plans(&self) -> bool {
        false
    }
    /// Whether the program continues to its end after resources have failed, so that those which do not
    /// depend on them are registered.
    fn continues_on_error(&self) -> bool {
        false
    }
    /// Takes note of a resource that is declared and not registered, because the resource named
    /// `cause` failed. Called if [`continues_on_error`](Self::continues_on_error).
    fn abandon(&self, goal: Goal, cause: Option<String>) {
        drop((goal, cause));
    }
    /// Takes note of callbacks that failures kept from being called. Called if
    /// [`continues_on_error`](Self::continues_on_error), at the end of the program.
    fn note_unseen(&self, code: UnseenCode) {
        drop(code);
    }
    /// Records that a deployment of the program may differ from its plan: the program has asked which of them it is, or the
    /// deployment writes files that the plan does not.
    fn note_unrepeatable(&self) {}
    /// Records that the program has used the planned outputs of a change: its deployment may get other values, and
    /// register other goals.
    fn note_planned_outputs(&self) {}
    /// Completes a component with its outputs.
    fn register_outputs(&self, urn: Urn, outputs: Object) -> Answer<()>;
    fn invoke(&self, invoke: Invoke) -> Answer<Value>;
    fn call(&self, call: Call) -> Answer<Value>;
    /// Creates a component by a provider, which registers the component and its children. Not
    /// supported by all monitors.
    fn construct(&self, construct: Construct) -> Answer<Constructed> {
        let urn = construct.goal.urn;
        let message = format!(
            "{} is a component that its provider makes, which is not possible in this run",
            urn.name()
        );
        let urn = Some(urn);
        Box::pin(std::future::ready(Err(MonitorError::Failed {
            urn,
            message,
        })))
    }

    /// The result of a resource that any program registered in this run; `None` if only the program
    /// itself has it.
    fn find(&self, urn: &Urn) -> Option<Registered> {
        let _ = urn;
        None
    }

    /// Whether the stack had a resource with one of these names before the run. `false` where no state is known.
    fn had_resource(&self, names: Vec<Urn>) -> Answer<bool> {
        drop(names);
        Box::pin(std::future::ready(Ok(false)))
    }

    /// Registers a function of the program that runs before or after steps, or when one fails. Not
    /// supported by all monitors: the function cannot be called from another process.
    fn register_hook(&self, name: String, hook: Arc<dyn Hook>) -> Answer<()> {
        drop(hook);
        let message = format!("the hook {name:?} cannot run in another process than the engine");
        Box::pin(std::future::ready(Err(MonitorError::Failed {
            urn: None,
            message,
        })))
    }

    /// Takes note of a package in a version, which consists of a plugin and parameters, before resources of it are
    /// registered. Plans need no plugin.
    fn register_package(&self, package: String, version: String, by: Parameterization) {
        drop((package, version, by));
    }

    /// Takes note of the texts in the stack's outputs that the program opened with `unsecret`. A monitor in another
    /// process does not tell the engine of them, so that they are secret if a secret is equal.
    fn note_opened(&self, texts: Vec<String>) {
        drop(texts);
    }

    /// Sets the stack's outputs; called once, at the end of the program.
    fn set_outputs(&self, outputs: Object);
}
