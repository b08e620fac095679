//! Facts that functions need besides their arguments.

use std::path::PathBuf;

use super::function_error::FunctionError;
use crate::value::Value;

/// The surroundings of a call.
pub struct FunctionContext<'a> {
    /// The folder that paths of files are relative to.
    pub base_folder: PathBuf,
    /// Whether functions whose results differ from call to call have unknown results, as in a plan.
    pub is_pure: bool,
    /// The time of the plan, as RFC 3339 has it.
    pub timestamp: Option<String>,
    /// Renders templates; templates themselves cannot have others.
    pub templates: Option<&'a dyn TemplateRenderer>,
}

impl FunctionContext<'_> {
    pub fn new(base_folder: impl Into<PathBuf>) -> Self {
        Self {
            base_folder: base_folder.into(),
            is_pure: false,
            timestamp: None,
            templates: None,
        }
    }
}

/// Evaluates the text of a template.
pub trait TemplateRenderer {
    /// The result of a template with these variables, which are a map or an object.
    fn render(
        &self,
        text: &str,
        file_name: &str,
        variables: &Value,
    ) -> Result<Value, FunctionError>;
}
