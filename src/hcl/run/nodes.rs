//! The parts of an evaluation: one node for each object of a module, and not for each instance.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::dataflow::Dependencies;

/// The name and the alias of a provider configuration.
pub type ProviderKey = (String, Option<String>);

/// A kind of object in a module.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// The instances of the module.
    Expansion,
    Variable(String),
    Provider(ProviderKey),
    Local(String),
    /// A resource or a data source by its address.
    Resource(String),
    Output(String),
    Check(String),
    /// Everything in the module is complete.
    Close,
}

/// An object of a module, which is named by its index in the tree.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    pub module: usize,
    pub kind: NodeKind,
}

/// The provider configuration that a resource uses.
#[derive(Clone, Debug)]
pub struct LinkedProvider {
    /// The name of the package in the project.
    pub package: String,
    /// The configuration; `None` for the package without one.
    pub node: Option<usize>,
}

/// All nodes with their dependencies.
#[derive(Debug, Default)]
pub struct Nodes {
    pub all: Vec<Node>,
    pub dependencies: Dependencies,
    pub providers: BTreeMap<usize, LinkedProvider>,
    /// Nodes that `depends_on` names, of data sources and outputs.
    pub explicit: BTreeMap<usize, BTreeSet<usize>>,
    index: HashMap<Node, usize>,
}

impl Nodes {
    pub fn new(all: Vec<Node>) -> Self {
        let index = all.iter().cloned().enumerate();
        let index = index.map(|(at, node)| (node, at)).collect();
        Self {
            dependencies: Dependencies::new(all.len()),
            index,
            all,
            ..Self::default()
        }
    }

    pub fn find(&self, module: usize, kind: NodeKind) -> Option<usize> {
        self.index.get(&Node { module, kind }).copied()
    }

    /// The managed resources that a node depends on: directly, or by what is no resource. Those of its provider are the
    /// provider's.
    pub fn resources_behind(&self, node: usize) -> BTreeSet<usize> {
        let mut resources = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut pending: Vec<usize> = self.dependencies.of(node).collect();
        while let Some(next) = pending.pop() {
            if !seen.insert(next) {
                continue;
            }
            match self.all.get(next).map(|it| &it.kind) {
                Some(NodeKind::Resource(address)) if !address.starts_with("data.") => {
                    resources.insert(next);
                }
                Some(NodeKind::Provider(_)) | None => {}
                Some(_) => pending.extend(self.dependencies.of(next)),
            }
        }
        resources
    }
}
