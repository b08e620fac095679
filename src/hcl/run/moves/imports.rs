//! Objects that blocks `import` bring in.

use std::collections::BTreeMap;

use crate::config::{ImportBlock, ModuleTree, Resource};
use crate::expression::references;
use crate::syntax::{Diagnostic, Diagnostics, Expression, Span};

use super::move_rules::Endpoint;
use crate::run::address::{InstanceKey, ModuleInstance, ResourceInstance};
use crate::run::expansion::Expansion;
use crate::run::run::{NodeFailure, Run};
use crate::run::scope::Site;

/// A block `import`.
#[derive(Debug)]
struct Import {
    target: ResourceInstance,
    id: Expression,
    span: Span,
}

/// All imports of a tree, by the addresses of their targets.
#[derive(Debug, Default)]
pub struct Imports(BTreeMap<String, Import>);

impl Imports {
    pub fn of(tree: &ModuleTree, diagnostics: &mut Diagnostics) -> Self {
        let mut all = Self::default();
        for node in &tree.nodes {
            for import in &node.module.imports {
                if !node.path.is_empty() {
                    let detail = "blocks `import` are in the root module";
                    let summary = "an import is not valid here";
                    diagnostics.push(Diagnostic::error(summary, detail, &import.span));
                } else if let Err(error) = all.add(tree, import) {
                    diagnostics.push(error);
                }
            }
        }
        all
    }

    fn add(&mut self, tree: &ModuleTree, import: &ImportBlock) -> Result<(), Diagnostic> {
        let span = &import.span;
        let wrong = |detail: &str| Err(Diagnostic::error("an import is not valid", detail, span));
        let end = Endpoint::read(&import.to)?;
        let is_declared = end.is_declared(tree, &[]);
        let Some((type_name, name)) = end.object else {
            return wrong("the address of a resource is expected");
        };
        let target = ResourceInstance {
            module: ModuleInstance(end.modules),
            is_data: false,
            type_name,
            name,
            key: end.key,
        };
        if !is_declared {
            return wrong(&format!("the configuration does not declare `{target}`"));
        }
        let address = target.to_string();
        if let Some(other) = self.0.get(&address) {
            let (line, _) = other.span.position();
            let file = other.span.file();
            let detail = format!("the block in line {line} of `{file}` imports `{address}`, too");
            return wrong(&detail);
        }
        let import = Import {
            target,
            id: import.id.clone(),
            span: import.to.span.clone(),
        };
        self.0.insert(address, import);
        Ok(())
    }

    /// The id of the object that a resource takes over.
    pub fn id(&self, address: &ResourceInstance) -> Option<&Expression> {
        match self.0.is_empty() {
            true => None,
            false => self.0.get(&address.to_string()).map(|it| &it.id),
        }
    }

    /// Checks that a resource has the instances that are imported.
    ///
    /// # Errors
    ///
    /// An import is into an instance that is not there, of the module or of the resource.
    fn check(
        &self,
        path: &[String],
        (type_name, name): (&str, &str),
        instances: &[(ModuleInstance, Vec<InstanceKey>)],
    ) -> Result<(), Diagnostics> {
        let mut diagnostics = Diagnostics::default();
        for Import { target, span, .. } in self.0.values() {
            let modules = target.module.0.iter().map(|(name, _)| name);
            if target.type_name != type_name || target.name != name || !modules.eq(path) {
                continue;
            }
            let mut own = instances.iter().filter(|it| it.0 == target.module);
            if !own.any(|(_, keys)| keys.contains(&target.key)) {
                let detail = format!("the configuration has no instance `{target}`");
                diagnostics.push(Diagnostic::error("an import is not valid", detail, span));
            }
        }
        diagnostics.or(())
    }

    /// Whether something is imported into a resource of this type and name.
    fn has(&self, type_name: &str, name: &str) -> bool {
        let mut targets = self.0.values().map(|it| &it.target);
        targets.any(|it| it.type_name == type_name && it.name == name)
    }
}

impl Run {
    /// Checks that a resource has the instances that are imported, before any of them is registered.
    pub(in crate::run) fn check_imports(
        &self,
        module: usize,
        resource: &Resource,
    ) -> Result<(), NodeFailure> {
        let imports = &self.former_names.imports;
        let (type_name, name) = (&resource.type_name, &resource.name);
        let node = self.tree.nodes.get(module);
        let Some(node) = node.filter(|_| !resource.is_data && imports.has(type_name, name)) else {
            return Ok(());
        };
        let repetition = &resource.repetition;
        let references = repetition.expression().map(references).unwrap_or_default();
        let states = self.values.lock().states(module);
        let mut instances = Vec::new();
        for (at, state) in states.into_iter().enumerate() {
            let scope = self.scope(Site::new(module, at), &references)?;
            let expansion = Expansion::evaluate(repetition, &scope)?;
            let keys = expansion.instances().into_iter().map(|(key, _)| key);
            instances.push((state.address, keys.collect()));
        }
        Ok(imports.check(&node.path, (type_name, name), &instances)?)
    }
}
