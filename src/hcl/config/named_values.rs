//! Variables and outputs.

use crate::expression::{TypeConstraint, references, type_constraint};
use crate::syntax::{
    Block, BodyContent, Diagnostic, Diagnostics, Expression, Span, StepKind, Traversal,
};
use crate::value::{Type, Value};

use super::blocks;
use super::conditions::Condition;
use super::reading::{check_name, constant, depends_on, flag, refuse, text};

/// Names of arguments of a block `module`, which no variable can have.
const RESERVED: [&str; 9] = [
    "source",
    "version",
    "count",
    "for_each",
    "depends_on",
    "providers",
    "lifecycle",
    "locals",
    "provider",
];

/// A block `variable`.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub description: Option<String>,
    /// `None` for any type.
    pub constraint: Option<TypeConstraint>,
    /// Whether texts from outside are the value itself, and not an expression.
    pub is_literal: bool,
    /// The default, converted to the type.
    pub default: Option<Value>,
    pub is_sensitive: Option<bool>,
    pub is_nullable: Option<bool>,
    pub deprecation: Option<String>,
    pub validations: Vec<Condition>,
    pub span: Span,
}

impl Variable {
    pub fn read(block: &Block, is_override: bool, diagnostics: &mut Diagnostics) -> Option<Self> {
        let label = block.labels.first()?;
        check_name("a variable", label, diagnostics);
        if RESERVED.contains(&label.text.as_str()) {
            let detail = format!(
                "`{}` has a meaning of its own in blocks `module`",
                label.text
            );
            diagnostics.push(Diagnostic::error(
                "the name of a variable is reserved",
                detail,
                &label.span,
            ));
        }
        let (content, found) = block.body.content(&blocks::variable());
        diagnostics.extend(found);
        let constraint = content.attributes.get("type").map(|it| &it.expression);
        let constraint = constraint.and_then(|it| constraint_of(it, diagnostics));
        let is_literal = constraint.as_ref().is_none_or(|it| is_primitive(&it.of));
        let mut variable = Self {
            name: label.text.clone(),
            description: text(&content, "description", diagnostics),
            is_literal,
            constraint,
            default: None,
            is_sensitive: flag(&content, "sensitive", diagnostics),
            is_nullable: flag(&content, "nullable", diagnostics),
            deprecation: deprecation(&content, diagnostics),
            validations: Vec::new(),
            span: block.span.clone(),
        };
        flag(&content, "const", diagnostics);
        refuse_ephemeral(&content, diagnostics);
        variable.read_default(&content, is_override, diagnostics);
        for inner in &content.blocks {
            let condition = Condition::read(inner, diagnostics);
            if let Some(condition) = &condition {
                variable.check_validation(condition, diagnostics);
            }
            variable.validations.extend(condition);
        }
        Some(variable)
    }

    pub fn is_nullable(&self) -> bool {
        self.is_nullable.unwrap_or(true)
    }

    pub fn is_sensitive(&self) -> bool {
        self.is_sensitive.unwrap_or(false)
    }

    fn read_default(
        &mut self,
        content: &BodyContent,
        is_override: bool,
        diagnostics: &mut Diagnostics,
    ) {
        let Some(attribute) = content.attributes.get("default") else {
            return;
        };
        let Some(value) = constant(&attribute.expression, diagnostics) else {
            return;
        };
        self.default = match is_override {
            true => Some(value),
            false => self.converted_default(value, &attribute.expression.span, diagnostics),
        };
    }

    /// A default in the type of the variable.
    pub fn converted_default(
        &self,
        value: Value,
        span: &Span,
        diagnostics: &mut Diagnostics,
    ) -> Option<Value> {
        let value = match &self.constraint {
            None => value,
            Some(constraint) => match constraint.convert(value) {
                Ok(value) => value,
                Err(error) => {
                    let detail =
                        format!("the default does not have the type of the variable: {error}");
                    diagnostics.push(Diagnostic::error("a default is not valid", detail, span));
                    return None;
                }
            },
        };
        if !self.is_nullable() && value.is_null() {
            let detail = "the default is null, but `nullable` is false";
            diagnostics.push(Diagnostic::error("a default is not valid", detail, span));
            return None;
        }
        Some(value)
    }

