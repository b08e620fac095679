//! Calls of functions, `try` and `can`.

use crate::functions::{self, Function, FunctionContext, FunctionError, TemplateRenderer};
use crate::syntax::{Call, Diagnostic, Diagnostics, Expression, Span};
use crate::value::{Mark, Type, Value, convert};
use lumi_graph::nearest;

use super::evaluator::Evaluator;
use super::renderer::Renderer;
use super::scope::{Scope, Settings};

const ARGUMENT: &str = "The argument does not fit";

/// An argument with its place.
struct Argument<'e> {
    value: Given<'e>,
    span: &'e Span,
}

enum Given<'e> {
    Expression(&'e Expression),
    /// An element of an expanded list.
    Value(Value),
}

impl<'s> Evaluator<'s> {
    pub(super) fn call(self, call: &Call, diagnostics: &mut Diagnostics) -> Value {
        let Some(scope) = self.scope.filter(|_| self.has_functions()) else {
            let detail = format!(
                "`{}` is a function, and only constants are allowed here.",
                call.name
            );
            diagnostics.push(Diagnostic::error(
                "Functions are not allowed here",
                detail,
                &call.span,
            ));
            return Value::DYNAMIC;
        };
        let name = call.name.strip_prefix("core::").unwrap_or(&call.name);
        match name {
            "try" => return self.with_arguments(call, diagnostics, Self::attempt),
            "can" => return self.with_arguments(call, diagnostics, Self::can),
            _ => {}
        }
        if name.starts_with("provider::") {
            return self.provider_call(name, call, scope, diagnostics);
        }
        let settings = scope.settings();
        match functions::function(name) {
            Some(function) => {
                self.with_arguments(call, diagnostics, |it, call, arguments, diagnostics| {
                    it.table_call(function, settings, call, arguments, diagnostics)
                })
            }
            None => {
                let names = functions::names().chain(["try", "can"]);
                let detail = match nearest(name, names, 0.8) {
                    Some(other) => {
                        format!("No function is named `{name}`. Did you mean `{other}`?")
                    }
                    None => format!("No function is named `{name}`."),
                };
                diagnostics.push(Diagnostic::error(
                    "The function does not exist",
                    detail,
                    &call.name_span,
                ));
                Value::DYNAMIC
            }
        }
    }

