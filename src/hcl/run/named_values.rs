//! Variables, local values and outputs.

use crate::config::Variable;
use crate::expression::TypeConstraint;
use crate::syntax::{Diagnostic, Diagnostics, Severity, Span};
use crate::value::{Mark, Type, Value};

use super::graph_builder::argument;
use super::run::{NodeFailure, Run};
use super::scope::Site;
use super::stacks::is_for_stacks;

impl Run {
    pub(super) fn variable(&self, module: usize, name: &str) -> Result<(), NodeFailure> {
        let node = self.tree.nodes.get(module);
        let variable = node.and_then(|it| it.module.variables.get(name));
        let Some(variable) = variable else {
            return Ok(());
        };
        let instances = self.values.lock().instances(module);
        for instance in 0..instances {
            let value = self.variable_value(module, instance, variable)?;
            let value = match variable.is_sensitive() {
                true => value.mark(Mark::Sensitive),
                false => value,
            };
            let place = (module, instance, name.to_owned());
            self.values.lock().variables.insert(place, value);
            let what = format!("a validation of the variable `{name}`");
            let subject = self.place_of(module, variable);
            let site = Site::new(module, instance).about(&subject);
            self.check_conditions(site, &what, &variable.validations)?;
        }
        Ok(())
    }

    /// The place that sets a variable, or declares it.
    fn place_of(&self, module: usize, variable: &Variable) -> Span {
        let node = self.tree.nodes.get(module);
        let caller = node.and_then(|it| self.tree.nodes.get(it.parent?));
        let call = node.and_then(|it| caller?.module.calls.get(it.path.last()?));
        let argument = call.and_then(|it| argument(it, &variable.name));
        argument.map_or_else(|| variable.span.clone(), |it| it.span)
    }

    fn variable_value(
        &self,
        module: usize,
        instance: usize,
        variable: &Variable,
    ) -> Result<Value, NodeFailure> {
        let parent = self.tree.nodes.get(module).and_then(|it| it.parent);
        let (given, span) = match parent {
            None => {
                let given = self.given.get(&variable.name);
                if let (Some(_), Some(text)) = (given, &variable.deprecation) {
                    let message = format!("the variable `{}` is deprecated", variable.name);
                    self.warn([Diagnostic::warning(message, text.clone(), &variable.span)]);
                }
                let place = given.map(|it| it.origin.clone());
                (given.map(|it| it.value.clone()), Err(place))
            }
            Some(parent) => self.argument(module, instance, parent, variable)?,
        };
        Ok(final_value(variable, given, span)?)
    }

    /// The argument of a call, and its place.
    #[expect(
        clippy::type_complexity,
        reason = "the second part is what an error names"
    )]
    fn argument(
        &self,
        module: usize,
        instance: usize,
        parent: usize,
        variable: &Variable,
    ) -> Result<(Option<Value>, Result<Span, Option<String>>), NodeFailure> {
        let call = self.tree.nodes.get(module).and_then(|it| it.path.last());
        let call = call.and_then(|it| self.tree.nodes.get(parent)?.module.calls.get(it));
        let Some(call) = call else {
            return Ok((None, Err(None)));
        };
        let Some(expression) = argument(call, &variable.name) else {
            return Ok((None, Ok(call.span.clone())));
        };
        let state = self.values.lock().module(module, instance).cloned();
        let Some(state) = state else {
            return Ok((None, Err(None)));
        };
        let above = state.parent.unwrap_or_default();
        let site = Site::new(parent, above).repeated(&state.repeated);
        let value = self.value(site, &expression)?;
        Ok((Some(value), Ok(expression.span.clone())))
    }

    pub(super) fn local(&self, module: usize, name: &str) -> Result<(), NodeFailure> {
        let node = self.tree.nodes.get(module);
        let local = node.and_then(|it| it.module.locals.get(name));
        let Some(local) = local else { return Ok(()) };
        let instances = self.values.lock().instances(module);
        for instance in 0..instances {
            let value = self.value(Site::new(module, instance), &local.value)?;
            let place = (module, instance, name.to_owned());
            self.values.lock().locals.insert(place, value);
        }
        Ok(())
    }

    pub(super) fn output(&self, module: usize, name: &str) -> Result<(), NodeFailure> {
        let node = self.tree.nodes.get(module);
        let output = node.and_then(|it| it.module.outputs.get(name));
        let Some(output) = output else { return Ok(()) };
        let Some(expression) = &output.value else {
            return Ok(());
        };
        let is_root = node.is_some_and(|it| it.parent.is_none());
        let instances = self.values.lock().instances(module);
        for instance in 0..instances {
            let site = Site::new(module, instance);
            let what = format!("a precondition of the output `{name}`");
            self.check_conditions(site, &what, &output.preconditions)?;
            let mut value = self.value(site, expression)?;
            // A program that writes several configurations marks all that its stacks read of each other, whatever it is,
            // and does not know what is sensitive among what it reads: both have the marks of their values.
            let has_siblings = is_root && self.facts.sibling_stacks.is_some();
            if output.is_sensitive() && !(has_siblings && is_for_stacks(name)) {
                value = value.mark(Mark::Sensitive);
            } else if is_root && !has_siblings && value.has_mark_deep(&Mark::Sensitive) {
                let detail = "the value contains sensitive values: add `sensitive = true`, or use `nonsensitive`";
                let message = format!("the output `{name}` is sensitive");
                return Err(Diagnostic::error(message, detail, &output.span).into());
            }
            let place = (module, instance, name.to_owned());
            self.values.lock().outputs.insert(place, value);
        }
        Ok(())
    }
}

/// The value of a variable: what is given, or its default, in its type.
fn final_value(
    variable: &Variable,
    given: Option<Value>,
    place: Result<Span, Option<String>>,
) -> Result<Value, Diagnostics> {
    let name = &variable.name;
    let fail = |summary: &str, detail: String| -> Diagnostics {
        let origin = match &place {
            Err(Some(origin)) => format!(" ({origin})"),
            _ => String::new(),
        };
        let span = match &place {
            Ok(span) => span.clone(),
            Err(_) => variable.span.clone(),
        };
        Diagnostic {
            severity: Severity::Error,
            summary: summary.to_owned(),
            detail: format!("{detail}{origin}"),
            span: Some(span),
        }
        .into()
    };
    let given = match given {
        Some(value) if value.is_null() && !variable.is_nullable() => match &variable.default {
            Some(_) => None,
            None => {
                let detail = format!("the variable `{name}` cannot be null");
                return Err(fail("a variable is null", detail));
            }
        },
        given => given,
    };
    let Some(value) = given.or_else(|| variable.default.clone()) else {
        let detail = format!(
            "the variable `{name}` has no default: set it in terraform.tfvars, by TF_VAR_{name}, or with `-c {name}=VALUE`"
        );
        return Err(fail("a variable has no value", detail));
    };
    let converted = match &variable.constraint {
        None => Ok(value),
        Some(constraint) => convert(constraint, value),
    };
    converted.map_err(|reason| {
        let detail = format!("the value of the variable `{name}` is not suitable: {reason}");
        fail("a variable has the wrong type", detail)
    })
}

fn convert(constraint: &TypeConstraint, value: Value) -> Result<Value, String> {
    match (&constraint.of, value.is_null()) {
        (Type::Dynamic, _) => Ok(value),
        _ => constraint.convert(value).map_err(|it| it.to_string()),
    }
}
