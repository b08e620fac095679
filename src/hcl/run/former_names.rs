//! Names that a resource had before it was moved, and objects that are imported.

use std::collections::{BTreeMap, BTreeSet};

use lumi_graph::{Alias, ResourceOption, ResourceOptions, Urn};

use crate::config::ModuleTree;
use crate::syntax::{Diagnostic, Diagnostics, Expression, Span, StepKind, Traversal};

use super::address::{InstanceKey, ModuleInstance, ResourceInstance};
use super::goals::{module_chain, resource_name, resource_type};
use super::references::instance_key;
use super::run::RunFacts;

/// More moves of one object than this are taken for a circle.
const MOST_MOVES: usize = 64;

/// One end of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Endpoint {
    modules: Vec<(String, InstanceKey)>,
    /// The type and the name of a resource; `None` for a module.
    object: Option<(String, String)>,
    key: InstanceKey,
}

/// A block `moved`.
#[derive(Clone, Debug)]
struct MoveRule {
    /// The module that the block is in.
    module: Vec<String>,
    from: Endpoint,
    to: Endpoint,
    /// Whether all instances move, with their keys.
    is_whole: bool,
}

/// All moves and imports of a tree.
#[derive(Debug, Default)]
pub struct FormerNames {
    rules: Vec<MoveRule>,
    imports: BTreeMap<String, Expression>,
}

/// The address of an object or a module.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Address {
    modules: Vec<(String, InstanceKey)>,
    object: Option<(String, String, InstanceKey)>,
}

impl FormerNames {
    pub fn of(tree: &ModuleTree) -> Result<Self, Diagnostics> {
        let mut names = Self::default();
        let mut diagnostics = Diagnostics::default();
        for node in &tree.nodes {
            for moved in &node.module.moved {
                match rule(&node.path, &moved.from, &moved.to) {
                    Ok(rule) => {
                        check_rule(tree, &rule, &moved.span, &mut diagnostics);
                        names.rules.push(rule);
                    }
                    Err(error) => diagnostics.push(error),
                }
            }
            for removed in &node.module.removed {
                match endpoint(&removed.from) {
                    Ok(end) if is_declared(tree, &node.path, &end) => {
                        let detail =
                            "the configuration still declares what the block says is removed";
                        diagnostics.push(Diagnostic::error(
                            "an object is not removed",
                            detail,
                            &removed.from.span,
                        ));
                    }
                    Ok(_) => {}
                    Err(error) => diagnostics.push(error),
                }
            }
            for import in &node.module.imports {
                names.add_import(node.path.is_empty(), import, &mut diagnostics);
            }
        }
        diagnostics.or(names)
    }

    fn add_import(
        &mut self,
        is_root: bool,
        import: &crate::config::ImportBlock,
        diagnostics: &mut Diagnostics,
    ) {
        if !is_root {
            let detail = "blocks `import` are in the root module";
            return diagnostics.push(Diagnostic::error(
                "an import is not valid here",
                detail,
                &import.span,
            ));
        }
        match endpoint(&import.to) {
            Ok(Endpoint {
                modules,
                object: Some((type_name, name)),
                key,
            }) => {
                let address = ResourceInstance {
                    module: ModuleInstance(modules),
                    is_data: false,
                    type_name,
                    name,
                    key,
                };
                self.imports.insert(address.to_string(), import.id.clone());
            }
            Ok(_) => {
                let detail = "the address of a resource is expected";
                diagnostics.push(Diagnostic::error(
                    "an import is not valid",
                    detail,
                    &import.to.span,
                ));
            }
            Err(error) => diagnostics.push(error),
        }
    }

    /// The id of the object that a resource takes over.
    pub fn import(&self, address: &ResourceInstance) -> Option<&Expression> {
        match self.imports.is_empty() {
            true => None,
            false => self.imports.get(&address.to_string()),
        }
    }