    /// Calls with all arguments, also those of an expanded list.
    fn with_arguments(
        self,
        call: &Call,
        diagnostics: &mut Diagnostics,
        body: impl FnOnce(Self, &Call, &[Argument<'_>], &mut Diagnostics) -> Value,
    ) -> Value {
        let plain = call.arguments.iter().map(|it| Argument {
            value: Given::Expression(it),
            span: &it.span,
        });
        let mut arguments: Vec<Argument<'_>> = plain.collect();
        if let (true, Some(last)) = (call.is_expanded, call.arguments.last()) {
            let mut errors = Diagnostics::default();
            let list = self.value(last, &mut errors);
            let is_list = matches!(
                list.ty(),
                Type::Tuple(_) | Type::List(_) | Type::Set(_) | Type::Dynamic
            );
            if !errors.has_errors() && (list.is_null() || !is_list) {
                let detail =
                    "Before `...`, there must be a list, a set or a tuple that is not null.";
                errors.push(Diagnostic::error(ARGUMENT, detail, &last.span));
            }
            let has_failed = errors.has_errors();
            diagnostics.extend(errors);
            let (list, marks) = list.unmarked();
            let Some(elements) = list.elements().filter(|_| !has_failed) else {
                return Value::DYNAMIC;
            };
            arguments.pop();
            arguments.extend(elements.iter().map(|it| Argument {
                value: Given::Value(it.clone().with_marks(&marks)),
                span: &last.span,
            }));
        }
        body(self, call, &arguments, diagnostics)
    }

    fn argument(self, argument: &Argument<'_>, diagnostics: &mut Diagnostics) -> Value {
        match &argument.value {
            Given::Expression(expression) => self.value(expression, diagnostics),
            Given::Value(value) => value.clone(),
        }
    }

    /// The first argument without errors.
    fn attempt(
        self,
        call: &Call,
        arguments: &[Argument<'_>],
        diagnostics: &mut Diagnostics,
    ) -> Value {
        let mut reasons = Vec::new();
        for argument in arguments {
            let mut errors = Diagnostics::default();
            let value = self.argument(argument, &mut errors);
            if errors.has_errors() {
                let reason = |it: Diagnostic| format!("\n- {}", it.message());
                reasons.extend(errors.into_iter().map(reason));
                continue;
            }
            return match value.is_wholly_known() {
                true => value,
                // Once the value is known, another argument may be the result.
                false => Value::DYNAMIC,
            };
        }
        let detail = match arguments.is_empty() {
            true => "`try` needs at least one argument.".to_owned(),
            false => format!("No argument of `try` has a value:{}", reasons.concat()),
        };
        diagnostics.push(Diagnostic::error("The call fails", detail, &call.span));
        Value::DYNAMIC
    }

    /// Whether the argument has no errors.
    fn can(self, call: &Call, arguments: &[Argument<'_>], diagnostics: &mut Diagnostics) -> Value {
        let [argument] = arguments else {
            diagnostics.push(Diagnostic::error(
                "The call fails",
                "`can` needs one argument.",
                &call.span,
            ));
            return Value::DYNAMIC;
        };
        let mut errors = Diagnostics::default();
        let value = self.argument(argument, &mut errors);
        if errors.has_errors() {
            return Value::bool(false);
        }
        match value.is_wholly_known() {
            true => Value::bool(true),
            false => Value::unknown(Type::Bool),
        }
    }

    fn table_call(
        self,
        function: &Function,
        settings: &Settings,
        call: &Call,
        arguments: &[Argument<'_>],
        diagnostics: &mut Diagnostics,
    ) -> Value {
        if let Some(problem) = count_problem(function, call, arguments) {
            diagnostics.push(problem);
            return Value::DYNAMIC;
        }
        let mut errors = Diagnostics::default();
        let mut values = Vec::with_capacity(arguments.len());
        for (position, argument) in arguments.iter().enumerate() {
            let value = self.argument(argument, &mut errors);
            let of = function
                .parameter(position)
                .map_or(&Type::Dynamic, |it| &it.of);
            match convert(&value, of) {
                Ok(value) => values.push(value),
                Err(error) => {
                    let name = function.parameter(position).map_or("", |it| it.name);
                    let detail = format!(
                        "The argument `{name}` of `{}` is not suitable: {error}.",
                        call.name
                    );
                    errors.push(Diagnostic::error(ARGUMENT, detail, argument.span));
                }
            }
        }
        let has_failed = errors.has_errors();
        diagnostics.extend(errors);
        if has_failed {
            return Value::DYNAMIC;
        }
        let renderer = Renderer { settings };
        let context = FunctionContext {
            base_folder: settings.base_folder.clone(),
            is_pure: settings.is_pure,
            timestamp: settings.timestamp.clone(),
            templates: Some(&renderer as &dyn TemplateRenderer),
        };
        let result = function.call_converted(&values, &context);
        self.result(result, call, &values, arguments, diagnostics)
    }

    /// The result of a call. The reason of a failure may have parts of the arguments, so that it is hidden if one is
    /// sensitive.
    fn result(
        self,
        result: Result<Value, FunctionError>,
        call: &Call,
        values: &[Value],
        arguments: &[Argument<'_>],
        diagnostics: &mut Diagnostics,
    ) -> Value {
        result.unwrap_or_else(|error| {
            let argument = error.argument.and_then(|it| arguments.get(it));
            let span = argument.map_or(&call.span, |it| it.span);
            let detail = match values.iter().any(is_confidential) {
                true => format!(
                    "The call of `{}` fails. The reason is not shown, since an argument is sensitive.",
                    call.name
                ),
                false => format!("The call of `{}` fails: {error}.", call.name),
            };
            diagnostics.push(Diagnostic::error("The call fails", detail, span));
            Value::DYNAMIC
        })
    }

    fn provider_call(
        self,
        name: &str,
        call: &Call,
        scope: &'s dyn Scope,
        diagnostics: &mut Diagnostics,
    ) -> Value {
        let settings = scope.settings();
        self.with_arguments(call, diagnostics, |it, call, arguments, diagnostics| {
            let mut errors = Diagnostics::default();
            let values: Vec<Value> = arguments
                .iter()
                .map(|argument| it.argument(argument, &mut errors))
                .collect();
            let has_failed = errors.has_errors();
            diagnostics.extend(errors);
            if has_failed {
                return Value::DYNAMIC;
            }
            match settings
                .providers
                .as_ref()
                .and_then(|providers| providers.call(name, &values))
            {
                Some(result) => it.result(result, call, &values, arguments, diagnostics),
                None => {
                    let detail = format!("No provider has the function `{name}` here.");
                    diagnostics.push(Diagnostic::error(
                        "The function does not exist",
                        detail,
                        &call.name_span,
                    ));
                    Value::DYNAMIC
                }
            }
        })
    }
}

/// Whether texts of errors must not have parts of a value.
pub(super) fn is_confidential(value: &Value) -> bool {
    value.has_mark_deep(&Mark::Sensitive) || value.has_mark_deep(&Mark::Ephemeral)
}

fn count_problem(
    function: &Function,
    call: &Call,
    arguments: &[Argument<'_>],
) -> Option<Diagnostic> {
    let required = function.parameters.len();
    if let Some(missing) = function.parameters.get(arguments.len()) {
        let detail = format!(
            "The argument `{}` of `{}` is missing.",
            missing.name, call.name
        );
        return Some(Diagnostic::error(
            "An argument is missing",
            detail,
            &call.span,
        ));
    }
    let extra = arguments
        .get(required)
        .filter(|_| function.variadic.is_none())?;
    let detail = format!("`{}` takes {required} arguments.", call.name);
    Some(Diagnostic::error(
        "There are too many arguments",
        detail,
        extra.span,
    ))
}
