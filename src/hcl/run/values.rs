//! The values of all objects that are complete.

use std::collections::HashMap;

use lumi_graph::{Urn, Value as EngineValue};

use crate::value::Value;

use super::address::{InstanceKey, ModuleInstance};
use super::expansion::{Expansion, Repeated};
use super::nodes::ProviderKey;

/// One instance of a module.
#[derive(Clone, Debug)]
pub struct ModuleState {
    pub address: ModuleInstance,
    /// The instance of the caller, by its place among those of its module.
    pub parent: Option<usize>,
    /// The values that the arguments of its call see.
    pub repeated: Repeated,
    /// Its component; `None` for the root module.
    pub component: Option<Urn>,
}

/// The instances of a resource in an instance of its module.
#[derive(Clone, Debug)]
pub struct ResourceState {
    /// The values of all instances as one.
    pub value: Value,
    /// The instances in the order of their keys; data sources have no names.
    pub urns: Vec<(InstanceKey, Urn)>,
    /// A value that changes when an instance is configured in another way, or replaced; that of data sources is not known.
    pub identities: Vec<(InstanceKey, EngineValue)>,
    /// Whether something of it is known only after the deployment.
    pub is_pending: bool,
}

/// The place of a value: a module, its instance, and a name.
pub type Place = (usize, usize, String);

/// The values by place.
#[derive(Debug, Default)]
pub struct Values {
    /// The instances of each module of the tree.
    pub modules: HashMap<usize, Vec<ModuleState>>,
    /// How a call of a module is expanded in an instance of the caller, and the places of its instances.
    pub calls: HashMap<Place, (Expansion, Vec<usize>)>,
    pub variables: HashMap<Place, Value>,
    pub locals: HashMap<Place, Value>,
    pub outputs: HashMap<Place, Value>,
    /// The names of the outputs of each module.
    pub output_names: HashMap<usize, Vec<String>>,
    pub resources: HashMap<Place, ResourceState>,
    pub providers: HashMap<(usize, usize, ProviderKey), Urn>,
}

impl Values {
    /// The number of instances of a module.
    pub fn instances(&self, module: usize) -> usize {
        self.modules.get(&module).map_or(0, Vec::len)
    }

    /// The instances of a module.
    pub fn states(&self, module: usize) -> Vec<ModuleState> {
        self.modules.get(&module).cloned().unwrap_or_default()
    }

    pub fn module(&self, module: usize, instance: usize) -> Option<&ModuleState> {
        self.modules.get(&module)?.get(instance)
    }

    /// The place in a module further up: its instance that leads to this one.
    pub fn ancestor(&self, parents: &[usize], instance: usize) -> Option<usize> {
        let mut instance = instance;
        for module in parents {
            instance = self.module(*module, instance)?.parent?;
        }
        Some(instance)
    }
}
