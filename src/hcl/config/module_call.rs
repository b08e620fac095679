//! Calls of modules.

use crate::expression::evaluate_literal;
use crate::syntax::{
    Attribute, Block, BodyContent, Diagnostic, Diagnostics, Expression, Span, Traversal,
};
use crate::value::Value;

use super::blocks;
use super::body::ConfigBody;
use super::provider::ProviderReference;
use super::reading::{check_name, depends_on, single};
use super::resource::Repetition;

/// A configuration of a provider that a module gets from its caller.
#[derive(Clone, Debug)]
pub struct PassedProvider {
    pub in_child: ProviderReference,
    pub in_parent: ProviderReference,
}

/// A block `module`.
#[derive(Clone, Debug)]
pub struct ModuleCall {
    pub name: String,
    /// `None` in overrides that do not set it.
    pub source: Option<Expression>,
    pub version: Option<Attribute>,
    pub repetition: Repetition,
    pub depends_on: Vec<Traversal>,
    /// `None` if the block does not say: configurations without an alias are those of the caller.
    pub providers: Option<Vec<PassedProvider>>,
    pub body: ConfigBody,
    pub span: Span,
}

impl ModuleCall {
    pub fn read(block: &Block, is_override: bool, diagnostics: &mut Diagnostics) -> Option<Self> {
        let label = block.labels.first()?;
        check_name("a module", label, diagnostics);
        let (content, rest, found) = block.body.partial_content(&blocks::module(is_override));
        diagnostics.extend(found);
        let mut body = ConfigBody::new(rest, &block.span);
        if let Some(escaped) = single(&content, "_", diagnostics) {
            body.add_escaped(escaped.body.clone());
        }
        let lifecycle = single(&content, "lifecycle", diagnostics).cloned();
        let enabled = lifecycle.and_then(|it| {
            let (content, found) = it.body.content(&blocks::module_lifecycle());
            diagnostics.extend(found);
            Some(content.attributes.get("enabled")?.expression.clone())
        });
        for inner in &content.blocks {
            if matches!(inner.name.as_str(), "locals" | "provider") {
                let detail = format!(
                    "`{}` has no meaning in a block `module`, and is reserved",
                    inner.name
                );
                diagnostics.push(Diagnostic::error("a name is reserved", detail, &inner.span));
            }
        }
        let source = content.attributes.get("source");
        Some(Self {
            name: label.text.clone(),
            source: source.map(|it| it.expression.clone()),
            version: content.attributes.get("version").cloned(),
            repetition: Repetition::read(&content, enabled.as_ref(), diagnostics),
            depends_on: depends_on(&content, diagnostics),
            providers: providers(&content, diagnostics),
            body,
            span: block.span.clone(),
        })
    }

    /// The source, if it is a constant text.
    pub fn constant_source(&self, diagnostics: &mut Diagnostics) -> Option<String> {
        let source = self.source.as_ref()?;
        let value = evaluate_literal(source).ok();
        let text = value.as_ref().and_then(Value::as_str).map(str::to_owned);
        if text.is_none() {
            let detail = "the source of a module must be a constant text: Lumi does not evaluate variables and locals in it yet";
            diagnostics.push(Diagnostic::error(
                "the source of a module is not known",
                detail,
                &source.span,
            ));
        }
        text
    }

    /// Whether a source is a folder beside the one of the caller.
    pub fn is_folder(source: &str) -> bool {
        let is_below = ["./", "../", ".\\", "..\\"]
            .iter()
            .any(|it| source.starts_with(it));
        is_below || matches!(source, "." | "..")
    }

    /// Refuses a version of a module in a folder.
    pub fn refuse_version(&self, diagnostics: &mut Diagnostics) {
        if let Some(version) = &self.version {
            let detail = "a module in a folder has no version";
            diagnostics.push(Diagnostic::error(
                "a version is not valid here",
                detail,
                &version.span,
            ));
        }
    }

    /// The range of versions, if it is there and a constant text.
    pub fn constant_version(
        &self,
        diagnostics: &mut Diagnostics,
    ) -> Result<Option<String>, NotConstant> {
        let Some(version) = &self.version else {
            return Ok(None);
        };
        let value = evaluate_literal(&version.expression).ok();
        match value.as_ref().and_then(Value::as_str) {
            Some(text) => Ok(Some(text.to_owned())),
            None => {
                let detail = "the version of a module must be a constant text, such as \"~> 1.2\"";
                let span = &version.expression.span;
                diagnostics.push(Diagnostic::error(
                    "the version of a module is not known",
                    detail,
                    span,
                ));
                Err(NotConstant)
            }
        }
    }
}

/// An argument that has been refused.
pub struct NotConstant;

fn providers(content: &BodyContent, diagnostics: &mut Diagnostics) -> Option<Vec<PassedProvider>> {
    let attribute = content.attributes.get("providers")?;
    let Some(members) = attribute.expression.as_map() else {
        let detail = "`providers` is an object of references, such as `{ aws = aws.west }`";
        let span = &attribute.expression.span;
        diagnostics.push(Diagnostic::error(
            "an argument has the wrong type",
            detail,
            span,
        ));
        return None;
    };
    let mut all: Vec<PassedProvider> = Vec::new();
    for (key, value) in members {
        let in_child = ProviderReference::read(&key, diagnostics);
        let in_parent = ProviderReference::read(&value, diagnostics);
        let (Some(in_child), Some(in_parent)) = (in_child, in_parent) else {
            continue;
        };
        if all.iter().any(|it| it.in_child.key() == in_child.key()) {
            let detail = format!("`{}` is passed twice", in_child.text());
            diagnostics.push(Diagnostic::error(
                "a provider is passed twice",
                detail,
                &in_child.span,
            ));
            continue;
        }
        all.push(PassedProvider {
            in_child,
            in_parent,
        });
    }
    Some(all)
}
