//! What has become of the registrations of a run so far.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use lumi_graph::{Edge, Object, ResourceType, Urn};
use lumi_state::{Resource, Serial};

use super::hooks::{HookNames, HookRequest, HookedStep};
use super::plan::{CreatedResource, UnseenCode};
use super::planned_vertices::PlannedVertices;
use super::registrations::Registrations;

#[derive(Default)]
pub struct RunState {
    /// Old objects that a new one has taken the place of: to be deleted in the end.
    pub replaced: Vec<Serial>,
    /// In a preview: deleted, with a new object to come.
    pub awaiting: FxHashSet<Serial>,
    /// In a preview: what the state would have of objects that are read or adopted.
    pub seen: Vec<Arc<Resource>>,
    /// In a preview: old objects that would be deleted before the run is over.
    pub gone: FxHashSet<Serial>,
    /// Operations with guests whose host was deleted, by the serials of the guests.
    pub deleted_along: FxHashMap<Serial, u64>,
    /// Resources that are replaced because they cannot be without one that is deleted first.
    pub cascades: FxHashMap<Serial, Urn>,
    /// The URN in the old state of resources that had another one.
    pub old_names: FxHashMap<Urn, Urn>,
    /// What registered resources may have been called before, by their aliases and those of their
    /// ancestors.
    pub former_names: FxHashMap<Urn, Vec<Urn>>,
    /// The inputs of provider resources that were registered, checked.
    pub configurations: FxHashMap<Urn, Arc<Object>>,
    /// Components that a provider has made, with the provider resource if that was not the default one.
    pub component_providers: FxHashMap<Urn, Option<Urn>>,
    /// New resources, in case one of them only has another name.
    pub created: Vec<CreatedResource>,
    /// What depends on a target, if that is meant, too.
    pub dependents: FxHashSet<Urn>,
    /// Resources that the run leaves alone, and that have another name in the state than in the program.
    pub left_as: FxHashMap<Urn, Urn>,
    /// New resources that the run is not about.
    pub untargeted: FxHashSet<Urn>,
    /// The resources of the graph of a preview.
    pub planned: PlannedVertices,
    pub edges: Vec<Edge>,
    /// What the program says its outputs are.
    pub outputs: Option<Object>,
    /// Code of the program that did not run, as what it waits for is not known.
    pub unseen: Option<UnseenCode>,
    /// Resources of the state that this code may declare.
    pub undecided: FxHashSet<Urn>,
    /// In a run that does what a saved plan says, the `declaredAfter` of what was registered.
    pub causes: FxHashMap<Urn, Vec<Urn>>,
    /// What this run adopts: the provider, the type and the id of each object.
    pub adopted: FxHashMap<(Option<Urn>, ResourceType, String), Urn>,
    /// Components whose hooks run when they are complete.
    pub hooked_components: FxHashMap<Urn, (HookNames, HookedStep, HookRequest)>,
    /// The source said everything it has to say.
    pub is_complete: bool,
}

impl RunState {
    /// What a registered resource may have been called before: the name that it was found by comes
    /// first, and names that other resources of the program have now do not count.
    pub fn names_before(&self, urn: &Urn, registrations: &Registrations) -> Vec<Urn> {
        let found = self.old_names.get(urn);
        let former = self.former_names.get(urn).into_iter().flatten();
        let former = former.filter(|it| Some(*it) != found && registrations.status(it).is_none());
        found.into_iter().chain(former).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two components may exchange their types: what is new in one was not in the other.
    #[test]
    fn names_that_the_program_has_now_are_no_former_names() {
        let urn = |resource_type: &str| {
            Urn::parse(&format!("urn:lumi:dev::web::index::{resource_type}::x")).unwrap()
        };
        let (new, found, other, used) = (urn("a:b:N"), urn("a:b:F"), urn("a:b:O"), urn("a:b:U"));
        let mut run_state = RunState::default();
        let registrations = Registrations::default();
        registrations.start(&new);
        registrations.start(&used);
        let former = vec![used, other.clone(), found.clone()];
        run_state.former_names.insert(new.clone(), former);
        run_state.old_names.insert(new.clone(), found.clone());
        assert_eq!(run_state.names_before(&new, &registrations), [found, other]);
    }
}
