//! Builds the nodes of a tree and their dependencies, from the references in it.

use crate::config::{Condition, ModuleCall, ModuleNode, ModuleTree, ProviderAddresses, Resource};
use crate::expression::references;
use crate::syntax::{Diagnostic, Diagnostics, Expression, Traversal};

use super::block_content::{AnyBody, body_references};
use super::moves::Endpoint;
use super::nodes::{LinkedProvider, Node, NodeKind, Nodes};
use super::provider_links::{link, package};
use super::references::{Resolver, Target};
use super::schemas::{ProviderSchemas, resource_schema};

/// Builds the graph of a tree, and says what is wrong with its references.
pub struct GraphBuilder<'t> {
    tree: &'t ModuleTree,
    schemas: &'t dyn ProviderSchemas,
    addresses: &'t ProviderAddresses,
    nodes: Nodes,
    diagnostics: Diagnostics,
}

impl<'t> GraphBuilder<'t> {
    pub fn new(
        tree: &'t ModuleTree,
        schemas: &'t dyn ProviderSchemas,
        addresses: &'t ProviderAddresses,
    ) -> Self {
        let modules = tree.nodes.iter().enumerate();
        let all = modules.flat_map(|(module, node)| nodes_of(module, node));
        Self {
            tree,
            schemas,
            addresses,
            nodes: Nodes::new(all.collect()),
            diagnostics: Diagnostics::default(),
        }
    }

    pub fn build(mut self) -> Result<Nodes, Diagnostics> {
        for (module, node) in self.tree.nodes.iter().enumerate() {
            self.module(module, node);
        }
        self.imports();
        if self.diagnostics.has_errors() {
            return Err(self.diagnostics);
        }
        match self.nodes.dependencies.cycle() {
            None => Ok(self.nodes),
            Some(cycle) => Err(self.cycle(&cycle).into()),
        }
    }

    /// An object that is imported waits for what its id refers to.
    fn imports(&mut self) {
        let tree = self.tree;
        for import in tree.root().iter().flat_map(|it| &it.imports) {
            // Addresses that are not valid are reported where imports are read.
            let Ok(end) = Endpoint::read(&import.to) else {
                continue;
            };
            let path = end.modules.iter().map(|(name, _)| name);
            let module = tree
                .nodes
                .iter()
                .position(|it| it.path.iter().eq(path.clone()));
            let address = end
                .object
                .map(|(type_name, name)| format!("{type_name}.{name}"));
            let node = module
                .zip(address)
                .and_then(|(module, address)| self.nodes.find(module, NodeKind::Resource(address)));
            if let Some(node) = node {
                self.expression(0, node, &import.id);
            }
        }
    }

    fn cycle(&self, cycle: &[usize]) -> Diagnostic {
        let names = cycle.iter().filter_map(|it| self.nodes.all.get(*it));
        let names = names.filter_map(|it| name_of(self.tree, it));
        let names: Vec<String> = names.collect();
        let span = cycle.iter().filter_map(|it| self.nodes.all.get(*it));
        let span = span.filter_map(|it| span_of(self.tree, it)).next();
        Diagnostic {
            severity: crate::syntax::Severity::Error,
            summary: "objects depend on each other in a circle".to_owned(),
            detail: names.join(", "),
            span,
        }
    }

    fn module(&mut self, module: usize, node: &'t ModuleNode) {
        let all: Vec<usize> = (0..self.nodes.all.len())
            .filter(|it| {
                self.nodes
                    .all
                    .get(*it)
                    .is_some_and(|it| it.module == module)
            })
            .collect();
        let expansion = self.nodes.find(module, NodeKind::Expansion);
        let close = self.nodes.find(module, NodeKind::Close);
        for at in all {
            if let Some(expansion) = expansion.filter(|it| *it != at) {
                self.nodes.dependencies.add(at, expansion);
            }
            if let Some(close) = close.filter(|it| *it != at) {
                self.nodes.dependencies.add(close, at);
            }
            let kind = self.nodes.all.get(at).map(|it| it.kind.clone());
            if let Some(kind) = kind {
                self.object(module, node, at, &kind);
            }
        }
        for child in node.children.values() {
            let closed = self.nodes.find(*child, NodeKind::Close);
            if let Some((close, closed)) = close.zip(closed) {
                self.nodes.dependencies.add(close, closed);
            }
        }
    }

