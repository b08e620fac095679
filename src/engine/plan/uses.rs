//! The objects that another object uses, and that must outlive it.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use lumi_graph::Urn;
use lumi_state::{Resource, Serial, Stage};

use super::generation::generation;

/// All objects of a state by URN. During a replacement, several have one URN.
pub struct Objects<'a>(FxHashMap<&'a Urn, Vec<&'a Arc<Resource>>>);

impl<'a> Objects<'a> {
    pub fn new(resources: &'a [Arc<Resource>]) -> Self {
        let mut by_urn: FxHashMap<&Urn, Vec<&Arc<Resource>>> = FxHashMap::default();
        for resource in resources {
            by_urn.entry(&resource.urn).or_default().push(resource);
        }
        Self(by_urn)
    }

    /// The objects that `user` may use: also an object that was replaced after `user` was created.
    pub fn used_by(&self, user: &Resource) -> Vec<&'a Arc<Resource>> {
        let mut used = Vec::new();
        for urn in user.all_dependencies() {
            match Some(urn) == user.provider.as_ref() {
                true => used.extend(self.provider_of(urn, user)),
                false => used.extend(self.with_successors(urn, user)),
            }
        }
        if let Some(urn) = user.options.deleted_with() {
            used.extend(self.made_with(urn, user.serial));
        }
        used
    }

    fn provider_of(&self, urn: &Urn, user: &Resource) -> Option<&'a Arc<Resource>> {
        let mut all = self.0.get(urn).into_iter().flatten().copied();
        let recorded = all.find(|it| Some(it.serial) == user.provider_serial);
        recorded.or_else(|| self.made_with(urn, user.serial))
    }

    /// The object of a URN that existed when the resource `serial` was created.
    fn made_with(&self, urn: &Urn, serial: Serial) -> Option<&'a Arc<Resource>> {
        let objects = self.0.get(urn)?;
        let found = generation(objects.iter().map(|it| Arc::clone(it)), serial)?;
        objects.iter().find(|it| it.serial == found.serial).copied()
    }

    /// The object and its successors.
    fn with_successors(
        &self,
        urn: &Urn,
        user: &Resource,
    ) -> impl Iterator<Item = &'a Arc<Resource>> {
        let objects = self.0.get(urn).into_iter().flatten().copied();
        let first = self.made_with(urn, user.serial).map(|it| it.serial);
        // A resource that awaits its replacement has no object that could use another.
        let is_waiting = user.stage == Stage::AwaitingReplacement;
        objects
            .filter(move |it| Some(it.serial) >= first)
            .filter(move |it| !is_waiting || it.stage == Stage::Live)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::samples::resource;
    use lumi_graph::ResourceOption;

    fn serials(used: Vec<&Arc<Resource>>) -> Vec<u64> {
        let mut serials: Vec<u64> = used.iter().map(|it| it.serial.0).collect();
        serials.sort_unstable();
        serials.dedup();
        serials
    }

    fn with_stage(stage: Stage, mut resource: Resource) -> Arc<Resource> {
        resource.stage = stage;
        Arc::new(resource)
    }

    #[test]
    fn an_object_replaced_later_may_still_be_used() {
        let old = with_stage(Stage::Replaced, resource(2, "a"));
        let new = Arc::new(resource(4, "a"));
        let gone_before = with_stage(Stage::Replaced, resource(1, "a"));
        let all = [old, new, gone_before];
        let objects = Objects::new(&all);
        let mut user = resource(3, "user");
        user.depends_on.push(all[0].urn.clone());
        assert_eq!(serials(objects.used_by(&user)), [2, 4]);
        user.serial = Serial(5);
        assert_eq!(serials(objects.used_by(&user)), [4]);
        user.serial = Serial(3);
        user.stage = Stage::AwaitingReplacement;
        assert_eq!(serials(objects.used_by(&user)), [4]);
    }

    #[test]
    fn providers_and_hosts_are_those_it_was_made_with() {
        let old = with_stage(Stage::Replaced, resource(1, "a"));
        let all = [old, Arc::new(resource(4, "a"))];
        let objects = Objects::new(&all);
        let mut user = resource(3, "user");
        user.provider = Some(all[0].urn.clone());
        assert_eq!(serials(objects.used_by(&user)), [1]);
        let mut guest = resource(3, "guest");
        let host = all[0].urn.clone();
        guest.options.set(ResourceOption::DeletedWith(host));
        assert_eq!(serials(objects.used_by(&guest)), [1]);
    }
}
