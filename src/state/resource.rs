//! One object as the last run left it.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use lumi_graph::{Dependency, Object, ResourceKind, SourcePosition, Urn, Value};

use super::secret_id;
use super::stored_provider::StoredProvider;

/// Names a resource of one stack for good; never used twice. A URN is not enough: while a resource
/// is being replaced, there are two objects of one URN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Serial(pub u64);

/// A resource in the state of a stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    pub serial: Serial,
    /// Position in the program of the last run that had it. Graphs list resources in this order.
    pub order: u32,
    pub urn: Urn,
    pub kind: ResourceKind,
    /// `None` for components, and for the resource of a create that has not ended.
    pub id: Option<String>,
    /// Read by the program and not managed: it is forgotten, never deleted.
    pub external: bool,
    pub stage: Stage,
    pub parent: Option<Urn>,
    /// The provider resource that manages it; `None` for the package's default provider.
    pub provider: Option<Urn>,
    /// Which one of that URN: one that was replaced stays for as long as objects need it. `None` if
    /// an older lumi did not record it.
    pub provider_serial: Option<Serial>,
    /// The configuration that the package's default provider made it with: a member of
    /// [`StackState::configurations`](super::StackState::configurations). `None` if another provider
    /// manages it, if its package has no configuration, or if an older lumi did not record it.
    pub configuration: Option<String>,
    /// As checked by the provider, secrets marked.
    pub inputs: Arc<Object>,
    pub outputs: Arc<Object>,
    pub dependencies: Vec<Dependency>,
    pub depends_on: Vec<Urn>,
    /// The remaining options as the program gave them (`Goal::options`).
    pub options: Object,
    /// The code that manages it, if the program itself does and its code can be kept.
    pub stored_provider: Option<StoredProvider>,
    pub source: Option<SourcePosition>,
    /// Why the object is not what the inputs say: a partial initialisation, or an update whose
    /// outcome is not known. The next run updates it even if nothing else changed.
    pub problems: Vec<String>,
    pub created: Option<DateTime<Utc>>,
    /// When it was last made or changed; in a create that has not ended, when that began.
    pub modified: Option<DateTime<Utc>>,
}

/// Life-cycle stage of a resource in the state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Stage {
    /// The one resource of its URN.
    #[default]
    Live,
    /// A new object has taken its place; it is still to be deleted.
    Replaced,
    /// Its object is deleted, and a new one is to take its place.
    AwaitingReplacement,
}

/// The problem of a resource that the user has marked.
const TAINT: &str = "it is tainted (`lumi state untaint` takes that back)";

/// The option that keeps a resource from being deleted.
const PROTECT: &str = "protect";

impl Resource {
    /// A live resource of which nothing else is known.
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
            options: Object::default(),
            stored_provider: None,
            source: None,
            problems: Vec::new(),
            created: None,
            modified: None,
        }
    }

    /// The id, if it quotes a secret of the inputs or outputs: documents encrypt it then.
    pub(super) fn secret_id(&self) -> Option<&str> {
        let id = self.id.as_deref()?;
        let objects = [&*self.inputs, &*self.outputs];
        secret_id::quotes_secret(id, objects).then_some(id)
    }

    /// The id as it may be shown.
    pub fn shown_id(&self) -> Option<&str> {
        match self.secret_id() {
            Some(_) => Some("[secret]"),
            None => self.id.as_deref(),
        }
    }

    /// Whether the next deployment replaces it because the user wants that.
    pub fn is_tainted(&self) -> bool {
        self.problems.iter().any(|it| it == TAINT)
    }

    pub fn set_tainted(&mut self, tainted: bool) {
        self.problems.retain(|it| it != TAINT);
        if tainted {
            self.problems.push(TAINT.to_owned());
        }
    }

    /// Whether the state keeps it from being deleted, even if other options of it cannot be read.
    pub fn is_protected(&self) -> bool {
        self.options.get(PROTECT) == Some(&Value::Bool(true))
    }

    pub fn set_protected(&mut self, protected: bool) {
        if protected {
            self.options.insert(PROTECT.to_owned(), true.into());
        } else {
            self.options.shift_remove(PROTECT);
        }
    }

    /// Everything it needs to exist: parent, provider, inputs' origins, `dependsOn`, each once or
    /// more.
    pub fn all_dependencies(&self) -> impl Iterator<Item = &Urn> {
        self.dependencies
            .iter()
            .map(|it| &it.urn)
            .chain(&self.depends_on)
            .chain(&self.parent)
            .chain(&self.provider)
    }
}
