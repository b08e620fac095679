//! Names that a resource had before it was moved.

use std::collections::{BTreeSet, VecDeque};

use lumi_graph::{Alias, ResourceOption, ResourceOptions, Urn};

use crate::config::ModuleTree;
use crate::syntax::{Diagnostic, Diagnostics, Expression};

use super::imports::Imports;
use super::move_rules::{Address, Endpoint, MoveRule, check};
use crate::run::address::{InstanceKey, ModuleInstance, ResourceInstance};
use crate::run::goals::{module_chain, resource_name, resource_type};
use crate::run::run::RunFacts;

/// More former names of one object by blocks `moved` than this are refused.
const MOST_MOVES: usize = 1000;
/// Names with and without the key 0 are tried up to this number, those with the fewest differences first: all of them
/// for a resource below five modules.
const MOST_IMPLIED: usize = 64;

/// All moves and imports of a tree.
#[derive(Debug, Default)]
pub struct FormerNames {
    rules: Vec<MoveRule>,
    pub(in crate::run) imports: Imports,
}

/// An address on the way back, and the rules that lead from it to the present one.
struct Step {
    address: Address,
    rules: BTreeSet<usize>,
}

impl FormerNames {
    pub fn of(tree: &ModuleTree) -> Result<Self, Diagnostics> {
        let mut names = Self::default();
        let mut diagnostics = Diagnostics::default();
        for node in &tree.nodes {
            for moved in &node.module.moved {
                match MoveRule::read(&node.path, moved) {
                    Ok(rule) => names.rules.push(rule),
                    Err(error) => diagnostics.push(error),
                }
            }
            for removed in &node.module.removed {
                match Endpoint::read(&removed.from) {
                    Ok(end) if end.is_declared(tree, &node.path) => {
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
        }
        check(tree, &names.rules, &mut diagnostics);
        names.imports = Imports::of(tree, &mut diagnostics);
        diagnostics.or(names)
    }

    /// The id of the object that a resource takes over.
    pub fn import(&self, address: &ResourceInstance) -> Option<&Expression> {
        self.imports.id(address)
    }

    /// Adds the former names of a module to the options of its component.
    ///
    /// # Errors
    ///
    /// A block `moved` says that the instance is no longer there, or the instance has too many former names.
    pub fn add_of_module(
        &self,
        options: &mut ResourceOptions,
        address: &ModuleInstance,
        urn: &Urn,
    ) -> Result<(), Diagnostic> {
        let former = self.former(&Address::of_module(address))?.into_iter();
        let urns = former.filter_map(|it| {
            let name = resource_name(&ModuleInstance(it.modules.clone()).to_string()).ok()?;
            let of = resource_type(urn.resource_type()).ok()?;
            let chain = module_chain(it.modules.len().checked_sub(1)?);
            Some(Urn::new(urn.stack(), urn.project(), &chain, &of, &name))
        });
        set(options, urns.collect());
        Ok(())
    }

    /// Adds the former names of a resource to its options: those that blocks say, and those of an instance that got or
    /// lost `count`, or whose modules did.
    ///
    /// # Errors
    ///
    /// A block `moved` says that the instance is no longer there, or the instance has too many former names.
    pub fn add_of_resource(
        &self,
        options: &mut ResourceOptions,
        facts: &RunFacts,
        package: &str,
        address: &ResourceInstance,
    ) -> Result<(), Diagnostic> {
        let former = self.former(&Address::of_resource(address))?.into_iter();
        let urns = former.filter_map(|it| {
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
        Ok(())
    }

    /// All addresses that an object had: those that blocks say, the latest first, and then the implied ones.
    pub(in crate::run) fn former(&self, address: &Address) -> Result<Vec<Address>, Diagnostic> {
        if let Some(rule) = self.rules.iter().find(|it| it.is_from(address)) {
            return Err(rule.still_declared());
        }
        let mut all = self.moved(address)?;
        for implied in self.implied(address) {
            if !all.contains(&implied) {
                all.push(implied);
            }
        }
        Ok(all)
    }

    /// The addresses that blocks say. No block moves an object twice, as a module that takes the place of one around it
    /// would be moved without end.
    fn moved(&self, address: &Address) -> Result<Vec<Address>, Diagnostic> {
        let mut all: Vec<Address> = Vec::new();
        let mut seen = BTreeSet::from([address.clone()]);
        let mut pending = VecDeque::from([Step {
            address: address.clone(),
            rules: BTreeSet::new(),
        }]);
        while let Some(next) = pending.pop_front() {
            for (at, rule) in self.rules.iter().enumerate() {
                let before = rule.before(&next.address);
                let Some(before) = before.filter(|_| !next.rules.contains(&at)) else {
                    continue;
                };
                if !seen.insert(before.clone()) {
                    continue;
                }
                if all.len() == MOST_MOVES {
                    let detail = format!("an object has at most {MOST_MOVES} former addresses");
                    return Err(Diagnostic::error(
                        "there are too many moves",
                        detail,
                        &rule.span,
                    ));
                }
                all.push(before.clone());
                let mut rules = next.rules.clone();
                rules.insert(at);
                pending.push_back(Step {
                    address: before,
                    rules,
                });
            }
        }
        Ok(all)
    }

    /// The addresses of an object before it, or modules around it, got `count` or lost it. What a block `moved` names
    /// is not moved by itself.
    fn implied(&self, address: &Address) -> Vec<Address> {
        let places: Vec<usize> = (0..=address.modules.len())
            .filter(|at| key(address, *at).is_some_and(|it| other_key(it).is_some()))
            .collect();
        let mut all = Vec::new();
        let mut last = vec![(address.clone(), Vec::new())];
        while !last.is_empty() {
            let mut next = Vec::new();
            for (address, changed) in last {
                let places = places
                    .iter()
                    .filter(|at| changed.last().is_none_or(|last| *at > last));
                for at in places {
                    let Some(before) = with_other_key(&address, *at) else {
                        continue;
                    };
                    let mut changed: Vec<usize> = changed.clone();
                    changed.push(*at);
                    if changed.iter().all(|at| !self.is_named(&before, *at)) {
                        all.push(before.clone());
                    }
                    next.push((before, changed));
                    if all.len() == MOST_IMPLIED || next.len() > MOST_IMPLIED * MOST_IMPLIED {
                        return all;
                    }
                }
            }
            last = next;
        }
        all
    }

    /// Whether a block `moved` names a part of an address: the module at a place, or the resource at the last one.
    fn is_named(&self, address: &Address, at: usize) -> bool {
        match address.modules.get(..=at) {
            Some(modules) => self.rules.iter().any(|it| it.names_module(modules)),
            None => self.rules.iter().any(|it| it.names_resource(address)),
        }
    }
}

fn set(options: &mut ResourceOptions, urns: Vec<Urn>) {
    if !urns.is_empty() {
        options.set(ResourceOption::Aliases(
            urns.into_iter().map(Alias::Urn).collect(),
        ));
    }
}

/// The key of the module at a place, or of the resource behind the last one.
fn key(address: &Address, at: usize) -> Option<&InstanceKey> {
    match address.modules.get(at) {
        Some((_, key)) => Some(key),
        None => address.object.as_ref().map(|(.., key)| key),
    }
}

fn other_key(key: &InstanceKey) -> Option<InstanceKey> {
    match key {
        InstanceKey::None => Some(InstanceKey::Number(0)),
        InstanceKey::Number(0) => Some(InstanceKey::None),
        _ => None,
    }
}

/// An address before the part at a place got `count`, or lost it.
fn with_other_key(address: &Address, at: usize) -> Option<Address> {
    let other = other_key(key(address, at)?)?;
    let mut before = address.clone();
    let place = match before.modules.get_mut(at) {
        Some((_, key)) => key,
        None => before.object.as_mut().map(|(.., key)| key)?,
    };
    *place = other;
    Some(before)
}

#[cfg(test)]
#[path = "former_names_tests.rs"]
mod tests;
