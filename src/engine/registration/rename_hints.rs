//! Warnings about resources that were only renamed.

use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::FxHashSet;

use lumi_graph::{ResourceKind, SourcePosition, Urn};
use lumi_state::{Resource, Stage};

use crate::event::{Diagnostic, Event, Severity};
use crate::plan::{CreatedResource, Rename, renames};
use crate::preview::preview_graph::PreviewGraph;
use crate::run_context::RunContext;

/// The new resources of a run, as candidates for renames.
pub struct RenameHints {
    context: Arc<RunContext>,
    graph: Arc<PreviewGraph>,
    created: Mutex<Vec<CreatedResource>>,
}

impl RenameHints {
    pub fn new(context: &Arc<RunContext>, graph: &Arc<PreviewGraph>) -> Self {
        Self {
            context: Arc::clone(context),
            graph: Arc::clone(graph),
            created: Mutex::default(),
        }
    }

    pub fn add_created(&self, resource: CreatedResource) {
        self.created.lock().push(resource);
    }

    /// Warns of each resource that is deleted and created under another name.
    pub fn report(&self, to_delete: &[Arc<Resource>]) {
        let created = std::mem::take(&mut *self.created.lock());
        let live: Vec<Arc<Resource>> = to_delete
            .iter()
            .filter(|it| it.stage == Stage::Live)
            .cloned()
            .collect();
        let components = live.iter().filter(|it| it.kind == ResourceKind::Component);
        let components: FxHashSet<&Urn> = components.map(|it| &it.urn).collect();
        for rename in renames(&live, &created) {
            let is_component = components.contains(&rename.old);
            let message = message(&rename, is_component);
            let kept = match is_component {
                true => "them",
                false => "the object",
            };
            let help = format!("to keep {kept}, give it the option {}", rename.alias());
            self.context.reporter.emit(Event::Diagnostic(Diagnostic {
                severity: Severity::Warning,
                source: self.source_of(&rename.new),
                urn: Some(rename.new),
                message,
                help: Some(help),
            }));
        }
    }

    /// The source position of a resource by its current name.
    fn source_of(&self, urn: &Urn) -> Option<SourcePosition> {
        if self.context.options.preview {
            return self.graph.source_of(urn);
        }
        self.context.state_log.live(urn)?.source.clone()
    }
}

fn message(rename: &Rename, is_component: bool) -> String {
    let old = rename.old.name();
    if is_component {
        return format!(
            "it looks like {old:?} under a new name, because its children are the same; but the \
             program declares new resources, and the old ones will be deleted"
        );
    }
    if rename.old.resource_type() != rename.new.resource_type() {
        let old = rename.old.resource_type();
        return format!(
            "it looks like the {old} of the same name under a new class, because the inputs are \
             the same; but the program declares a new resource, and the old one will be deleted"
        );
    }
    format!(
        "it looks like {old:?} under a new name, because type and inputs are the same; but the \
         program declares a new resource, and the old one will be deleted"
    )
}
