//! Provider configurations as resources.

use lumi_graph::{ResourceKind, ResourceOptions, Urn};

use crate::syntax::Diagnostic;

use super::block_content::{AnyBody, body_references};
use super::block_decoder::BlockDecoder;
use super::border::inputs;
use super::goals::GoalParts;
use super::nodes::ProviderKey;
use super::run::{NodeFailure, Run};
use super::scope::Site;

/// The name of a configuration.
fn shown((name, alias): &ProviderKey) -> String {
    match alias {
        Some(alias) => format!("provider.{name}.{alias}"),
        None => format!("provider.{name}"),
    }
}

impl Run {
    pub(super) async fn provider(
        &self,
        at: usize,
        module: usize,
        key: &ProviderKey,
    ) -> Result<(), NodeFailure> {
        let node = self.tree.nodes.get(module);
        let block = node.and_then(|it| it.module.providers.get(key));
        let (Some(block), Some(linked)) = (block, self.nodes.providers.get(&at)) else {
            return Ok(());
        };
        let schema = self.schemas.schemas(&linked.package);
        let schema = schema.and_then(|it| it.provider().map_err(|it| it.to_string()));
        let schema = schema.map_err(|reason| {
            Diagnostic::error("a provider cannot be used", reason, &block.span)
        })?;
        let references = body_references(AnyBody::Config(&block.body), &schema.block);
        let states = self.values.lock().states(module);
        for (instance, state) in states.into_iter().enumerate() {
            let scope = self.scope(Site::new(module, instance), &references)?;
            let mut decoder = BlockDecoder::default();
            let body = AnyBody::Config(&block.body);
            let value = decoder.body(body, &schema.block, block.body.end(), &scope);
            self.take_decoded(decoder)?;
            let goal = self.goal(GoalParts {
                token: format!("lumi:providers:{}", linked.package),
                address: format!("{}{}", state.address.prefix(), shown(key)),
                kind: ResourceKind::Provider,
                depth: state.address.0.len(),
                parent: state.component,
                provider: None,
                inputs: inputs(&value, &schema.block),
                depends_on: self.dependency_urns(at),
                options: ResourceOptions::default(),
                span: block.span.clone(),
            })?;
            let urn = goal.urn.clone();
            let registered = self.monitor.register(goal).await;
            registered.map_err(|error| NodeFailure::of_resource(&error))?;
            let place = (module, instance, key.clone());
            self.values.lock().providers.insert(place, urn);
        }
        Ok(())
    }

    /// Hands on the warnings of a decoder, and fails for its errors.
    pub(super) fn take_decoded(&self, decoder: BlockDecoder) -> Result<(), NodeFailure> {
        match decoder.diagnostics.has_errors() {
            true => Err(decoder.diagnostics.into()),
            false => {
                self.warn(decoder.diagnostics);
                Ok(())
            }
        }
    }

    /// The provider resource that a resource of an instance of a module uses.
    pub(super) fn provider_urn(&self, at: usize, module: usize, instance: usize) -> Option<Urn> {
        let node = self.nodes.providers.get(&at)?.node?;
        let node = self.nodes.all.get(node)?;
        let super::nodes::NodeKind::Provider(key) = &node.kind else {
            return None;
        };
        // The block is in the module itself, or in one further up.
        let mut parents = Vec::new();
        let mut current = module;
        while current != node.module {
            parents.push(current);
            current = self.tree.nodes.get(current)?.parent?;
        }
        let values = self.values.lock();
        let instance = values.ancestor(&parents, instance)?;
        values
            .providers
            .get(&(node.module, instance, key.clone()))
            .cloned()
    }
}
