//! The block `lifecycle`.

use crate::syntax::{Block, BodyContent, Diagnostic, Diagnostics, Expression, Traversal};

use super::blocks;
use super::conditions::Condition;
use super::reading::{flag, list, traversal};

/// The changes that are left alone.
#[derive(Clone, Debug, Default)]
pub enum IgnoredChanges {
    #[default]
    None,
    All,
    Some(Vec<Traversal>),
}

#[derive(Clone, Debug, Default)]
pub struct Lifecycle {
    pub create_before_destroy: Option<bool>,
    pub prevent_destroy: Option<Expression>,
    pub destroy: Option<Expression>,
    pub ignored: IgnoredChanges,
    pub replace_triggered_by: Vec<Expression>,
    pub enabled: Option<Expression>,
    pub preconditions: Vec<Condition>,
    pub postconditions: Vec<Condition>,
}

impl Lifecycle {
    pub fn read(block: &Block, is_data: bool, diagnostics: &mut Diagnostics) -> Self {
        let (content, found) = block.body.content(&blocks::lifecycle());
        diagnostics.extend(found);
        if is_data {
            refuse_for_data(&content, diagnostics);
        }
        let expression = |name: &str| Some(content.attributes.get(name)?.expression.clone());
        let triggers = content.attributes.get("replace_triggered_by");
        let mut lifecycle = Self {
            create_before_destroy: flag(&content, "create_before_destroy", diagnostics),
            prevent_destroy: expression("prevent_destroy"),
            destroy: expression("destroy"),
            ignored: ignored(&content, diagnostics),
            replace_triggered_by: triggers.map_or_else(Vec::new, |it| list(it, diagnostics)),
            enabled: expression("enabled"),
            ..Self::default()
        };
        for inner in &content.blocks {
            let condition = Condition::read(inner, diagnostics);
            match inner.name.as_str() {
                "precondition" => lifecycle.preconditions.extend(condition),
                _ => lifecycle.postconditions.extend(condition),
            }
        }
        lifecycle
    }

    /// Applies what an override sets.
    pub fn merge(&mut self, over: &Self) {
        if over.create_before_destroy.is_some() {
            self.create_before_destroy = over.create_before_destroy;
        }
        if over.prevent_destroy.is_some() {
            self.prevent_destroy.clone_from(&over.prevent_destroy);
        }
        if over.destroy.is_some() {
            self.destroy.clone_from(&over.destroy);
        }
        if !matches!(over.ignored, IgnoredChanges::None) {
            self.ignored = over.ignored.clone();
        }
    }
}

fn refuse_for_data(content: &BodyContent, diagnostics: &mut Diagnostics) {
    for (name, attribute) in &content.attributes {
        if name != "enabled" {
            let detail = format!("`{name}` is for resources alone, and not for data sources");
            let message = "an argument of `lifecycle` is not valid";
            diagnostics.push(Diagnostic::error(message, detail, &attribute.name_span));
        }
    }
}

fn ignored(content: &BodyContent, diagnostics: &mut Diagnostics) -> IgnoredChanges {
    let Some(attribute) = content.attributes.get("ignore_changes") else {
        return IgnoredChanges::None;
    };
    if attribute.expression.as_keyword().as_deref() == Some("all") {
        return IgnoredChanges::All;
    }
    let elements = list(attribute, diagnostics);
    let each = elements.iter().filter_map(|it| traversal(it, diagnostics));
    match each.collect::<Vec<_>>() {
        all if all.is_empty() => IgnoredChanges::None,
        all => IgnoredChanges::Some(all),
    }
}
