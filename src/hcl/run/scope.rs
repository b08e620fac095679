//! The values that expressions of a module instance can refer to.

use std::collections::BTreeMap;

use crate::syntax::{Diagnostic, Diagnostics, Span, Traversal};
use crate::value::{Type, Value};

use super::expansion::Repeated;
use super::references::{Resolver, Target};
use super::run::Run;
use super::values::Values;

/// The place of an expression.
#[derive(Clone, Copy, Debug)]
pub struct Site<'r> {
    pub module: usize,
    /// The instance of the module.
    pub instance: usize,
    pub repeated: Option<&'r Repeated>,
    /// The object that conditions check.
    pub own: Option<&'r Value>,
    /// The place of what a condition is about, if it is not that of the condition.
    pub subject: Option<&'r Span>,
}

impl<'r> Site<'r> {
    pub fn new(module: usize, instance: usize) -> Self {
        Self {
            module,
            instance,
            repeated: None,
            own: None,
            subject: None,
        }
    }

    pub fn repeated(self, repeated: &'r Repeated) -> Self {
        Self {
            repeated: Some(repeated),
            ..self
        }
    }

    pub fn about(self, subject: &'r Span) -> Self {
        Self {
            subject: Some(subject),
            ..self
        }
    }

    pub fn with_own(self, own: &'r Value) -> Self {
        Self {
            own: Some(own),
            ..self
        }
    }
}

/// Objects of objects, which become values in the end.
#[derive(Default)]
struct Tree(BTreeMap<String, Branch>);

enum Branch {
    Leaf(Value),
    Tree(Tree),
}

impl Tree {
    fn set(&mut self, path: &[&str], value: Value) {
        let [first, rest @ ..] = path else { return };
        if rest.is_empty() {
            self.0.insert((*first).to_owned(), Branch::Leaf(value));
            return;
        }
        let branch = self.0.entry((*first).to_owned());
        let branch = branch.or_insert_with(|| Branch::Tree(Self::default()));
        if let Branch::Tree(tree) = branch {
            tree.set(rest, value);
        }
    }

    fn has(&self, path: &[&str]) -> bool {
        let [first, rest @ ..] = path else {
            return true;
        };
        match self.0.get(*first) {
            None => false,
            Some(Branch::Leaf(_)) => true,
            Some(Branch::Tree(tree)) => tree.has(rest),
        }
    }

    fn value(self) -> Value {
        let each = self.0.into_iter();
        Value::object(each.map(|(name, branch)| (name, branch.value())))
    }
}

impl Branch {
    fn value(self) -> Value {
        match self {
            Self::Leaf(value) => value,
            Self::Tree(tree) => tree.value(),
        }
    }
}

impl Run {
    /// The variables that some references need.
    pub(super) fn variables(
        &self,
        site: Site<'_>,
        references: &[Traversal],
    ) -> Result<BTreeMap<String, Value>, Diagnostics> {
        let mut tree = Tree::default();
        let mut diagnostics = Diagnostics::default();
        let Some(node) = self.tree.nodes.get(site.module) else {
            return Ok(BTreeMap::new());
        };
        let resolver = Resolver {
            tree: &self.tree,
            node,
        };
        let values = self.values.lock();
        for reference in references {
            match resolver.resolve(reference) {
                Err(error) => diagnostics.push(error),
                Ok(Target::Given) => self.add_given(&mut tree, site, &reference.root),
                Ok(target) => {
                    let added = add(&mut tree, &values, site, &target, reference, node);
                    diagnostics.extend(added.err());
                }
            }
        }
        drop(values);
        diagnostics.or(tree
            .0
            .into_iter()
            .map(|(name, it)| (name, it.value()))
            .collect())
    }

    fn add_given(&self, tree: &mut Tree, site: Site<'_>, root: &str) {
        match root {
            "path" => {
                let folder = self.tree.nodes.get(site.module);
                let folder = folder.map_or(".", |it| it.module.shown_folder.as_str());
                tree.set(&["path", "module"], Value::string(folder));
                tree.set(&["path", "root"], Value::string("."));
                let current = self.facts.current.to_string_lossy();
                tree.set(&["path", "cwd"], Value::string(current.into_owned()));
            }
            "terraform" | "tofu" => {
                tree.set(&[root, "workspace"], Value::string(&self.facts.stack));
            }
            "self" => {
                if let Some(own) = site.own {
                    tree.set(&["self"], own.clone());
                }
            }
            "count" => {
                if let Some(index) = site.repeated.and_then(|it| it.index) {
                    let index = i64::try_from(index).unwrap_or(i64::MAX);
                    tree.set(&["count", "index"], Value::integer(index));
                }
            }
            _ => {
                if let Some((key, value)) = site.repeated.and_then(|it| it.each.as_ref()) {
                    tree.set(&["each", "key"], key.clone());
                    tree.set(&["each", "value"], value.clone());
                }
            }
        }
    }
}

/// The failure for a value that is not there, though the node of the expression depends on its node.
fn missing(reference: &Traversal) -> Diagnostic {
    let detail = "the value is not there yet; this is a bug in Lumi: please report it with the configuration";
    Diagnostic::error("a value is missing", detail, &reference.span)
}

fn add(
    tree: &mut Tree,
    values: &Values,
    site: Site<'_>,
    target: &Target,
    reference: &Traversal,
    node: &crate::config::ModuleNode,
) -> Result<(), Diagnostic> {
    let place = |name: &str| (site.module, site.instance, name.to_owned());
    let (path, value): (Vec<&str>, _) = match target {
        Target::Given => return Ok(()),
        Target::Variable(name) => (vec!["var", name], values.variables.get(&place(name))),
        Target::Local(name) => (vec!["local", name], values.locals.get(&place(name))),
        Target::Resource(address, _) => {
            let parts = address.strip_prefix("data.").unwrap_or(address).split('.');
            let root = Some(reference.root.as_str());
            let root = root.filter(|it| ["data", "resource"].contains(it));
            let state = values.resources.get(&place(address));
            (
                root.into_iter().chain(parts).collect(),
                state.map(|it| &it.value),
            )
        }
        Target::Module(call, _) => {
            return add_module(tree, values, site, call, reference, node);
        }
    };
    if !tree.has(&path) {
        let value = value.ok_or_else(|| missing(reference))?;
        tree.set(&path, value.clone());
    }
    Ok(())
}

/// Adds a module: the outputs that references name, of all its instances.
fn add_module(
    tree: &mut Tree,
    values: &Values,
    site: Site<'_>,
    call: &str,
    reference: &Traversal,
    node: &crate::config::ModuleNode,
) -> Result<(), Diagnostic> {
    if tree.has(&["module", call]) {
        return Ok(());
    }
    let child = node.children.get(call).copied();
    let place = (site.module, site.instance, call.to_owned());
    let (Some(child), Some((expansion, instances))) = (child, values.calls.get(&place)) else {
        return Err(missing(reference));
    };
    let objects = instances
        .iter()
        .map(|instance| values.output_object(child, *instance));
    let value = expansion.collect(objects.collect(), &Type::Dynamic);
    tree.set(&["module", call], value);
    Ok(())
}

impl Values {
    /// The outputs of an instance of a module that are complete.
    pub fn output_object(&self, module: usize, instance: usize) -> Value {
        let names = self.output_names.get(&module).into_iter().flatten();
        let each = names.filter_map(|name| {
            let value = self.outputs.get(&(module, instance, name.clone()))?;
            Some((name.clone(), value.clone()))
        });
        Value::object(each.collect::<Vec<_>>())
    }
}
