//! The configurations with which default providers created resources.
//!
//! An object can be reached only with the configuration that created it: when the configuration of
//! a package changes, the old one is kept until the resource is replaced or deleted.

use lumi_graph::{Object, Value};

use super::record::Action;
use super::resource::Resource;
use super::stack_state::StackState;

impl StackState {
    /// The configuration with which the default provider of a resource's package created it.
    pub fn configuration_of(&self, resource: &Resource) -> Option<&Object> {
        let name = resource.configuration.as_ref()?;
        self.configurations.get(name)?.as_object()
    }

    /// The name of a configuration; `Err` holds a new name for an unknown configuration. Names are
    /// numbers, because a configuration may be secret.
    pub fn name_of_configuration(&self, configuration: &Object) -> Result<String, String> {
        let is_same = |it: &Value| it.as_object() == Some(configuration);
        let known = self.configurations.iter().find(|(_, it)| is_same(it));
        if let Some((name, _)) = known {
            return Ok(name.clone());
        }
        let numbers = self
            .configurations
            .keys()
            .filter_map(|it| it.parse::<u64>().ok());
        let in_use = self
            .resources_and_pending()
            .filter_map(|it| it.configuration.as_ref());
        let in_use = in_use.filter_map(|it| it.parse::<u64>().ok());
        Err((numbers.chain(in_use).max().unwrap_or(0) + 1).to_string())
    }

    /// The configurations that a resource still refers to, in a fixed order.
    pub(super) fn used_configurations(&self) -> Object {
        let all = self.resources_and_pending();
        let used = all.filter_map(|it| it.configuration.as_ref());
        let mut configurations: Object = used
            .filter_map(|name| Some((name.clone(), self.configurations.get(name)?.clone())))
            .collect();
        configurations.sort_unstable_keys();
        configurations
    }

    /// All resources, including those of pending operations.
    pub(super) fn resources_and_pending(&self) -> impl Iterator<Item = &Resource> {
        let pending = self.pending.values().filter_map(|it| match &it.action {
            Action::Create { resource, .. } | Action::Update { resource } => Some(&**resource),
            Action::Delete { .. } => None,
        });
        self.resources.values().map(|it| &**it).chain(pending)
    }
}