    fn object(&mut self, module: usize, node: &'t ModuleNode, at: usize, kind: &NodeKind) {
        let content = &node.module;
        match kind {
            NodeKind::Expansion => self.expansion(node, at),
            NodeKind::Variable(name) => {
                if let Some(variable) = content.variables.get(name) {
                    self.argument(node, at, name);
                    for condition in &variable.validations {
                        self.condition(module, at, condition);
                    }
                }
            }
            NodeKind::Local(name) => {
                if let Some(local) = content.locals.get(name) {
                    self.expression(module, at, &local.value);
                }
            }
            NodeKind::Output(name) => {
                if let Some(output) = content.outputs.get(name) {
                    if let Some(value) = &output.value {
                        self.expression(module, at, value);
                    }
                    for condition in &output.preconditions {
                        self.condition(module, at, condition);
                    }
                    self.depends_on(module, at, &output.depends_on);
                }
            }
            NodeKind::Check(name) => {
                for condition in content.checks.get(name).iter().flat_map(|it| &it.asserts) {
                    self.condition(module, at, condition);
                }
            }
            NodeKind::Provider(key) => {
                if let Some(block) = content.providers.get(key) {
                    self.provider(module, at, key, block);
                }
            }
            NodeKind::Resource(address) => {
                if let Some(resource) = content.resources.get(address) {
                    self.resource(module, at, resource);
                }
            }
            NodeKind::Close => {}
        }
    }

    /// The call of a module decides how many instances it has.
    fn expansion(&mut self, node: &'t ModuleNode, at: usize) {
        let Some((parent, call)) = self.call(node) else {
            return;
        };
        if let Some(above) = self.nodes.find(parent, NodeKind::Expansion) {
            self.nodes.dependencies.add(at, above);
        }
        if let Some(expression) = call.repetition.expression() {
            self.expression(parent, at, expression);
        }
        self.depends_on(parent, at, &call.depends_on);
    }

    fn call(&self, node: &ModuleNode) -> Option<(usize, &'t ModuleCall)> {
        let parent = node.parent?;
        let call = self
            .tree
            .nodes
            .get(parent)?
            .module
            .calls
            .get(node.path.last()?)?;
        Some((parent, call))
    }

    /// The argument of a call that sets a variable.
    fn argument(&mut self, node: &'t ModuleNode, at: usize, name: &str) {
        let Some((parent, call)) = self.call(node) else {
            return;
        };
        if let Some(expression) = argument(call, name) {
            self.expression(parent, at, &expression);
        }
    }

    fn provider(
        &mut self,
        module: usize,
        at: usize,
        key: &super::nodes::ProviderKey,
        block: &crate::config::ProviderBlock,
    ) {
        let link = match link(self.tree, module, key, &block.span) {
            Ok(link) => link,
            Err(error) => return self.diagnostics.push(error),
        };
        let package = match package(self.addresses, &link.source, &block.span) {
            Ok(package) => package,
            Err(error) => return self.diagnostics.push(error),
        };
        let schema = self
            .schemas
            .schemas(&package)
            .and_then(|it| it.provider().map_err(|it| it.to_string()));
        match schema {
            Err(reason) => self.diagnostics.push(Diagnostic::error(
                "a provider cannot be used",
                reason,
                &block.span,
            )),
            Ok(schema) => {
                for reference in body_references(AnyBody::Config(&block.body), &schema.block) {
                    self.reference(module, at, &reference);
                }
            }
        }
        self.nodes.providers.insert(
            at,
            LinkedProvider {
                package,
                node: None,
            },
        );
    }