    fn check_validation(&self, condition: &Condition, diagnostics: &mut Diagnostics) {
        let refers = references(&condition.condition)
            .iter()
            .any(|it| self.is_own(it));
        if !refers {
            let detail = format!("the condition must refer to `var.{}`", self.name);
            let span = &condition.condition.span;
            diagnostics.push(Diagnostic::error("a validation is not valid", detail, span));
        }
    }

    fn is_own(&self, traversal: &Traversal) -> bool {
        let first = traversal.steps.first().map(|it| &it.kind);
        traversal.root == "var"
            && matches!(first, Some(StepKind::Attribute(name)) if *name == self.name)
    }
}

/// Refuses `ephemeral = true`: the state would have the value.
fn refuse_ephemeral(content: &BodyContent, diagnostics: &mut Diagnostics) {
    let is_ephemeral = flag(content, "ephemeral", diagnostics) == Some(true);
    if let (true, Some(attribute)) = (is_ephemeral, content.attributes.get("ephemeral")) {
        let advice = "`sensitive` keeps a value out of what is shown";
        refuse("an ephemeral value", advice, &attribute.span, diagnostics);
    }
}

/// Whether a text stands for a value of the type as it is written.
fn is_primitive(of: &Type) -> bool {
    matches!(of, Type::Bool | Type::Number | Type::String)
}

fn deprecation(content: &BodyContent, diagnostics: &mut Diagnostics) -> Option<String> {
    let text = text(content, "deprecated", diagnostics)?;
    if let (true, Some(attribute)) = (text.trim().is_empty(), content.attributes.get("deprecated"))
    {
        let detail = "it says what to use instead, and cannot be empty";
        let span = &attribute.expression.span;
        diagnostics.push(Diagnostic::error("`deprecated` is not valid", detail, span));
    }
    Some(text)
}

fn constraint_of(expression: &Expression, diagnostics: &mut Diagnostics) -> Option<TypeConstraint> {
    match type_constraint(expression) {
        Ok(constraint) => Some(constraint),
        Err(found) => {
            diagnostics.extend(found);
            None
        }
    }
}

/// A block `output`.
#[derive(Clone, Debug)]
pub struct Output {
    pub name: String,
    pub description: Option<String>,
    /// `None` in overrides that do not set it.
    pub value: Option<Expression>,
    pub depends_on: Vec<Traversal>,
    pub is_sensitive: Option<bool>,
    pub deprecation: Option<String>,
    pub preconditions: Vec<Condition>,
    pub span: Span,
}

impl Output {
    pub fn read(block: &Block, is_override: bool, diagnostics: &mut Diagnostics) -> Option<Self> {
        let label = block.labels.first()?;
        check_name("an output", label, diagnostics);
        let (content, found) = block.body.content(&blocks::output(is_override));
        diagnostics.extend(found);
        refuse_ephemeral(&content, diagnostics);
        let mut preconditions = Vec::new();
        for inner in &content.blocks {
            if inner.name == "postcondition" {
                let detail = "outputs have preconditions alone";
                let message = "a block `postcondition` is not valid here";
                diagnostics.push(Diagnostic::error(message, detail, &inner.span));
                continue;
            }
            preconditions.extend(Condition::read(inner, diagnostics));
        }
        Some(Self {
            name: label.text.clone(),
            description: text(&content, "description", diagnostics),
            value: content
                .attributes
                .get("value")
                .map(|it| it.expression.clone()),
            depends_on: depends_on(&content, diagnostics),
            is_sensitive: flag(&content, "sensitive", diagnostics),
            deprecation: deprecation(&content, diagnostics),
            preconditions,
            span: block.span.clone(),
        })
    }

    pub fn is_sensitive(&self) -> bool {
        self.is_sensitive.unwrap_or(false)
    }
}
