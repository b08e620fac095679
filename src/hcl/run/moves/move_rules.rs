//! Blocks `moved` as rules between addresses.

use std::collections::BTreeMap;

use crate::config::{ModuleNode, ModuleTree, Moved, Repetition};
use crate::syntax::{Diagnostic, Diagnostics, Span, StepKind, Traversal};

use crate::run::address::{InstanceKey, ModuleInstance, ResourceInstance};
use crate::run::references::instance_key;

/// Calls of modules with the keys of their instances.
type Calls = Vec<(String, InstanceKey)>;

/// An address in a block: one end of a move, or what is imported or removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    pub modules: Calls,
    /// The type and the name of a resource; `None` for a module.
    pub object: Option<(String, String)>,
    pub key: InstanceKey,
}

/// The address of an object or a module.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Address {
    pub modules: Calls,
    pub object: Option<(String, String, InstanceKey)>,
}

/// A block `moved`.
#[derive(Clone, Debug)]
pub struct MoveRule {
    /// The module that the block is in.
    module: Vec<String>,
    from: Endpoint,
    to: Endpoint,
    /// Whether all instances move, with their keys.
    is_whole: bool,
    pub span: Span,
}

impl MoveRule {
    /// The address that an object had before the move; `None` if the move is not about it.
    pub fn before(&self, address: &Address) -> Option<Address> {
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

impl Address {
    pub fn of_resource(address: &ResourceInstance) -> Self {
        let ResourceInstance {
            type_name,
            name,
            key,
            ..
        } = address;
        Self {
            modules: address.module.0.clone(),
            object: Some((type_name.clone(), name.clone(), key.clone())),
        }
    }

    pub fn of_module(address: &ModuleInstance) -> Self {
        Self {
            modules: address.0.clone(),
            object: None,
        }
    }
}

impl MoveRule {
    pub fn read(module: &[String], moved: &Moved) -> Result<Self, Diagnostic> {
        let (from, to) = (Endpoint::read(&moved.from)?, Endpoint::read(&moved.to)?);
        let span = &moved.from.span;
        let wrong = |detail: &str| Err(Diagnostic::error("a move is not valid", detail, span));
        match (&from.object, &to.object) {
            (Some((before, _)), Some((after, _))) if before != after => {
                let detail = format!(
                    "moves from one type to another are not supported: `{before}` does not become `{after}`"
                );
                return wrong(&detail);
            }
            (Some(_), None) | (None, Some(_)) => {
                return wrong("a module moves to a module, and a resource to a resource");
            }
            _ => {}
        }
        if from == to {
            return wrong("both addresses are the same");
        }
        Ok(Self {
            module: module.to_vec(),
            is_whole: !from.has_key() && !to.has_key(),
            from,
            to,
            span: moved.span.clone(),
        })
    }

    /// Whether the block names this resource, or one of its instances.
    pub fn names_resource(&self, address: &Address) -> bool {
        let Some((type_name, name, _)) = &address.object else {
            return false;
        };
        [&self.from, &self.to].into_iter().any(|end| {
            let object = end.object.as_ref();
            let is_same = object.is_some_and(|it| it.0 == *type_name && it.1 == *name);
            is_same && self.leads_to(end, &address.modules)
        })
    }

    /// Whether the block names this instance of a module, or a resource in it.
    pub fn names_module(&self, modules: &[(String, InstanceKey)]) -> bool {
        [&self.from, &self.to]
            .into_iter()
            .any(|end| self.leads_to(end, modules))
    }

    /// Whether the modules of an end are these: all instances of those around the block, and of a module that moves as
    /// a whole.
    fn leads_to(&self, end: &Endpoint, modules: &[(String, InstanceKey)]) -> bool {
        let Some((outer, inner)) = modules.split_at_checked(self.module.len()) else {
            return false;
        };
        let has_names = outer
            .iter()
            .zip(&self.module)
            .all(|(it, name)| it.0 == *name);
        let is_any = self.is_whole && end.object.is_none();
        let last = end.modules.len().checked_sub(1).filter(|_| is_any);
        let mut pairs = inner.iter().zip(&end.modules).enumerate();
        has_names
            && inner.len() == end.modules.len()
            && pairs.all(|(at, (own, it))| own.0 == it.0 && (own.1 == it.1 || last == Some(at)))
    }

    /// Whether an object that the configuration declares is what the block says has moved.
    pub fn is_from(&self, address: &Address) -> bool {
        let key = match (&address.object, &self.from.object) {
            (Some((type_name, name, key)), Some(from)) => {
                if from.0 != *type_name || from.1 != *name {
                    return false;
                }
                key
            }
            (None, None) => return self.leads_to(&self.from, &address.modules),
            _ => return false,
        };
        self.leads_to(&self.from, &address.modules) && (self.is_whole || *key == self.from.key)
    }

    pub fn still_declared(&self) -> Diagnostic {
        let detail = "the configuration still declares what the block says has moved";
        Diagnostic::error("an object has not moved", detail, &self.span)
    }

    /// Whether the configuration has the `from`, as far as that is known before the run.
    fn has_declared_from(&self, tree: &ModuleTree) -> bool {
        let Endpoint {
            modules,
            object,
            key,
        } = &self.from;
        let mut path = self.module.clone();
        for (at, (name, key)) in modules.iter().enumerate() {
            let call = tree.nodes.iter().find(|it| it.path == path);
            let Some(call) = call.and_then(|it| it.module.calls.get(name)) else {
                return false;
            };
            let is_any = self.is_whole && object.is_none() && at + 1 == modules.len();
            if !(is_any || *key == InstanceKey::None && is_once(&call.repetition)) {
                return false;
            }
            path.push(name.clone());
        }
        let Some((type_name, name)) = object else {
            return true;
        };
        let node = tree.nodes.iter().find(|it| it.path == path);
        let resource = node.and_then(|it| it.module.resources.get(&format!("{type_name}.{name}")));
        resource.is_some_and(|it| {
            self.is_whole || (*key == InstanceKey::None && is_once(&it.repetition))
        })
    }

    /// The modules and the object of an end by their names.
    fn names(&self, end: &Endpoint) -> (Vec<String>, Option<(String, String)>) {
        let modules = end.modules.iter().map(|(name, _)| name);
        let path = self.module.iter().chain(modules).cloned();
        (path.collect(), end.object.clone())
    }

    /// The keys of the modules of an end; `None` for all instances.
    fn keys<'e>(&self, end: &'e Endpoint) -> Vec<Option<&'e InstanceKey>> {
        let modules = end.modules.iter().map(|(_, key)| Some(key));
        self.module.iter().map(|_| None).chain(modules).collect()
    }
}

