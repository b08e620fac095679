//! Former names of registered resources.

use rustc_hash::FxHashMap;

use lumi_graph::Urn;

use super::registrations::Registrations;

/// Former names of resources by their current names.
#[derive(Default)]
pub struct FormerNames {
    /// The old URN of resources that the state has under another one.
    found: FxHashMap<Urn, Urn>,
    /// The possible former names of registered resources, from their aliases and those of their
    /// ancestors.
    possible: FxHashMap<Urn, Vec<Urn>>,
}

impl FormerNames {
    /// Records that the old state has a resource under another name.
    pub fn add_found(&mut self, urn: Urn, old: Urn) {
        self.found.insert(urn, old);
    }

    /// Records the possible former names of a resource.
    pub fn add_possible(&mut self, urn: Urn, names: Vec<Urn>) {
        self.possible.insert(urn, names);
    }

    /// The name in the old state of a renamed resource.
    pub fn found(&self, urn: &Urn) -> Option<&Urn> {
        self.found.get(urn)
    }

    /// The former names of a registered resource: the one that it was found by comes first, and
    /// names that other resources of the program have now are left out.
    pub fn names_before(&self, urn: &Urn, registrations: &Registrations) -> Vec<Urn> {
        let found = self.found.get(urn);
        let possible = self.possible.get(urn).into_iter().flatten();
        let possible =
            possible.filter(|it| Some(*it) != found && registrations.status(it).is_none());
        found.into_iter().chain(possible).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two components may exchange their types: children new in one were not in the other.
    #[test]
    fn names_that_the_program_has_now_are_no_former_names() {
        let urn = |resource_type: &str| {
            Urn::parse(&format!("urn:lumi:dev::web::index::{resource_type}::x")).unwrap()
        };
        let (new, found, other, used) = (urn("a:b:N"), urn("a:b:F"), urn("a:b:O"), urn("a:b:U"));
        let mut names = FormerNames::default();
        let registrations = Registrations::default();
        registrations.start(&new);
        registrations.start(&used);
        names.add_possible(new.clone(), vec![used, other.clone(), found.clone()]);
        names.add_found(new.clone(), found.clone());
        assert_eq!(names.names_before(&new, &registrations), [found, other]);
    }
}
