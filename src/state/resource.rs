//! One resource as the last run left it.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use lumi_graph::{
    Dependency, Object, ProviderData, ResourceKind, ResourceOption, ResourceOptions,
    SourcePosition, Urn, quotes_secret,
};

use super::stored_provider::StoredProvider;

/// The permanent id of a resource in one stack; never reused. A URN is not unique: while a resource
/// is being replaced, two objects have the same URN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Serial(pub u64);

/// A resource in the state of a stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    pub serial: Serial,
    /// Position in the program of the last run that registered it. Graphs list resources in this
    /// order.
    pub order: u32,
    pub urn: Urn,
    pub kind: ResourceKind,
    /// `None` for components, and while a create is pending.
    pub id: Option<String>,
    /// Whether the resource was read by the program and is not managed: it is forgotten, never
    /// deleted.
    pub external: bool,
    pub stage: Stage,
    pub parent: Option<Urn>,
    /// The provider resource that manages it; `None` for the package's default provider.
    pub provider: Option<Urn>,
    /// The serial of the provider resource, as a replaced one stays while objects need it. `None`
    /// if an older Lumi did not record it.
    pub provider_serial: Option<Serial>,
    /// The configuration with which the package's default provider created it: a member of
    /// [`StackState::configurations`](super::StackState::configurations). `None` if another
    /// provider manages it, if its package has no configuration, or if an older Lumi did not record
    /// it.
    pub configuration: Option<String>,
    /// The inputs after the provider's check, with secrets marked.
    pub inputs: Arc<Object>,
    pub outputs: Arc<Object>,
    pub dependencies: Vec<Dependency>,
    pub depends_on: Vec<Urn>,
    /// The remaining options as the program gave them (`Goal::options`).
    pub options: ResourceOptions,
    /// The code of a dynamic provider that manages it, if the code could be captured.
    pub stored_provider: Option<StoredProvider>,
    /// Data that the provider keeps about the object.
    pub provider_data: Option<ProviderData>,
    pub source: Option<SourcePosition>,
    /// Why the object may not match its inputs: a partial initialisation, or an update with an
    /// unknown outcome. The next run updates it even if nothing else changed.
    pub problems: Vec<String>,
    pub created: Option<DateTime<Utc>>,
    /// The time of the last create or update; for a pending create, when it began.
    pub modified: Option<DateTime<Utc>>,
}

/// Life-cycle stage of a resource in the state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Stage {
    /// The current resource of its URN.
    #[default]
    Live,
    /// Superseded by a new object and still to be deleted.
    Replaced,
    /// Its object is deleted, and a new one will be created.
    AwaitingReplacement,
}

/// The problem that marks a tainted resource.
pub const TAINT: &str = "it is tainted (`lumi state untaint` takes that back)";

impl Resource {
    /// A live resource with all other fields empty.
    pub fn new(serial: Serial, urn: Urn, kind: ResourceKind) -> Self {
        Self {
            serial,
            order: 0,
            urn,
            kind,
            id: None,
            external: false,
            stage: Stage::Live,
            parent: None,
            provider: None,
            provider_serial: None,
            configuration: None,
            inputs: Arc::default(),
            outputs: Arc::default(),
            dependencies: Vec::new(),
            depends_on: Vec::new(),
            options: ResourceOptions::default(),
            stored_provider: None,
            provider_data: None,
            source: None,
            problems: Vec::new(),
            created: None,
            modified: None,
        }
    }

    /// The id if it contains a secret of the inputs or outputs, and must be encrypted in documents.
    pub fn secret_id(&self) -> Option<&str> {
        let id = self.id.as_deref()?;
        let objects = [&*self.inputs, &*self.outputs];
        quotes_secret(id, objects).then_some(id)
    }

    /// The id for display, without secrets.
    pub fn shown_id(&self) -> Option<&str> {
        match self.secret_id() {
            Some(_) => Some(lumi_graph::SECRET_MASK),
            None => self.id.as_deref(),
        }
    }

    /// Whether the user marked the resource for replacement in the next deployment.
    pub fn is_tainted(&self) -> bool {
        self.problems.iter().any(|it| it == TAINT)
    }

    pub fn set_tainted(&mut self, tainted: bool) {
        self.problems.retain(|it| it != TAINT);
        if tainted {
            self.problems.push(TAINT.to_owned());
        }
    }

    /// Whether the state protects the resource from being deleted, even if other options cannot be
    /// read.
    pub fn is_protected(&self) -> bool {
        self.options.is_protected()
    }

    pub fn set_protected(&mut self, protected: bool) {
        if protected {
            self.options.set(ResourceOption::Protect(true));
        } else {
            self.options.remove("protect");
        }
    }

    /// All dependencies: parent, provider, sources of inputs, `dependsOn`. May contain duplicates.
    pub fn all_dependencies(&self) -> impl Iterator<Item = &Urn> {
        self.dependencies
            .iter()
            .map(|it| &it.urn)
            .chain(&self.depends_on)
            .chain(&self.parent)
            .chain(&self.provider)
    }
}
