//! Resources and data sources.

use crate::syntax::{Block, BodyContent, Diagnostic, Diagnostics, Expression, Span, Traversal};

use super::blocks;
use super::body::ConfigBody;
use super::lifecycle::Lifecycle;
use super::provider::ProviderReference;
use super::reading::{check_name, depends_on, refuse, single};

/// How often a block is there.
#[derive(Clone, Debug, Default)]
pub enum Repetition {
    #[default]
    Once,
    Count(Expression),
    ForEach(Expression),
    /// `enabled`: once, or not at all.
    Enabled(Expression),
}

impl Repetition {
    pub fn read(
        content: &BodyContent,
        enabled: Option<&Expression>,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let count = content.attributes.get("count");
        let each = content.attributes.get("for_each");
        let all = [
            count.map(|it| (&it.name_span, Self::Count(it.expression.clone()))),
            each.map(|it| (&it.name_span, Self::ForEach(it.expression.clone()))),
            enabled.map(|it| (&it.span, Self::Enabled(it.clone()))),
        ];
        let mut all = all.into_iter().flatten();
        let Some((span, repetition)) = all.next() else {
            return Self::Once;
        };
        if all.next().is_some() {
            let detail = "one of `count`, `for_each` and `enabled` says how often it is there";
            diagnostics.push(Diagnostic::error(
                "arguments exclude each other",
                detail,
                span,
            ));
        }
        repetition
    }

    pub fn expression(&self) -> Option<&Expression> {
        match self {
            Self::Once => None,
            Self::Count(it) | Self::ForEach(it) | Self::Enabled(it) => Some(it),
        }
    }
}

/// A block `resource` or `data`.
#[derive(Clone, Debug)]
pub struct Resource {
    pub is_data: bool,
    pub type_name: String,
    pub name: String,
    pub repetition: Repetition,
    pub provider: Option<ProviderReference>,
    pub depends_on: Vec<Traversal>,
    pub lifecycle: Lifecycle,
    pub body: ConfigBody,
    pub span: Span,
    pub type_span: Span,
}

impl Resource {
    pub fn read(block: &Block, diagnostics: &mut Diagnostics) -> Option<Self> {
        let [type_label, name] = block.labels.as_slice() else {
            return None;
        };
        let is_data = block.name == "data";
        let what = if is_data {
            "a data source"
        } else {
            "a resource"
        };
        check_name(&format!("the type of {what}"), type_label, diagnostics);
        check_name(what, name, diagnostics);
        let schema = if is_data {
            blocks::data()
        } else {
            blocks::resource()
        };
        let (content, rest, found) = block.body.partial_content(&schema);
        diagnostics.extend(found);
        let lifecycle = single(&content, "lifecycle", diagnostics).cloned();
        let lifecycle = lifecycle.map(|it| Lifecycle::read(&it, is_data, diagnostics));
        let lifecycle = lifecycle.unwrap_or_default();
        let mut body = ConfigBody::new(rest, &block.span);
        if let Some(escaped) = single(&content, "_", diagnostics) {
            body.add_escaped(escaped.body.clone());
        }
        refuse_blocks(&content, diagnostics);
        let provider = content.attributes.get("provider");
        Some(Self {
            is_data,
            type_name: type_label.text.clone(),
            name: name.text.clone(),
            repetition: Repetition::read(&content, lifecycle.enabled.as_ref(), diagnostics),
            provider: provider.and_then(|it| ProviderReference::read(&it.expression, diagnostics)),
            depends_on: depends_on(&content, diagnostics),
            lifecycle,
            body,
            span: block.span.clone(),
            type_span: type_label.span.clone(),
        })
    }

    /// The address in its module, without a key.
    pub fn address(&self) -> String {
        let data = if self.is_data { "data." } else { "" };
        format!("{data}{}.{}", self.type_name, self.name)
    }

    /// The local name of its provider.
    pub fn provider_name(&self) -> &str {
        match &self.provider {
            Some(provider) => &provider.name,
            None => implied_provider(&self.type_name),
        }
    }
}

/// The local name of the provider that a type belongs to, unless its block names another one.
pub fn implied_provider(type_name: &str) -> &str {
    type_name.split('_').next().unwrap_or(type_name)
}

fn refuse_blocks(content: &BodyContent, diagnostics: &mut Diagnostics) {
    for block in &content.blocks {
        match block.name.as_str() {
            "provisioner" => {
                let advice = "use a resource of a provider, or a hook of a program of Lumi";
                refuse("the block `provisioner`", advice, &block.span, diagnostics);
            }
            "connection" => {
                let advice = "it is for provisioners alone";
                refuse("the block `connection`", advice, &block.span, diagnostics);
            }
            "locals" => {
                let detail = "`locals` has no meaning in this block, and is reserved";
                diagnostics.push(Diagnostic::error("a name is reserved", detail, &block.span));
            }
            _ => {}
        }
    }
}
