//! What a provider needs to make components: a way back to the run.

use std::sync::Arc;

use async_trait::async_trait;

use lumi_graph::{Dependency, Object, Urn};

/// A run as the process of a provider sees it, which registers resources there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MonitorView {
    /// `HOST:PORT` of the service `pulumirpc.ResourceMonitor`.
    pub endpoint: String,
    pub organization: String,
    /// The configuration of the stack, `project:key` to its text.
    pub config: Vec<(String, String)>,
    /// The keys of those that are secret.
    pub config_secret_keys: Vec<String>,
    pub preview: bool,
    /// How many operations run at the same time.
    pub parallel: u32,
}

/// Lets providers reach the monitor of the run that goes on.
#[async_trait]
pub trait MonitorAccess: Send + Sync {
    /// The run as it is now; what serves it is started when it is first asked for. An error is a
    /// sentence for the user.
    async fn view(&self) -> Result<Arc<MonitorView>, String>;
}

/// A component that its provider makes, with all of its children.
#[derive(Clone, Debug)]
pub struct ConstructRequest {
    /// `pkg:module:Type`.
    pub token: String,
    pub name: String,
    pub parent: Option<Urn>,
    /// Unlike those of other requests, they may hold secrets, and unknown values in a preview: they
    /// are given to the inputs of other resources.
    pub inputs: Object,
    /// Where inputs come from.
    pub dependencies: Vec<Dependency>,
    pub depends_on: Vec<Urn>,
    /// The provider resources that children use, with the id of each; it is empty while that is not
    /// known.
    pub providers: Vec<(Urn, String)>,
    /// Those of a goal that concern components.
    pub options: Object,
}

/// A component that was registered, with all of its children.
#[derive(Clone, Debug, PartialEq)]
pub struct Constructed {
    pub urn: Urn,
    /// May hold secrets and, in a preview, unknown values.
    pub outputs: Object,
    /// Where outputs come from.
    pub dependencies: Vec<Dependency>,
}