    fn resource(&mut self, module: usize, at: usize, resource: &'t Resource) {
        let provider = resource.provider.as_ref();
        let key = provider.map_or_else(
            || (resource.provider_name().to_owned(), None),
            |it| it.key(),
        );
        let span = provider.map_or(&resource.type_span, |it| &it.span);
        let linked = link(self.tree, module, &key, span);
        let linked = linked.and_then(|it| {
            Ok((
                package(self.addresses, &it.source, &resource.type_span)?,
                it,
            ))
        });
        let (package, linked) = match linked {
            Ok(linked) => linked,
            Err(error) => return self.diagnostics.push(error),
        };
        let node = linked
            .block
            .and_then(|(module, key)| self.nodes.find(module, NodeKind::Provider(key)));
        if let Some(node) = node {
            self.nodes.dependencies.add(at, node);
        }
        let schema = resource_schema(
            self.schemas,
            &package,
            resource.is_data,
            &resource.type_name,
        );
        self.nodes
            .providers
            .insert(at, LinkedProvider { package, node });
        match schema {
            Err(reason) => {
                let message = "a resource cannot be used";
                self.diagnostics
                    .push(Diagnostic::error(message, reason, &resource.type_span));
            }
            Ok(schema) => {
                for reference in body_references(AnyBody::Config(&resource.body), &schema.block) {
                    self.reference(module, at, &reference);
                }
            }
        }
        self.resource_arguments(module, at, resource);
    }

    fn resource_arguments(&mut self, module: usize, at: usize, resource: &'t Resource) {
        if let Some(expression) = resource.repetition.expression() {
            self.expression(module, at, expression);
        }
        let lifecycle = &resource.lifecycle;
        for condition in lifecycle
            .preconditions
            .iter()
            .chain(&lifecycle.postconditions)
        {
            self.condition(module, at, condition);
        }
        let expressions = lifecycle.prevent_destroy.iter().chain(&lifecycle.destroy);
        for expression in expressions.chain(&lifecycle.replace_triggered_by) {
            self.expression(module, at, expression);
        }
        self.depends_on(module, at, &resource.depends_on);
    }

    fn condition(&mut self, module: usize, at: usize, condition: &Condition) {
        self.expression(module, at, &condition.condition);
        self.expression(module, at, &condition.message);
    }

    fn expression(&mut self, module: usize, at: usize, expression: &Expression) {
        for reference in references(expression) {
            self.reference(module, at, &reference);
        }
    }

    fn reference(&mut self, module: usize, at: usize, reference: &Traversal) {
        for on in self.targets(module, reference, false) {
            // A postcondition may refer to its own resource, and a validation to its variable.
            if on != at {
                self.nodes.dependencies.add(at, on);
            } else if self.is_self_reference(at) {
                let detail = "it refers to itself".to_owned();
                self.diagnostics.push(Diagnostic::error(
                    "a reference is not valid",
                    detail,
                    &reference.span,
                ));
            }
        }
    }

    fn is_self_reference(&self, at: usize) -> bool {
        let kind = self.nodes.all.get(at).map(|it| &it.kind);
        matches!(kind, Some(NodeKind::Local(_) | NodeKind::Resource(_)))
    }

    fn depends_on(&mut self, module: usize, at: usize, all: &[Traversal]) {
        for reference in all {
            for on in self.targets(module, reference, true) {
                self.nodes.dependencies.add(at, on);
                self.nodes.explicit.entry(at).or_default().insert(on);
            }
        }
    }

    /// The nodes that a reference names. For `depends_on`, a module stands for all that is in it.
    fn targets(&mut self, module: usize, reference: &Traversal, is_explicit: bool) -> Vec<usize> {
        let tree = self.tree;
        let Some(node) = tree.nodes.get(module) else {
            return Vec::new();
        };
        let resolver = Resolver { tree, node };
        let kind = match resolver.resolve(reference) {
            Err(error) => {
                self.diagnostics.push(error);
                return Vec::new();
            }
            Ok(Target::Given) => return Vec::new(),
            Ok(Target::Variable(name)) => NodeKind::Variable(name),
            Ok(Target::Local(name)) => NodeKind::Local(name),
            Ok(Target::Resource(address, _)) => NodeKind::Resource(address),
            Ok(Target::Module(call, output)) => {
                return self.module_targets(
                    node,
                    &call,
                    output.filter(|_| !is_explicit),
                    is_explicit,
                );
            }
        };
        self.nodes.find(module, kind).into_iter().collect()
    }

