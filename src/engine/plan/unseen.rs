//! Callbacks that a plan skipped because their input is unknown, and resources they may declare.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use lumi_graph::Urn;
use lumi_state::Resource;

/// Skipped callbacks that may declare resources.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnseenCode {
    /// The resources whose outputs the callbacks await. Resources that the callbacks declare have
    /// one of them in the option `declaredAfter`.
    pub origins: FxHashSet<Urn>,
    /// Whether some callbacks await something else: any resource may come from them.
    pub any: bool,
}

impl UnseenCode {
    /// The resources in `missing` that the callbacks may declare. `missing` are resources of the
    /// state without a goal. Resources declared after a returned one are included.
    pub fn undecided(&self, missing: &[&Arc<Resource>]) -> FxHashSet<Urn> {
        if self.any {
            return missing.iter().map(|it| it.urn.clone()).collect();
        }
        let mut declared_by: FxHashMap<&Urn, Vec<&Urn>> = FxHashMap::default();
        for resource in missing {
            for cause in resource.options.declared_after() {
                declared_by.entry(cause).or_default().push(&resource.urn);
            }
        }
        let mut open: Vec<&Urn> = self.origins.iter().collect();
        let mut undecided = FxHashSet::default();
        while let Some(cause) = open.pop() {
            let declared = declared_by.remove(cause).unwrap_or_default();
            open.extend(&declared);
            undecided.extend(declared.into_iter().cloned());
        }
        undecided
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::program::urn;
    use crate::tests::samples::resource;
    use lumi_graph::ResourceOption;

    fn after(name: &str, causes: &[&str]) -> Arc<Resource> {
        let mut resource = resource(1, name);
        let causes = causes.iter().map(|it| urn(it)).collect();
        resource.options.set(ResourceOption::DeclaredAfter(causes));
        Arc::new(resource)
    }

    #[test]
    fn resources_of_unseen_code_are_undecided() {
        let all = [
            after("second", &["first"]),
            after("first", &["a", "b"]),
            after("other", &["c"]),
            Arc::new(resource(1, "plain")),
        ];
        let all: Vec<&Arc<Resource>> = all.iter().collect();
        let mut code = UnseenCode::default();
        assert!(code.undecided(&all).is_empty());
        code.origins.insert(urn("b"));
        let undecided = code.undecided(&all);
        assert_eq!(
            undecided,
            FxHashSet::from_iter([urn("first"), urn("second")])
        );
        code.any = true;
        assert_eq!(code.undecided(&all).len(), all.len());
    }
}
