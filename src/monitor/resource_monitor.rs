//! The trait between a program and whatever acts on it.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use lumi_engine::{Call, Construct, Constructed, Hook, Invoke, Registered};
use lumi_graph::{Goal, Object, Urn, Value};

/// Why the monitor did not do what the program asked for.
#[derive(Debug, Clone, thiserror::Error)]
pub enum MonitorError {
    /// The resource failed; the message has been or will be reported with the resource.
    #[error("{message}")]
    Failed { urn: Option<Urn>, message: String },
    /// The run is stopping; nothing more is accepted.
    #[error("the run is stopping")]
    Stopping,
}

/// An answer that may take as long as a deployment.
pub type Answer<T> = Pin<Box<dyn Future<Output = Result<T, MonitorError>> + Send>>;

/// What a running program talks to.
pub trait ResourceMonitor: Send + Sync {
    /// Registers a resource, or reads one when `goal.read_id` is set.
    fn register(&self, goal: Goal) -> Answer<Registered>;
    /// True if it answers every registration at once, with the inputs as outputs and an id that is
    /// unknown, so the program need not wait for the answer.
    fn plans(&self) -> bool {
        false
    }
    /// Completes a component with its outputs.
    fn register_outputs(&self, urn: Urn, outputs: Object) -> Answer<()>;
    fn invoke(&self, invoke: Invoke) -> Answer<Value>;
    fn call(&self, call: Call) -> Answer<Value>;
    /// Has a provider make a component, which it registers itself with all of its children. Not all
    /// monitors can.
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

    /// What became of a resource that was registered in this run, by any program; `None` where only
    /// the program that registered it could tell.
    fn find(&self, urn: &Urn) -> Option<Registered> {
        let _ = urn;
        None
    }

    /// Takes a function of the program that runs before or after steps, or when one fails. Not all
    /// monitors can: it cannot be called from another process.
    fn register_hook(&self, name: String, hook: Arc<dyn Hook>) -> Answer<()> {
        drop(hook);
        let message = format!("the hook {name:?} cannot run in another process than the engine");
        Box::pin(std::future::ready(Err(MonitorError::Failed {
            urn: None,
            message,
        })))
    }

    /// The stack's outputs; called once, at the end of the program.
    fn set_outputs(&self, outputs: Object);
}
