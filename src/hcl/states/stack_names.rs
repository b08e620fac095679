//! The names that objects of a state file have in a stack.

use lumi_graph::{ResourceName, ResourceType, Urn};
use lumi_terraform::adapter::resource_token;
use lumi_terraform::state_file::{ModuleStep, ObjectAddress, modules_text};

use crate::run::{MODULE_TYPE, escaped_name, module_chain};

/// A project and a stack of it.
#[derive(Clone, Debug)]
pub struct StackNames {
    pub project: String,
    pub stack: String,
}

/// The name of a resource in all its forms.
#[derive(Clone, Debug)]
pub struct NamedResource {
    pub urn: Urn,
    pub resource_type: ResourceType,
    pub name: ResourceName,
}

impl StackNames {
    /// The resource at an address, whose provider is a package.
    ///
    /// # Errors
    ///
    /// A sentence that says why it cannot have a name.
    pub fn object(&self, package: &str, address: &ObjectAddress) -> Result<NamedResource, String> {
        let token = resource_token(package, &address.type_name);
        self.named(&token, &address.to_string(), address.modules.len())
    }

    /// The component of an instance of a module, which is not the root module.
    ///
    /// # Errors
    ///
    /// A sentence that says why it cannot have a name.
    pub fn module(&self, modules: &[ModuleStep]) -> Result<NamedResource, String> {
        let depth = modules.len().saturating_sub(1);
        self.named(MODULE_TYPE, &modules_text(modules), depth)
    }

    fn named(&self, token: &str, address: &str, depth: usize) -> Result<NamedResource, String> {
        let resource_type = ResourceType::parse(token).map_err(|error| error.to_string())?;
        let name = ResourceName::parse(&escaped_name(address));
        let name = name.map_err(|error| error.to_string())?;
        let chain = module_chain(depth);
        Ok(NamedResource {
            urn: Urn::new(&self.stack, &self.project, &chain, &resource_type, &name),
            resource_type,
            name,
        })
    }
}
