//! The provider configuration that each resource uses.

use crate::config::{ModuleTree, ProviderAddresses};
use crate::syntax::{Diagnostic, Span};

use super::nodes::ProviderKey;

/// A configuration: the source of its provider, and the module and name of its block.
pub struct ProviderLink {
    pub source: String,
    pub block: Option<(usize, ProviderKey)>,
}

/// Finds the configuration that a name stands for in a module.
pub fn link(
    tree: &ModuleTree,
    module: usize,
    key: &ProviderKey,
    span: &Span,
) -> Result<ProviderLink, Diagnostic> {
    let sources = tree
        .nodes
        .get(module)
        .map(|it| it.module.provider_sources());
    let source = sources.and_then(|it| it.get(&key.0).cloned());
    let source = source.unwrap_or_else(|| format!("hashicorp/{}", key.0));
    let mut module = module;
    let mut key = key.clone();
    while let Some(node) = tree.nodes.get(module) {
        if node.module.providers.contains_key(&key) {
            return Ok(ProviderLink {
                source,
                block: Some((module, key)),
            });
        }
        let Some(parent) = node.parent else { break };
        let call = node.path.last();
        let call = call.and_then(|it| tree.nodes.get(parent)?.module.calls.get(it));
        let passed = call.and_then(|it| it.providers.as_ref());
        let passed = passed.and_then(|all| all.iter().find(|it| it.in_child.key() == key));
        key = match passed {
            Some(passed) => passed.in_parent.key(),
            None if key.1.is_some() => break,
            // A configuration without an alias is that of the caller, whatever it is called there.
            None => (local_name(tree, parent, &source).unwrap_or(key.0), None),
        };
        module = parent;
    }
    match &key.1 {
        None => Ok(ProviderLink {
            source,
            block: None,
        }),
        Some(alias) => Err(missing(&key.0, alias, span)),
    }
}

fn missing(name: &str, alias: &str, span: &Span) -> Diagnostic {
    let detail = format!("there is no configuration `{name}.{alias}` of the provider");
    Diagnostic::error("a provider is not configured", detail, span)
}

fn local_name(tree: &ModuleTree, module: usize, source: &str) -> Option<String> {
    let sources = tree.nodes.get(module)?.module.provider_sources();
    let mut names = sources.into_iter().filter(|(_, it)| it == source);
    names.next().map(|(name, _)| name)
}

/// The package of a source.
pub fn package(
    addresses: &ProviderAddresses,
    source: &str,
    span: &Span,
) -> Result<String, Diagnostic> {
    match addresses.package(source) {
        Some(package) => Ok(package.to_owned()),
        None => {
            let detail = format!("Lumi does not have the provider `{source}` yet");
            Err(Diagnostic::error(
                "a provider is not supported",
                detail,
                span,
            ))
        }
    }
}