    fn module_targets(
        &self,
        node: &ModuleNode,
        call: &str,
        output: Option<String>,
        is_explicit: bool,
    ) -> Vec<usize> {
        let Some(child) = node.children.get(call).copied() else {
            return Vec::new();
        };
        let outputs = self
            .tree
            .nodes
            .get(child)
            .map(|it| it.module.outputs.keys());
        let kinds: Vec<NodeKind> = match output {
            _ if is_explicit => vec![NodeKind::Close],
            Some(output) => vec![NodeKind::Expansion, NodeKind::Output(output)],
            None => {
                let all = outputs.into_iter().flatten().cloned().map(NodeKind::Output);
                [NodeKind::Expansion].into_iter().chain(all).collect()
            }
        };
        kinds
            .into_iter()
            .filter_map(|it| self.nodes.find(child, it))
            .collect()
    }
}

/// The expression that a call sets a variable to.
pub fn argument(call: &ModuleCall, name: &str) -> Option<Expression> {
    let schema = crate::syntax::BodySchema::new(&[name], &[]);
    let mut bodies: Vec<_> = call.body.bodies().collect();
    bodies.reverse();
    bodies.into_iter().find_map(|body| {
        let (content, ..) = body.partial_content(&schema);
        Some(content.attributes.get(name)?.expression.clone())
    })
}

fn nodes_of(module: usize, node: &ModuleNode) -> Vec<Node> {
    let content = &node.module;
    let kinds = [NodeKind::Expansion].into_iter();
    let kinds = kinds.chain(content.variables.keys().cloned().map(NodeKind::Variable));
    let kinds = kinds.chain(content.providers.keys().cloned().map(NodeKind::Provider));
    let kinds = kinds.chain(content.locals.keys().cloned().map(NodeKind::Local));
    let kinds = kinds.chain(content.resources.keys().cloned().map(NodeKind::Resource));
    let kinds = kinds.chain(content.outputs.keys().cloned().map(NodeKind::Output));
    let kinds = kinds.chain(content.checks.keys().cloned().map(NodeKind::Check));
    let kinds = kinds.chain([NodeKind::Close]);
    kinds.map(|kind| Node { module, kind }).collect()
}

/// How the language writes a node; `None` for one that it has no name for.
fn name_of(tree: &ModuleTree, node: &Node) -> Option<String> {
    let path = tree.nodes.get(node.module).map(|it| it.path.iter());
    let path: String = path?.map(|it| format!("module.{it}.")).collect();
    let own = match &node.kind {
        NodeKind::Expansion | NodeKind::Close => return None,
        NodeKind::Variable(name) => format!("var.{name}"),
        NodeKind::Local(name) => format!("local.{name}"),
        NodeKind::Output(name) => format!("output.{name}"),
        NodeKind::Check(name) => format!("check.{name}"),
        NodeKind::Resource(address) => address.clone(),
        NodeKind::Provider((name, None)) => format!("provider.{name}"),
        NodeKind::Provider((name, Some(alias))) => format!("provider.{name}.{alias}"),
    };
    Some(format!("{path}{own}"))
}

fn span_of(tree: &ModuleTree, node: &Node) -> Option<crate::syntax::Span> {
    let module = &tree.nodes.get(node.module)?.module;
    match &node.kind {
        NodeKind::Local(name) => module.locals.get(name).map(|it| it.span.clone()),
        NodeKind::Resource(address) => module.resources.get(address).map(|it| it.span.clone()),
        NodeKind::Variable(name) => module.variables.get(name).map(|it| it.span.clone()),
        NodeKind::Output(name) => module.outputs.get(name).map(|it| it.span.clone()),
        _ => None,
    }
}
