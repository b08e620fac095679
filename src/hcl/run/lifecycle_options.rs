//! Options of a goal from the block `lifecycle`.

use lumi_graph::{PathPattern, ResourceOption, ResourceOptions, Value as EngineValue};

use crate::config::IgnoredChanges;
use crate::syntax::{Diagnostic, Expression, Literal, StepKind, Traversal};
use crate::value::{Type, convert};

use super::address::{ResourceInstance, quoted};
use super::expansion::Repeated;
use super::resources::ResourceSite;
use super::run::{NodeFailure, Run};
use super::scope::Site;

impl Run {
    pub(super) fn options(
        &self,
        site: &ResourceSite<'_>,
        address: &ResourceInstance,
        repeated: &Repeated,
    ) -> Result<ResourceOptions, NodeFailure> {
        let lifecycle = &site.resource.lifecycle;
        let place = Site::new(site.module, site.instance).repeated(repeated);
        let mut options = ResourceOptions::default();
        if let Some(expression) = &lifecycle.prevent_destroy {
            let flag = self.constant_flag(place, "prevent_destroy", expression)?;
            options.set(ResourceOption::Protect(flag));
        }
        let patterns = ignored(&lifecycle.ignored)?;
        if !patterns.is_empty() {
            options.set(ResourceOption::IgnoreChanges(patterns));
        }
        // Providers of Terraform delete first, unless a goal says otherwise.
        if self.creates_first.contains(&site.at) {
            options.set(ResourceOption::DeleteBeforeReplace(false));
        }
        if let Some(expression) = &lifecycle.destroy {
            let flag = self.constant_flag(place, "destroy", expression)?;
            options.set(ResourceOption::RetainOnDelete(!flag));
        }
        if !lifecycle.replace_triggered_by.is_empty() {
            let mut triggers = Vec::new();
            for expression in &lifecycle.replace_triggered_by {
                triggers.push(self.trigger(site, place, expression)?);
            }
            let trigger = EngineValue::Array(triggers);
            options.set(ResourceOption::ReplacementTrigger(trigger));
        }
        self.former_names
            .add_of_resource(&mut options, &self.facts, site.package, address)?;
        if let Some(id) = self.former_names.import(address) {
            let value = self.value(Site::new(0, 0), id)?;
            let text = value.unmarked().0.as_str().map(str::to_owned);
            let Some(text) = text.filter(|it| !it.is_empty()) else {
                let detail = "the id of an object to import must be a known text";
                return Err(Diagnostic::error("an import is not valid", detail, &id.span).into());
            };
            options.set(ResourceOption::Import(text));
        }
        Ok(options)
    }

    fn constant_flag(
        &self,
        site: Site<'_>,
        name: &str,
        expression: &Expression,
    ) -> Result<bool, NodeFailure> {
        let value = self.value(site, expression)?.unmarked().0;
        let flag = convert(&value, &Type::Bool)
            .ok()
            .and_then(|it| it.as_bool());
        flag.ok_or_else(|| {
            let detail = format!("`{name}` must be `true` or `false`, and known in the plan");
            Diagnostic::error("an argument is not valid", detail, &expression.span).into()
        })
    }
}

fn ignored(changes: &IgnoredChanges) -> Result<Vec<PathPattern>, NodeFailure> {
    let texts: Vec<(String, Option<&Traversal>)> = match changes {
        IgnoredChanges::None => Vec::new(),
        IgnoredChanges::All => vec![("*".to_owned(), None)],
        IgnoredChanges::Some(all) => all.iter().map(|it| (pattern(it), Some(it))).collect(),
    };
    let mut patterns = Vec::new();
    for (text, traversal) in texts {
        match text.parse() {
            Ok(pattern) => patterns.push(pattern),
            Err(_) => {
                let detail = format!("`{text}` is no path of an attribute");
                let error = traversal
                    .map(|it| Diagnostic::error("`ignore_changes` is not valid", detail, &it.span));
                return Err(NodeFailure::Configuration(
                    error.map(Into::into).unwrap_or_default(),
                ));
            }
        }
    }
    Ok(patterns)
}

/// A reference to a part of an object as a path of the engine.
fn pattern(traversal: &Traversal) -> String {
    let mut text = traversal.root.clone();
    for step in &traversal.steps {
        match &step.kind {
            StepKind::Attribute(name) => text.push_str(&format!(".{name}")),
            StepKind::Index(Literal::Text(key)) => text.push_str(&format!("[{}]", quoted(key))),
            StepKind::Index(Literal::Number(index)) => text.push_str(&format!("[{index}]")),
            StepKind::Index(Literal::Null | Literal::Bool(_)) => text.push_str("[]"),
        }
    }
    text
}
