//! Converts options of resources to those of messages.

use lumi_graph::{Alias, AliasParts, PathPattern};

use crate::pulumirpc as wire;
use crate::pulumirpc::alias::spec::Parent;
use crate::pulumirpc::alias::{Alias as WireAlias, Spec};
use crate::values::{pulumi_type, pulumi_urn};

/// An absent text is empty.
pub fn text(text: Option<&str>) -> String {
    text.unwrap_or_default().to_owned()
}

pub fn patterns(patterns: &[PathPattern]) -> Vec<String> {
    let texts = patterns.iter().map(PathPattern::as_str);
    texts.map(str::to_owned).collect()
}

pub fn aliases(aliases: &[Alias]) -> Vec<wire::Alias> {
    let alias = |alias: &Alias| match alias {
        Alias::Urn(urn) => WireAlias::Urn(pulumi_urn(urn)),
        Alias::Parts(parts) => WireAlias::Spec(spec(parts)),
    };
    let message = |it: &Alias| wire::Alias {
        alias: Some(alias(it)),
    };
    aliases.iter().map(message).collect()
}

fn spec(parts: &AliasParts) -> Spec {
    let resource_type = parts.resource_type().unwrap_or_default();
    let parent = parts.parent().map(pulumi_urn).map(Parent::ParentUrn);
    let no_parent = parts.has_no_parent().then_some(Parent::NoParent(true));
    Spec {
        name: text(parts.name()),
        r#type: pulumi_type(resource_type).into_owned(),
        stack: text(parts.stack()),
        project: text(parts.project()),
        parent: parent.or(no_parent),
    }
}
