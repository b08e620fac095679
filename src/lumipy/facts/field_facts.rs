//! Fields of dataclasses.

use lumi_pack::il::Type;

/// The facts about a field that classes which extend the dataclass need.
#[derive(Clone, Debug)]
pub struct FieldFacts {
    pub name: String,
    pub has_default: bool,
    /// Whether it is a parameter of `__init__`.
    pub is_parameter: bool,
    /// Whether this parameter has to be named.
    pub is_named: bool,
    /// Whether `repr` shows it.
    pub is_shown: bool,
    /// Whether comparisons count it.
    pub is_compared: bool,
    /// Its annotation, in libraries.
    pub value_type: Option<Type>,
}
