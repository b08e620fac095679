//! The children of components: who uses them, and an order in which a constructor can make them.

use std::collections::BTreeMap;

use lumi_graph::Dag;

use crate::code::Code;
use crate::graph_index::GraphIndex;
use crate::statements::Declared;

/// The program as a user, beside the positions of resources.
const PROGRAM: usize = usize::MAX;

/// The uses of resources by other resources and by the program.
pub struct Uses {
    /// The resources that each one uses, its outputs included.
    used: Vec<Vec<usize>>,
    users: Vec<Vec<usize>>,
}

impl Uses {
    pub fn new<'c>(
        declared: &[Declared<'_>],
        exported: impl Iterator<Item = &'c Code>,
        count: usize,
    ) -> Self {
        let mut uses = Self {
            used: vec![Vec::new(); count],
            users: vec![Vec::new(); count],
        };
        for it in declared {
            let outputs = it.declaration.outputs.iter();
            for code in std::iter::once(&it.code).chain(outputs) {
                for used in code.variables() {
                    uses.used[it.position].push(used);
                    uses.users[used].push(it.position);
                }
            }
        }
        for used in exported.flat_map(Code::variables) {
            uses.users[used].push(PROGRAM);
        }
        uses
    }

    /// The users of a resource; the program is one beside all positions.
    pub fn users_of(&self, position: usize) -> impl Iterator<Item = usize> + '_ {
        self.users[position].iter().copied()
    }

    pub fn is_used(&self, position: usize) -> bool {
        !self.users[position].is_empty()
    }
}

pub struct ComponentChildren<'c, 'g> {
    pub index: &'c GraphIndex<'g>,
    pub uses: &'c Uses,
}

impl ComponentChildren<'_, '_> {
    /// The direct children of a component, each after what it needs, also within it; `None` if they need each other.
    pub fn in_order(&self, component: usize) -> Option<Vec<usize>> {
        let children = &self.index.children[component];
        let mut owners = BTreeMap::new();
        for (at, child) in children.iter().enumerate() {
            owners.extend(self.with_descendants(*child).into_iter().map(|it| (it, at)));
        }
        let mut edges = Vec::new();
        for (position, at) in &owners {
            let used = self.uses.used[*position].iter();
            let others = used.filter_map(|it| owners.get(it)).filter(|it| *it != at);
            edges.extend(others.map(|it| (*at, *it)));
        }
        let order = Dag::new(children.len(), &edges).order().ok()?;
        Some(order.into_iter().map(|it| children[it]).collect())
    }

    /// Whether anything outside of a child uses the child, or what is below it.
    pub fn is_used_outside(&self, child: usize) -> bool {
        let all = self.with_descendants(child);
        let mut users = all.iter().flat_map(|it| &self.uses.users[*it]);
        users.any(|it| !all.contains(it))
    }

    pub fn with_descendants(&self, top: usize) -> Vec<usize> {
        let mut all = vec![top];
        let mut next = 0;
        while let Some(position) = all.get(next) {
            all.extend(&self.index.children[*position]);
            next += 1;
        }
        all
    }
}
