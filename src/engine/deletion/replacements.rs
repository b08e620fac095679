//! Old objects that are replaced by new ones.

use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::{FxHashMap, FxHashSet};

use lumi_graph::{ResourceOptions, SourcePosition, Urn};
use lumi_state::{Record, Resource, Serial, Stage};

use crate::event::{StepFailure, StepInfo};
use crate::plan::DeletionCause;
use crate::request::RegisterError;
use crate::run_context::RunContext;

/// The old objects that this run replaces. They are deleted at its end.
pub struct Replacements {
    context: Arc<RunContext>,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    /// Old objects that have been replaced by new ones.
    replaced: FxHashSet<Serial>,
    /// Resources that are replaced because they depend on one that is deleted first.
    cascades: FxHashMap<Serial, CascadeRoot>,
}

/// The resource whose deletion before its replacement deletes its dependents, too.
#[derive(Clone, Debug)]
pub struct CascadeRoot {
    pub urn: Urn,
    pub cause: DeletionCause,
    pub source: Option<SourcePosition>,
}

impl Replacements {
    pub fn new(context: &Arc<RunContext>) -> Self {
        Self {
            context: Arc::clone(context),
            inner: Mutex::default(),
        }
    }

    /// Records that a new object has replaced an old one.
    pub fn add(&self, serial: Serial) {
        self.inner.lock().replaced.insert(serial);
    }

    /// Whether this run has created a replacement of an old object.
    pub fn contains(&self, serial: Serial) -> bool {
        self.inner.lock().replaced.contains(&serial)
    }

    /// Whether the resource is or will be replaced.
    pub fn is_replaced(&self, resource: &Resource) -> bool {
        resource.stage != Stage::Live || self.contains(resource.serial)
    }

    /// Whether a replacement of this object exists.
    pub fn has_successor(&self, resource: &Resource) -> bool {
        resource.stage == Stage::Replaced || self.contains(resource.serial)
    }

    /// Records that resources are replaced because they depend on `root`, which is deleted first.
    pub fn add_cascade(&self, serials: &[Serial], root: &CascadeRoot) {
        let roots = serials.iter().map(|it| (*it, root.clone()));
        self.inner.lock().cascades.extend(roots);
    }

    /// The resource that was deleted first, if it causes the replacement of this one.
    pub fn root_of(&self, serial: Serial) -> Option<CascadeRoot> {
        self.inner.lock().cascades.get(&serial).cloned()
    }

    /// Records that a new object replaces `old`, which is deleted at the end.
    pub fn mark_replaced(&self, old: &Arc<Resource>) -> Result<(), RegisterError> {
        self.add(old.serial);
        if self.context.options.preview {
            return Ok(());
        }
        if old.stage == Stage::AwaitingReplacement {
            // The object is already deleted.
            return self.context.write_unsynced(&Record::Forget(old.serial));
        }
        let replaced = Resource {
            stage: Stage::Replaced,
            ..Resource::clone(old)
        };
        let record = Record::Put(Box::new(replaced));
        self.context.write_unsynced(&record)
    }

    /// Records that a resource of another kind takes the name of `old`, unless that is protected.
    /// `now` describes the new resource.
    pub fn mark_displaced(
        &self,
        old: &Arc<Resource>,
        step: &StepInfo,
        now: &str,
    ) -> Result<(), RegisterError> {
        if old.is_protected() && !old.external && old.stage == Stage::Live {
            let failure = StepFailure::new(format!(
                "the resource that was deployed under this name is protected and would be \
                 deleted, because the program now declares {now} under it; deploy it once with \
                 `protect: false`, or use another name"
            ));
            return Err(self.context.fail(step.clone(), None, failure));
        }
        self.mark_replaced(old)
    }

    /// Fails if the state protects a resource from replacement, unless the program sets `protect:
    /// false`.
    pub fn refuse_if_protected(
        &self,
        options: &ResourceOptions,
        old: &Resource,
        step: &StepInfo,
    ) -> Result<(), RegisterError> {
        let is_let_go = options.protect() == Some(false);
        if !old.is_protected() || is_let_go || old.external || old.stage != Stage::Live {
            return Ok(());
        }
        let message = match options.is_protected() {
            true => "it is protected; remove `protect` and deploy, then make this change",
            false => {
                "the state protects it; first set `protect: false` in the program, or use `lumi \
                 state unprotect`"
            }
        };
        let failure = StepFailure::new(message);
        Err(self.context.fail(step.clone(), None, failure))
    }
}