fn is_once(repetition: &Repetition) -> bool {
    matches!(repetition, Repetition::Once)
}

/// Checks that the rules agree with the configuration, and with each other.
pub fn check(tree: &ModuleTree, rules: &[MoveRule], diagnostics: &mut Diagnostics) {
    for rule in rules {
        if rule.has_declared_from(tree) {
            diagnostics.push(rule.still_declared());
        }
    }
    check_ends(rules, |it| (&it.from, &it.to), "from", diagnostics);
    check_ends(rules, |it| (&it.to, &it.from), "to", diagnostics);
}

/// Checks that no two rules have one end in common, unless they have both.
fn check_ends<'r>(
    rules: &'r [MoveRule],
    ends: impl Fn(&'r MoveRule) -> (&'r Endpoint, &'r Endpoint),
    name: &str,
    diagnostics: &mut Diagnostics,
) {
    let mut groups: BTreeMap<_, Vec<&MoveRule>> = BTreeMap::new();
    for rule in rules {
        let (end, other) = ends(rule);
        let group = (rule.names(end), rule.is_whole, end.key.clone());
        let before = groups.entry(group).or_default();
        let contrary = before.iter().find(|it| {
            let (its_end, its_other) = ends(it);
            overlap(&it.keys(its_end), &rule.keys(end))
                && !(it.names(its_other) == rule.names(other)
                    && its_other.key == other.key
                    && overlap(&it.keys(its_other), &rule.keys(other)))
        });
        if let Some(contrary) = contrary {
            let (line, _) = contrary.span.position();
            let detail = format!(
                "the block in line {line} of `{}` has the same `{name}`",
                contrary.span.file()
            );
            diagnostics.push(Diagnostic::error(
                "two moves contradict each other",
                detail,
                &rule.span,
            ));
        }
        before.push(rule);
    }
}

/// Whether an instance can have both keys.
fn overlap(one: &[Option<&InstanceKey>], other: &[Option<&InstanceKey>]) -> bool {
    let mut pairs = one.iter().zip(other);
    pairs.all(|(one, other)| one.is_none() || other.is_none() || one == other)
}

impl Endpoint {
    fn has_key(&self) -> bool {
        let key = match self.object {
            Some(_) => Some(&self.key),
            None => self.modules.last().map(|(_, key)| key),
        };
        key.is_some_and(|it| *it != InstanceKey::None)
    }

    /// The module of the address, which is relative to a module.
    pub fn node<'t>(&self, tree: &'t ModuleTree, module: &[String]) -> Option<&'t ModuleNode> {
        let names = self.modules.iter().map(|(name, _)| name);
        let path: Vec<String> = module.iter().chain(names).cloned().collect();
        tree.nodes.iter().find(|it| it.path == path)
    }

    /// Whether the configuration has the resource or the module, with whichever keys.
    pub fn is_declared(&self, tree: &ModuleTree, module: &[String]) -> bool {
        let node = self.node(tree, module);
        match &self.object {
            None => node.is_some(),
            Some((type_name, name)) => node.is_some_and(|it| {
                let address = format!("{type_name}.{name}");
                it.module.resources.contains_key(&address)
            }),
        }
    }

    pub fn read(traversal: &Traversal) -> Result<Self, Diagnostic> {
        let detail = "an address is expected, such as `aws_instance.web`, `aws_instance.web[0]` or `module.network`";
        let wrong = || Diagnostic::error("an address is not valid", detail, &traversal.span);
        let mut names = vec![StepKind::Attribute(traversal.root.clone())];
        names.extend(traversal.steps.iter().map(|it| it.kind.clone()));
        let mut steps = names.into_iter().peekable();
        let mut end = Self {
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
}
