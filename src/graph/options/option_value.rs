//! How the types of options are read and written.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::alias::Alias;
use super::custom_timeouts::CustomTimeouts;
use super::hook_names::HookNames;
use super::option_error::OptionError;
use super::path_pattern::PathPattern;
use crate::urn::Urn;
use crate::value::value::{Object, Value};

/// The type of an option. Writing a value that was read gives the same value, with its members in
/// the same order, since states and messages keep their bytes.
pub trait OptionValue: Sized {
    /// The known value of an option.
    type View<'a>
    where
        Self: 'a;

    /// `option` is the name for errors.
    fn read(option: &'static str, value: &Value) -> Result<Self, OptionError>;

    fn write(&self) -> Value;

    /// `set` is `None` if the program did not set the option.
    fn view(set: Option<&Self>) -> Self::View<'_>;
}

impl OptionValue for bool {
    type View<'a> = Option<bool>;

    fn read(option: &'static str, value: &Value) -> Result<Self, OptionError> {
        match value {
            Value::Bool(flag) => Ok(*flag),
            other => Err(OptionError::kind(option, "true or false", other)),
        }
    }

    fn write(&self) -> Value {
        Value::Bool(*self)
    }

    fn view(set: Option<&Self>) -> Option<bool> {
        set.copied()
    }
}

impl OptionValue for String {
    type View<'a> = Option<&'a str>;

    fn read(option: &'static str, value: &Value) -> Result<Self, OptionError> {
        match value {
            Value::String(text) => Ok(text.clone()),
            other => Err(OptionError::kind(option, "a string", other)),
        }
    }

    fn write(&self) -> Value {
        Value::String(self.clone())
    }

    fn view(set: Option<&Self>) -> Option<&str> {
        set.map(String::as_str)
    }
}

impl OptionValue for Urn {
    type View<'a> = Option<&'a Urn>;

    fn read(option: &'static str, value: &Value) -> Result<Self, OptionError> {
        parse_urn(option, &<String as OptionValue>::read(option, value)?)
    }

    fn write(&self) -> Value {
        self.as_str().into()
    }

    fn view(set: Option<&Self>) -> Option<&Urn> {
        set
    }
}

/// Any value, also an unknown one.
impl OptionValue for Value {
    type View<'a> = Option<&'a Value>;

    fn read(_option: &'static str, value: &Value) -> Result<Self, OptionError> {
        Ok(value.clone())
    }

    fn write(&self) -> Value {
        self.clone()
    }

    fn view(set: Option<&Self>) -> Option<&Value> {
        set
    }
}

/// An element of a list.
pub trait OptionItem: Sized + 'static {
    /// The kind of the list's items, for errors.
    const LIST: &str;

    fn read(option: &'static str, item: &Value) -> Result<Self, OptionError>;

    fn write(&self) -> Value;
}

impl<T: OptionItem> OptionValue for Vec<T> {
    type View<'a> = &'a [T];

    fn read(option: &'static str, value: &Value) -> Result<Self, OptionError> {
        match value {
            Value::Array(items) => items.iter().map(|it| T::read(option, it)).collect(),
            other => Err(OptionError::kind(option, T::LIST, other)),
        }
    }

    fn write(&self) -> Value {
        Value::Array(self.iter().map(T::write).collect())
    }

    fn view(set: Option<&Self>) -> &[T] {
        set.map_or(&[], Vec::as_slice)
    }
}

const STRINGS: &str = "a list of strings";

impl OptionItem for String {
    const LIST: &str = STRINGS;

    fn read(option: &'static str, item: &Value) -> Result<Self, OptionError> {
        match item {
            Value::String(text) => Ok(text.clone()),
            other => Err(OptionError::kind(option, STRINGS, other)),
        }
    }

    fn write(&self) -> Value {
        Value::String(self.clone())
    }
}

impl OptionItem for Urn {
    const LIST: &str = STRINGS;

    fn read(option: &'static str, item: &Value) -> Result<Self, OptionError> {
        parse_urn(option, &<String as OptionItem>::read(option, item)?)
    }

    fn write(&self) -> Value {
        self.as_str().into()
    }
}

impl OptionItem for PathPattern {
    const LIST: &str = STRINGS;

    fn read(option: &'static str, item: &Value) -> Result<Self, OptionError> {
        let text = <String as OptionItem>::read(option, item)?;
        let pattern = text.parse();
        pattern.map_err(|source| OptionError::Path { option, source })
    }

    fn write(&self) -> Value {
        self.as_str().into()
    }
}

impl OptionItem for Alias {
    const LIST: &str = "a list of aliases";

    fn read(option: &'static str, item: &Value) -> Result<Self, OptionError> {
        match item {
            Value::String(urn) => Ok(Self::Urn(parse_urn(option, urn)?)),
            Value::Object(parts) => Ok(Self::Parts(parts.clone().try_into()?)),
            other => Err(OptionError::kind(option, Self::LIST, other)),
        }
    }

    fn write(&self) -> Value {
        match self {
            Self::Urn(urn) => urn.as_str().into(),
            Self::Parts(parts) => Value::Object(parts.object().clone()),
        }
    }
}

impl OptionValue for CustomTimeouts {
    type View<'a> = Option<&'a CustomTimeouts>;

    fn read(option: &'static str, value: &Value) -> Result<Self, OptionError> {
        match value {
            Value::Object(members) => members.clone().try_into(),
            other => Err(OptionError::kind(option, "an object", other)),
        }
    }

    fn write(&self) -> Value {
        Value::Object(self.object().clone())
    }

    fn view(set: Option<&Self>) -> Option<&CustomTimeouts> {
        set
    }
}

impl OptionValue for HookNames {
    type View<'a> = &'a HookNames;

    fn read(option: &'static str, value: &Value) -> Result<Self, OptionError> {
        match value {
            Value::Object(lists) => Ok(lists.clone().into()),
            other => Err(OptionError::kind(option, "an object", other)),
        }
    }

    fn write(&self) -> Value {
        Value::Object(self.object().clone())
    }

    fn view(set: Option<&Self>) -> &HookNames {
        static NONE: HookNames = HookNames::NONE;
        set.unwrap_or(&NONE)
    }
}

/// Provider resources by package.
pub type Providers = IndexMap<String, Urn, FxBuildHasher>;

impl OptionValue for Providers {
    type View<'a> = Option<&'a Providers>;

    fn read(option: &'static str, value: &Value) -> Result<Self, OptionError> {
        let Value::Object(members) = value else {
            return Err(OptionError::kind(option, "an object", value));
        };
        let provider = |(package, urn): (&String, &Value)| {
            Ok((package.clone(), <Urn as OptionValue>::read(option, urn)?))
        };
        members.iter().map(provider).collect()
    }

    fn write(&self) -> Value {
        let members = self.iter();
        let members = members.map(|(package, urn)| (package.clone(), urn.as_str().into()));
        Value::Object(members.collect::<Object>())
    }

    fn view(set: Option<&Self>) -> Option<&Providers> {
        set
    }
}

pub fn parse_urn(option: &'static str, text: &str) -> Result<Urn, OptionError> {
    Urn::parse(text).map_err(|source| OptionError::Urn { option, source })
}
