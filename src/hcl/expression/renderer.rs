//! Templates that functions evaluate.

use std::collections::BTreeMap;

use crate::functions::{FunctionError, TemplateRenderer};
use crate::syntax::parse_template;
use crate::value::Value;

use super::evaluator::evaluate;
use super::scope::{Settings, Variables};

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
        let template =
            parse_template(file_name, text).map_err(|it| FunctionError::new(it.to_string()))?;
        let marks = variables.marks();
        let names: BTreeMap<String, Value> = variables
            .members()
            .into_iter()
            .flatten()
            .map(|(name, value)| (name.clone(), value.clone().with_marks(marks)))
            .collect();
        let settings = Settings {
            is_in_template: true,
            ..self.settings.clone()
        };
        let scope = Variables::with_settings(names, settings);
        evaluate(&template, &scope).map_err(|it| FunctionError::new(it.to_string()))
    }
}
