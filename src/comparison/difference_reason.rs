//! Why two graphs differ somewhere.

use super::difference_class::DifferenceClass;

/// The reason decides the class of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DifferenceReason {
    /// The values mean different things.
    Values,
    /// The values mean different things, and depend on outputs that differ.
    DependentValues,
    /// The values are the same but for values that differ elsewhere.
    DerivedValue,
    /// The values are the same but for the name of the stack.
    StackName,
    /// A list that may depend on its order has the same elements in another order.
    ListOrder,
    /// The same object has another name or another parent.
    Identity,
    /// One value is secret, and the other one is the same in clear.
    SecretMark,
    /// The document contains no value for a secret.
    MaskedSecret,
    /// A value is the same in both graphs, and one of them does not know whose output it is.
    MissingDependency,
    /// One of the graphs has no components.
    MissingComponent,
    /// One of the graphs has no positions in a program.
    UnknownSource,
    /// A value is known in only one of the graphs, as the other is a plan.
    Unknown,
    /// A provider gives other outputs to another object.
    OtherObject,
    /// The program leaves a property out, and the provider has chosen its value.
    ProviderDefault,
    /// The same, as far as can be known: the graph of the program was made without its provider.
    UncheckedDefault,
    /// A set is in another order.
    SetOrder,
    /// The same JSON is a text that is written in another way, or a value and its text.
    JsonText,
    /// The same number or boolean is written in another way.
    ScalarForm,
    /// A property is null in one graph and missing in the other.
    NullMember,
    /// The content of an asset is the same, and comes from elsewhere.
    AssetSource,
    /// The same resource is used by another property.
    DependencyPath,
}

impl DifferenceReason {
    pub fn class(self) -> DifferenceClass {
        match self {
            Self::Values | Self::DependentValues | Self::ListOrder | Self::SecretMark => {
                DifferenceClass::Meaningful
            }
            Self::DerivedValue | Self::StackName => DifferenceClass::Derived,
            Self::Identity => DifferenceClass::Identity,
            Self::MaskedSecret => DifferenceClass::UncomparableSecret,
            Self::MissingDependency | Self::MissingComponent | Self::UnknownSource => {
                DifferenceClass::LossyInference
            }
            Self::Unknown | Self::OtherObject | Self::ProviderDefault | Self::UncheckedDefault => {
                DifferenceClass::FilledByProvider
            }
            Self::SetOrder
            | Self::JsonText
            | Self::ScalarForm
            | Self::NullMember
            | Self::AssetSource
            | Self::DependencyPath => DifferenceClass::Representation,
        }
    }

    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Values => "values",
            Self::DependentValues => "dependentValues",
            Self::DerivedValue => "derivedValue",
            Self::StackName => "stackName",
            Self::ListOrder => "listOrder",
            Self::Identity => "identity",
            Self::SecretMark => "secretMark",
            Self::MaskedSecret => "maskedSecret",
            Self::MissingDependency => "missingDependency",
            Self::MissingComponent => "missingComponent",
            Self::UnknownSource => "unknownSource",
            Self::Unknown => "unknown",
            Self::OtherObject => "otherObject",
            Self::ProviderDefault => "providerDefault",
            Self::UncheckedDefault => "uncheckedDefault",
            Self::SetOrder => "setOrder",
            Self::JsonText => "jsonText",
            Self::ScalarForm => "scalarForm",
            Self::NullMember => "nullMember",
            Self::AssetSource => "assetSource",
            Self::DependencyPath => "dependencyPath",
        }
    }

    /// The explanation for a user, in parentheses; `None` where the difference says it all.
    pub fn explanation(self) -> Option<&'static str> {
        Some(match self {
            Self::Values | Self::Identity | Self::ListOrder => return None,
            Self::DependentValues => "it depends on an output that differs",
            Self::DerivedValue => "the same but for a value that differs elsewhere",
            Self::StackName => "the same but for the name of the stack",
            Self::SecretMark => "only one of them is secret",
            Self::MaskedSecret => "a graph without the value",
            Self::MissingDependency => "the value is the same; its origin is not known",
            Self::MissingComponent => "one of the graphs has no components",
            Self::UnknownSource => "one of the graphs has no positions in a program",
            Self::Unknown => "known in only one of the graphs",
            Self::OtherObject => "an output of another object",
            Self::ProviderDefault => "not set by the program",
            Self::UncheckedDefault => "not set by the program, whose provider was not asked",
            Self::SetOrder => "the order in a set",
            Self::JsonText => "the same JSON",
            Self::ScalarForm => "the same value, written in another way",
            Self::NullMember => "null is the same as missing",
            Self::AssetSource => "the same content",
            Self::DependencyPath => "the dependency comes from another property",
        })
    }
}
