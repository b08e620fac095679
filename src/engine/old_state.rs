//! The resources at the time when the source started.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use rustc_hash::{FxHashMap, FxHashSet};

use lumi_graph::Urn;
use lumi_state::{Resource, Serial, Stage};

/// The initial state, in the order of the program.
#[derive(Default)]
pub struct OldState {
    pub resources: Vec<Arc<Resource>>,
    by_urn: FxHashMap<Urn, Serial>,
    /// The largest serial.
    last: Option<Serial>,
    has_pending_deletions: bool,
    /// The positions of all objects of a URN; built on first use.
    positions: OnceLock<FxHashMap<Urn, Vec<usize>>>,
    /// The positions of all objects with an id; built on first use.
    by_id: OnceLock<FxHashMap<String, Vec<usize>>>,
    /// The positions of the resources that may have to be replaced with one of a URN; built on first use.
    replaced_with: OnceLock<FxHashMap<Urn, Vec<usize>>>,
    /// The modules of all URNs and their ancestors; built on first use.
    modules: OnceLock<FxHashSet<String>>,
    /// The dependencies of resources with `deleteBeforeReplace: false`, at any distance; built on first
    /// use.
    created_first: OnceLock<FxHashSet<Urn>>,
}

impl OldState {
    pub fn new(mut resources: Vec<Arc<Resource>>) -> Self {
        resources.sort_by_key(|it| (it.order, it.serial));
        let by_urn = resources
            .iter()
            .filter(|it| it.stage != Stage::Replaced)
            .map(|it| (it.urn.clone(), it.serial))
            .collect();
        let has_pending_deletions = resources.iter().any(|it| it.stage == Stage::Replaced);
        Self {
            last: resources.iter().map(|it| it.serial).max(),
            resources,
            by_urn,
            has_pending_deletions,
            positions: OnceLock::new(),
            by_id: OnceLock::new(),
            replaced_with: OnceLock::new(),
            modules: OnceLock::new(),
            created_first: OnceLock::new(),
        }
    }

    /// Whether neither a resource nor its URN was there before the run. Serials of new resources are larger than all before. One
    /// that was renamed keeps its serial, and one that was replaced keeps its URN.
    pub fn is_new(&self, resource: &Resource) -> bool {
        let has_new_serial = self.last.is_none_or(|last| resource.serial > last);
        has_new_serial && self.objects_of(&resource.urn).next().is_none()
    }

    /// All objects of a URN: the live one, and replaced ones.
    pub fn objects_of(&self, urn: &Urn) -> impl Iterator<Item = &Arc<Resource>> {
        let positions = self.positions.get_or_init(|| {
            let mut positions: FxHashMap<Urn, Vec<usize>> = FxHashMap::default();
            for (position, resource) in self.resources.iter().enumerate() {
                let same = positions.entry(resource.urn.clone()).or_default();
                same.push(position);
            }
            positions
        });
        let found = positions.get(urn).into_iter().flatten();
        found.map(|it| &self.resources[*it])
    }

    /// The objects whose id is one of the texts, in the order of the program.
    pub fn objects_with_ids<'a>(
        &self,
        ids: impl Iterator<Item = &'a str>,
    ) -> impl Iterator<Item = &Arc<Resource>> {
        let by_id = self.by_id.get_or_init(|| {
            let mut by_id: FxHashMap<String, Vec<usize>> = FxHashMap::default();
            for (position, resource) in self.resources.iter().enumerate() {
                if let Some(id) = &resource.id {
                    by_id.entry(id.clone()).or_default().push(position);
                }
            }
            by_id
        });
        let found: BTreeSet<usize> = ids
            .filter_map(|it| by_id.get(it))
            .flatten()
            .copied()
            .collect();
        found.into_iter().map(|it| &self.resources[it])
    }

    /// The resources that take an input from one of these URNs, or are deleted or replaced with one, in the order of
    /// the program.
    pub fn replaced_with(&self, urns: &[Urn]) -> Vec<Arc<Resource>> {
        let replaced_with = self.replaced_with.get_or_init(|| {
            let mut replaced_with: FxHashMap<Urn, Vec<usize>> = FxHashMap::default();
            for (position, resource) in self.resources.iter().enumerate() {
                let inputs = resource.dependencies.iter().map(|it| &it.urn);
                let hosts = resource.options.deleted_with().into_iter();
                for needed in inputs.chain(hosts).chain(resource.options.replace_with()) {
                    let dependents = replaced_with.entry(needed.clone()).or_default();
                    dependents.push(position);
                }
            }
            replaced_with
        });
        let found = urns.iter().filter_map(|it| replaced_with.get(it));
        let found: BTreeSet<usize> = found.flatten().copied().collect();
        found
            .into_iter()
            .map(|it| Arc::clone(&self.resources[it]))
            .collect()
    }

    /// Whether a resource is below a parent with this [`Urn::child_module`], at any depth.
    pub fn has_module(&self, module: &str) -> bool {
        let modules = self.modules.get_or_init(|| {
            let mut modules = FxHashSet::default();
            for resource in &self.resources {
                let mut ancestor = Some(resource.urn.module());
                while let Some(module) = ancestor
                    && modules.insert(module.to_owned())
                {
                    ancestor = module.rsplit_once('$').map(|it| it.0);
                }
            }
            modules
        });
        modules.contains(module)
    }

    /// Whether a dependent, direct or indirect, has the option `deleteBeforeReplace: false`.
    pub fn is_created_first(&self, urn: &Urn) -> bool {
        let created_first = self.created_first.get_or_init(|| {
            let live = || self.resources.iter().filter(|it| it.stage == Stage::Live);
            let is_chosen = |it: &&Arc<Resource>| it.options.delete_before_replace() == Some(false);
            let mut open: Vec<&Arc<Resource>> = live().filter(is_chosen).collect();
            if open.is_empty() {
                return FxHashSet::default();
            }
            let by_urn: FxHashMap<&Urn, &Arc<Resource>> = live().map(|it| (&it.urn, it)).collect();
            let mut found = FxHashSet::default();
            while let Some(dependent) = open.pop() {
                let host = dependent.options.deleted_with();
                for needed in dependent.all_dependencies().chain(host) {
                    if found.insert(needed.clone()) {
                        open.extend(by_urn.get(needed));
                    }
                }
            }
            found
        });
        created_first.contains(urn)
    }

    /// Whether an earlier run could not delete all objects that it replaced.
    pub fn has_pending_deletions(&self) -> bool {
        self.has_pending_deletions
    }

    /// Whether objects of this URN were replaced and could not be deleted.
    pub fn has_pending_deletions_of(&self, urn: &Urn) -> bool {
        let is_leftover = |it: &Arc<Resource>| it.stage == Stage::Replaced;
        self.has_pending_deletions && self.objects_of(urn).any(is_leftover)
    }

    /// The resource of a URN that is live or awaits its replacement.
    pub fn find(&self, urn: &Urn) -> Option<Serial> {
        self.by_urn.get(urn).copied()
    }
}
