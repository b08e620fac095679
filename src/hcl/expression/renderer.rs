//! Templates that functions evaluate.

use std::collections::BTreeMap;

use crate::functions::{FunctionError, TemplateRenderer};
use crate::syntax::parse_template;
use crate::value::Value;

use super::evaluator::evaluate;
use super::references::references;
use super::scope::{Settings, Variables};

/// How deep templates can evaluate other ones, as in OpenTofu.
const MAX_DEPTH: usize = 1024;

/// Evaluates templates with the variables that a call gives.
pub struct Renderer<'s> {
    pub settings: &'s Settings,
}

impl TemplateRenderer for Renderer<'_> {
    fn render(
        &self,
        text: &str,
        file_name: &str,
        variables: &Value,
    ) -> Result<Value, FunctionError> {
        let depth = self.settings.template_depth + 1;
        if depth > MAX_DEPTH {
            let message =
                format!("templates evaluate other ones more than {MAX_DEPTH} levels deep");
            return Err(FunctionError::new(message));
        }
        let template =
            parse_template(file_name, text).map_err(|it| FunctionError::new(it.to_string()))?;
        let marks = variables.marks();
        let names: BTreeMap<String, Value> = variables
            .members()
            .into_iter()
            .flatten()
            .map(|(name, value)| (name.clone(), value.clone().with_marks(marks)))
            .collect();
        for reference in references(&template) {
            if !names.contains_key(&reference.root) {
                let message = format!(
                    "the template refers to `{}` at {}, which is not among its variables",
                    reference.root, reference.root_span
                );
                return Err(FunctionError::of(1, message));
            }
        }
        let settings = Settings {
            template_depth: depth,
            ..self.settings.clone()
        };
        let scope = Variables::with_settings(names, settings);
        evaluate(&template, &scope).map_err(|it| FunctionError::new(it.to_string()))
    }
}
