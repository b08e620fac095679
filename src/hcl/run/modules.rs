//! Instances of modules, which are components.

use lumi_graph::{Goal, Object, ResourceKind, ResourceOptions, Urn};

use super::address::ModuleInstance;
use super::border::to_engine;
use super::expansion::{Expansion, Repeated};
use super::goals::{MODULE_TYPE, module_chain, resource_name, resource_type};
use super::run::{NodeFailure, Run};
use super::scope::Site;
use super::values::ModuleState;

impl Run {
    /// Finds out how many instances a module has, and registers a component for each.
    pub(super) async fn expansion(&self, module: usize) -> Result<(), NodeFailure> {
        let Some(node) = self.tree.nodes.get(module) else {
            return Ok(());
        };
        let Some(parent) = node.parent else {
            let root = ModuleState {
                address: ModuleInstance::default(),
                parent: None,
                repeated: Repeated::default(),
                component: None,
            };
            self.values.lock().modules.insert(module, vec![root]);
            return Ok(());
        };
        let name = node.path.last().cloned().unwrap_or_default();
        let caller = self.tree.nodes.get(parent);
        let Some(call) = caller.and_then(|it| it.module.calls.get(&name)) else {
            return Ok(());
        };
        let above = self.values.lock().states(parent);
        let mut states: Vec<ModuleState> = Vec::new();
        for (at, caller) in above.iter().enumerate() {
            let references = call
                .repetition
                .expression()
                .map(crate::expression::references);
            let scope = self.scope(Site::new(parent, at), &references.unwrap_or_default())?;
            let expansion = Expansion::evaluate(&call.repetition, &scope)?;
            let first = states.len();
            for (key, repeated) in expansion.instances() {
                let address = caller.address.child(&name, key);
                let component = self.component(&address, caller).await?;
                states.push(ModuleState {
                    address,
                    parent: Some(at),
                    repeated,
                    component: Some(component),
                });
            }
            let places = (first..states.len()).collect();
            let place = (parent, at, name.clone());
            self.values.lock().calls.insert(place, (expansion, places));
        }
        let mut values = self.values.lock();
        values.modules.insert(module, states);
        values
            .output_names
            .insert(module, node.module.outputs.keys().cloned().collect());
        Ok(())
    }

    /// Registers the component of an instance.
    async fn component(
        &self,
        address: &ModuleInstance,
        caller: &ModuleState,
    ) -> Result<Urn, NodeFailure> {
        let goal = self.component_goal(address, caller.component.as_ref())?;
        let urn = goal.urn.clone();
        let registered = self.monitor.register(goal).await;
        registered.map_err(|error| NodeFailure::of_resource(&error))?;
        Ok(urn)
    }

    fn component_goal(
        &self,
        address: &ModuleInstance,
        parent: Option<&Urn>,
    ) -> Result<Goal, NodeFailure> {
        let resource_type = resource_type(MODULE_TYPE)?;
        let name = resource_name(&address.to_string())?;
        let chain = module_chain(address.0.len() - 1);
        let facts = &self.facts;
        let urn = Urn::new(&facts.stack, &facts.project, &chain, &resource_type, &name);
        let mut options = ResourceOptions::default();
        self.former_names
            .add_of_module(&mut options, address, &urn)?;
        Ok(Goal {
            order: self.next_order(),
            urn,
            resource_type,
            name,
            kind: ResourceKind::Component,
            parent: parent.cloned(),
            provider: None,
            read_id: None,
            inputs: Object::default(),
            dependencies: Vec::new(),
            depends_on: Vec::new(),
            options,
            code: None,
            source: None,
        })
    }

    /// Completes the components of a module, whose content is complete.
    pub(super) async fn close(&self, module: usize) -> Result<(), NodeFailure> {
        let states = self.values.lock().states(module);
        for (at, state) in states.into_iter().enumerate() {
            let Some(urn) = state.component else { continue };
            let outputs = self.values.lock().output_object(module, at);
            let members = outputs.members().into_iter().flatten();
            let outputs: Object = members
                .map(|(name, it)| (name.clone(), to_engine(it)))
                .collect();
            let answer = self.monitor.register_outputs(urn, outputs).await;
            answer.map_err(|error| NodeFailure::of_resource(&error))?;
        }
        Ok(())
    }
}
