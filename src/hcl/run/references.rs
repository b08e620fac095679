//! The objects that references name.

use lumi_graph::nearest;

use crate::config::{ModuleNode, ModuleTree};
use crate::syntax::{Diagnostic, Literal, Span, StepKind, Traversal};

use super::address::InstanceKey;

/// The object that a reference names, as seen from its module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    Variable(String),
    Local(String),
    /// A resource or a data source by its address, and the instance that the reference names.
    Resource(String, Option<InstanceKey>),
    /// A module, and one output of it.
    Module(String, Option<String>),
    /// `each`, `count`, `self`, `path`, `terraform`: nothing that is evaluated before.
    Given,
}

/// Resolves references of one module.
pub struct Resolver<'t> {
    pub tree: &'t ModuleTree,
    pub node: &'t ModuleNode,
}

impl Resolver<'_> {
    pub fn resolve(&self, traversal: &Traversal) -> Result<Target, Diagnostic> {
        match traversal.root.as_str() {
            "each" => self.given(traversal, &["key", "value"]),
            "count" => self.given(traversal, &["index"]),
            "path" => self.given(traversal, &["module", "root", "cwd"]),
            "terraform" | "tofu" => self.given(traversal, &["workspace"]),
            "self" => Ok(Target::Given),
            "var" => {
                let name = attribute(traversal, 0, "the name of a variable")?;
                let names = self.node.module.variables.keys();
                known("variable", &name, names, &traversal.span)?;
                Ok(Target::Variable(name))
            }
            "local" => {
                let name = attribute(traversal, 0, "the name of a local value")?;
                let names = self.node.module.locals.keys();
                known("local value", &name, names, &traversal.span)?;
                Ok(Target::Local(name))
            }
            "module" => self.module(traversal),
            "data" => self.resource(traversal, "data.", 0),
            "resource" => self.resource(traversal, "", 0),
            "ephemeral" | "template" | "lazy" | "arg" => {
                let detail = format!(
                    "`{}` is not supported by this version of Lumi",
                    traversal.root
                );
                Err(Diagnostic::error(
                    "a reference is not valid",
                    detail,
                    &traversal.root_span,
                ))
            }
            _ => {
                let name = attribute(traversal, 0, "the name of a resource")?;
                self.named_resource(traversal, &format!("{}.{name}", traversal.root), 1)
            }
        }
    }

    fn given(&self, traversal: &Traversal, names: &[&str]) -> Result<Target, Diagnostic> {
        let name = attribute(traversal, 0, "the name of an attribute")?;
        match names.contains(&name.as_str()) {
            true => Ok(Target::Given),
            false => {
                let root = &traversal.root;
                let detail = format!("`{root}` has {}, and not `{name}`", names.join(", "));
                Err(Diagnostic::error(
                    "an attribute does not exist",
                    detail,
                    &traversal.span,
                ))
            }
        }
    }

    fn module(&self, traversal: &Traversal) -> Result<Target, Diagnostic> {
        let name = attribute(traversal, 0, "the name of a module")?;
        let names = self.node.module.calls.keys();
        known("module", &name, names, &traversal.span)?;
        let rest = traversal.steps.get(1..).unwrap_or_default();
        let rest = match rest.first().map(|it| &it.kind) {
            Some(StepKind::Index(_)) => rest.get(1..).unwrap_or_default(),
            _ => rest,
        };
        let output = match rest.first().map(|it| &it.kind) {
            Some(StepKind::Attribute(output)) => output.clone(),
            _ => return Ok(Target::Module(name, None)),
        };
        let child = self
            .node
            .children
            .get(&name)
            .and_then(|it| self.tree.nodes.get(*it));
        if let Some(child) = child {
            known(
                "output",
                &output,
                child.module.outputs.keys(),
                &traversal.span,
            )?;
        }
        Ok(Target::Module(name, Some(output)))
    }

    fn resource(
        &self,
        traversal: &Traversal,
        prefix: &str,
        at: usize,
    ) -> Result<Target, Diagnostic> {
        let type_name = attribute(traversal, at, "the type of a resource")?;
        let name = attribute(traversal, at + 1, "the name of a resource")?;
        self.named_resource(traversal, &format!("{prefix}{type_name}.{name}"), at + 2)
    }

    fn named_resource(
        &self,
        traversal: &Traversal,
        address: &str,
        at: usize,
    ) -> Result<Target, Diagnostic> {
        let names = self.node.module.resources.keys();
        known("resource", address, names, &traversal.span)?;
        let key = match traversal.steps.get(at).map(|it| &it.kind) {
            Some(StepKind::Index(literal)) => instance_key(literal),
            _ => None,
        };
        Ok(Target::Resource(address.to_owned(), key))
    }
}

/// The key that an index names.
pub fn instance_key(literal: &Literal) -> Option<InstanceKey> {
    match literal {
        Literal::Text(text) => Some(InstanceKey::Text(text.clone())),
        Literal::Number(digits) => digits.parse().ok().map(InstanceKey::Number),
        Literal::Null | Literal::Bool(_) => None,
    }
}

fn attribute(traversal: &Traversal, at: usize, what: &str) -> Result<String, Diagnostic> {
    match traversal.steps.get(at).map(|it| &it.kind) {
        Some(StepKind::Attribute(name)) => Ok(name.clone()),
        _ => {
            let detail = format!("`{}` must be followed by a dot and {what}", traversal.root);
            Err(Diagnostic::error(
                "a reference is not valid",
                detail,
                &traversal.span,
            ))
        }
    }
}

fn known<'n>(
    what: &str,
    name: &str,
    mut names: impl Iterator<Item = &'n String> + Clone,
    span: &Span,
) -> Result<(), Diagnostic> {
    let all = names.clone().map(String::as_str);
    if names.any(|it| it == name) {
        return Ok(());
    }
    let advice = nearest(name, all, 0.7);
    let advice = advice.map_or_else(String::new, |it| format!("; did you mean `{it}`?"));
    let detail = format!("there is no {what} `{name}` in this module{advice}");
    Err(Diagnostic::error("a reference names nothing", detail, span))
}
