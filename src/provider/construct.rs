//! Components of providers, and the access of providers to the run.

use std::sync::Arc;

use async_trait::async_trait;

use lumi_graph::{Dependency, Object, ResourceOptions, Urn};

/// The run that a provider's process registers resources with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MonitorView {
    /// `HOST:PORT` of the service `pulumirpc.ResourceMonitor`.
    pub endpoint: String,
    pub organization: String,
    /// The configuration of the stack, `project:key` to its text.
    pub config: Vec<(String, String)>,
    pub config_secret_keys: Vec<String>,
    pub preview: bool,
    /// The maximum number of concurrent operations.
    pub parallel: u32,
}

/// Gives providers access to the monitor of the current run.
#[async_trait]
pub trait MonitorAccess: Send + Sync {
    /// The current run; its server is started on first use. An error is a sentence for the user.
    async fn view(&self) -> Result<Arc<MonitorView>, String>;
}

/// A request to create a component with all of its children.
#[derive(Clone, Debug)]
pub struct ConstructRequest {
    /// `pkg:module:Type`.
    pub token: String,
    pub name: String,
    pub parent: Option<Urn>,
    /// Unlike those of other requests, the inputs may contain secrets, and unknown values in a
    /// preview: they become inputs of other resources.
    pub inputs: Object,
    /// The dependencies of the inputs.
    pub dependencies: Vec<Dependency>,
    pub depends_on: Vec<Urn>,
    /// The provider resources that children use, with their ids; an id is empty while it is
    /// unknown.
    pub providers: Vec<(Urn, String)>,
    /// The options of the goal that apply to components.
    pub options: ResourceOptions,
}

/// A component that was registered with all of its children.
#[derive(Clone, Debug, PartialEq)]
pub struct Constructed {
    pub urn: Urn,
    /// May contain secrets and, in a preview, unknown values.
    pub outputs: Object,
    /// The dependencies of the outputs.
    pub dependencies: Vec<Dependency>,
}
