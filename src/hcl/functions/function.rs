//! Signatures, and calls with unknown, null and marked arguments.

use super::context::FunctionContext;
use super::function_error::FunctionError;
use crate::value::{Marks, Refinement, Type, Value, conforms, convert, friendly_name};

/// Calculates the result from arguments that fit the parameters; the second argument is the type of the result.
pub type Implementation = fn(&[Value], &Type, &FunctionContext<'_>) -> Result<Value, FunctionError>;

/// Finds the type of the result, also from unknown arguments.
pub type TypeOfResult = fn(&[Value], &FunctionContext<'_>) -> Result<Type, FunctionError>;

/// A function that expressions can call.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: &'static str,
    pub parameters: Vec<Parameter>,
    /// The parameter of all further arguments.
    pub variadic: Option<Parameter>,
    pub result: ResultType,
    /// The facts that hold for each result.
    pub refinement: Option<Refinement>,
    pub implementation: Implementation,
}

/// The type of the result of a function.
#[derive(Clone, Debug)]
pub enum ResultType {
    Static(Type),
    Of(TypeOfResult),
}

/// A parameter. Arguments that it does not allow do not reach the implementation: null is refused, an unknown argument
/// makes the result unknown, and marks go to the result.
#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: &'static str,
    pub of: Type,
    pub allows_null: bool,
    pub allows_unknown: bool,
    /// Whether values of an unknown type may be given to the function that finds the type.
    pub allows_dynamic: bool,
    pub allows_marked: bool,
}

impl Parameter {
    pub const fn new(name: &'static str, of: Type) -> Self {
        Self {
            name,
            of,
            allows_null: false,
            allows_unknown: false,
            allows_dynamic: false,
            allows_marked: false,
        }
    }

    #[must_use]
    pub fn nullable(mut self) -> Self {
        self.allows_null = true;
        self
    }

    #[must_use]
    pub fn with_unknown(mut self) -> Self {
        self.allows_unknown = true;
        self
    }

    #[must_use]
    pub fn with_dynamic(mut self) -> Self {
        self.allows_dynamic = true;
        self
    }

    #[must_use]
    pub fn with_marked(mut self) -> Self {
        self.allows_marked = true;
        self
    }
}

impl Function {
    /// A function, whose result always has one type.
    pub fn new(
        name: &'static str,
        parameters: Vec<Parameter>,
        result: Type,
        implementation: Implementation,
    ) -> Self {
        Self {
            name,
            parameters,
            variadic: None,
            result: ResultType::Static(result),
            refinement: None,
            implementation,
        }
    }

    /// A function, the type of whose result depends on the arguments.
    pub fn typed(
        name: &'static str,
        parameters: Vec<Parameter>,
        result: TypeOfResult,
        implementation: Implementation,
    ) -> Self {
        Self {
            result: ResultType::Of(result),
            ..Self::new(name, parameters, Type::Dynamic, implementation)
        }
    }

    #[must_use]
    pub fn variadic(mut self, parameter: Parameter) -> Self {
        self.variadic = Some(parameter);
        self
    }

    #[must_use]
    pub fn refined(mut self, refinement: Refinement) -> Self {
        self.refinement = Some(refinement);
        self
    }

    /// The parameter of an argument.
    pub fn parameter(&self, position: usize) -> Option<&Parameter> {
        self.parameters.get(position).or(self.variadic.as_ref())
    }

    /// Calls the function with arguments as they are written: they are converted first.
    pub fn call(
        &self,
        arguments: &[Value],
        context: &FunctionContext<'_>,
    ) -> Result<Value, FunctionError> {
        self.check_count(arguments.len())?;
        let arguments = arguments.iter().enumerate().map(|(position, argument)| {
            let parameter = self
                .parameter(position)
                .expect("BUG: the arguments are counted");
            convert(argument, &parameter.of)
                .map_err(|it| FunctionError::of(position, it.to_string()))
        });
        let arguments = arguments.collect::<Result<Vec<_>, _>>()?;
        self.call_converted(&arguments, context)
    }

    fn check_count(&self, count: usize) -> Result<(), FunctionError> {
        let required = self.parameters.len();
        let of = match self.variadic {
            Some(_) if count < required => "at least ",
            None if count != required => "",
            _ => return Ok(()),
        };
        let plural = if required == 1 { "" } else { "s" };
        Err(FunctionError::new(format!(
            "`{}` takes {of}{required} argument{plural}, not {count}",
            self.name
        )))
    }

    /// Calls the function with arguments that have the types of the parameters.
    pub fn call_converted(
        &self,
        arguments: &[Value],
        context: &FunctionContext<'_>,
    ) -> Result<Value, FunctionError> {
        self.check_count(arguments.len())?;
        let mut marks = Marks::NONE;
        let mut is_unknown = false;
        let mut prepared = Vec::with_capacity(arguments.len());
        for (position, argument) in arguments.iter().enumerate() {
            let parameter = self
                .parameter(position)
                .expect("BUG: the arguments are counted");
            is_unknown |= argument.is_unknown() && !parameter.allows_unknown;
            if parameter.allows_marked {
                prepared.push(argument.clone());
            } else {
                let (argument, of_argument) = argument.unmarked_deep();
                marks = marks.union(&of_argument);
                prepared.push(argument);
            }
        }
        let Some(of) = self.result_type(&prepared, context)? else {
            return Ok(Value::DYNAMIC.with_marks(&marks));
        };
        let result = match is_unknown {
            true => Value::unknown(of.clone()),
            false => (self.implementation)(&prepared, &of, context)?,
        };
        if !conforms(result.ty(), &of) {
            let message = format!(
                "the result is a {}, where a {} was expected",
                friendly_name(result.ty()),
                friendly_name(&of)
            );
            return Err(FunctionError::new(message));
        }
        let result = match &self.refinement {
            Some(refinement) => result.refine(refinement),
            None => result,
        };
        Ok(result.with_marks(&marks))
    }

    /// The type of the result; `None` if an argument, whose type is not known, leaves it open.
    fn result_type(
        &self,
        arguments: &[Value],
        context: &FunctionContext<'_>,
    ) -> Result<Option<Type>, FunctionError> {
        for (position, argument) in arguments.iter().enumerate() {
            let parameter = self
                .parameter(position)
                .expect("BUG: the arguments are counted");
            if argument.is_null() && !parameter.allows_null {
                return Err(FunctionError::of(position, "the argument must not be null"));
            }
            if argument.is_dynamic() {
                if !parameter.allows_dynamic {
                    return Ok(None);
                }
            } else if !conforms(argument.ty(), &parameter.of) {
                let message = format!(
                    "the argument must be {}, not {}",
                    friendly_name(&parameter.of),
                    friendly_name(argument.ty())
                );
                return Err(FunctionError::of(position, message));
            }
        }
        match &self.result {
            ResultType::Static(of) => Ok(Some(of.clone())),
            ResultType::Of(find) => find(arguments, context).map(Some),
        }
    }
}
