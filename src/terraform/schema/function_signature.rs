//! The parameters and the result of a function.

use prost::Message as _;

use crate::cty::Type;
use crate::tfplugin6;

use super::schemas::SchemaError;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionSignature {
    pub parameters: Vec<Parameter>,
    /// The type of all further arguments.
    pub variadic: Option<Parameter>,
    pub result: Type,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    pub name: String,
    pub of: Type,
    pub allows_null: bool,
    pub allows_unknown: bool,
}

impl FunctionSignature {
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self, SchemaError> {
        let function = tfplugin6::Function::decode(bytes).map_err(|_| SchemaError::Unreadable)?;
        let type_of = |json: &[u8]| {
            Type::from_json(json).map_err(|it| SchemaError::wrong(name, it.to_string()))
        };
        let parameter = |it: tfplugin6::function::Parameter| {
            Ok(Parameter {
                of: type_of(&it.r#type)?,
                name: it.name,
                allows_null: it.allow_null_value,
                allows_unknown: it.allow_unknown_values,
            })
        };
        let parameters = function.parameters.into_iter().map(parameter);
        Ok(Self {
            parameters: parameters.collect::<Result<_, SchemaError>>()?,
            variadic: function.variadic_parameter.map(parameter).transpose()?,
            result: type_of(&function.r#return.unwrap_or_default().r#type)?,
        })
    }

    /// The parameter of the argument at a position.
    pub fn parameter(&self, at: usize) -> Option<&Parameter> {
        self.parameters.get(at).or(self.variadic.as_ref())
    }
}