    /// Adds the former names of a module to the options of its component.
    pub fn add_of_module(
        &self,
        options: &mut ResourceOptions,
        address: &ModuleInstance,
        urn: &Urn,
    ) {
        let current = Address {
            modules: address.0.clone(),
            object: None,
        };
        let former = self.former(&current).into_iter();
        let urns = former.filter_map(|it| {
            let name = resource_name(&ModuleInstance(it.modules.clone()).to_string()).ok()?;
            let of = resource_type(urn.resource_type()).ok()?;
            let chain = module_chain(it.modules.len().checked_sub(1)?);
            Some(Urn::new(urn.stack(), urn.project(), &chain, &of, &name))
        });
        set(options, urns.collect());
    }

    /// Adds the former names of a resource to its options: those that blocks say, and those of an instance that got or
    /// lost `count`.
    pub fn add_of_resource(
        &self,
        options: &mut ResourceOptions,
        facts: &RunFacts,
        package: &str,
        address: &ResourceInstance,
    ) {
        let object = (
            address.type_name.clone(),
            address.name.clone(),
            address.key.clone(),
        );
        let current = Address {
            modules: address.module.0.clone(),
            object: Some(object),
        };
        let mut all = self.former(&current);
        let implied: Vec<Address> = all.iter().chain([&current]).filter_map(implied).collect();
        for address in implied {
            if !all.contains(&address) && address != current {
                all.push(address);
            }
        }
        let urns = all.into_iter().filter_map(|it| {
            let (type_name, name, key) = it.object?;
            let of = resource_type(&format!("{package}:resources:{type_name}")).ok()?;
            let chain = module_chain(it.modules.len());
            let instance = ResourceInstance {
                module: ModuleInstance(it.modules),
                is_data: false,
                type_name,
                name,
                key,
            };
            let name = resource_name(&instance.to_string()).ok()?;
            Some(Urn::new(&facts.stack, &facts.project, &chain, &of, &name))
        });
        set(options, urns.collect());
    }

    /// All addresses that an object had, the latest first.
    fn former(&self, address: &Address) -> Vec<Address> {
        let mut all: Vec<Address> = Vec::new();
        let mut seen = BTreeSet::from([address.clone()]);
        let mut pending = std::collections::VecDeque::from([address.clone()]);
        while let Some(next) = pending.pop_front() {
            for rule in &self.rules {
                let Some(before) = rule.before(&next) else {
                    continue;
                };
                if all.len() < MOST_MOVES && seen.insert(before.clone()) {
                    all.push(before.clone());
                    pending.push_back(before);
                }
            }
        }
        all
    }
}

fn set(options: &mut ResourceOptions, urns: Vec<Urn>) {
    if !urns.is_empty() {
        options.set(ResourceOption::Aliases(
            urns.into_iter().map(Alias::Urn).collect(),
        ));
    }
}

/// The address of the instance before it got `count`, or lost it.
fn implied(address: &Address) -> Option<Address> {
    let (type_name, name, key) = address.object.as_ref()?;
    let key = match key {
        InstanceKey::None => InstanceKey::Number(0),
        InstanceKey::Number(0) => InstanceKey::None,
        _ => return None,
    };
    Some(Address {
        modules: address.modules.clone(),
        object: Some((type_name.clone(), name.clone(), key)),
    })
}

impl MoveRule {
    /// The address that an object had before the move; `None` if the move is not about it.
    fn before(&self, address: &Address) -> Option<Address> {
        let depth = self.module.len();
        let (outer, inner) = address.modules.split_at_checked(depth)?;
        if !outer
            .iter()
            .zip(&self.module)
            .all(|((name, _), it)| name == it)
        {
            return None;
        }
        let (ends, rest) = inner.split_at_checked(self.to.modules.len())?;
        match &self.to.object {
            Some(object) if ends == self.to.modules && rest.is_empty() => {
                self.object_before(outer, object, address)
            }
            Some(_) => None,
            None => self.module_before(outer, ends, rest, address),
        }
    }

    fn object_before(
        &self,
        outer: &[(String, InstanceKey)],
        (type_name, name): &(String, String),
        address: &Address,
    ) -> Option<Address> {
        let (own_type, own_name, own_key) = address.object.as_ref()?;
        let has_key = self.is_whole || *own_key == self.to.key;
        if own_type != type_name || own_name != name || !has_key {
            return None;
        }
        let (type_name, name) = self.from.object.clone()?;
        let key = match self.is_whole {
            true => own_key.clone(),
            false => self.from.key.clone(),
        };
        let modules = outer.iter().chain(&self.from.modules);
        Some(Address {
            modules: modules.cloned().collect(),
            object: Some((type_name, name, key)),
        })
    }

