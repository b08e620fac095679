//! Options that resources inherit from their parents.

use std::collections::BTreeMap;
use std::rc::Rc;

use lumi_graph::Urn;

use super::graph_index::GraphIndex;

/// The options that the children of a resource inherit from it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inherited {
    pub protect: Option<bool>,
    pub retain_on_delete: Option<bool>,
    pub deleted_with: Option<Urn>,
    /// The positions of providers by package.
    pub providers: Rc<BTreeMap<String, usize>>,
}

/// The options that each resource passes on, by its position.
pub fn inherited_options(index: &GraphIndex<'_>) -> Vec<Inherited> {
    let mut all = vec![Inherited::default(); index.graph.vertices.len()];
    for position in &index.order {
        let vertex = index.vertex(*position);
        let above = index.parents[*position].map(|it| all[it].clone());
        let mut own = above.unwrap_or_default();
        let options = &vertex.options;
        own.protect = options.protect().or(own.protect);
        own.retain_on_delete = options.retain_on_delete().or(own.retain_on_delete);
        if let Some(host) = options.deleted_with() {
            own.deleted_with = Some(host.clone());
        }
        let mut added = BTreeMap::new();
        if !vertex.custom
            && let Some(providers) = options.providers()
        {
            let known = providers.iter();
            let known = known
                .filter_map(|(package, urn)| Some((package.clone(), *index.positions.get(urn)?)));
            added.extend(known);
        }
        if let Some(provider) = index.providers[*position]
            && let Some(package) = index.vertex(provider).resource_type.provided_package()
        {
            added.insert(package.to_owned(), provider);
        }
        added.retain(|package, provider| own.providers.get(package) != Some(provider));
        if !added.is_empty() {
            Rc::make_mut(&mut own.providers).extend(added);
        }
        all[*position] = own;
    }
    all
}