    fn module_before(
        &self,
        outer: &[(String, InstanceKey)],
        ends: &[(String, InstanceKey)],
        rest: &[(String, InstanceKey)],
        address: &Address,
    ) -> Option<Address> {
        let ((last, key), others) = ends.split_last()?;
        let ((wanted, wanted_key), wanted_others) = self.to.modules.split_last()?;
        let has_key = self.is_whole || key == wanted_key;
        if last != wanted || !has_key || others != wanted_others {
            return None;
        }
        let ((name, from_key), from_others) = self.from.modules.split_last()?;
        let key = if self.is_whole { key } else { from_key };
        let moved = [(name.clone(), key.clone())];
        let modules = outer.iter().chain(from_others).chain(&moved).chain(rest);
        Some(Address {
            modules: modules.cloned().collect(),
            object: address.object.clone(),
        })
    }
}

fn rule(module: &[String], from: &Traversal, to: &Traversal) -> Result<MoveRule, Diagnostic> {
    let (from_end, to_end) = (endpoint(from)?, endpoint(to)?);
    let wrong = |detail: &str| Err(Diagnostic::error("a move is not valid", detail, &from.span));
    if from_end.object.is_some() != to_end.object.is_some() {
        return wrong("a module moves to a module, and a resource to a resource");
    }
    if from_end == to_end {
        return wrong("both addresses are the same");
    }
    let has_key = |it: &Endpoint| match it.object {
        Some(_) => it.key != InstanceKey::None,
        None => it
            .modules
            .last()
            .is_some_and(|(_, key)| *key != InstanceKey::None),
    };
    Ok(MoveRule {
        module: module.to_vec(),
        is_whole: !has_key(&from_end) && !has_key(&to_end),
        from: from_end,
        to: to_end,
    })
}

fn check_rule(tree: &ModuleTree, rule: &MoveRule, span: &Span, diagnostics: &mut Diagnostics) {
    if rule.is_whole && is_declared(tree, &rule.module, &rule.from) {
        let detail = "the configuration still declares what the block says has moved";
        diagnostics.push(Diagnostic::error("an object has not moved", detail, span));
    }
}

fn is_declared(tree: &ModuleTree, module: &[String], end: &Endpoint) -> bool {
    let mut path = module.to_vec();
    path.extend(end.modules.iter().map(|(name, _)| name.clone()));
    let node = tree.nodes.iter().find(|it| it.path == path);
    match (&end.object, node) {
        (None, node) => node.is_some(),
        (Some((type_name, name)), Some(node)) => node
            .module
            .resources
            .contains_key(&format!("{type_name}.{name}")),
        _ => false,
    }
}

fn endpoint(traversal: &Traversal) -> Result<Endpoint, Diagnostic> {
    let detail = "an address is expected, such as `aws_instance.web`, `aws_instance.web[0]` or `module.network`";
    let wrong = || Diagnostic::error("an address is not valid", detail, &traversal.span);
    let mut names = vec![StepKind::Attribute(traversal.root.clone())];
    names.extend(traversal.steps.iter().map(|it| it.kind.clone()));
    let mut steps = names.into_iter().peekable();
    let mut end = Endpoint {
        modules: Vec::new(),
        object: None,
        key: InstanceKey::None,
    };
    while let Some(step) = steps.next() {
        let StepKind::Attribute(first) = step else {
            return Err(wrong());
        };
        let Some(StepKind::Attribute(name)) = steps.next() else {
            return Err(wrong());
        };
        let key = match steps.next_if(|it| matches!(it, StepKind::Index(_))) {
            Some(StepKind::Index(literal)) => instance_key(&literal).ok_or_else(wrong)?,
            _ => InstanceKey::None,
        };
        match first.as_str() {
            "module" => end.modules.push((name, key)),
            "data" => return Err(wrong()),
            _ if steps.peek().is_some() => return Err(wrong()),
            _ => {
                end.object = Some((first, name));
                end.key = key;
            }
        }
    }
    Ok(end)
}
